import type { ChannelFormat } from "../../channels/channel-port.ts";
import { asciiHosts, type AsciiHosts, internationalHosts } from "../../engine/channels/ascii-hosts.ts";
import { type ChannelCell, textsInAscii } from "../../engine/channels/cells.ts";
import { isDivisible, isNumbered, nameIn, writeChannelFile, writeFoot, writeHalves } from "../../engine/channels/channel-file.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import {
  countOmitted,
  countRows,
  countSent,
  longestValues,
  type RowFiles,
  type RowRange,
  rowsToSend,
  writeChannelAsides,
  writeOmitted,
} from "../../engine/channels/rows-to-send.ts";
import { measuredValues } from "../../engine/channels/row-values.ts";
import { runLinkHosts } from "../../engine/run/run-counts.ts";
import { ROW_GROUP_ROWS } from "../../engine/sql/parquet.ts";
import type { Sql } from "../../kernel/sql.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { PackedFile, WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { AssignedChannel } from "./channel-pack.ts";

/** The rows of a run, and where work on them is done. */
export interface RunRows {
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  readonly rowsFile: string;
  /** Columns of the rows and channel attributes, in the order of `f1…`. */
  readonly columns: readonly string[];
  /** Source columns that the rows carry along as `its_…`. */
  readonly carried: readonly string[];
  readonly split: boolean;
}

/** What all channels of a run are asked of its rows at once. */
export interface IncludedRows {
  readonly count: number;
  /** Bytes of the longest value of each column that isn't blank in all of them, by its name in lower case, as names of columns are compared. */
  readonly longest: ReadonlyMap<string, number>;
  /** Hosts of the rows' links, the most frequent first. */
  readonly linkHosts: readonly string[];
}

export async function readIncludedRows({ session, rowsFile, columns }: RunRows): Promise<IncludedRows> {
  const [found] = await session.all(longestValues(rowsFile, columns));
  const longest = columns.map((column, at) => [column.toLowerCase(), Number(found?.[`f${at + 1}`])] as const);
  return {
    count: Number(found?.["rows"]),
    longest: new Map(longest.filter(([, bytes]) => bytes > 0)),
    linkHosts: await readLinkHosts(session, rowsFile, columns),
  };
}

export async function readLinkHosts(session: WarehouseSession, rowsFile: string, columns: readonly string[]): Promise<readonly string[]> {
  const found = await session.all(runLinkHosts(rowsFile, columns));
  return found.map(({ host }) => String(host));
}

/** A channel whose file can be made: what its rows need to know of each other has been computed. */
export interface OpenChannel extends AssignedChannel {
  readonly input: ChannelInput;
  readonly files: RowFiles;
  /** Attributes of the file, in its order. Those that no included row has aren't written. */
  readonly cells: readonly ChannelCell[];
}

export async function openChannel(
  { session, scratch, rowsFile }: RunRows,
  channel: AssignedChannel,
  { input: given, included }: { readonly input: ChannelInput; readonly included: IncludedRows },
): Promise<OpenChannel> {
  const feed = { ...given.feed, linkHosts: included.linkHosts };
  const filled = { ...given, feed, rows: measuredValues(given.rows, included.longest) };
  const input = { ...filled, asciiHosts: await readAsciiHosts(session, rowsFile, textsInAscii(channel.pack.attributes, filled)) };
  const asides = channel.pack.asides?.(input) ?? {};
  const wanted = Object.keys(asides).length > 0;
  const file = scratch.file(`${channel.pack.slug}-asides.parquet`);
  if (wanted) await session.run(writeChannelAsides(rowsFile, asides, file));
  // A file without rows still says what its columns are.
  const isFilled = ({ attribute, reads }: ChannelCell): boolean =>
    reads === "always" ||
    (included.count === 0 && attribute.requirement === "required") ||
    reads.some((column) => included.longest.has(column.toLowerCase()));
  const cells = channel.pack.cells(input).filter(isFilled);
  return { ...channel, input, files: { rows: rowsFile, asides: wanted ? file : null }, cells };
}

/** What a channel's file calls its attributes. */
function namesIn({ format, cells }: OpenChannel): readonly string[] {
  return cells.map(({ attribute }) => nameIn(format, attribute));
}

async function readAsciiHosts(session: WarehouseSession, rowsFile: string, texts: readonly Sql[]): Promise<AsciiHosts> {
  if (texts.length === 0) return new Map();
  const found = await session.all(internationalHosts(rowsFile, texts));
  return asciiHosts(found.map(({ host }) => String(host)));
}

/** A channel's file in the scratch folder, as DuckDB has written it. */
export interface WrittenFile {
  readonly format: ChannelFormat;
  /** Attributes in the order of the file. */
  readonly columns: readonly string[];
  readonly rows: number;
  readonly omitted: number;
  readonly path: string;
  /** What belongs behind it, as files of their own. */
  readonly rest: readonly string[];
  /** Where its gzip form goes. A file that is gzip itself is that one alone. */
  readonly gzipPath: string;
}

/** The file as it's served. */
export interface MadeFile extends WrittenFile {
  readonly bytes: PackedFile;
}

/** Rows to leave out: those that these checks have found. */
export interface Omission {
  readonly findingsFile: string;
  readonly nths: readonly number[];
}

export async function writeFileOf(
  rows: RunRows,
  channel: OpenChannel,
  { included, omission }: { readonly included: IncludedRows; readonly omission: Omission | null },
): Promise<WrittenFile> {
  const omittedFile = await omitRows(rows, channel, omission);
  const omitted = omittedFile === null ? 0 : await readOmitted(rows, omittedFile);
  const file = fileOf(rows, channel, { count: included.count - omitted, omitted });
  return { ...file, rest: await writeSent(rows, channel, { omittedFile, count: file.rows, path: file.path }) };
}

/** A file that one statement writes without knowing what the checks find, so that both can run at the same time. */
export interface FileBeside {
  readonly file: WrittenFile;
  readonly statement: Sql;
}

/** Null if rows may be left out, or if the feed is so large that a statement keeps all threads busy by itself. */
export function fileBeside(rows: RunRows, channel: OpenChannel, { count }: IncludedRows): FileBeside | null {
  const { format, cells, input, files, settings } = channel;
  if (settings.omit_rows_with_errors || count >= HALVED_ROWS_MIN) return null;
  const file = fileOf(rows, channel, { count, omitted: 0 });
  const statement = writeChannelFile({ form: format, cells, input }, { sent: rowsToSend(files, null), count }, file.path);
  return { file, statement };
}

interface CountedRows {
  /** How many are sent. */
  readonly count: number;
  readonly omitted: number;
}

function fileOf({ scratch }: RunRows, channel: OpenChannel, { count, omitted }: CountedRows): WrittenFile {
  const { pack, format } = channel;
  const served = scratch.file(channelFile(pack.slug, format.extension));
  const [path, gzipPath] = format.packed ? [`${served}.plain`, served] : [served, `${served}.gz`];
  return { format, columns: namesIn(channel), rows: count, omitted, path, rest: [], gzipPath };
}

interface SentFile {
  readonly omittedFile: string | null;
  /** How many rows are sent. */
  readonly count: number;
  readonly path: string;
}

/** Rows below which it isn't worth two statements more. */
const HALVED_ROWS_MIN = 20_000;

/**
 * DuckDB attaches by position, and counts rows, in one thread. So where a file needs either, its halves are written at the same time. Answers the files of
 * what belongs behind the first.
 */
async function writeSent(
  { session, rowsFile }: RunRows,
  { format, input, files, cells }: OpenChannel,
  { omittedFile, count, path }: SentFile,
): Promise<readonly string[]> {
  const content = { form: format, cells, input };
  const inOneThread = files.asides !== null || omittedFile !== null || isNumbered(content);
  if (inOneThread && count >= HALVED_ROWS_MIN && isDivisible(content)) {
    const [first, second] = await halvesOf(session, rowsFile, omittedFile);
    if (first.count > 0 && second.count > 0) {
      const [rest, footFile] = [`${path}.rest`, `${path}.foot`];
      const half = ({ count: rows, range }: Half, file: string) => ({ sent: rowsToSend(files, omittedFile, range), count: rows, file });
      await session.sideBySide(...writeHalves(content, [half(first, path), half(second, rest)]));
      const foot = writeFoot(content, footFile);
      if (foot === null) return [rest];
      await session.run(foot);
      return [rest, footFile];
    }
  }
  await session.run(writeChannelFile(content, { sent: rowsToSend(files, omittedFile), count }, path));
  return [];
}

interface Half {
  readonly range: RowRange;
  /** Rows of it that are sent. */
  readonly count: number;
}

async function halvesOf(session: WarehouseSession, rowsFile: string, omittedFile: string | null): Promise<readonly [Half, Half]> {
  const [all] = await session.all(countRows(rowsFile));
  const middle = Math.ceil(Number(all?.["rows"]) / 2 / ROW_GROUP_ROWS) * ROW_GROUP_ROWS;
  const halfOf = async (range: RowRange): Promise<Half> => {
    const [counted] = await session.all(countSent(rowsFile, omittedFile, range));
    return { range, count: Number(counted?.["rows"]) };
  };
  return [await halfOf({ from: 0, to: middle }), await halfOf({ from: middle })];
}

/** The last step, which is one thread's work and leaves DuckDB to the next channel. */
export async function packFileOf({ session }: RunRows, written: WrittenFile): Promise<MadeFile> {
  return { ...written, bytes: await session.pack(written.path, written.gzipPath, written.rest) };
}

/** The file that says which rows are left out; null: none are. */
export async function omitRows(
  { session, scratch, rowsFile, split }: RunRows,
  { pack }: OpenChannel,
  omission: Omission | null,
): Promise<string | null> {
  if (omission === null) return null;
  const file = scratch.file(`${pack.slug}-omitted.parquet`);
  await session.run(writeOmitted({ rowsFile, split, ...omission, file }));
  return file;
}

async function readOmitted({ session, rowsFile }: RunRows, file: string): Promise<number> {
  const [counted] = await session.all(countOmitted(rowsFile, file));
  return Number(counted?.["omitted"]);
}

/** What a channel's file is called below its run's prefix. */
function channelFile(slug: string, extension: string): string {
  return `gmcfeed.${slug}.${extension}`;
}

interface KeyOf {
  readonly extension: string;
  readonly packed: boolean;
}

/** Where a run's file for a channel is stored, and its gzip form. A file that is gzip itself has no other form. */
export function channelKeys(prefix: string, slug: string, { extension, packed }: KeyOf) {
  const file = `${prefix}${channelFile(slug, extension)}`;
  return packed ? { key: null, gzipKey: file } : { key: file, gzipKey: `${file}.gz` };
}

/** What the rows that the channel's checks found are called, below the run's prefix. */
export function findingsOf(slug: string): string {
  return `findings.${slug}.parquet`;
}
