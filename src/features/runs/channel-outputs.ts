import type { ChannelChecks } from "../../engine/channels/shared-checks.ts";
import { PlainError } from "../../kernel/errors.ts";
import { exhaustedBy } from "../../kernel/exhausted.ts";
import { storedId } from "../../kernel/ids.ts";
import { inTwoSteps } from "../../kernel/in-two-steps.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import {
  type AssignedChannel,
  assignedChannel,
  channelKeys,
  type FileBeside,
  fileBeside,
  findingsOf,
  type IncludedRows,
  listAssignments,
  type MadeFile,
  openChannel,
  type OpenChannel,
  readChannelInputs,
  packFileOf,
  readIncludedRows,
  type RunRows,
  writeFileOf,
  type WrittenFile,
} from "../channel-files/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import { checkFeed, describeFindings, findTogether, type FoundFinding } from "../findings/index.ts";
import type { Services } from "../operation.ts";
import { knownRunOutput, type RunOutput } from "./run.ts";
import type { RunRow } from "./run-queries.ts";

/** The channels of the feed that this version knows, with the settings the run goes by. */
export async function channelsOfRun({ channels }: Pick<Services, "channels">, shop: ShopDb, feed: FeedRow) {
  const assigned = await listAssignments(shop, storedId("feed", feed.id));
  return assigned.flatMap((row) => assignedChannel(channels, row) ?? []);
}

interface ChannelWork {
  readonly services: Services;
  readonly shop: ShopDb;
  readonly feed: FeedRow;
  readonly channels: readonly AssignedChannel[];
  readonly rows: RunRows;
  /** The currency of most prices, and when the run was asked for. */
  readonly known: { readonly currency: string | null; readonly now: Date };
  /** The run that has been live until now. */
  readonly live: RunRow | undefined;
}

/** What a run makes for one channel. */
export interface ProducedChannel {
  readonly slug: string;
  readonly made: MadeFile;
  readonly found: readonly FoundFinding[];
  /** Every row that a check has found. */
  readonly findingsFile: string;
}

/** All files of a run go live at once, so a channel whose file can't be made fails the run, and the last good files stay. */
export async function produceChannels(work: ChannelWork): Promise<readonly ProducedChannel[]> {
  const { services, channels, rows, live } = work;
  if (channels.length === 0) return [];
  const inputOf = await readChannelInputs(services, work);
  const included = await readIncludedRows(rows);
  const opened: ChannelToCheck[] = [];
  for (const channel of channels) {
    const open = (): Promise<OpenChannel> => openChannel(rows, channel, { input: inputOf(channel), included });
    opened.push(toCheck(rows, await orNamed(channel, open), included));
  }
  const written = await writeChannels(rows, opened, included);
  return written.map((one) => withFeedChecks(one, live));
}

/** A channel's file, and what the checks of its rows have found. */
interface WrittenChannel {
  readonly channel: ChannelToCheck;
  readonly made: MadeFile;
  readonly found: readonly FoundFinding[];
}

/**
 * The checks of all channels make one pass over the rows. Small files are written meanwhile, large ones afterwards, one at a time, each packed while
 * DuckDB goes on: both together keep all cores busy. What the checks have found is described as late as possible, because a single thread does that
 * beside the last packing: only files that leave rows out wait for it. Answers the channels in their order.
 */
export async function writeChannels(
  rows: RunRows,
  channels: readonly ChannelToCheck[],
  included: IncludedRows,
): Promise<readonly WrittenChannel[]> {
  const checked = await namingOne(channels, (some) => checkTogether(rows, some));
  const made = new Map<ChannelToCheck, MadeFile>();
  let found: ReadonlyMap<ChannelToCheck, readonly FoundFinding[]> = new Map();
  const describe = async () => {
    const described = await namingOne(checked, (some) => describeFindings(sharedFindings(rows), some));
    found = new Map(channels.map((channel, at) => [channel, described[at] ?? []]));
    return () => Promise.resolve();
  };
  const write = (channel: ChannelToCheck) => async () => {
    const file = await writeChannel(rows, channel, { found: found.get(channel) ?? [], included });
    return async () => void made.set(channel, await packFileOf(rows, file));
  };
  const [waiting, free] = [channels.filter(leavesRowsOut), channels.filter((channel) => !leavesRowsOut(channel))];
  await inTwoSteps(
    [...free.map(write), describe, ...waiting.map(write)],
    (begin) => begin(),
    (finish) => finish(),
  );
  return channels.flatMap((channel) => {
    const file = made.get(channel);
    return file === undefined ? [] : [{ channel, made: file, found: found.get(channel) ?? [] }];
  });
}

const leavesRowsOut = ({ settings }: ChannelToCheck): boolean => settings.omit_rows_with_errors;

interface ChannelToCheck extends OpenChannel, ChannelChecks {
  readonly findingsFile: string;
  readonly beside: FileBeside | null;
}

export function toCheck(rows: RunRows, open: OpenChannel, included: IncludedRows): ChannelToCheck {
  const findingsFile = rows.scratch.file(findingsOf(open.pack.slug));
  return {
    ...open,
    attributes: open.pack.attributes,
    checks: open.pack.checks(open.input),
    findingsFile,
    beside: fileBeside(rows, open, included),
  };
}

const sharedFindings = (rows: RunRows) => ({ ...rows, sharedFile: rows.scratch.file("findings.parquet") });

function checkTogether(rows: RunRows, channels: readonly ChannelToCheck[]) {
  return findTogether(
    sharedFindings(rows),
    channels,
    channels.flatMap(({ beside }) => beside?.statement ?? []),
  );
}

/** Where DuckDB refuses what is asked for all channels together, asking it for each alone shows whose mistake it is. */
async function namingOne<C extends AssignedChannel, A>(channels: readonly C[], ask: (some: readonly C[]) => Promise<A>): Promise<A> {
  try {
    return await ask(channels);
  } catch (error) {
    if (!(error instanceof WarehouseRefused)) throw error;
    for (const channel of channels) await orNamed(channel, () => ask([channel]));
    throw error;
  }
}

interface FoundBefore {
  readonly found: readonly FoundFinding[];
  readonly included: IncludedRows;
}

/** Writes the file after what the checks have found, if rows with errors are left out of it. */
async function writeChannel(rows: RunRows, channel: ChannelToCheck, { found, included }: FoundBefore): Promise<WrittenFile> {
  const { settings, findingsFile, beside } = channel;
  if (beside !== null) return beside.file;
  const errors = found.filter(({ check }) => check.severity === "error").map(({ nth }) => nth);
  const omission = settings.omit_rows_with_errors && errors.length > 0 ? { findingsFile, nths: errors } : null;
  return orNamed(channel, () => writeFileOf(rows, channel, { included, omission }));
}

/** With its size known, the checks of the file as a whole follow. */
function withFeedChecks({ channel, made, found }: WrittenChannel, live: RunRow | undefined): ProducedChannel {
  // The feed's own file may have more rows, so a channel's is compared with the channel's own.
  const rowsBefore = knownRunOutput(live?.output)?.channels[channel.pack.slug]?.rows ?? null;
  const facts = { rows: made.rows, rowsBefore, bytes: made.bytes.bytes, header: made.columns };
  return { slug: channel.pack.slug, made, found: [...found, ...checkFeed(channel, facts)], findingsFile: channel.findingsFile };
}

/** A statement that DuckDB refuses is a mistake of the channel's pack: the run says which channel it is, so that it can be taken off the feed. */
async function orNamed<T>({ pack: { displayName } }: AssignedChannel, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WarehouseRefused) || exhaustedBy(error) !== null) throw error;
    const message = `The file for ${displayName} couldn't be created, so this run published no files. The previous files stay in place. To publish the others, remove ${displayName} from the feed.`;
    throw new PlainError("channel_file_failed", message, error);
  }
}

/** Stores the files below the run's prefix. */
export async function storeChannels(objects: ObjectStore, prefix: string, produced: readonly ProducedChannel[]): Promise<void> {
  for (const { slug, made, findingsFile } of produced) {
    const { format, bytes, path, gzipPath } = made;
    const { key, gzipKey } = channelKeys(prefix, slug, format);
    if (key !== null) await objects.put(key, path, { sha256: bytes.sha256, gzipFile: gzipPath });
    await objects.put(gzipKey, gzipPath, { sha256: bytes.gzipSha256 });
    await objects.put(`${prefix}${findingsOf(slug)}`, findingsFile);
  }
}

/** What the run's row keeps of the files, by slug. */
export function channelOutputs(produced: readonly ProducedChannel[]): RunOutput["channels"] {
  return Object.fromEntries(
    produced.map(({ slug, made }) => {
      const { format, bytes, columns, rows, omitted } = made;
      const { name, extension, contentType, packed } = format;
      return [slug, { format: name, extension, contentType, packed, file: bytes, columns: [...columns], rows, omitted }];
    }),
  );
}
