/** What a change of mappings or columns makes stale. */
export const MAPPING_MARKS = ["columns.", "feeds.", "config.", "products.", "source.", "rules.", "shop."] as const;
