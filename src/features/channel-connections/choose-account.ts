import { z } from "zod";
import type { PlatformAccount } from "../../channels/platform-port.ts";
import { RequestError } from "../../kernel/errors.ts";
import { dataOf } from "../../kernel/page.ts";
import { findPack, requirePack, markRegistrationsDue } from "../channel-files/index.ts";
import { type ShopCall, write } from "../operation.ts";
import { channelAnswer, ChannelPath, ChannelShape, readConnections } from "./channel-shapes.ts";
import { lockConnection, storeAccount } from "./connection-queries.ts";
import { ANSWER_WITHIN_MS } from "./list-accounts.ts";
import { callPlatform } from "./open-platform.ts";
import { PLATFORM_ERRORS, refuseFault } from "./refuse-fault.ts";
import { accountsOf } from "./sign-in.ts";

export const chooseAccount = write({
  name: "channels.choose_account",
  title: "Choose a channel's account",
  summary: "Chooses the platform's account that feeds go to.",
  description:
    "`GET /channels/{slug}/accounts` lists them. Feeds that are registered with another account stay registered there: delete their datafeeds first.",
  scope: "write_channels",
  http: { method: "PATCH", path: "/channels/{slug}", status: 200 },
  path: ChannelPath,
  body: z.strictObject({
    account_id: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: "The platform's id of the account.", examples: ["1234567890"] }),
  }),
  memberCodes: { account_id: "invalid_param" },
  output: dataOf(ChannelShape),
  errors: ["resource_not_found", "invalid_param", ...PLATFORM_ERRORS],
  audit: "channel.account_chosen",
  mcp: { hidden: "a person chooses the account when connecting" },
  async prepare(call, { path: { slug }, body }) {
    return findAccount(call, slug, body.account_id);
  },
  target: (call, { slug }) => Promise.resolve(requirePack(call, slug)),
  async run(call, { target: pack, prepared }) {
    const connection = await lockConnection(call.shop, pack.slug);
    if (prepared instanceof RequestError) throw prepared;
    if (prepared === null || connection === undefined || connection.status === "removing") return call.fail("channel_not_connected");
    await storeAccount(call.shop, pack.slug, prepared);
    await markRegistrationsDue(call.shop, { channel: pack.slug });
    return { data: channelAnswer(pack, await readConnections(call.shop)) };
  },
});

async function findAccount(call: ShopCall, slug: string, id: string): Promise<PlatformAccount | RequestError | null> {
  const pack = findPack(call.channels, slug);
  if (pack === undefined) return null;
  try {
    const opening = { pack, shop: call.shop, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
    const accounts = await callPlatform(call, opening, (platform) => accountsOf(platform, pack));
    const message = `${pack.displayName} lists no account ${id} for the signed-in person. GET /channels/${slug}/accounts lists those there are.`;
    return accounts.find((account) => account.id === id) ?? new RequestError("invalid_param", { message, param: "/account_id" });
  } catch (error) {
    return refuseFault(error);
  }
}
