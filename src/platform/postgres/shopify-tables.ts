import type { Generated } from "kysely";
import type { Created, Updated } from "./column-kinds.ts";

interface ShopifyGrantsTable {
  readonly shop_id: number;
  readonly grant_sealed: string;
  readonly grant_version: Generated<number>;
  readonly renewing_until: Date | null;
  readonly scopes: string[];
  readonly ended_at: Date | null;
  readonly exchange_looked_at: Date | null;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

interface ShopifyUsedStatesTable {
  readonly state_hash: string;
  readonly shop_domain: string;
  readonly expires_at: Date;
}

interface ShopifyChargesTable {
  readonly id: string;
  readonly shop_id: number;
  readonly plan: "free" | "starter" | "growth" | "premium";
  readonly status: string;
  readonly is_test: boolean;
  readonly discount_code: string | null;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

interface ChangeLooksTable {
  readonly shop_id: number;
  readonly looked_through: Date | null;
  readonly due_at: Date;
}

interface ProductReadingsTable {
  readonly shop_id: number;
  readonly product_id: number;
  readonly changed_at: Date;
  readonly read_at: Generated<Date>;
}

interface ExportBellsTable {
  readonly shop_id: number;
  readonly rung_at: Date;
}

/** Of shops that are kept up with by what Shopify reports. */
export interface ShopifyTables {
  readonly shopify_grants: ShopifyGrantsTable;
  readonly shopify_used_states: ShopifyUsedStatesTable;
  readonly shopify_charges: ShopifyChargesTable;
  readonly change_looks: ChangeLooksTable;
  readonly product_readings: ProductReadingsTable;
  readonly export_bells: ExportBellsTable;
}
