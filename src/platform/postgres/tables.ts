import type { ColumnType, Generated, JSONColumnType } from "kysely";

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

type Json<T extends object> = JSONColumnType<T, T | string, T | string>;
/** Of a column with a default. */
type JsonWithDefault<T extends object> = ColumnType<T, T | string | undefined, T | string>;
type Created = ColumnType<Date, Date | undefined, never>;
type Updated = ColumnType<Date, Date | undefined, Date>;

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

interface FeedsTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly feed_type: "primary" | "language" | "market";
  readonly locale: string | null;
  readonly display_name: string;
  readonly slug: string;
  readonly file_name: string;
  readonly target_market: string | null;
  readonly target_country: string;
  readonly product_selection_mode: Generated<"all" | "collection" | "manual">;
  readonly selected_collection_id: string | null;
  readonly selected_collection_title: string | null;
  readonly active: Generated<boolean>;
  readonly settings: Json<Readonly<Record<string, unknown>>>;
  readonly mappings: Json<Readonly<Record<string, string | null>>>;
  readonly mapping_lookups: Generated<string[]>;
  readonly extra_columns: Generated<string[]>;
  readonly tests: ColumnType<readonly object[], string | undefined, string>;
  readonly definition_version: Generated<number>;
  readonly live_run_id: number | null;
  readonly rerun_requested: Generated<boolean>;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

interface RulesTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly position: number;
  readonly rule_type: string;
  readonly definition: Json<Readonly<Record<string, unknown>>>;
  readonly lookups: Generated<string[]>;
  readonly conditions: Generated<number>;
  readonly feedwide: Generated<number>;
  readonly active: Generated<boolean>;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

interface CellsTable {
  readonly feed_id: number;
  readonly shop_id: number;
  readonly row_id: number;
  readonly source_column: string;
  readonly value: string;
  readonly updated_at: Updated;
}

interface CellChangesTable {
  readonly feed_id: number;
  readonly version: number;
  readonly shop_id: number;
  readonly row_id: number;
  readonly source_column: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface RuleStatesTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly rule_id: number;
  readonly active: boolean;
  readonly definition: Json<Readonly<Record<string, unknown>>>;
  readonly digest: Buffer;
}

interface FeedVersionsTable {
  readonly feed_id: number;
  readonly version: number;
  readonly shop_id: number;
  readonly summary: string;
  readonly created_by: Json<Readonly<Record<string, unknown>>>;
  readonly settings: Json<Readonly<Record<string, unknown>>>;
  readonly mappings: Json<Readonly<Record<string, string | null>>>;
  readonly extra_columns: string[];
  readonly tests: Json<readonly object[]>;
  readonly rules: number[];
  readonly created_at: Created;
}

interface ProductOverridesTable {
  readonly shop_id: number;
  readonly row_id: number;
  readonly feed_column: string;
  readonly value: string;
  readonly updated_at: Updated;
}

interface LookupTablesTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly name: string;
  readonly columns: string[];
  readonly row_count: number;
  readonly size_bytes: number;
  readonly object_prefix: string;
  readonly previous_prefix: string | null;
  readonly unmatched_keys: JSONColumnType<
    readonly UnmatchedKey[],
    readonly UnmatchedKey[] | string,
    readonly UnmatchedKey[] | string
  > | null;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

interface UnmatchedKey {
  readonly key: string;
  readonly count: number;
}

interface ExtractsTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly type: "full" | "regenerate" | "delta";
  readonly feed_id: number | null;
  readonly status: Generated<"pending" | "running" | "completed" | "failed" | "cancelled">;
  readonly progress: Generated<number>;
  readonly attempt: Generated<number>;
  readonly beat_at: Date | null;
  readonly claimed_by: string | null;
  readonly product_count: number | null;
  readonly excluded_count: number | null;
  readonly warnings: Json<readonly object[]>;
  readonly snapshot_prefix: string | null;
  readonly snapshot: JSONColumnType<Readonly<Record<string, unknown>>> | null;
  readonly csv_bytes: number | null;
  readonly error_code: string | null;
  readonly error_details: string | null;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly failed_at: Date | null;
  readonly created_at: Created;
}

interface RunsTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly extract_id: number;
  readonly for_extract_id: number | null;
  readonly trigger: "regenerate" | "extract" | "schedule" | "settings" | "delta" | "rollback";
  readonly status: Generated<"running" | "completed" | "failed">;
  readonly publication: Generated<"live" | "held" | "superseded" | "none">;
  readonly attempt: Generated<number>;
  readonly beat_at: Date | null;
  readonly claimed_by: string | null;
  readonly definition_version: number;
  readonly definition: JSONColumnType<Readonly<Record<string, unknown>>> | null;
  readonly lineage: JSONColumnType<Readonly<Record<string, unknown>>> | null;
  readonly unmatched_keys: JsonWithDefault<readonly object[]>;
  readonly output_prefix: string | null;
  readonly output: JSONColumnType<Readonly<Record<string, unknown>>> | null;
  readonly included_count: number | null;
  readonly excluded_count: number | null;
  readonly total_count: number | null;
  readonly added_count: number | null;
  readonly removed_count: number | null;
  readonly changed_count: number | null;
  readonly held_reasons: Json<readonly object[]>;
  readonly test_results: JSONColumnType<Readonly<Record<string, unknown>>> | null;
  readonly duration_ms: number | null;
  readonly error_code: string | null;
  readonly error_details: string | null;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly published_at: Date | null;
  readonly expired_at: Date | null;
  readonly created_at: Created;
}

interface FeedScopesTable {
  readonly feed_id: number;
  readonly shop_id: number;
  readonly definition_version: number;
  readonly extract_id: number;
  readonly included_count: number;
  readonly excluded_count: number;
  readonly total_count: number;
  readonly reasons: Json<Readonly<Record<string, number>>>;
  readonly computed_at: Date;
}

interface ScopeClaimsTable {
  readonly feed_id: number;
  readonly shop_id: number;
  readonly definition_version: number;
  readonly extract_id: number;
  readonly attempt: Generated<number>;
  readonly tries: Generated<number>;
  readonly beat_at: Date | null;
  readonly claimed_by: string | null;
  readonly not_before: Generated<Date>;
}

interface RequestBudgetsTable {
  readonly shop_id: number;
  readonly available: number;
  readonly maximum: number;
  readonly restore_rate: number;
  readonly measured_at: Generated<Date>;
}

interface WorkersTable {
  readonly id: string;
  readonly beat_at: Generated<Date>;
  readonly started_at: Generated<Date>;
}
