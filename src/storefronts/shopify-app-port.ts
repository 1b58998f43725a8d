/** Feedwright as an app of Shopify: what the operator configures. */
export interface ShopifyAppSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Shopify signs with the secret before the last rotation for up to an hour. Null: there was none. */
  readonly previousClientSecret: string | null;
  /** Scopes an installation asks for, sorted. */
  readonly scopes: readonly string[];
  /** For development: the simulator that plays every shop, without a slash at the end. Null: shops are reached at their own domains. */
  readonly simulatorUrl: string | null;
}

/** Secrets that may have signed what comes from Shopify, the current one first. */
export function signingSecrets({ clientSecret, previousClientSecret }: ShopifyAppSettings): readonly string[] {
  return previousClientSecret === null ? [clientSecret] : [clientSecret, previousClientSecret];
}
