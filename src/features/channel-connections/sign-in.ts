import { createHash, randomBytes } from "node:crypto";
import type { ChannelPack } from "../../channels/channel-port.ts";
import { isSupported, type PlatformAccount, type PlatformCall } from "../../channels/platform-port.ts";
import { type Grant, PlatformFault } from "../../channels/platform-request.ts";
import type { ShopId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { platformCall, type PlatformServices } from "./platform-call.ts";

/** 256 bits: nobody guesses a state, nor a verifier (RFC 7636 wants 43 characters or more). */
const SECRET_BYTES = 32;

/** The secrets of one sign-in: the state travels through the browser, the verifier never leaves us. */
export interface SignInSecrets {
  readonly state: string;
  readonly verifier: string;
  readonly challenge: string;
}

export function newSignInSecrets(random: (bytes: number) => Buffer = randomBytes): SignInSecrets {
  const verifier = random(SECRET_BYTES).toString("base64url");
  return { state: random(SECRET_BYTES).toString("base64url"), verifier, challenge: hashOf(verifier) };
}

/** What is stored of a state, so that reading the database lets nobody finish a sign-in. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Context of a sealed verifier. */
export const verifierContext = (shopId: ShopId, channel: string): string => `channel:${shopId}:${channel}:verifier`;

/** Where the platform sends the browser back; registered there, so it never changes. */
export function callbackUrl({ publicUrl }: Pick<Services, "publicUrl">, slug: string): string {
  return `${publicUrl}/oauth/${slug}/callback`;
}

/** A call before there is a grant. */
export function unsignedCall(
  services: PlatformServices,
  { pack, shop, signal }: { readonly pack: ChannelPack; readonly shop: ShopDb; readonly signal: AbortSignal },
) {
  const none = (): never => {
    throw new PlatformFault("reauth_required", `${pack.displayName} isn't connected yet.`);
  };
  return platformCall(services, { pack, shop, signal, account: null, grant: none, renew: none });
}

/** Refuses a grant that lacks a scope; the person may have unticked it. */
export function requireScopes({ displayName, platform }: ChannelPack, { scopes }: Grant): void {
  const missing = scopes.length === 0 ? [] : platform.connecting.scopes.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return;
  throw new PlatformFault(
    "permission_missing",
    `${displayName} didn't grant ${missing.join(", ")}. Connect again and allow everything that is asked for.`,
  );
}

/** The account where there is no choice; null where somebody has to choose, or where the accounts can't be listed now. */
export async function onlyAccount(
  services: PlatformServices,
  { pack, shop, signal }: { readonly pack: ChannelPack; readonly shop: ShopDb; readonly signal: AbortSignal },
  grant: Grant,
) {
  const listed = await accountsOf(
    platformCall(services, { pack, shop, signal, account: null, grant: () => grant, renew: failRenewal }),
    pack,
  );
  return listed.length === 1 ? (listed[0] ?? null) : null;
}

export async function accountsOf(call: PlatformCall, { platform: { accounts } }: ChannelPack): Promise<readonly PlatformAccount[]> {
  return isSupported(accounts) ? accounts(call) : [];
}

async function failRenewal(): Promise<never> {
  throw new PlatformFault("reauth_required", "The platform refuses the token it has just granted. Connect again.");
}
