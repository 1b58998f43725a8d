import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Failures } from "../control/failures.ts";
import type { SimulatedApp } from "./simulated-app.ts";
import { signedQuery } from "./signed-text.ts";
import { answerGrant } from "./token-grants.ts";

/** `/admin/oauth/…`: the merchant's agreement, and tokens for it. */

export interface OauthRoutes {
  readonly app: SimulatedApp;
  readonly failures: Failures;
  readonly now: () => Date;
}

const Authorize = z.object({
  client_id: z.string(),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  scope: z.string().default(""),
  state: z.string().default(""),
});

export function serveOauth(server: FastifyInstance, routes: OauthRoutes): void {
  server.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  server.get("/admin/oauth/authorize", (request, reply) => {
    const wanted = readAuthorize(routes.app, request.query);
    if (wanted === undefined)
      return reply.code(400).type(HTML).send(page("Something went wrong", "<p>The app or its redirect isn't known.</p>"));
    return routes.app.settings.autoApprove ? approve(routes, wanted, reply) : reply.type(HTML).send(approvePage(wanted));
  });
  server.post("/admin/oauth/authorize", (request, reply) => {
    const wanted = readAuthorize(routes.app, request.query);
    return wanted === undefined ? reply.code(400).send() : approve(routes, wanted, reply);
  });
  server.post("/admin/oauth/access_token", (request, reply) => grant(routes, request, reply));
}

type Authorize = z.output<typeof Authorize>;

function readAuthorize({ settings }: SimulatedApp, query: unknown): Authorize | undefined {
  const { success, data } = Authorize.safeParse(query);
  return success && data.client_id === settings.clientId ? data : undefined;
}

function approve({ app, now }: OauthRoutes, { redirect_uri: redirect, scope, state }: Authorize, reply: FastifyReply): FastifyReply {
  const { shopDomain, clientSecret } = app.settings;
  const scopes = scope === "" ? app.settings.scopes : scope.split(",").map((one) => one.trim());
  const parameters = { code: app.tokens.code(scopes), host: adminHost(shopDomain), shop: shopDomain, state };
  return reply.redirect(`${redirect}?${signedQuery(parameters, clientSecret, now())}`, 302);
}

/** `admin.shopify.com/store/my-shop` as App Bridge wants it. */
export function adminHost(shopDomain: string): string {
  return Buffer.from(`admin.shopify.com/store/${shopDomain.replace(".myshopify.com", "")}`).toString("base64url");
}

async function grant({ app, failures, now }: OauthRoutes, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const failure = failures.take("token", "");
  if (failure?.kind === "token_503") return reply.code(503).type(HTML).send(page("Something went wrong", ""));
  const answer = answerGrant(app, request.body, now());
  if (failure?.kind === "token_answer_lost") {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return reply;
  }
  if ("error" in answer) return reply.code(400).send({ error: answer.error, error_description: answer.description });
  const { accessToken, scopes, expiresInSeconds, refreshToken, refreshExpiresInSeconds } = answer.pair;
  return reply.send({
    access_token: accessToken,
    scope: scopes.join(","),
    ...(expiresInSeconds === null ? {} : { expires_in: expiresInSeconds }),
    ...(refreshToken === null ? {} : { refresh_token: refreshToken, refresh_token_expires_in: refreshExpiresInSeconds }),
  });
}

export const HTML = "text/html; charset=utf-8";

export function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${content}</body></html>`;
}

/** The form posts to this page's own address, so the query stays as it is. */
function approvePage({ scope }: Authorize): string {
  const scopes = scope.split(",").map((one) => `<li>${one.replaceAll(/[^a-z_]/g, "")}</li>`);
  return page(
    "Install app",
    `<p>The app asks for:</p><ul>${scopes.join("")}</ul><form method="post"><button type="submit">Install</button></form>`,
  );
}
