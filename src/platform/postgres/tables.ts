import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { BackupTables } from "./backup-tables.ts";
import type { Created, Json, Updated } from "./column-kinds.ts";
import type {
  ChannelConnectionsTable,
  ChannelPushesTable,
  DatafeedsTable,
  ItemReadingsTable,
  PlatformRatesTable,
  PushRefusalsTable,
  SignInStatesTable,
  SyncLogsTable,
} from "./channel-tables.ts";
import type { EventsTable, WebhookDeliveriesTable, WebhooksTable } from "./event-tables.ts";
import type {
  CellChangesTable,
  CellsTable,
  FeedSelectionsTable,
  FeedChannelsTable,
  FeedVersionsTable,
  FindingMutesTable,
  FindingsTable,
  FeedsTable,
  FileFetchesTable,
  LookupTablesTable,
  ProductOverridesTable,
  RuleStatesTable,
  RulesTable,
} from "./feed-tables.ts";
import type { FleetTables } from "./fleet-tables.ts";
import type { ShopifyTables } from "./shopify-tables.ts";
import type { KeyWindowsTable, SessionsTable, SessionWindowsTable, SignInCodesTable } from "./session-tables.ts";
import type {
  CatalogMarksTable,
  DeltaQueuesTable,
  ExtractsTable,
  FeedScopesTable,
  PlatformDeliveriesTable,
  RequestBudgetsTable,
  RunsTable,
  RunTurnsTable,
  ScopeClaimsTable,
  SecretsKeyTable,
  ServiceAddressesTable,
  WorkersTable,
} from "./work-tables.ts";

/**
 * The tables as Kysely sees them. `db/migrations` is the source; `db/schema.sql` shows what they add up to.
 * 64-bit integers are read as numbers: ids stay far below 2^53, and row ids have 52 bits or come from the platform.
 */
export interface Database extends BackupTables, FleetTables, ShopifyTables {
  readonly shops: ShopsTable;
  readonly former_feed_tokens: FormerFeedTokensTable;
  readonly organizations: OrganizationsTable;
  readonly organization_connections: OrganizationConnectionsTable;
  readonly organization_members: OrganizationMembersTable;
  readonly plans: PlansTable;
  readonly api_keys: ApiKeysTable;
  readonly sessions: SessionsTable;
  readonly sign_in_codes: SignInCodesTable;
  readonly audit_log: AuditLogTable;
  readonly undo_steps: UndoStepsTable;
  readonly feeds: FeedsTable;
  readonly feed_selections: FeedSelectionsTable;
  readonly rules: RulesTable;
  readonly cells: CellsTable;
  readonly cell_changes: CellChangesTable;
  readonly rule_states: RuleStatesTable;
  readonly feed_versions: FeedVersionsTable;
  readonly product_overrides: ProductOverridesTable;
  readonly lookup_tables: LookupTablesTable;
  readonly extracts: ExtractsTable;
  readonly catalog_marks: CatalogMarksTable;
  readonly delta_queues: DeltaQueuesTable;
  readonly platform_deliveries: PlatformDeliveriesTable;
  readonly runs: RunsTable;
  readonly run_turns: RunTurnsTable;
  readonly file_fetches: FileFetchesTable;
  readonly feed_scopes: FeedScopesTable;
  readonly scope_claims: ScopeClaimsTable;
  readonly secrets_key: SecretsKeyTable;
  readonly service_addresses: ServiceAddressesTable;
  readonly workers: WorkersTable;
  readonly channel_connections: ChannelConnectionsTable;
  readonly sign_in_states: SignInStatesTable;
  readonly platform_rates: PlatformRatesTable;
  readonly datafeeds: DatafeedsTable;
  readonly sync_logs: SyncLogsTable;
  readonly channel_pushes: ChannelPushesTable;
  readonly push_refusals: PushRefusalsTable;
  readonly item_readings: ItemReadingsTable;
  readonly request_budgets: RequestBudgetsTable;
  readonly idempotent_answers: IdempotentAnswersTable;
  readonly key_windows: KeyWindowsTable;
  readonly storage_usage: StorageUsageTable;
  readonly storage_changes: StorageChangesTable;
  readonly session_windows: SessionWindowsTable;
  readonly shop_windows: ShopWindowsTable;
  readonly organization_windows: OrganizationWindowsTable;
  readonly address_windows: AddressWindowsTable;
  readonly events: EventsTable;
  readonly webhooks: WebhooksTable;
  readonly webhook_deliveries: WebhookDeliveriesTable;
  readonly feed_channels: FeedChannelsTable;
  readonly findings: FindingsTable;
  readonly finding_mutes: FindingMutesTable;
  readonly tool_previews: ToolPreviewsTable;
}

interface StoredMarket {
  readonly handle: string;
  readonly country: string | null;
  /** Absent where a version that didn't know it asked last. */
  readonly countries?: readonly { readonly code: string; readonly currency: string }[];
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
  readonly subscribed_at: Date | null;
  readonly subscription_checked_at: Date | null;
  /** The platform's own id of the shop. */
  readonly platform_id: string | null;
  readonly onboarding_complete: Generated<boolean>;
  readonly live_extract_id: number | null;
  readonly feed_created_at: Date | null;
  readonly metafields: JSONColumnType<readonly object[]> | null;
  readonly access_scopes: string[] | null;
  readonly markets: JSONColumnType<readonly StoredMarket[]> | null;
  readonly storage_quota_bytes: number | null;
  readonly storage_counted_at: Date | null;
  readonly subscriptions_checked_at: Date | null;
  readonly uninstalled_at: Date | null;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

interface FormerFeedTokensTable {
  readonly token: string;
  readonly shop_id: number;
  readonly served_until: Date;
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
  readonly invitation_number: Generated<number>;
}

interface OrganizationMembersTable {
  readonly id: Generated<number>;
  readonly organization_id: number;
  readonly name: string;
  readonly email: string;
  readonly role: "owner" | "admin" | "member";
  readonly created_at: Created;
}

interface PlansTable {
  readonly id: number;
  readonly code_name: "free" | "starter" | "growth" | "premium";
  readonly name: string;
  readonly description: string;
  readonly price: string;
  readonly currency: string;
  readonly skus_min: number;
  readonly skus_max: number | null;
  readonly daily_export_count: number;
  readonly additional_feeds: boolean;
  readonly recommended: boolean;
  readonly is_free: boolean;
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
  readonly created_by_organization_id: number | null;
}

interface IdempotentAnswersTable {
  readonly shop_id: number | null;
  readonly request_hash: Buffer;
  readonly fingerprint: Buffer;
  readonly sealed: Buffer;
  readonly bytes: GeneratedAlways<number>;
  readonly expires_at: Generated<Date>;
}

interface ToolPreviewsTable {
  readonly token_hash: Buffer;
  readonly shop_id: number;
  readonly key_id: number;
  readonly tool: string;
  readonly arguments_hash: Buffer;
  /** By feed id. */
  readonly versions: Json<Readonly<Record<string, number>>>;
  readonly expires_at: Generated<Date>;
  readonly audit_id: number | null;
  readonly remembered_until: Generated<Date>;
}

interface StorageUsageTable {
  readonly shop_id: number;
  readonly kind: string;
  readonly bytes: Generated<number>;
  readonly changes: Generated<number>;
}

interface StorageChangesTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly kind: string;
  readonly bytes: number;
  readonly made_in: Generated<string>;
}

interface ShopWindowsTable {
  readonly shop_id: number;
  readonly started_at: Generated<Date>;
  readonly requests: number;
  readonly sessions_started_at: Generated<Date>;
  readonly session_requests: Generated<number>;
}

interface OrganizationWindowsTable {
  readonly organization_id: number;
  readonly started_at: Generated<Date>;
  readonly requests: number;
  readonly sessions_started_at: Generated<Date>;
  readonly session_requests: Generated<number>;
}

interface AddressWindowsTable {
  readonly bucket: number;
  readonly started_at: Generated<Date>;
  readonly requests: Generated<number>;
}

interface AuditLogTable {
  readonly id: Generated<number>;
  readonly shop_id: number | null;
  readonly action: string;
  readonly actor: Json<Readonly<Record<string, unknown>>>;
  readonly facts: Json<Readonly<Record<string, unknown>>>;
  readonly request_id: string;
  readonly created_at: Created;
  /** The feed that the path named. */
  readonly feed_id: number | null;
  /** The transaction; null: from before changes could be undone. */
  readonly made_in: Generated<number | null>;
  /** The transaction in which it was undone; null: it stands. */
  readonly undone_in: number | null;
}

interface UndoStepsTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly made_in: Generated<number>;
  readonly created_at: Created;
  /** Null: forgotten. */
  readonly step: Json<object> | null;
  readonly bytes: GeneratedAlways<number>;
}
