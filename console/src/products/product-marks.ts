/** What a change of products' own values makes stale. */
export const PRODUCT_MARKS = ["products.", "feeds.", "source."] as const;
