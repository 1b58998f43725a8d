import { z } from "zod";
import { writePushRows } from "../../engine/channels/push-changes.ts";
import { rowsToSend, writeOmitted } from "../../engine/channels/rows-to-send.ts";
import { ROWS_FILE, valueNames } from "../../engine/run/run-files.ts";
import { PlainError } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import {
  type AssignedChannel,
  assignedChannel,
  findingsOf,
  openChannel,
  readChannelInputs,
  readFeedFacts,
  readIncludedRows,
} from "../channel-files/index.ts";
import { listRunFindings } from "../findings/index.ts";
import type { Services } from "../operation.ts";
import { findPushed } from "./push-queries.ts";
import type { SyncRow } from "./sync-queries.ts";

/** Members of `RunOutput` that a channel's rows are made from. */
const Output = z.object({
  columns: z.array(z.string()),
  attributes: z.array(z.string()).default([]),
  carried: z.array(z.string()).default([]),
  split: z.boolean().default(false),
  currencies: z.array(z.string()),
  channels: z.record(z.string(), z.object({ omitted: z.int() })).default({}),
});

/** A feed's live run and the channel it has a file for. */
export interface PushSource {
  readonly feed: NonNullable<Awaited<ReturnType<typeof findPushed>>>;
  readonly output: z.output<typeof Output>;
  /** With the settings of the run. */
  readonly channel: AssignedChannel;
  readonly market: Readonly<Record<string, string>>;
  readonly run: { readonly id: number; readonly prefix: string; readonly createdAt: Date };
}

/** What a channel's platform should have; null: nothing, because the feed isn't sent there any more. */
export async function findSource({ channels }: Pick<Services, "channels">, shop: ShopDb, row: SyncRow): Promise<PushSource | null> {
  const feed = await findPushed(shop, row);
  if (feed === undefined) return null;
  const { run_id: id, output_prefix: prefix, run_created_at: createdAt } = feed;
  const output = Output.safeParse(feed.run_output).data;
  const settings = z.record(z.string(), z.unknown()).safeParse(feed.run_settings).data;
  if (id === null || prefix === null || createdAt === null || output?.channels[row.channel] === undefined || settings === undefined)
    throw new PlatformFault("refused", "The feed has no live file for the channel yet. Regenerate the feed.");
  const channel = assignedChannel(channels, { ...ofFeed(row), settings });
  if (channel === undefined) throw new PlainError("channel_unknown", "This version doesn't have the channel. Update Feedwright.");
  const facts = await readFeedFacts(shop, feed, { currency: output.currencies[0] ?? null, now: createdAt });
  const market = channel.pack.pushing?.market({ settings: channel.settings, feed: facts }) ?? {};
  return { feed, output, channel, market, run: { id, prefix, createdAt } };
}

const ofFeed = ({ shop_id, feed_id, channel, created_at }: SyncRow) => ({ shop_id, feed_id, channel, created_at, updated_at: created_at });

interface Writing {
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  /** Holds what is read until the work is done. */
  readonly leases: AsyncDisposableStack;
}

/** Writes the rows of the channel's live file (`writePushRows`): made again from the run's rows, as the file was. */
export async function writeSource(
  services: Pick<Services, "objects" | "clock" | "log">,
  shop: ShopDb,
  { session, scratch, leases }: Writing,
  { feed, output, channel, run }: PushSource,
): Promise<string> {
  const local = async (key: string): Promise<string> => leases.use(await services.objects.local(key)).path;
  const rowsFile = await local(`${run.prefix}${ROWS_FILE}`);
  const { slug } = channel.pack;
  const rows = { session, scratch, rowsFile, columns: valueNames(output), carried: output.carried, split: output.split };
  const known = { currency: output.currencies[0] ?? null, now: run.createdAt };
  const inputOf = await readChannelInputs(services, { shop, feed, rows, known, channels: [channel] });
  const open = await openChannel(rows, channel, { input: inputOf(channel), included: await readIncludedRows(rows) });
  const omitted = scratch.file("push-omitted.parquet");
  const omits = (output.channels[slug]?.omitted ?? 0) > 0;
  if (omits) {
    const findingsFile = await local(`${run.prefix}${findingsOf(slug)}`);
    const of = { feedId: storedId("feed", feed.id), runId: storedId("run", run.id), channel: slug };
    const nths = (await listRunFindings(shop, of)).filter(({ row }) => row.severity === "error").map(({ row }) => row.nth);
    await session.run(writeOmitted({ rowsFile, split: output.split, findingsFile, nths, file: omitted }));
  }
  const file = scratch.file("push-rows.parquet");
  await session.run(writePushRows(open.cells, rowsToSend(open.files, omits ? omitted : null), file));
  return file;
}
