import type { ChannelPack } from "../../channels/channel-port.ts";
import { categorisedRows } from "../../engine/channels/categorised-rows.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check, RunFacts } from "../../engine/channels/check.ts";
import {
  type CheckedRows,
  countFindings,
  findingRowIds,
  findingSamples,
  type FoundByCheck,
  shownValues,
  writeFindings,
} from "../../engine/channels/finding-samples.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { MUTES_MAX } from "./finding-limits.ts";

export interface ChannelToCheck extends CheckedRows {
  readonly pack: Pick<ChannelPack, "attributes" | "checks">;
  readonly input: ChannelInput;
  readonly facts: RunFacts;
  /** Takes every row that was found. */
  readonly findingsFile: string;
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

/** Every row that fails a check goes into the file, the checks that found something are answered. */
export async function checkRows(session: WarehouseSession, channel: Omit<ChannelToCheck, "facts">): Promise<readonly FoundFinding[]> {
  const { pack, input, findingsFile, split } = channel;
  const checks = pack.checks(input);
  const categorised = categorisedRows(pack.attributes, input, channel.rows);
  await session.run(writeFindings(checks, { rows: channel.rows, categorised, split }, findingsFile));
  const counted = await readCounts(session, findingsFile);
  const samples = await readSamples(session, channel, { checks, counted });
  const rowIds = await readRowIds(session, findingsFile, counted);
  return checks.flatMap((check, nth): readonly FoundFinding[] => {
    const affected = counted.get(nth)?.affected;
    return affected === undefined ? [] : [{ check, nth, affected, samples: samples.get(nth) ?? [], rowIds: rowIds.get(nth) ?? null }];
  });
}

/** Checks of the run as a whole, which take its file: rows may be left out of that because of what their checks found. */
export function checkFeed({ pack, input, facts }: Pick<ChannelToCheck, "pack" | "input" | "facts">): readonly FoundFinding[] {
  return pack.checks(input).flatMap((check, nth): readonly FoundFinding[] => {
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
  { pack, input, findingsFile, ...rows }: Omit<ChannelToCheck, "facts">,
  { checks, counted }: { readonly checks: readonly Check[]; readonly counted: ReadonlyMap<number, Counted> },
): Promise<ReadonlyMap<number, readonly FindingSample[]>> {
  if (counted.size === 0) return new Map();
  const shown = shownValues(new Map([...checks.entries()].filter(([nth]) => counted.has(nth))), pack.attributes, input);
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
