import type { Check, RunFacts } from "../../engine/channels/check.ts";
import { type AskedSamples, countFindings, findingRowIds, findingSamples, shownValue } from "../../engine/channels/finding-samples.ts";
import { rowsToSend } from "../../engine/channels/rows-to-send.ts";
import {
  type ChannelChecks,
  type PlacedCheck,
  sharedChecks,
  writeFindings,
  writeSharedFindings,
} from "../../engine/channels/shared-checks.ts";
import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
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

/** Runs the checks of all channels in one pass over the rows. Answers the channels in their order. `beside`: statements that run at the same time. */
export async function findTogether<C extends ChannelChecks>(
  { session, rowsFile, split, sharedFile }: RowsToCheck,
  channels: readonly C[],
  beside: readonly Sql[] = [],
): Promise<readonly (C & CheckedChannel)[]> {
  const { asked, placed } = sharedChecks(channels);
  const finding = writeSharedFindings(asked, { rows: rowsFile, split }, sharedFile);
  await (beside.length === 0 ? session.run(finding) : session.sideBySide(finding, ...beside));
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

/** Where the rows that a channel's checks find are written. */
export interface ChannelToDescribe extends CheckedChannel {
  readonly findingsFile: string;
}

/**
 * Every row that fails a check of a channel goes into the channel's file. Answers, for each channel, the checks that found something. All channels
 * are asked about together: most of them find the same, and in a small feed planning a statement costs more than running it.
 */
export async function describeFindings(
  { session, split, sharedFile }: RowsToCheck,
  channels: readonly ChannelToDescribe[],
): Promise<readonly (readonly FoundFinding[])[]> {
  await session.sideBySide(...channels.map(({ placed, findingsFile }) => writeFindings(sharedFile, placed, { split }, findingsFile)));
  const counted = await readCounts(session, sharedFile, split);
  const rowIds = await readRowIds(session, { sharedFile, split, counted });
  const shown = channels.map((channel) => shownFindings(channel, counted));
  const samples = await readSamples(session, { channels, shown, split });
  return shown.map((findings, at) =>
    findings.map(({ check, nth, shared, affected, firsts, value }) => ({
      ...{ check, nth, affected, samples: samples[at]?.get(keyOf({ firsts, value })) ?? [], rowIds: rowIds.get(shared) ?? null },
    })),
  );
}

/** Checks of the run as a whole, which take its file: rows may be left out of that because of what their checks found. */
export function checkFeed({ checks }: Pick<ChannelChecks, "checks">, facts: RunFacts): readonly FoundFinding[] {
  return checks.flatMap((check, nth): readonly FoundFinding[] => {
    const affected = check.kind === "feed" ? check.affectedBy(facts) : undefined;
    return affected === undefined ? [] : [{ check, nth, affected, samples: [], rowIds: affected === 0 ? [] : null }];
  });
}

interface Counted {
  readonly affected: number;
  readonly firsts: string;
}

/** By the place among the checks of all channels. */
type CountedChecks = ReadonlyMap<number, Counted>;

async function readCounts(session: WarehouseSession, sharedFile: string, split: boolean): Promise<CountedChecks> {
  const rows = await session.all(countFindings(sharedFile, split));
  return new Map(rows.map((row) => [Number(row["nth"]), { affected: Number(row["affected"]), firsts: String(row["firsts"]) }]));
}

interface ShownFinding extends Counted, PlacedCheck, AskedSamples {
  readonly check: Check;
}

/** What the channel's checks have found, and the text that its samples show. */
function shownFindings({ checks, attributes, input, placed }: CheckedChannel, counted: CountedChecks): readonly ShownFinding[] {
  return placed.flatMap(({ nth, shared }): readonly ShownFinding[] => {
    const [check, found] = [checks[nth], counted.get(shared)];
    return check === undefined || found === undefined
      ? []
      : [{ check, nth, shared, ...found, value: shownValue(check, attributes, input) }];
  });
}

interface ChannelSamples {
  readonly channels: readonly CheckedChannel[];
  /** In the order of the channels. */
  readonly shown: readonly (readonly ShownFinding[])[];
  readonly split: boolean;
}

/** By `keyOf`, a map for each channel. What reads a channel's own columns is asked of that channel's rows, everything else of all channels together. */
async function readSamples(
  session: WarehouseSession,
  { channels, shown, split }: ChannelSamples,
): Promise<readonly ReadonlyMap<string, readonly FindingSample[]>[]> {
  const [first] = channels;
  if (first === undefined) return [];
  const samplesOf = async ({ input, files }: CheckedChannel, asked: readonly AskedSamples[]) => {
    const distinct = [...new Map(asked.map((one) => [keyOf(one), one])).values()];
    if (distinct.length === 0) return [];
    const rows = await session.all(findingSamples(distinct, { rows: rowsToSend(files, null), split }, input.rows.of("title")));
    const byPlace = Map.groupBy(rows, (row) => Number(row["asked"]));
    return distinct.map((one, at) => [keyOf(one), (byPlace.get(at) ?? []).map(sampleOf)] as const);
  };
  // What is attached by position is read by one thread, every row of it.
  const common = await samplesOf(
    { ...first, files: { ...first.files, asides: null } },
    shown.flat().filter((one) => !readsAsides(one)),
  );
  const answers = [];
  for (const [at, channel] of channels.entries())
    answers.push(new Map([...common, ...(await samplesOf(channel, (shown[at] ?? []).filter(readsAsides)))]));
  return answers;
}

const keyOf = ({ firsts, value }: AskedSamples): string => `${firsts} ${value.text}`;
const readsAsides = ({ value }: AskedSamples): boolean => value.text.includes('"aside_');

function sampleOf(row: WarehouseRow): FindingSample {
  const text = (column: string): string => String(row[column] ?? "");
  return { row_id: text("row_id"), product_id: text("product_id"), title: text("title"), value: text("value") };
}

interface CountedFile {
  readonly sharedFile: string;
  readonly split: boolean;
  readonly counted: CountedChecks;
}

async function readRowIds(
  session: WarehouseSession,
  { sharedFile, split, counted }: CountedFile,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const few = [...counted].filter(([, { affected }]) => affected <= MUTES_MAX).map(([shared]) => shared);
  if (few.length === 0) return new Map();
  const rows = await session.all(findingRowIds(sharedFile, few, split));
  return new Map(rows.map((row) => [Number(row["nth"]), String(row["row_ids"]).split(",").map(Number)]));
}
