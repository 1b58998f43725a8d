import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { Created, Json, JsonWithDefault, Updated } from "./column-kinds.ts";

export interface FeedsTable {
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
  readonly tests: JsonWithDefault<readonly object[]>;
  readonly definition_version: Generated<number>;
  readonly live_run_id: number | null;
  readonly rerun_requested: Generated<boolean>;
  readonly delta_due_at: Date | null;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

export interface FileFetchesTable {
  readonly feed_id: number;
  readonly channel: string;
  readonly shop_id: number;
  readonly fetched_at: Date;
  readonly agent_class: "google" | "meta" | "microsoft" | "pinterest" | "tiktok" | "amazon" | "browser" | "tool" | "other";
  readonly user_agent: string | null;
}

export interface FeedSelectionsTable {
  readonly feed_id: number;
  readonly shop_id: number;
  readonly product_ids: number[];
  readonly updated_at: Updated;
}

export interface RulesTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly position: number;
  readonly rule_type: string;
  readonly definition: Json<Readonly<Record<string, unknown>>>;
  readonly lookups: Generated<string[]>;
  readonly conditions: Generated<number>;
  readonly parts: Generated<number>;
  readonly feedwide: Generated<number>;
  readonly active: Generated<boolean>;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

export interface CellsTable {
  readonly feed_id: number;
  readonly shop_id: number;
  readonly row_id: number;
  readonly source_column: string;
  readonly value: string;
  readonly updated_at: Updated;
}

export interface CellChangesTable {
  readonly feed_id: number;
  readonly version: number;
  readonly shop_id: number;
  readonly row_id: number;
  readonly source_column: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly bytes: GeneratedAlways<number>;
}

export interface RuleStatesTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly rule_id: number;
  readonly active: boolean;
  readonly definition: Json<Readonly<Record<string, unknown>>>;
  readonly digest: Buffer;
  readonly bytes: GeneratedAlways<number>;
}

export interface FeedVersionsTable {
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
  readonly bytes: GeneratedAlways<number>;
  readonly kept_bytes: number | null;
  /** The transaction; null: from before changes could be undone. */
  readonly made_in: Generated<number | null>;
}

export interface ProductOverridesTable {
  readonly shop_id: number;
  readonly row_id: number;
  readonly feed_column: string;
  readonly value: string;
  readonly updated_at: Updated;
}

export interface LookupTablesTable {
  readonly id: Generated<number>;
  readonly shop_id: number;
  readonly name: string;
  readonly columns: string[];
  readonly row_count: number;
  readonly size_bytes: number;
  readonly object_prefix: string;
  readonly previous_prefix: string | null;
  readonly previous_bytes: Generated<number>;
  readonly bytes: GeneratedAlways<number>;
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

export interface FeedChannelsTable {
  readonly shop_id: number;
  readonly feed_id: number;
  readonly channel: string;
  readonly settings: JsonWithDefault<Readonly<Record<string, unknown>>>;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

export interface FindingsTable {
  readonly id: GeneratedAlways<number>;
  readonly shop_id: number;
  readonly run_id: number;
  readonly channel: string;
  readonly code: string;
  readonly field: string | null;
  readonly nth: number;
  readonly category: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly what_to_do: string;
  readonly affected_count: number;
  readonly row_ids: number[] | null;
  readonly samples: Json<readonly object[]>;
  readonly suggested_rule: JSONColumnType<Readonly<Record<string, unknown>>> | null;
  readonly source: JSONColumnType<Readonly<Record<string, unknown>>> | null;
}

export interface FindingMutesTable {
  readonly id: GeneratedAlways<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly channel: string;
  readonly code: string;
  readonly field: string | null;
  readonly row_id: number | null;
  readonly note: string | null;
  readonly created_at: Created;
}
