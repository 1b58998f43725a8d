import { z } from "zod";
import { requirePack } from "../channel-files/index.ts";
import { write } from "../operation.ts";
import { ChannelPath } from "./channel-shapes.ts";
import { lockConnection, markRemoving } from "./connection-queries.ts";
import { deleteSignIns } from "./sign-in-queries.ts";

export const disconnectChannel = write({
  name: "channels.disconnect",
  title: "Disconnect a channel",
  summary: "Disconnects the shop from the channel's platform.",
  description:
    "Deletes the feeds that Feedwright registered at the platform, then revokes its access there where the platform allows it, within a minute or so. Assignments of feeds stay, and their files stay served.",
  scope: "write_channels",
  http: { method: "DELETE", path: "/channels/{slug}/connection", status: 204 },
  path: ChannelPath,
  output: z.undefined(),
  errors: ["resource_not_found"],
  audit: "channel.disconnected",
  mcp: { hidden: "it ends what a person signed in to" },
  async target(call, { slug }) {
    const pack = requirePack(call, slug);
    const connection = await lockConnection(call.shop, pack.slug);
    if (connection === undefined || connection.status === "removing")
      return call.fail("resource_not_found", `${pack.displayName} isn't connected.`);
    return connection;
  },
  before: ({ status, account }) => ({ status, account: account === null ? null : { id: account.id, name: account.name } }),
  async run(call, { target: { channel } }) {
    await markRemoving(call.shop, channel);
    await deleteSignIns(call.shop, channel);
    return undefined;
  },
});
