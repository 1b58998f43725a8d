/** Shopify's own form of the name; the length bounds what we store and send. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,99}\.myshopify\.com$/;

/** `my-shop.myshopify.com` in lower case; undefined for what isn't the name of a Shopify shop. */
export function shopName(text: string | undefined): string | undefined {
  const name = text?.toLowerCase();
  return name !== undefined && NAME.test(name) ? name : undefined;
}
