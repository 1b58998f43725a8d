import { listOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { channelAnswer, ChannelShape, readConnections } from "../channel-connections/index.ts";

export const listChannels = read({
  name: "channels.list",
  title: "List channels",
  summary: "Lists the channels a feed can be assigned to.",
  description: "Includes the state of the shop's connection to each channel. A feed can be assigned to a channel that isn't connected.",
  scope: "read_channels",
  http: { method: "GET", path: "/channels", status: 200 },
  output: listOf(ChannelShape),
  errors: [],
  mcp: {
    tool: "channel_status",
    use: "Use it to see which channels exist and can be assigned. `list_feed_channels` shows those of a feed.",
  },
  async run(call) {
    const connections = await readConnections(call.shop);
    return { data: call.channels.map((pack) => channelAnswer(pack, connections)) };
  },
});
