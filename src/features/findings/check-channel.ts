import type { Check, RunFacts } from "../../engine/channels/check.ts";
import { countFindings, findingRowIds, findingSamples, type FoundByCheck, shownValues } from "../../engine/channels/finding-samples.ts";
import { rowsToSend } from "../../engine/channels/rows-to-send.ts";
import {
  type ChannelChecks,
  type PlacedCheck,
  sharedChecks,
  writeFindings,
  writeSharedFindings,
} from "../../engine/channels/shared-checks.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { MUTES_MAX } from "./finding-limits.ts";

/** The rows of a run that its channels have been checked by, all of them at once. */
interface RowsToCheck {
  readonly session: WarehouseSession;
  /** `rows.parquet`. */
  readonly rowsFile: string;
  readonly split: boolean;
  /** Takes what the checks of all channels find. */
  readonly sharedFile: string;
}

/** A channel whose checks have looked at the rows. */
export interface CheckedChannel extends ChannelChecks {
  readonly placed: readonly PlacedCheck[];
}

/** What channels ask of the rows, in one look at them. Answers the channels in their order. */
export async function findTogether<C extends ChannelChecks>(
  { session, rowsFile, split, sharedFile }: RowsToCheck,
  channels: readonly C[],
): Promise<readonly (C & CheckedChannel)[]> {
  const { asked, placed } = sharedChecks(channels);
  await session.run(writeSharedFindings(asked, { rows: rowsFile, split }, sharedFile));
  return channels.map((channel, at) => ({ ...channel, placed: placed[at] ?? [] }));
}

export interface FindingSample {
  readonly row_id: string;
  readonly product_id: string;
  readonly title: string;
  readonly value: string;
}

/** What one check has found in a run. */
export interface FoundFinding {
  readonly check: Check;
  /** The check's place in the list, which rows in the file of findings name. */
  readonly nth: number;
  /** Rows; 0 where the feed itself is meant. */
  readonly affected: number;
  readonly samples: readonly FindingSample[];
  /** Of all rows it affects; null where they are more than can be muted one by one. */
  readonly rowIds: readonly number[] | null;
}

interface Counted extends FoundByCheck {
  readonly affected: number;
}

/** Every row that fails a check of the channel goes into the file, the checks that found something are answered. */
export async function checkRows(
  { session, split, sharedFile }: RowsToCheck,
  channel: CheckedChannel,
  findingsFile: string,
): Promise<readonly FoundFinding[]> {
  const { checks } = channel;
  await session.run(writeFindings(sharedFile, channel.placed, { split }, findingsFile));
  const counted = await readCounts(session, findingsFile);
  const samples = await readSamples(session, channel, { findingsFile, split, counted });
  const rowIds = await readRowIds(session, findingsFile, counted);
  return checks.flatMap((check, nth): readonly FoundFinding[] => {
    const affected = counted.get(nth)?.affected;
    return affected === undefined ? [] : [{ check, nth, affected, samples: samples.get(nth) ?? [], rowIds: rowIds.get(nth) ?? null }];
  });
}

/** Checks of the run as a whole, which take its file: rows may be left out of that because of what their checks found. */
export function checkFeed({ checks }: Pick<ChannelChecks, "checks">, facts: RunFacts): readonly FoundFinding[] {
  return checks.flatMap((check, nth): readonly FoundFinding[] => {
    const affected = check.kind === "feed" ? check.affectedBy(facts) : undefined;
    return affected === undefined ? [] : [{ check, nth, affected, samples: [], rowIds: affected === 0 ? [] : null }];
  });
}

async function readCounts(session: WarehouseSession, file: string): Promise<ReadonlyMap<number, Counted>> {
  const rows = await session.all(countFindings(file));
  return new Map(
    rows.map((row) => [Number(row["nth"]), { nth: Number(row["nth"]), first: Number(row["first"]), affected: Number(row["affected"]) }]),
  );
}

async function readSamples(
  session: WarehouseSession,
  { checks, attributes, input, files }: ChannelChecks,
  {
    findingsFile,
    split,
    counted,
  }: { readonly findingsFile: string; readonly split: boolean; readonly counted: ReadonlyMap<number, Counted> },
): Promise<ReadonlyMap<number, readonly FindingSample[]>> {
  if (counted.size === 0) return new Map();
  const shown = shownValues(new Map([...checks.entries()].filter(([nth]) => counted.has(nth))), attributes, input);
  // What is attached by position is read by one thread, every row of it.
  const readsAsides = [shown.title, shown.value].some(({ text }) => text.includes('"aside_'));
  const rows = { rows: rowsToSend(readsAsides ? files : { ...files, asides: null }, null), split };
  const samples = await session.all(findingSamples(findingsFile, [...counted.values()], rows, shown));
  const byCheck = Map.groupBy(samples, (row) => Number(row["nth"]));
  return new Map([...byCheck].map(([nth, rowsOfCheck]) => [nth, rowsOfCheck.map(sampleOf)]));
}

function sampleOf(row: WarehouseRow): FindingSample {
  const text = (column: string): string => String(row[column] ?? "");
  return { row_id: text("row_id"), product_id: text("product_id"), title: text("title"), value: text("value") };
}

async function readRowIds(
  session: WarehouseSession,
  file: string,
  counted: ReadonlyMap<number, Counted>,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const few = [...counted.values()].filter(({ affected }) => affected <= MUTES_MAX).map(({ nth }) => nth);
  if (few.length === 0) return new Map();
  const rows = await session.all(findingRowIds(file, few));
  return new Map(rows.map((row) => [Number(row["nth"]), String(row["row_ids"]).split(",").map(Number)]));
}
