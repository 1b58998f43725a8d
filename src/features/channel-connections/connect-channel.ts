import { z } from "zod";
import type { ChannelPack } from "../../channels/channel-port.ts";
import { isSupported, type PlatformAccount } from "../../channels/platform-port.ts";
import type { Grant } from "../../channels/platform-request.ts";
import { RequestError } from "../../kernel/errors.ts";
import { dataOf } from "../../kernel/page.ts";
import { findPack, requirePack, markRegistrationsDue } from "../channel-files/index.ts";
import { type ShopCall, type ShopChange, write } from "../operation.ts";
import { ChannelPath, ChannelStatus } from "./channel-shapes.ts";
import { PLATFORM_ERRORS, refuseFault } from "./refuse-fault.ts";
import { isReturnUrl, RETURN_URL_TAKES } from "./return-url.ts";
import { sealGrant } from "./sealed-grant.ts";
import { findCountry, storeSignIn } from "./connection-queries.ts";
import { callbackUrl, hashOf, newSignInSecrets, onlyAccount, requireScopes, unsignedCall, verifierContext } from "./sign-in.ts";
import { insertSignIn } from "./sign-in-queries.ts";

const CREDENTIAL_CHARACTERS_MAX = 5_000;
/** Trying credentials takes a call or two. */
const TRY_MS = 60_000;

interface Accepted {
  readonly grant: Grant;
  readonly account: PlatformAccount | null;
}

export const connectChannel = write({
  name: "channels.connect",
  title: "Connect a channel",
  summary: "Starts a sign-in at the channel's platform, or connects with credentials.",
  description:
    "Without `credentials` the answer has the URL of the platform's consent page. Open it in a browser within 10 minutes; the platform then returns to this service. With `credentials` the shop is connected at once. Where the platform lists several accounts, choose one with `PATCH /channels/{slug}`.",
  scope: "write_channels",
  http: { method: "POST", path: "/channels/{slug}/connect", status: 200 },
  path: ChannelPath,
  body: z.strictObject({
    return_url: z
      .string()
      .max(2_048)
      .optional()
      .meta({
        description: "Where the browser goes when the sign-in is over: https, or a page of this service.",
        examples: ["https://agency.example/shops/7"],
      }),
    credentials: z
      .record(z.string().max(100), z.string().max(CREDENTIAL_CHARACTERS_MAX))
      .optional()
      .meta({
        description: "Instead of a sign-in, where the platform takes them. The channel's guide lists the fields.",
        examples: [{ access_token: "EAAB…" }],
      }),
  }),
  memberCodes: { return_url: "invalid_param", credentials: "invalid_param" },
  output: dataOf(
    z
      .strictObject({
        authorize_url: z
          .string()
          .nullable()
          .meta({
            description: "The platform's consent page; null with `credentials`.",
            examples: ["https://accounts.google.com/o/oauth2/v2/auth?client_id=…"],
          }),
        expires_at: z.iso.datetime().nullable().meta({ description: "When the sign-in must be finished." }),
        status: ChannelStatus,
      })
      .meta({ id: "ChannelConnect" }),
  ),
  errors: ["resource_not_found", "invalid_param", ...PLATFORM_ERRORS],
  audit: "channel.connect_started",
  mcp: { hidden: "a person signs in at the platform, in a browser" },
  secrets: ["credentials", "authorize_url"],
  async prepare(call, { path: { slug }, body }) {
    const pack = findPack(call.channels, slug);
    return pack === undefined || body.credentials === undefined ? null : accept(call, pack, body.credentials);
  },
  target: (call, { slug }) => Promise.resolve(requirePack(call, slug)),
  async run(call, { body, target: pack, prepared }) {
    if (body.credentials !== undefined) return { data: await storeAccepted(call, pack, prepared) };
    return { data: await beginSignIn(call, pack, body.return_url ?? null) };
  },
});

/** The grant that credentials are good for, or why they aren't. */
async function accept(call: ShopCall, pack: ChannelPack, credentials: Readonly<Record<string, string>>): Promise<Accepted | RequestError> {
  const { credentials: shape, accept: accepting } = pack.platform.connecting;
  if (!("safeParse" in shape) || !isSupported(accepting)) {
    const instead = "instead" in shape ? shape.instead : `${pack.displayName} takes no credentials.`;
    return new RequestError("channel_not_supported", { message: instead });
  }
  const parsed = shape.safeParse(credentials);
  if (!parsed.success)
    return new RequestError("invalid_param", {
      message: `\`credentials\`: ${parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ")}`,
    });
  const signal = AbortSignal.timeout(TRY_MS);
  try {
    const grant = await accepting(unsignedCall(call, { pack, shop: call.shop, signal }), parsed.data);
    requireScopes(pack, grant);
    return { grant, account: await onlyAccount(call, { pack, shop: call.shop, signal }, grant) };
  } catch (error) {
    return refuseFault(error);
  }
}

async function storeAccepted(call: ShopChange, pack: ChannelPack, accepted: Accepted | RequestError | null) {
  if (accepted === null) throw new Error("credentials were prepared");
  if (accepted instanceof RequestError) throw accepted;
  const { shop, secrets } = call;
  const sealed = sealGrant(secrets, shop.shopId, pack.slug, accepted.grant);
  if (!(await storeSignIn(shop, pack.slug, { sealed, account: accepted.account })))
    throw new RequestError("channel_refused", { message: `${pack.displayName} is being disconnected. Try again in a minute.` });
  await markRegistrationsDue(shop, { channel: pack.slug });
  return { authorize_url: null, expires_at: null, status: accepted.account === null ? ("pending" as const) : ("connected" as const) };
}

async function beginSignIn(call: ShopChange, pack: ChannelPack, returnUrl: string | null) {
  const { shop, secrets, actor, platforms } = call;
  const { authorize } = pack.platform.connecting;
  if (typeof authorize !== "function") throw new RequestError("channel_not_supported", { message: authorize.instead });
  if (returnUrl !== null && !isReturnUrl(returnUrl, call.publicUrl))
    throw new RequestError("invalid_param", { message: `\`return_url\` must be ${RETURN_URL_TAKES}.`, param: "/return_url" });
  const settings = platforms[pack.slug];
  if (settings?.clientId === undefined || settings.clientId === null || settings.clientSecret === null)
    throw new RequestError("channel_not_configured");
  const { state, verifier, challenge } = newSignInSecrets();
  const expiresAt = await insertSignIn(shop, {
    stateHash: hashOf(state),
    channel: pack.slug,
    keyId: actor.kind === "key" ? actor.keyId : null,
    verifierSealed: secrets.seal(verifierContext(shop.shopId, pack.slug), verifier),
    returnUrl,
  });
  const url = authorize(settings, {
    state,
    redirectUri: callbackUrl(call, pack.slug),
    codeChallenge: challenge,
    country: await findCountry(shop),
  });
  return { authorize_url: url, expires_at: expiresAt.toISOString(), status: "pending" as const };
}
