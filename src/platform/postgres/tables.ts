import type { Generated } from "kysely";
import type { Created, Json, Updated } from "./column-kinds.ts";
import type {
  CellChangesTable,
  CellsTable,
  FeedVersionsTable,
  FeedsTable,
  LookupTablesTable,
  ProductOverridesTable,
  RuleStatesTable,
  RulesTable,
} from "./feed-tables.ts";
import type { ExtractsTable, FeedScopesTable, RequestBudgetsTable, RunsTable, ScopeClaimsTable, WorkersTable } from "./work-tables.ts";

/**
 * The tables as Kysely sees them. `db/migrations` is the source; `db/schema.sql` shows what they add up to.
 * 64-bit integers are read as numbers: ids stay far below 2^53, and row ids have 52 bits or come from the platform.
 */
export interface Database {
  readonly shops: ShopsTable;
  readonly organizations: OrganizationsTable;
  readonly organization_connections: OrganizationConnectionsTable;
  readonly api_keys: ApiKeysTable;
  readonly audit_log: AuditLogTable;
  readonly feeds: FeedsTable;
  readonly rules: RulesTable;
  readonly cells: CellsTable;
  readonly cell_changes: CellChangesTable;
  readonly rule_states: RuleStatesTable;
  readonly feed_versions: FeedVersionsTable;
  readonly product_overrides: ProductOverridesTable;
  readonly lookup_tables: LookupTablesTable;
  readonly extracts: ExtractsTable;
  readonly runs: RunsTable;
  readonly feed_scopes: FeedScopesTable;
  readonly scope_claims: ScopeClaimsTable;
  readonly workers: WorkersTable;
  readonly request_budgets: RequestBudgetsTable;
}

interface ShopsTable {
  readonly id: Generated<number>;
  readonly domain: string;
  readonly name: string;
  readonly storefront: "csv" | "shopify";
  readonly storefront_config: Json<Readonly<Record<string, unknown>>>;
  readonly subscription_plan: Generated<"free" | "starter" | "growth" | "premium">;
  readonly subscription_status: Generated<"active" | "frozen" | "legacy" | "none">;
  readonly primary_locale: Generated<string>;
  readonly languages: Generated<string[]>;
  readonly currency: string;
  readonly country: string;
  readonly time_zone: Generated<string>;
  readonly feed_token: string;
  readonly feed_token_previous: string | null;
  readonly feed_token_previous_until: Date | null;
  readonly onboarding_complete: Generated<boolean>;
  readonly live_extract_id: number | null;
  readonly uninstalled_at: Date | null;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

interface OrganizationsTable {
  readonly id: Generated<number>;
  readonly name: string;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

interface OrganizationConnectionsTable {
  readonly id: Generated<number>;
  readonly organization_id: number;
  readonly shop_id: number | null;
  readonly domain: string;
  readonly client_label: string | null;
  readonly status: "pending" | "active" | "declined";
  readonly invited_at: Created;
  readonly connected_at: Date | null;
}

interface ApiKeysTable {
  readonly id: Generated<number>;
  readonly kind: "merchant" | "admin" | "organization";
  readonly shop_id: number | null;
  readonly organization_id: number | null;
  readonly name: string;
  readonly key_hash: Buffer;
  readonly key_prefix: string;
  readonly grants: string[];
  readonly request_count: Generated<number>;
  readonly last_used_at: Date | null;
  readonly created_at: Created;
  readonly revoked_at: Date | null;
}

interface AuditLogTable {
  readonly id: Generated<number>;
  readonly shop_id: number | null;
  readonly action: string;
  readonly actor: Json<Readonly<Record<string, unknown>>>;
  readonly facts: Json<Readonly<Record<string, unknown>>>;
  readonly request_id: string;
  readonly created_at: Created;
}
