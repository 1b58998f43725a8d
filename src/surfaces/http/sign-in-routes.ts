import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { finishSignIn, type SignInEnd } from "../../features/channel-connections/index.ts";
import type { Services } from "../../features/operation.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import { countStranger, credentialsOf, type Doorkeeper } from "./authorise.ts";
import { layout } from "./page-layout.ts";
import { html } from "./page-markup.ts";
import { readQueryString } from "./query-string.ts";

/** Where platforms send browsers back after a sign-in. The state in the query is the credential: it is single-use and names the shop. */
export interface SignInOptions {
  readonly doorkeeper: Doorkeeper;
  readonly db: Db;
  readonly services: Services;
}

/** The page holds no script, and its address holds a code: no other site learns it. */
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

const TITLES: Readonly<Record<SignInEnd["kind"], string>> = {
  connected: "Connected",
  choose_account: "Connected: choose an account",
  failed: "Not connected",
  unknown: "Not connected",
};

export function serveSignIns(app: FastifyInstance, options: SignInOptions): void {
  // A request by HEAD would use the state up: whoever looks ahead at a link asks so.
  app.get<{ Params: { slug: string } }>("/oauth/:slug/callback", { exposeHeadRoute: false }, async (request, reply) => {
    reply.headers(await countStranger(options.doorkeeper, credentialsOf(request)));
    const end = await endSignIn(options, request);
    if (end.returnUrl !== null) return reply.headers(PAGE_HEADERS).redirect(returnUrl(end.returnUrl, request.params.slug, end), 303);
    return sendPage(reply, end);
  });
}

async function endSignIn({ db, services }: SignInOptions, request: FastifyRequest<{ Params: { slug: string } }>): Promise<SignInEnd> {
  const pack = services.channels.find(({ slug }) => slug === request.params.slug);
  if (pack === undefined)
    return { kind: "unknown", message: "There is no such channel. Start again from the list of channels.", returnUrl: null };
  const { pairs } = readQueryString(request.url);
  const query = Object.fromEntries(pairs);
  // RFC 6749, section 3.1: no parameter comes twice.
  if (Object.keys(query).length < pairs.length) return DOUBTFUL;
  return finishSignIn(services, { pack, query, db, openShop, requestId: request.id });
}

const DOUBTFUL: SignInEnd = {
  kind: "unknown",
  message: "A platform doesn't send an address like this one. Start again: connect the channel once more.",
  returnUrl: null,
};

/** What the page that began the sign-in needs to go on. */
function returnUrl(begun: string, slug: string, { kind, message }: SignInEnd): string {
  const url = new URL(begun);
  url.searchParams.set("channel", slug);
  url.searchParams.set("status", kind);
  if (kind === "failed") url.searchParams.set("message", message);
  return url.href;
}

function sendPage(reply: FastifyReply, { kind, message }: SignInEnd): FastifyReply {
  const content = html`<p>${message}</p>
    <p>You can close this page.</p>`;
  const page = layout({ title: TITLES[kind], navigation: html``, content });
  return reply
    .code(kind === "failed" || kind === "unknown" ? 400 : 200)
    .headers(PAGE_HEADERS)
    .send(page);
}
