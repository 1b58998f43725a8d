import { sql } from "kysely";
import { z } from "zod";
import { ROWS_FILE } from "../../engine/run/run-files.ts";
import type { FeedId, RunId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findingsOf } from "../channel-files/index.ts";

/** The members of a run's output that its findings are read with. */
const Checked = z.object({
  columns: z.array(z.string()),
  attributes: z.array(z.string()).default([]),
  carried: z.array(z.string()).default([]),
  split: z.boolean().default(false),
});

interface RunFiles {
  readonly id: number;
  readonly output: unknown;
  readonly output_prefix: string | null;
}

/** A run with the files its findings are in. */
export interface CheckedRun {
  readonly id: number;
  /** In the order of `f1…`. */
  readonly columns: readonly string[];
  readonly carried: readonly string[];
  readonly split: boolean;
  readonly rowsKey: string;
  readonly findingsKey: string;
}

export interface FindingsState {
  /** Undefined: none that has checked the channel is live, or the one that was asked for hasn't. */
  readonly run: CheckedRun | undefined;
  readonly revalidating: boolean;
}

interface AskedFindings {
  readonly feedId: FeedId;
  readonly channel: string;
  /** Not set: the live run. */
  readonly runId?: RunId | undefined;
}

/** Where a channel's findings are, and whether a run under way will find others. */
export async function findChecked({ db, shopId }: ShopDb, { feedId, channel, runId }: AskedFindings): Promise<FindingsState> {
  const row = await db
    .selectFrom("feeds")
    .leftJoin("runs", (join) =>
      join
        .onRef("runs.feed_id", "=", "feeds.id")
        .on((on) => (runId === undefined ? on("runs.id", "=", on.ref("feeds.live_run_id")) : on("runs.id", "=", runId)))
        .on("runs.expired_at", "is", null),
    )
    .select(["runs.id", "runs.output", "runs.output_prefix"])
    .select(sql<boolean>`coalesce(runs.output -> 'channels' ? ${channel}, false)`.as("is_checked"))
    .select(
      sql<boolean>`exists (select from runs under_way where under_way.feed_id = feeds.id and under_way.status = 'running')`.as("busy"),
    )
    .where("feeds.shop_id", "=", shopId)
    .where("feeds.id", "=", feedId)
    .executeTakeFirst();
  const revalidating = row?.busy === true;
  const id = row?.id ?? null;
  if (row === undefined || id === null || !row.is_checked) return { run: undefined, revalidating };
  return { run: checkedRun({ id, output: row.output, output_prefix: row.output_prefix }, channel), revalidating };
}

/** A run that has checked the channel, by its row. */
export function checkedRun({ id, output, output_prefix: prefix }: RunFiles, channel: string): CheckedRun {
  const { columns, attributes, carried, split } = Checked.parse(output);
  const keys = { rowsKey: `${prefix}${ROWS_FILE}`, findingsKey: `${prefix}${findingsOf(channel)}` };
  return { id, columns: [...columns, ...attributes], carried, split, ...keys };
}
