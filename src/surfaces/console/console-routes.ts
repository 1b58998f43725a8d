import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { shopName } from "../../features/shopify-app/index.ts";
import type { ShopifyAppSettings } from "../../storefronts/shopify-app-port.ts";
import type { ConsoleFile, ConsoleFiles } from "./console-files.ts";

/**
 * The web console: one page and its assets. The page is the same for everyone and holds nothing of anyone; what it shows it asks of the public API.
 */

/** The built console; `undefined` while it is being built, a sentence where that failed. */
export type ConsoleState = () => ConsoleFiles | string | undefined;

const policy = (scripts: readonly string[], ancestors: readonly string[], trusted: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    "style-src 'self'",
    "img-src 'self' https:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ["frame-ancestors", ...ancestors].join(" "),
    ...trusted,
  ].join("; ");

/** Beside the Shopify admin's script, which writes into the page as it likes, we can't ask for trusted types. */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

const PAGE_HEADERS = {
  "content-security-policy": policy([], ["'none'"], TRUSTED_TYPES),
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-cache",
};

/** Shopify wants it loaded from there, and nothing else. */
const APP_BRIDGE = "https://cdn.shopify.com/shopifyapi/app-bridge.js";
const ADMIN = "https://admin.shopify.com";

/** The page as the Shopify admin shows it: inside a frame of that shop's admin alone, with the admin's script. */
interface Embedding {
  readonly headers: typeof PAGE_HEADERS;
  /** What the page's head begins with. */
  readonly tags: string;
}

function embeddingOf(url: string, app: ShopifyAppSettings | null): Embedding | undefined {
  if (app === null || !url.includes("embedded=1")) return undefined;
  const query = new URLSearchParams(url.slice(url.indexOf("?")));
  const shops = query.getAll("shop");
  const shop = shops.length === 1 ? shopName(shops[0]) : undefined;
  if (shop === undefined || query.get("embedded") !== "1") return undefined;
  const script = app.simulatorUrl === null ? APP_BRIDGE : `${app.simulatorUrl}/app-bridge.js`;
  const ancestors = [`https://${shop}`, ADMIN, ...(app.simulatorUrl === null ? [] : [app.simulatorUrl])];
  return {
    headers: { ...PAGE_HEADERS, "content-security-policy": policy([script], ancestors, []), "cache-control": "no-store" },
    tags: `<meta name="shopify-api-key" content="${escaped(app.clientId)}"><script src="${script}"></script>`,
  };
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
/** Its name changes with its content. */
const FOREVER = "public, max-age=31536000, immutable";
const RETRY_SECONDS = 1;

export function serveConsole(app: FastifyInstance, state: ConsoleState, shopify: ShopifyAppSettings | null = null): void {
  const send = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendPage(request, reply, { files: state(), embedding: embeddingOf(request.url, shopify) });
  app.get("/console", async (request, reply) => send(request, reply));
  app.get<{ readonly Params: { readonly "*": string } }>("/console/*", async (request, reply) => send(request, reply));
  app.get<{ readonly Params: { readonly name: string } }>("/console/assets/:name", async (request, reply) => {
    const files = state();
    const asset = typeof files === "object" ? files.assets.get(request.params.name) : undefined;
    // Never the page: a lazy import of an older version has to fail as one.
    if (asset === undefined) return reply.code(404).type("text/plain; charset=utf-8").send("There is no such file.\n");
    return sendFile(request, reply.header("cache-control", FOREVER), asset);
  });
}

interface Page {
  readonly files: ReturnType<ConsoleState>;
  readonly embedding: Embedding | undefined;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { files, embedding }: Page): FastifyReply {
  reply.headers(embedding?.headers ?? PAGE_HEADERS);
  if (typeof files !== "object") {
    const sentence = files ?? "The console is being built. The page reloads when it is ready.";
    const refresh = files === undefined ? `<meta http-equiv="refresh" content="${RETRY_SECONDS}">` : "";
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">${refresh}<title>Feedwright</title></head><body><p>${sentence}</p></body></html>`;
    return reply.code(503).header("retry-after", String(RETRY_SECONDS)).type("text/html; charset=utf-8").send(page);
  }
  if (embedding !== undefined)
    return reply.type(files.page.type).send(files.page.bytes.toString("utf8").replace("<head>", `<head>${embedding.tags}`));
  const etag = `"${createHash("sha256").update(files.page.bytes).digest("base64url").slice(0, ETAG_CHARACTERS)}"`;
  reply.header("etag", etag);
  if (request.headers["if-none-match"]?.includes(etag) === true) return reply.code(304).send();
  return sendFile(request, reply, files.page);
}

/** 132 bits tell one version from another. */
const ETAG_CHARACTERS = 22;

function sendFile(request: FastifyRequest, reply: FastifyReply, { bytes, type, br, gzip }: ConsoleFile): FastifyReply {
  reply.type(type).header("vary", "Accept-Encoding");
  const accepted = request.headers["accept-encoding"] ?? "";
  if (br !== undefined && takes(accepted, "br")) return reply.header("content-encoding", "br").send(br);
  if (gzip !== undefined && takes(accepted, "gzip")) return reply.header("content-encoding", "gzip").send(gzip);
  return reply.send(bytes);
}

function takes(accepted: string, coding: string): boolean {
  return accepted
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((word) => word.trim()))
    .some(([name, quality]) => name === coding && !/^q=0(?:\.0*)?$/.test(quality ?? ""));
}
