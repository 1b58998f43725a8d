import { storedId } from "../../kernel/ids.ts";
import { isSupported } from "../../channels/platform-port.ts";
import { RequestError } from "../../kernel/errors.ts";
import { dataOf } from "../../kernel/page.ts";
import { PLATFORM_ERRORS } from "../channel-connections/index.ts";
import { requirePack } from "../channel-files/index.ts";
import { write } from "../operation.ts";
import { findDatafeed, wantFetch } from "./datafeed-queries.ts";
import { datafeedAnswer, DatafeedPath, DatafeedShape } from "./datafeed-shapes.ts";
import { findChannelFile } from "./wanted-datafeed.ts";

export const fetchDatafeed = write({
  name: "datafeeds.fetch",
  title: "Fetch a datafeed now",
  summary: "Asks the platform to fetch the feed's file now.",
  description:
    "The platform is asked within seconds; `GET …/status` shows what came of it. More often than the platform allows: 429 with `Retry-After`.",
  scope: "write_channels",
  http: { method: "POST", path: "/channels/{slug}/datafeeds/{id}/fetch", status: 202 },
  path: DatafeedPath,
  output: dataOf(DatafeedShape),
  errors: ["resource_not_found", ...PLATFORM_ERRORS],
  audit: "datafeed.fetch_asked",
  mcp: { hidden: "the platform is asked automatically after each publish" },
  async target(call, { slug, id }) {
    const pack = requirePack(call, slug);
    return { pack, row: (await findDatafeed(call.shop, slug, id)) ?? call.fail("resource_not_found") };
  },
  async run(call, { target: { pack, row } }) {
    const { fetchNow, fetchEveryMs } = pack.platform;
    if (!isSupported(fetchNow)) return call.fail("channel_not_supported", fetchNow.instead);
    if (!(await wantFetch(call.shop, row.id, fetchEveryMs)))
      throw tooSoon(pack.displayName, fetchEveryMs, elapsedMs(row.fetch_asked_at, call.clock.now()));
    const file = await findChannelFile(call, call.shop, { feedId: storedId("feed", row.feed_id), channel: row.channel });
    return { data: datafeedAnswer(row, file?.url ?? null) };
  },
});

const elapsedMs = (asked: Date | null, now: Date): number => (asked === null ? 0 : Math.max(0, now.getTime() - asked.getTime()));

function tooSoon(platform: string, everyMs: number, sinceMs: number): RequestError {
  const seconds = Math.max(1, Math.ceil((everyMs - sinceMs) / 1_000));
  return new RequestError("rate_limited", {
    message: `${platform} fetches a feed on request at most every ${Math.round(everyMs / 60_000)} minutes. Try again later; it also fetches by its schedule.`,
    headers: { "retry-after": String(seconds) },
  });
}
