import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { HttpOptions } from "./build-http.ts";
import { errorsPage } from "./errors-page.ts";
import { openApiDocument } from "./openapi.ts";
import { readScalar, REFERENCE_PAGE, REFERENCE_POLICY, REFERENCE_START, type Script } from "./reference-page.ts";

/** The list of errors holds no script and loads nothing. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The reference, for programs and for people; needs no key. Each part is made when it is first asked for. */
export function serveDocs(
  app: FastifyInstance,
  { operations, events = [], publicUrl }: Pick<HttpOptions, "operations" | "events" | "publicUrl">,
): void {
  // As bytes: of a text every answer that waits to be read would be a copy.
  const json = once(() => Buffer.from(JSON.stringify(openApiDocument(operations, publicUrl, events))));
  const errors = once(() => errorsPage(publicUrl));
  const scalar = once(readScalar);
  app.get("/v1/openapi.json", async (_request, reply) => reply.type("application/json; charset=utf-8").send(json()));
  app.get("/docs", async (_request, reply) => sendPage(reply, REFERENCE_PAGE, REFERENCE_POLICY));
  app.get("/docs/errors", async (_request, reply) => sendPage(reply, errors(), PAGE_POLICY));
  app.get("/docs/start.js", async (_request, reply) => asScript(reply).send(REFERENCE_START));
  app.get("/docs/scalar.js", async (request, reply) => sendScript(request, reply, await scalar()));
  app.get("/", async (_request, reply) => reply.redirect("/docs", 302));
}

function sendPage(reply: FastifyReply, html: string, policy: string): FastifyReply {
  return reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    })
    .send(html);
}

function asScript(reply: FastifyReply): FastifyReply {
  return reply.headers({
    "content-type": "text/javascript; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  });
}

function sendScript(request: FastifyRequest, reply: FastifyReply, { bytes, gzipped, etag }: Script): FastifyReply {
  asScript(reply).headers({ etag, vary: "Accept-Encoding" });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*(?:,|$)))/i.test(request.headers["accept-encoding"] ?? "");
  return takesGzip ? reply.header("content-encoding", "gzip").send(gzipped) : reply.send(bytes);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
