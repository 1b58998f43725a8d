import type { ChannelPack } from "../../channels/channel-port.ts";
import { isSupported } from "../../channels/platform-port.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import { isolated } from "../../kernel/isolated.ts";
import { storedId } from "../../kernel/ids.ts";
import { markRegistrationsDue } from "../channel-files/index.ts";
import { recordAudit } from "../audit/index.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import type { ShopId } from "../../kernel/ids.ts";
import type { Services } from "../operation.ts";
import { findCountry, storeSignIn } from "./connection-queries.ts";
import { sealGrant } from "./sealed-grant.ts";
import { callbackUrl, hashOf, onlyAccount, requireScopes, unsignedCall, verifierContext } from "./sign-in.ts";
import { takeSignIn } from "./sign-in-queries.ts";

type SignInServices = Pick<Services, "egress" | "secrets" | "clock" | "log" | "platforms" | "publicUrl">;

interface Callback {
  readonly pack: ChannelPack;
  /** The callback's query. */
  readonly query: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly db: Db;
  readonly openShop: (db: Db, shopId: ShopId) => ShopDb;
}

/** How a sign-in ended, as a page or a redirect says it. */
export interface SignInEnd {
  readonly kind: "connected" | "choose_account" | "failed" | "unknown";
  /** What happened and what to do. */
  readonly message: string;
  readonly returnUrl: string | null;
}

/** An exchange is a call, and finding the only account a few more. */
const EXCHANGE_MS = 60_000;

const UNKNOWN: SignInEnd = {
  kind: "unknown",
  message: "This sign-in has ended, was used before or belongs to someone else. Start again: connect the channel once more.",
  returnUrl: null,
};

/** Ends a sign-in: uses its state up, exchanges the code and stores the grant. A process that dies in between leaves a sign-in to start again. */
export async function finishSignIn(services: SignInServices, callback: Callback): Promise<SignInEnd> {
  const { pack, query, db } = callback;
  const { state = "" } = query;
  const found = state === "" ? undefined : await takeSignIn(db, hashOf(state), pack.slug);
  if (found === undefined) return UNKNOWN;
  const shop = callback.openShop(db, storedId("shop", found.shop_id));
  const end = { returnUrl: found.return_url };
  try {
    const verifier = services.secrets.open(verifierContext(shop.shopId, pack.slug), found.verifier_sealed);
    const account = await connect(services, { pack, shop, query, verifier, requestId: callback.requestId });
    const name = `${pack.displayName} is connected to ${isolated(found.shop_name)}.`;
    return account === null
      ? { ...end, kind: "choose_account", message: `${name} Choose the account to use before feeds are sent.` }
      : { ...end, kind: "connected", message: `${name} Feeds go to the account ${isolated(account.name)}.` };
  } catch (error) {
    if (!(error instanceof PlatformFault)) throw error;
    services.log.info({ channel: pack.slug, fault: error.code, platform_code: error.platformCode }, "a sign-in failed");
    await recordEnd(db, { shop, pack, requestId: callback.requestId }, "channel.connect_failed", {
      error: { reason: error.code, message: error.message },
    });
    return { ...end, kind: "failed", message: error.message };
  }
}

interface Exchange {
  readonly pack: ChannelPack;
  readonly shop: ShopDb;
  readonly query: Readonly<Record<string, string>>;
  readonly verifier: string;
  readonly requestId: string;
}

async function connect(services: SignInServices, { pack, shop, query, verifier, requestId }: Exchange) {
  const { exchange, codeParameter } = pack.platform.connecting;
  if (!isSupported(exchange)) throw new PlatformFault("refused", exchange.instead);
  if ((query[codeParameter] ?? "") === "") throw declined(pack, query);
  const signal = AbortSignal.timeout(EXCHANGE_MS);
  const call = unsignedCall(services, { pack, shop, signal });
  const grant = await exchange(call, {
    query,
    redirectUri: callbackUrl(services, pack.slug),
    codeVerifier: verifier,
    country: await findCountry(shop),
  });
  requireScopes(pack, grant);
  const account = await onlyAccount(services, { pack, shop, signal }, grant);
  const sealed = sealGrant(services.secrets, shop.shopId, pack.slug, grant);
  await transact(shop.db, async (transaction) => {
    const inside = { ...shop, db: transaction };
    if (!(await storeSignIn(inside, pack.slug, { sealed, account })))
      throw new PlatformFault("refused", `${pack.displayName} is being disconnected. Try again in a minute.`);
    await markRegistrationsDue(inside, { channel: pack.slug });
    const facts = { account: account === null ? null : { id: account.id, name: account.name } };
    await recordEnd(transaction, { shop, pack, requestId }, "channel.connected", facts);
  });
  return account;
}

/** The person or program that began the sign-in learns from the audit log how it ended. */
async function recordEnd(
  db: Db,
  { shop, pack, requestId }: Pick<Exchange, "shop" | "pack" | "requestId">,
  action: "channel.connected" | "channel.connect_failed",
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const facts = { path: { slug: pack.slug }, answer: { data } };
  await recordAudit(db, { shopId: shop.shopId, action, actor: { kind: "system" }, facts, secrets: [], requestId });
}

/** The platform sent the browser back without a code: the person said no, or the platform did. */
function declined({ displayName }: ChannelPack, query: Readonly<Record<string, string>>): PlatformFault {
  const reason = query["error_description"] ?? query["error"] ?? "";
  const said = /^[\w .,'-]{1,200}$/.test(reason) ? ` (${reason})` : "";
  return new PlatformFault("permission_missing", `${displayName} didn't connect${said}. Start again and allow what is asked for.`);
}
