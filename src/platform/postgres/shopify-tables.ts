import type { Generated } from "kysely";
import type { Created, Updated } from "./column-kinds.ts";

export interface ShopifyGrantsTable {
  readonly shop_id: number;
  readonly grant_sealed: string;
  readonly grant_version: Generated<number>;
  readonly renewing_until: Date | null;
  readonly scopes: string[];
  readonly ended_at: Date | null;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

export interface ShopifyUsedStatesTable {
  readonly state_hash: string;
  readonly shop_domain: string;
  readonly expires_at: Date;
}

export interface ShopifyChargesTable {
  readonly id: string;
  readonly shop_id: number;
  readonly plan: "free" | "starter" | "growth" | "premium";
  readonly status: string;
  readonly is_test: boolean;
  readonly discount_code: string | null;
  readonly created_at: Created;
  readonly updated_at: Updated;
}
