import { z } from "zod";
import { isSupported } from "../../channels/platform-port.ts";
import { RequestError } from "../../kernel/errors.ts";
import { requirePack } from "../channel-files/index.ts";
import { read } from "../operation.ts";
import { ChannelPath } from "./channel-shapes.ts";
import { callPlatform } from "./open-platform.ts";
import { PLATFORM_ERRORS, refuseFault } from "./refuse-fault.ts";

export const AccountShape = z
  .strictObject({
    object: z.literal("channel_account"),
    id: z.string().meta({ description: "The platform's id.", examples: ["1234567890"] }),
    name: z.string().meta({ examples: ["Example Shop"] }),
    problem: z
      .string()
      .nullable()
      .meta({
        description: "What keeps the account from showing products, and what to do; null where nothing is known.",
        examples: [null],
      }),
  })
  .meta({ id: "ChannelAccount" });

/** How long a person waits for a platform. */
export const ANSWER_WITHIN_MS = 60_000;

export const listAccounts = read({
  name: "channels.list_accounts",
  title: "List a channel's accounts",
  summary: "Lists the platform's accounts that the signed-in person may use.",
  description: "Asks the platform. Choose one with `PATCH /channels/{slug}`.",
  scope: "read_channels",
  http: { method: "GET", path: "/channels/{slug}/accounts", status: 200 },
  path: ChannelPath,
  output: z.strictObject({ data: z.array(AccountShape) }),
  errors: ["resource_not_found", ...PLATFORM_ERRORS],
  mcp: { hidden: "a person chooses the account when connecting" },
  target: (call, { slug }) => Promise.resolve(requirePack(call, slug)),
  async run(call, { target: pack }) {
    const { accounts } = pack.platform;
    if (!isSupported(accounts)) throw new RequestError("channel_not_supported", { message: accounts.instead });
    const opening = { pack, shop: call.shop, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
    const listed = await callPlatform(call, opening, (platform) => accounts(platform)).catch((error: unknown) => {
      throw refuseFault(error);
    });
    return { data: listed.map(({ id, name, problem }) => ({ object: "channel_account" as const, id, name, problem })) };
  },
});
