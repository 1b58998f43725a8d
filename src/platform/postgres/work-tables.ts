import type { Generated, JSONColumnType } from "kysely";
import type { Created, Json, JsonWithDefault } from "./column-kinds.ts";

export interface ExtractsTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly type: "full" | "regenerate" | "delta";
  readonly feed_id: number | null;
  readonly status: Generated<"pending" | "running" | "completed" | "failed" | "cancelled">;
  readonly progress: Generated<number>;
  readonly progress_told: Generated<number>;
  /** What a running one waits for, in words. */
  readonly waiting: string | null;
  readonly attempt: Generated<number>;
  /** Attempts that a stopping worker gave back. */
  readonly handed_back: Generated<number>;
  /** Attempts that ended for lack of room. */
  readonly room_waits: Generated<number>;
  readonly beat_at: Date | null;
  readonly claimed_by: string | null;
  readonly traceparent: string | null;
  readonly product_count: number | null;
  readonly excluded_count: number | null;
  readonly warnings: Json<readonly object[]>;
  readonly snapshot_prefix: string | null;
  readonly snapshot: JSONColumnType<Readonly<Record<string, unknown>>> | null;
  readonly csv_bytes: number | null;
  readonly storefront_config: JSONColumnType<Readonly<Record<string, unknown>>> | null;
  readonly scheduled_for: Date | null;
  readonly marks_through: number | null;
  readonly reconciliation: JSONColumnType<Readonly<Record<string, unknown>>> | null;
  readonly error_code: string | null;
  readonly error_details: string | null;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly failed_at: Date | null;
  readonly created_at: Created;
}

export interface RunsTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly extract_id: number;
  readonly for_extract_id: number | null;
  readonly trigger: "regenerate" | "extract" | "schedule" | "settings" | "delta" | "rollback";
  readonly status: Generated<"running" | "completed" | "failed">;
  readonly publication: Generated<"live" | "held" | "superseded" | "discarded" | "none">;
  readonly attempt: Generated<number>;
  /** Attempts that a stopping worker gave back. */
  readonly handed_back: Generated<number>;
  /** Attempts that ended for lack of room. */
  readonly room_waits: Generated<number>;
  readonly beat_at: Date | null;
  readonly claimed_by: string | null;
  readonly traceparent: string | null;
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
  readonly progress: number | null;
  readonly stage: "transforming" | "writing" | "publishing" | null;
  readonly created_at: Created;
}

/** Which shop's run is claimed next. */
export interface RunTurnsTable {
  readonly shop_id: number;
  readonly waiting: Generated<boolean>;
  readonly served_at: Generated<Date>;
}

export interface CatalogMarksTable {
  readonly shop_id: number;
  readonly kind: "product" | "variant" | "inventory_item" | "collection" | "shop";
  readonly subject_id: number;
  readonly seq: Generated<number>;
  readonly triggered_at: Date;
  readonly marked_at: Generated<Date>;
}

export interface DeltaQueuesTable {
  readonly shop_id: number;
  readonly first_marked_at: Date | null;
  readonly last_marked_at: Date | null;
  readonly not_before: Generated<Date>;
  readonly failures: Generated<number>;
}

export interface PlatformDeliveriesTable {
  readonly webhook_id: string;
  readonly received_at: Generated<Date>;
}

export interface FeedScopesTable {
  readonly feed_id: number;
  readonly shop_id: number;
  readonly definition_version: number;
  readonly extract_id: number;
  readonly included_count: number;
  readonly excluded_count: number;
  readonly total_count: number;
  readonly reasons: Json<Readonly<Record<string, number>>>;
  /** The rule that gave a reason, or null where several did; null as a whole where it isn't known. */
  readonly reason_rules: Json<Readonly<Record<string, number | null>>> | null;
  readonly allowance: number | null;
  readonly computed_at: Date;
}

export interface ScopeClaimsTable {
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

export interface RequestBudgetsTable {
  readonly shop_id: number;
  readonly available: number;
  readonly maximum: number;
  readonly restore_rate: number;
  readonly measured_at: Generated<Date>;
}

export interface SecretsKeyTable {
  readonly only_row: Generated<boolean>;
  readonly key_id: string;
  readonly recorded_at: Generated<Date>;
}

export interface ServiceAddressesTable {
  readonly id: string;
  readonly public_url: string;
  readonly files_url: string;
  readonly host: string;
  readonly pid: number;
  readonly process_start: string;
  readonly started_at: Generated<Date>;
  readonly beat_at: Generated<Date>;
}

export interface WorkersTable {
  readonly id: string;
  readonly beat_at: Generated<Date>;
  readonly started_at: Generated<Date>;
}
