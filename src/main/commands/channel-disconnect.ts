import { z } from "zod";
import { ChannelShape, disconnectChannel } from "../../features/channel-connections/index.ts";
import { getChannel } from "../../features/channels/index.ts";
import { listDatafeeds } from "../../features/datafeeds/index.ts";
import { openChannel, type OpenedChannel, type ShopChannel } from "../channel-operation.ts";
import { serviceNote } from "../command-app.ts";
import { confirmRemoval } from "../confirm-removal.ts";

export interface ChannelDisconnectOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

export async function disconnectShop({ yes, json, ...named }: ShopChannel & ChannelDisconnectOptions): Promise<void> {
  await using opened = await openChannel(named);
  if (yes !== true) await confirmRemoval(await describe(opened, named.shop), { input: process.stdin, output: process.stderr });
  await opened.perform(disconnectChannel);
  const { slug, displayName } = opened.pack;
  const done = `${displayName} is disconnected. The feeds registered there are deleted, and access is revoked, within a minute.`;
  const text = `${done}${await serviceNote(opened.app)} Files stay served.\n`;
  process.stdout.write(json === true ? `${JSON.stringify({ channel: slug, disconnected: true })}\n` : text);
}

async function describe(opened: OpenedChannel, shop: string): Promise<string> {
  const { account } = ChannelShape.parse(await opened.perform(getChannel));
  const count = z.array(z.unknown()).parse(await opened.perform(listDatafeeds)).length;
  const to = account === null ? "" : `, account ${account.name},`;
  return `the connection of ${shop} to ${opened.pack.displayName}${to} with ${count} registered ${count === 1 ? "feed" : "feeds"}`;
}
