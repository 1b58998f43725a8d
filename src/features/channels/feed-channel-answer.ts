import type { z } from "zod";
import { formatId, storedId } from "../../kernel/ids.ts";
import { channelStatus, type ShopConnections } from "../channel-connections/index.ts";
import { assignedChannel, channelFileName } from "../channel-files/index.ts";
import { feedUrl } from "../feeds/index.ts";
import { findingCounts } from "../findings/index.ts";
import type { ShopCall } from "../operation.ts";
import type { AssignmentView } from "./feed-channel-queries.ts";
import { type FeedChannelShape, LiveFile } from "./feed-channel-shapes.ts";

/** Nothing for a channel that this version doesn't have. */
export async function feedChannelAnswer(
  { shop, channels, filesUrl }: Pick<ShopCall, "shop" | "channels" | "filesUrl">,
  view: AssignmentView,
  connections: ShopConnections,
): Promise<FeedChannelShape | undefined> {
  const assigned = assignedChannel(channels, view);
  if (assigned === undefined) return undefined;
  const { pack, settings, format } = assigned;
  const feedId = storedId("feed", view.feed_id);
  const live = LiveFile.parse(view.live);
  // The address of a former format ends with the next run, so nobody should register it.
  const isServed = live !== null && live.format === format.name;
  const address = isServed ? feedUrl(filesUrl, view.feed_token, channelFileName(view.file_name, pack.slug, format)) : null;
  return {
    object: "feed_channel",
    feed_id: formatId("feed", feedId),
    slug: pack.slug,
    display_name: pack.displayName,
    status: channelStatus(connections, pack.slug),
    settings: { ...settings, extra_attributes: [...settings.extra_attributes] },
    feed_url: address,
    file: live === null ? null : fileAnswer(live),
    findings: live === null ? null : { ...(await findingCounts(shop, feedId, pack.slug)) },
    setup_steps: pack.setupSteps({ feedUrl: address, settings }).map((step) => ({ ...step })),
    last_synced_at: connections.rows.get(pack.slug)?.last_synced_at?.toISOString() ?? null,
    created_at: view.created_at.toISOString(),
    updated_at: view.updated_at.toISOString(),
  };
}

function fileAnswer({ format, packed, file, rows, omitted }: NonNullable<z.output<typeof LiveFile>>) {
  return { format, bytes: packed ? file.gzipBytes : file.bytes, rows, omitted_rows: omitted };
}
