import { randomUUID } from "node:crypto";
import { isSupported } from "../../src/channels/platform-port.ts";
import type { Grant, PlatformSettings } from "../../src/channels/platform-request.ts";
import { type PlatformUnderTest, verb } from "./conformance.suite.ts";

export const REDIRECT_URI = "https://feeds.example/oauth/callback";

type Signing = Pick<PlatformUnderTest, "pack" | "session">;

/** Opens a fake's consent page and answers the callback's query. */
export async function visitConsentPage({ pack }: Signing, settings: PlatformSettings): Promise<Readonly<Record<string, string>>> {
  const { authorize } = pack.platform.connecting;
  if (typeof authorize !== "function") throw new Error(`not supported: ${authorize.instead}`);
  const state = randomUUID();
  const page = await fetch(authorize(settings, { state, redirectUri: REDIRECT_URI, codeChallenge: "challenge" }), { redirect: "manual" });
  const callback = new URL(page.headers.get("location") ?? "");
  if (callback.searchParams.get("state") !== state) throw new Error("the state didn't come back");
  return Object.fromEntries(callback.searchParams);
}

/** Signs in as a shop's owner does. */
export async function signIn(under: Signing, settings: PlatformSettings): Promise<Grant> {
  const query = await visitConsentPage(under, settings);
  const { exchange } = under.pack.platform.connecting;
  if (!isSupported(exchange)) throw new Error(`not supported: ${exchange.instead}`);
  return verb(under, exchange)({ query, redirectUri: REDIRECT_URI, codeVerifier: "verifier" });
}
