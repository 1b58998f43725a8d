import { sql } from "kysely";
import type { DatafeedWanted, Target } from "../../channels/platform-port.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { assignedChannel, channelFileName } from "../channel-files/index.ts";
import { feedUrl } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
import type { DatafeedRow } from "./datafeed-queries.ts";

/** Where the file of a feed's channel is, and what it holds. */
interface ChannelFile {
  readonly url: string;
  readonly format: string;
  readonly currency: string | null;
  /** The assignment's setting `feed_label`; null: the country is the label. */
  readonly label: string | null;
}

/** The file of a feed's channel; undefined where the channel isn't assigned to the feed. */
export async function findChannelFile(
  { channels, filesUrl }: Pick<Services, "channels" | "filesUrl">,
  { db, shopId }: ShopDb,
  { feedId, channel }: { readonly feedId: FeedId; readonly channel: string },
): Promise<ChannelFile | undefined> {
  const row = await db
    .selectFrom("feed_channels")
    .innerJoin("feeds", "feeds.id", "feed_channels.feed_id")
    .innerJoin("shops", "shops.id", "feed_channels.shop_id")
    .leftJoin("runs", "runs.id", "feeds.live_run_id")
    .selectAll("feed_channels")
    .select(["feeds.file_name", "shops.feed_token"])
    .select(sql<string | null>`runs.output ->> 'currency'`.as("currency"))
    .where("feed_channels.shop_id", "=", shopId)
    .where("feed_channels.feed_id", "=", feedId)
    .where("feed_channels.channel", "=", channel)
    .executeTakeFirst();
  const assigned = row === undefined ? undefined : assignedChannel(channels, row);
  if (row === undefined || assigned === undefined) return undefined;
  const { pack, format } = assigned;
  const url = feedUrl(filesUrl, row.feed_token, channelFileName(row.file_name, pack.slug, format));
  return { url, format: format.name, currency: row.currency, label: assigned.settings.feed_label ?? null };
}

/** What the platform should have; undefined where the channel isn't assigned to the feed any more. */
export async function findWanted(
  services: Pick<Services, "channels" | "filesUrl">,
  shop: ShopDb,
  row: DatafeedRow,
): Promise<DatafeedWanted | undefined> {
  const file = await findChannelFile(services, shop, { feedId: storedId("feed", row.feed_id), channel: row.channel });
  if (file === undefined) return undefined;
  const { url, format, currency } = file;
  return { url, format, currency, name: row.name, hour: row.hour, timeZone: row.time_zone, targets: labelled(row.targets, file.label) };
}

/** The targets with the label that the channel's settings give them. */
export function labelled(targets: readonly Target[], label: string | null): readonly Target[] {
  return label === null ? targets : targets.map((target) => ({ ...target, label }));
}
