import type { GeneratedAlways, Generated, JSONColumnType } from "kysely";
import type { Created, Json, Updated } from "./column-kinds.ts";

interface StoredAccount {
  readonly id: string;
  readonly name: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly problem: string | null;
}

/** What a worker may take: rows that are due and that nobody has leased. */
interface WorkColumns {
  readonly work_due_at: Date | null;
  readonly leased_until: Date | null;
  /** Grows with every claim. */
  readonly claims: Generated<number>;
}

export interface ChannelConnectionsTable extends WorkColumns {
  readonly id: GeneratedAlways<number>;
  readonly shop_id: number;
  readonly channel: string;
  readonly status: "pending" | "connected" | "error" | "removing";
  readonly grant_sealed: string | null;
  readonly grant_version: Generated<number>;
  readonly renewing_until: Date | null;
  readonly account: JSONColumnType<StoredAccount> | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly connected_at: Date | null;
  readonly last_synced_at: Date | null;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

export interface SignInStatesTable {
  readonly state_hash: string;
  readonly shop_id: number;
  readonly channel: string;
  readonly key_id: number | null;
  readonly verifier_sealed: string;
  readonly return_url: string | null;
  readonly expires_at: Date;
  readonly created_at: Created;
}

export interface PlatformRatesTable {
  readonly bucket: string;
  readonly tokens: number;
  readonly measured_at: Date;
  readonly held_until: Date | null;
}

interface StoredTarget {
  readonly country: string;
  readonly language: string;
  readonly label?: string;
}

export interface DatafeedsTable extends WorkColumns {
  readonly id: GeneratedAlways<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly channel: string;
  readonly status: "wanted" | "registered" | "removing";
  readonly remote_id: string | null;
  readonly remote_url: string | null;
  readonly name: string;
  readonly hour: number;
  readonly time_zone: string;
  readonly targets: Json<readonly { readonly country: string; readonly language: string }[]>;
  readonly target: string;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly fetch_asked_at: Date | null;
  readonly fetch_wanted: Generated<boolean>;
  readonly given: JSONColumnType<{ readonly targets: readonly StoredTarget[] }> | null;
  readonly fetch_run: string | null;
  readonly fetch_run_at: Date | null;
  readonly revision: Generated<number>;
  readonly attempts: Generated<number>;
  readonly created_at: Created;
  readonly updated_at: Updated;
}

export interface SyncLogsTable {
  readonly id: GeneratedAlways<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly channel: string;
  readonly mode: "fetch" | "push";
  readonly status: "pending" | "success" | "failed";
  readonly again: Generated<boolean>;
  readonly rows_sent: number | null;
  readonly errors_count: number | null;
  readonly error_details: string | null;
  readonly attempts: Generated<number>;
  readonly work_due_at: Updated;
  readonly leased_until: Date | null;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly created_at: Created;
  readonly push: JSONColumnType<StoredPush> | null;
  readonly failures: Generated<number>;
}

/** A place in a push's changes: so many lines and bytes lie before it. */
interface StoredPlace {
  readonly line: number;
  readonly byte: number;
}

/** How far a push has come. */
interface StoredPush {
  /** Over all plans of the sync. */
  readonly sent: number;
  readonly refused: number;
  readonly waiting: number;
  /** Of the first refusals. */
  readonly shown: readonly string[];
  /** Rows of `channel_pushes` that this sync is done with. */
  readonly worked: readonly number[];
  readonly plan: StoredPlan | null;
}

interface StoredPlan {
  readonly pushId: number;
  readonly kind: "send" | "remove";
  /** Key of the object with the changes. */
  readonly changes: string;
  readonly full: boolean;
  /** The platform has answered for everything before it. */
  readonly at: StoredPlace;
  /** Bytes of the changes. */
  readonly end: number;
  /** What may have reached the platform ends here; null: nothing is under way. */
  readonly begun: StoredPlace | null;
  /** When that was first sent, ISO 8601. */
  readonly since: string | null;
  /** By which the platform is asked what became of it. */
  readonly handle: string | null;
}

export interface ChannelPushesTable {
  readonly id: GeneratedAlways<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly channel: string;
  readonly seller: string;
  readonly market: Json<Readonly<Record<string, string>>>;
  readonly account: JSONColumnType<StoredAccount>;
  readonly settings: Json<Readonly<Record<string, unknown>>>;
  readonly sent_key: string | null;
  /** Of the object that `sent_key` names. */
  readonly sent_format: Generated<number>;
  readonly reconciled_at: Date | null;
  readonly due_at: Date;
  readonly created_at: Created;
}

export interface PushRefusalsTable {
  readonly sync_id: number;
  readonly shop_id: number;
  readonly item_id: string;
}

export interface ItemReadingsTable {
  readonly id: GeneratedAlways<number>;
  readonly shop_id: number;
  readonly feed_id: number;
  readonly channel: string;
  readonly account_id: string | null;
  readonly object_key: string | null;
  readonly counts: Json<Readonly<Record<string, number>>> | null;
  readonly fetched_at: Date | null;
  readonly is_cut: Generated<boolean>;
  readonly file_read_at: Date | null;
  readonly judged_run_id: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly is_wanted: Generated<boolean>;
  readonly failures: Generated<number>;
  readonly claims: Generated<number>;
  readonly claimed_at: Date | null;
  readonly work_due_at: Updated;
  readonly leased_until: Date | null;
  readonly created_at: Created;
}
