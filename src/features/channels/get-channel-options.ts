import { dataOf } from "../../kernel/page.ts";
import { requirePack } from "../channel-files/index.ts";
import { ChannelPath } from "../channel-connections/index.ts";
import { read } from "../operation.ts";
import { channelOptions, ChannelOptionsShape } from "./channel-options.ts";

export const getChannelOptions = read({
  name: "channels.options",
  title: "Get a channel's options",
  summary: "Shows the settings a channel takes, how a shop can connect to it, and what its platform can be asked for.",
  description:
    "Made for forms: `settings` is the JSON Schema of what `PUT /feeds/{feed_id}/channels/{slug}` takes, and `credentials.schema` that of what `POST /channels/{slug}/connect` takes.",
  scope: "read_channels",
  http: { method: "GET", path: "/channels/{slug}/options", status: 200 },
  path: ChannelPath,
  output: dataOf(ChannelOptionsShape),
  errors: ["resource_not_found"],
  mcp: { hidden: "it describes forms, and an agent can't connect a channel" },
  target: (call, { slug }) => Promise.resolve(requirePack(call, slug)),
  run: (call, { target: pack }) => Promise.resolve({ data: channelOptions(pack, call.platforms[pack.slug]) }),
});
