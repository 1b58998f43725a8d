import { dataOf } from "../../kernel/page.ts";
import { requirePack } from "../channel-files/index.ts";
import { read } from "../operation.ts";
import { channelAnswer, ChannelPath, ChannelShape, readConnections } from "../channel-connections/index.ts";

export const getChannel = read({
  name: "channels.get",
  title: "Get a channel",
  summary: "Shows a channel and the shop's connection to it.",
  scope: "read_channels",
  http: { method: "GET", path: "/channels/{slug}", status: 200 },
  path: ChannelPath,
  output: dataOf(ChannelShape),
  errors: ["resource_not_found"],
  mcp: { tool: "channel", use: "Use it to learn a channel's files, settings and setup steps before `assign_channel`." },
  target: (call, { slug }) => Promise.resolve(requirePack(call, slug)),
  run: async (call, { target: pack }) => ({ data: channelAnswer(pack, await readConnections(call.shop)) }),
});
