import type { FastifyInstance, FastifyReply } from "fastify";
import type { HttpOptions } from "./build-http.ts";
import { docsPage, errorsPage } from "./docs-page.ts";
import { openApiDocument } from "./openapi.ts";

/** The reference pages hold no script and load nothing. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The reference, for programs and for people; needs no key. Each page is made when it is first asked for. */
export function serveDocs(
  app: FastifyInstance,
  { operations, events = [], publicUrl }: Pick<HttpOptions, "operations" | "events" | "publicUrl">,
): void {
  const document = once(() => openApiDocument(operations, publicUrl, events));
  const json = once(() => JSON.stringify(document()));
  const reference = once(() => docsPage(document(), publicUrl));
  const errors = once(() => errorsPage(publicUrl));
  app.get("/v1/openapi.json", async (_request, reply) => reply.type("application/json; charset=utf-8").send(json()));
  app.get("/docs", async (_request, reply) => sendPage(reply, reference()));
  app.get("/docs/errors", async (_request, reply) => sendPage(reply, errors()));
  app.get("/", async (_request, reply) => reply.redirect("/docs", 302));
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({ "content-type": "text/html; charset=utf-8", "content-security-policy": PAGE_POLICY, "cache-control": "no-cache" })
    .send(html);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
