import { listOf } from "../../kernel/page.ts";
import { requirePack } from "../channel-files/index.ts";
import { read } from "../operation.ts";
import { ChannelPath } from "../channel-connections/index.ts";
import { attributeAnswer, ChannelAttributeShape } from "./attribute-shapes.ts";

export const listAttributes = read({
  name: "channels.attributes",
  title: "List a channel's attributes",
  summary: "Lists the attributes a channel reads: where each value comes from, when the attribute is required, and its limits.",
  description:
    "Attributes are listed in the order of the channel's file. You can map each of them and write it with rules without making it an extra column. Attributes that are blank in every row aren't written to the file.",
  scope: "read_channels",
  http: { method: "GET", path: "/channels/{slug}/attributes", status: 200 },
  path: ChannelPath,
  output: listOf(ChannelAttributeShape),
  errors: ["resource_not_found"],
  mcp: {
    tool: "channel_attributes",
    use: "Use it to learn what a channel requires, which values it accepts and how long they can be, before you write a rule or mapping for it.",
  },
  target: (call, { slug }) => Promise.resolve(requirePack(call, slug)),
  run: (_call, { target: { attributes } }) => Promise.resolve({ data: attributes.map(attributeAnswer) }),
});
