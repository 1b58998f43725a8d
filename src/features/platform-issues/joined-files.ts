import { z } from "zod";
import type { FoundRows, ItemIds, JoinedFiles, ShownAttributes } from "../../engine/channels/platform-items.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import { rawText } from "../../engine/channels/cells.ts";
import { rowValues } from "../../engine/channels/row-values.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { type CheckedRun, checkedRun, type FeedCheckedChannel, type FindingRow, listRunFindings } from "../findings/index.ts";
import type { ShopCall } from "../operation.ts";
import type { OutlookFacts } from "./outlook.ts";
import { findReading, findRunOfFeed, isOutdated, type ReadingRow } from "./reading-queries.ts";

type Reading = Pick<ShopCall, "shop" | "objects">;

/** A complete reading, joined to the feed's live run. */
export interface OpenReading extends AsyncDisposable {
  readonly files: JoinedFiles;
  readonly facts: OutlookFacts;
  readonly findings: readonly FindingRow[];
  readonly run: CheckedRun;
  readonly input: ChannelInput;
}

/** What is stored of a channel's items, if it's about the account that is chosen now. */
export async function findStored(shop: ShopCall["shop"], { feed, pack }: FeedCheckedChannel, accountId: string | null) {
  const row = await findReading(shop, { feedId: storedId("feed", feed.id), channel: pack.slug });
  return { row, complete: row !== undefined && row.object_key !== null && row.account_id === accountId ? row : undefined };
}

const Outputs = z.object({ channels: z.record(z.string(), z.object({ omitted: z.int().default(0) })).default({}) });

/** Undefined: the feed has no live file of the channel, or the reading's object is being replaced. */
export async function openReading(call: Reading, channel: FeedCheckedChannel, row: ReadingRow): Promise<OpenReading | undefined> {
  const { feed, pack } = channel;
  const feedId = storedId("feed", feed.id);
  const stored = feed.live_run_id === null ? undefined : await findRunOfFeed(call.shop, feedId, feed.live_run_id);
  const output = stored === undefined ? undefined : Outputs.parse(stored.output).channels[pack.slug];
  if (stored === undefined || output === undefined || row.object_key === null) return undefined;
  await using leases = new AsyncDisposableStack();
  const local = async (key: string): Promise<string> => leases.use(await call.objects.local(key)).path;
  const run = checkedRun(stored, pack.slug);
  const findings = await findingsOf(call, channel, run.id);
  const input = inputOf(channel, run);
  const live = { ...(await foundRows(local, run, findings)), omitting: output.omitted > 0 ? errorsOf(findings) : [] };
  const judged = await openJudged(call, channel, { row, liveId: run.id, local });
  const files = { items: await local(row.object_key), ids: idsOf(channel, input), live, judged };
  const facts = {
    platform: pack.displayName,
    isJudgedBefore: judgedBefore(row, { id: run.id, publishedAt: stored.published_at }),
    knowsJudged: judged !== null,
    isOutdated: await isOutdated(call.shop, feedId, run.id),
  };
  const open = leases.move();
  return { files, facts, findings, run, input, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

type Local = (key: string) => Promise<string>;

async function foundRows(local: Local, { rowsKey, findingsKey, split }: CheckedRun, findings: readonly FindingRow[]): Promise<FoundRows> {
  return { rows: await local(rowsKey), findings: await local(findingsKey), split, checks: findings };
}

const errorsOf = (findings: readonly FindingRow[]): readonly number[] =>
  findings.filter(({ severity, affected_count: affected }) => severity === "error" && affected > 0).map(({ nth }) => nth);

async function findingsOf({ shop }: Reading, { feed, pack }: FeedCheckedChannel, runId: number): Promise<readonly FindingRow[]> {
  const of = { feedId: storedId("feed", feed.id), runId: storedId("run", runId), channel: pack.slug };
  return (await listRunFindings(shop, of)).map(({ row }) => row);
}

interface Judged {
  readonly row: ReadingRow;
  readonly liveId: number;
  readonly local: Local;
}

/** The run whose file the platform judged, if that is another one than the live run, and its files are kept. */
async function openJudged(call: Reading, channel: FeedCheckedChannel, { row, liveId, local }: Judged): Promise<FoundRows | null> {
  const id = row.judged_run_id;
  if (id === null || id === liveId) return null;
  const stored = await findRunOfFeed(call.shop, storedId("feed", channel.feed.id), id);
  if (stored === undefined || stored.expired_at !== null || Outputs.parse(stored.output).channels[channel.pack.slug] === undefined)
    return null;
  const run = checkedRun(stored, channel.pack.slug);
  return foundRows(local, run, await findingsOf(call, channel, id));
}

/** A file that went live after the statuses were read can't be what they are about. */
function judgedBefore(row: ReadingRow, live: { readonly id: number; readonly publishedAt: Date | null }): boolean | null {
  if (row.judged_run_id !== null) return row.judged_run_id !== live.id;
  const known = row.file_read_at ?? row.fetched_at;
  return live.publishedAt !== null && known !== null && live.publishedAt > known ? true : null;
}

/** To be looked at, not to make a file of: ids and values of single rows need no taxonomy and no lookup tables. */
function inputOf({ settings, feed }: FeedCheckedChannel, { columns, carried }: CheckedRun): ChannelInput {
  const facts = {
    country: feed.target_country,
    language: "en",
    currency: null,
    shopName: "",
    storeUrl: "https://shop.example",
    now: "2026-01-01T00:00:00Z",
  };
  return { rows: rowValues(columns, carried), settings, feed: facts, taxonomy: null };
}

function idsOf({ pack }: FeedCheckedChannel, input: ChannelInput): ItemIds {
  const [called] = pack.attributes;
  const cell = pack.cells(input).find(({ attribute }) => attribute.name === called?.name);
  if (cell === undefined) throw new Error(`${pack.slug} has no id`);
  return { id: cell.value, asides: pack.asides?.(input) ?? {}, isCaseless: pack.platform.hasCaselessItems === true };
}

/** Values of attributes as findings show them. */
export function shownAttributes({ pack }: FeedCheckedChannel, { input }: OpenReading, names: readonly string[]): ShownAttributes {
  const values = new Map(pack.attributes.filter(({ name }) => names.includes(name)).map((one) => [one.name, rawText(one, input)]));
  return { rows: input.rows, values };
}

export const runIdOf = ({ run }: OpenReading): string => formatId("run", storedId("run", run.id));
