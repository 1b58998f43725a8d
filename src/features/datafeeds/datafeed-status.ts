import { isSupported } from "../../channels/platform-port.ts";
import { RequestError } from "../../kernel/errors.ts";
import { dataOf } from "../../kernel/page.ts";
import { callPlatform, PLATFORM_ERRORS, refuseFault } from "../channel-connections/index.ts";
import { requirePack } from "../channel-files/index.ts";
import { read } from "../operation.ts";
import { findDatafeed } from "./datafeed-queries.ts";
import { DatafeedPath, DatafeedStatusShape, statusAnswer, unregisteredAnswer } from "./datafeed-shapes.ts";
import { newestProcessing } from "./requested-processing.ts";

const ANSWER_WITHIN_MS = 60_000;

export const datafeedStatus = read({
  name: "datafeeds.status",
  title: "Get a datafeed's status",
  summary: "Shows what the platform made of the feed's file when it last fetched it.",
  description:
    "Asks the platform. Where it says more of a reading that was asked for, that one is shown until a newer one is known. Issues bear the code of our finding that means the same where there is one. Until the feed is registered, what keeps it from that is the only issue.",
  scope: "read_channels",
  http: { method: "GET", path: "/channels/{slug}/datafeeds/{id}/status", status: 200 },
  path: DatafeedPath,
  output: dataOf(DatafeedStatusShape),
  errors: ["resource_not_found", ...PLATFORM_ERRORS],
  mcp: {
    tool: "datafeed_status",
    use: "To learn what the platform itself found. Compare with `feed_findings`, then fix with `preview_rule`.",
  },
  async target(call, { slug, id }) {
    const pack = requirePack(call, slug);
    return { pack, row: (await findDatafeed(call.shop, slug, id)) ?? call.fail("resource_not_found") };
  },
  async run(call, { target: { pack, row } }) {
    const { latestProcessing } = pack.platform;
    const { remote_id: remoteId } = row;
    if (!isSupported(latestProcessing)) throw new RequestError("channel_not_supported", { message: latestProcessing.instead });
    if (remoteId === null) return { data: unregisteredAnswer(row) };
    const opening = { pack, shop: call.shop, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
    const processing = await callPlatform(call, opening, async (platform) =>
      newestProcessing(platform, pack, { row, latest: await latestProcessing(platform, remoteId) }),
    ).catch((error: unknown) => {
      throw refuseFault(error);
    });
    return { data: statusAnswer(pack, processing) };
  },
});
