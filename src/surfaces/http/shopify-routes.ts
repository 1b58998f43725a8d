import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  adminAppUrl,
  beginInstall,
  finishInstall,
  INSTALL_SECONDS,
  rereadAfterCharge,
  shopName,
} from "../../features/shopify-app/index.ts";
import type { Services } from "../../features/operation.ts";
import { PlainError, RequestError } from "../../kernel/errors.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import { credentialsOf, type Doorkeeper, presented } from "./authorise.ts";
import { layout } from "./page-layout.ts";
import { html } from "./page-markup.ts";
import { readQueryString } from "./query-string.ts";

/**
 * `/shopify/…`: where a merchant installs the app, and where a page inside the Shopify admin opens its session. What Shopify has signed is the
 * credential; an address without that changes nothing.
 */
export interface ShopifyOptions {
  readonly doorkeeper: Doorkeeper;
  readonly db: Db;
  readonly services: Services;
  readonly publicUrl: string;
}

/** The page holds no script, and its address holds a code: no other site learns it. */
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

export function serveShopify(app: FastifyInstance, options: ShopifyOptions): void {
  const cookie = installCookie(options.publicUrl);
  app.get("/shopify/install", { exposeHeadRoute: false }, (request, reply) => begin(options, cookie, { request, reply }));
  app.get("/shopify/callback", { exposeHeadRoute: false }, (request, reply) => finish(options, cookie, { request, reply }));
  app.get("/shopify/charge", { exposeHeadRoute: false }, (request, reply) => endCharge(options, { request, reply }));
  app.post("/shopify/session", async (request, reply) => {
    const credential = presented(options.doorkeeper, credentialsOf(request));
    if (credential?.embedded === undefined) throw new RequestError("unauthorized", { message: NO_SESSION_TOKEN });
    await options.doorkeeper.openEmbedded(credential.embedded, request.id);
    return reply.code(204).send();
  });
}

const NO_SESSION_TOKEN = "This needs a session token of Shopify's App Bridge in the Authorization header.";

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function begin({ services }: ShopifyOptions, cookie: InstallCookie, { request, reply }: Exchange): FastifyReply {
  const { pairs } = readQueryString(request.url);
  const shops = pairs.filter(([name]) => name === "shop").map(([, value]) => value);
  try {
    const begun = beginInstall(services, { shop: shops.length === 1 ? shops[0] : undefined, browser: cookie.read(request) });
    if (begun === undefined) return sendPage(reply, 400, { title: "Which shop?", message: NO_SHOP });
    return reply
      .headers({ "cache-control": "no-store", "referrer-policy": "no-referrer", "set-cookie": cookie.keeping(begun.browser) })
      .redirect(begun.url, 302);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return sendPage(reply, 400, { title: NOT_INSTALLED, message: error.message });
  }
}

const NO_SHOP =
  "The address has to name your shop, as in /shopify/install?shop=my-shop.myshopify.com. You find the name in the address of your Shopify admin.";
const NOT_INSTALLED = "Feedwright isn't installed";

async function finish(
  { services, db, publicUrl }: ShopifyOptions,
  cookie: InstallCookie,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { pairs } = readQueryString(request.url);
  const end = await finishInstall(services, { pairs, browser: cookie.read(request), db, openShop, requestId: request.id });
  if (end.kind === "refused") return sendPage(reply, 400, { title: NOT_INSTALLED, message: end.message });
  // The code is in the fragment, which browsers send to no server.
  return reply
    .headers({ "cache-control": "no-store", "referrer-policy": "no-referrer", "set-cookie": cookie.clearing })
    .redirect(`${publicUrl}/console/sign-in#code=${end.code}`, 303);
}

/**
 * Where Shopify sends the merchant after a charge was approved or declined. The address is nobody's word for it: it only makes us ask Shopify, and leads
 * back to the app.
 */
async function endCharge({ services, db }: ShopifyOptions, { request, reply }: Exchange): Promise<FastifyReply> {
  const shop = shopName(new Map(readQueryString(request.url).pairs).get("shop"));
  const appUrl = shop === undefined ? undefined : adminAppUrl(services, shop);
  if (shop === undefined || appUrl === undefined) return sendPage(reply, 400, { title: "Which shop?", message: NO_SHOP });
  try {
    await rereadAfterCharge(services, { db, openShop }, shop);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return sendPage(reply, 503, {
      title: "Shopify doesn't answer",
      message: `${error.message} Your plan changes once Shopify answers again.`,
    });
  }
  return reply.headers({ "cache-control": "no-store", "referrer-policy": "no-referrer" }).redirect(appUrl, 303);
}

function sendPage(
  reply: FastifyReply,
  status: number,
  { title, message }: { readonly title: string; readonly message: string },
): FastifyReply {
  const page = layout({ title, navigation: html``, content: html`<p>${message}</p>` });
  return reply.code(status).headers(PAGE_HEADERS).send(page);
}

interface InstallCookie {
  read(request: FastifyRequest): string | undefined;
  keeping(secret: string): string;
  readonly clearing: string;
}

/** Lax, because the browser comes back from Shopify. Two cookies of the name are a sign that somebody else set one: neither counts. */
function installCookie(publicUrl: string): InstallCookie {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? "__Host-fw-install" : "fw-install";
  const set = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read({ headers }) {
      const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
      const [own, second] = pairs.filter((pair) => pair.startsWith(`${name}=`));
      return second === undefined ? own?.slice(name.length + 1) : undefined;
    },
    keeping: (secret) => set(secret, INSTALL_SECONDS),
    clearing: set("", 0),
  };
}
