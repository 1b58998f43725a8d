import { createHash, randomBytes } from "node:crypto";
import type { ChannelPack } from "../../src/channels/channel-port.ts";
import { isSupported } from "../../src/channels/platform-port.ts";
import type { Grant } from "../../src/channels/platform-request.ts";
import type { PlatformSession } from "./platform-call.ts";

/** What the browser brings back from a consent page. */
export interface Consent {
  readonly query: Readonly<Record<string, string>>;
  readonly redirectUri: string;
  readonly codeVerifier: string;
  /** The consent page's own address. */
  readonly page: URL;
}

export const REDIRECT_URI = "https://feeds.example.com/oauth/callback";

/** Opens a fake's consent page as the shop's owner's browser does. */
export async function visitConsent({ platform }: ChannelPack, { call }: PlatformSession, state = "state-1"): Promise<Consent> {
  const { authorize } = platform.connecting;
  if (typeof authorize !== "function") throw new Error(authorize.instead);
  const codeVerifier = randomBytes(32).toString("base64url");
  const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
  const page = new URL(authorize(call.settings, { state, redirectUri: REDIRECT_URI, codeChallenge }));
  const response = await fetch(page, { redirect: "manual" });
  const back = new URL(response.headers.get("location") ?? "");
  return { query: Object.fromEntries(back.searchParams), redirectUri: REDIRECT_URI, codeVerifier, page };
}

/** Signs in from the consent page to the grant. */
export async function signIn(pack: ChannelPack, session: PlatformSession): Promise<Grant> {
  const { exchange } = pack.platform.connecting;
  if (!isSupported(exchange)) throw new Error(exchange.instead);
  return exchange(session.call, await visitConsent(pack, session));
}
