import type { ApiRequest } from "../api/client.ts";

export type Scope = NonNullable<ApiRequest<"keys.create">["body"]["scopes"]>[number];

/** What a merchant's key can be given, one by one. */
export const SCOPES = [
  "read_settings",
  "write_settings",
  "read_feeds",
  "write_feeds",
  "read_exports",
  "write_exports",
  "read_products",
  "write_products",
  "read_rules",
  "write_rules",
  "read_channels",
  "write_channels",
  "read_subscription",
  "write_subscription",
  "read_webhooks",
  "write_webhooks",
] as const satisfies readonly Scope[];

/** The same for an organization's: what it may do for itself, besides what it may do in its shops. */
export const ORGANIZATION_SCOPES = ["read_org", "write_org", ...SCOPES] as const satisfies readonly Scope[];
