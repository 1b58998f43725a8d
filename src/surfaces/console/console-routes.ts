import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConsoleFile, ConsoleFiles } from "./console-files.ts";

/**
 * The web console: one page and its assets. The page is the same for everyone and holds nothing of anyone; what it shows it asks of the public API.
 */

/** The built console; `undefined` while it is being built, a sentence where that failed. */
export type ConsoleState = () => ConsoleFiles | string | undefined;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const PAGE_HEADERS = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-cache",
};
/** Its name changes with its content. */
const FOREVER = "public, max-age=31536000, immutable";
const RETRY_SECONDS = 1;

export function serveConsole(app: FastifyInstance, state: ConsoleState): void {
  app.get("/console", async (request, reply) => sendPage(request, reply, state()));
  app.get<{ readonly Params: { readonly "*": string } }>("/console/*", async (request, reply) => sendPage(request, reply, state()));
  app.get<{ readonly Params: { readonly name: string } }>("/console/assets/:name", async (request, reply) => {
    const files = state();
    const asset = typeof files === "object" ? files.assets.get(request.params.name) : undefined;
    // Never the page: a lazy import of an older version has to fail as one.
    if (asset === undefined) return reply.code(404).type("text/plain; charset=utf-8").send("There is no such file.\n");
    return sendFile(request, reply.header("cache-control", FOREVER), asset);
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, files: ReturnType<ConsoleState>): FastifyReply {
  reply.headers(PAGE_HEADERS);
  if (typeof files !== "object") {
    const sentence = files ?? "The console is being built. The page reloads when it is ready.";
    const refresh = files === undefined ? `<meta http-equiv="refresh" content="${RETRY_SECONDS}">` : "";
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">${refresh}<title>Feedwright</title></head><body><p>${sentence}</p></body></html>`;
    return reply.code(503).header("retry-after", String(RETRY_SECONDS)).type("text/html; charset=utf-8").send(page);
  }
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
