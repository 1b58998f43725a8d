import { isSupported, type Target } from "../../channels/platform-port.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import { RequestError } from "../../kernel/errors.ts";
import { parseId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { channelStatus, PLATFORM_ERRORS, readConnections } from "../channel-connections/index.ts";
import { requirePack } from "../channel-files/index.ts";
import { write } from "../operation.ts";
import { datafeedAnswer, DatafeedShape, DatafeedsPath, NewDatafeed } from "./datafeed-shapes.ts";
import { findDefaults, insertDatafeed } from "./datafeed-queries.ts";
import { findChannelFile, labelled } from "./wanted-datafeed.ts";

const NO_FEED = "`feed_id` names no feed of the shop. List the shop's feeds with GET /feeds.";

export const createDatafeed = write({
  name: "datafeeds.create",
  title: "Create a datafeed",
  summary: "Registers a feed's file at the channel's platform, which then fetches it every day.",
  description:
    "Registered within seconds; until then `datafeed_id` is null. A second request for the same feed and targets answers the same datafeed. `hour` defaults to the hour after the shop's first scheduled extract of the day, `time_zone` to the shop's, `targets` to the feed's country and language. Where the platform can't register feeds over its API, the message says what to do instead.",
  scope: "write_channels",
  http: { method: "POST", path: "/channels/{slug}/datafeeds", status: 201 },
  path: DatafeedsPath,
  body: NewDatafeed,
  memberCodes: { targets: "invalid_param", time_zone: "invalid_param", hour: "invalid_param" },
  output: dataOf(DatafeedShape),
  example: { answer: { data: { datafeed_id: null } } },
  errors: ["resource_not_found", "invalid_param", ...PLATFORM_ERRORS],
  audit: "datafeed.created",
  mcp: { hidden: "a person decides which account gets a feed" },
  target: (call, { slug }) => Promise.resolve(requirePack(call, slug)),
  async run(call, { body, target: pack }) {
    const { createDatafeed: creating } = pack.platform;
    if (!isSupported(creating)) return call.fail("channel_not_supported", creating.instead);
    if (channelStatus(await readConnections(call.shop), pack.slug) !== "connected") return call.fail("channel_not_connected");
    const feedId = parseId("feed", body.feed_id) ?? call.fail("invalid_param", NO_FEED);
    const about = { feedId, channel: pack.slug };
    const defaults = (await findDefaults(call.shop, feedId)) ?? call.fail("invalid_param", NO_FEED);
    const file =
      (await findChannelFile(call, call.shop, about)) ??
      call.fail("invalid_param", `Assign ${pack.displayName} to the feed first: PUT /feeds/${body.feed_id}/channels/${pack.slug}.`);
    const targets = body.targets ?? [{ country: defaults.country, language: defaults.language }];
    const wanted = {
      ...about,
      name: body.datafeed_name ?? defaults.name.slice(0, 100),
      hour: body.hour ?? defaults.hour,
      timeZone: body.time_zone ?? defaults.time_zone,
      ...{ targets, target: targetOf(pack.platform.targetOf, labelled(targets, file.label)) },
    };
    const row = (await insertDatafeed(call.shop, wanted)) ?? call.fail("resource_not_found");
    return { data: datafeedAnswer(row, file.url) };
  },
});

function targetOf(name: (targets: readonly Target[]) => string, targets: readonly Target[]): string {
  try {
    return name(targets);
  } catch (error) {
    if (!(error instanceof PlatformFault)) throw error;
    throw new RequestError("invalid_param", { message: error.message, param: "/targets" });
  }
}
