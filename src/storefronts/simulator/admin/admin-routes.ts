import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Failure, Failures } from "../control/failures.ts";
import { type AdminApi, answerQuery } from "./answer-query.ts";

/** `POST /admin/api/{version}/graphql.json`, and what may befall it. */

export interface AdminRoutes {
  readonly api: AdminApi;
  readonly failures: Failures;
  readonly token: string;
  readonly version: string;
}

const AdminBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

const SLOW_MS = 5_000;
const RETRY_AFTER_SECONDS = 2;
const NOT_LET_IN = { errors: "[API] Invalid API key or access token (unrecognized login or wrong password)" };
const NO_QUERY = { errors: { query: "Required parameter missing or invalid" } };

export function serveAdmin(app: FastifyInstance, { api, failures, token, version }: AdminRoutes): void {
  // The token of a custom app, or one of the app that was installed.
  const scopesOf = (given: string | readonly string[] | undefined): ReadonlySet<string> | undefined => {
    if (isToken(given, token)) return api.context.scopes;
    const granted = typeof given === "string" ? api.context.app.tokens.scopesOf(given) : undefined;
    return granted === undefined ? undefined : new Set(granted);
  };
  // A version that is not served falls forward, and only this header tells. Answers to broken bodies have it, too.
  const onRequest = (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.headers({ "x-shopify-api-version": version, "x-request-id": randomUUID() });
    done();
  };
  app.post("/admin/api/:version/graphql.json", { onRequest }, async (request, reply) => {
    const body = AdminBody.safeParse(request.body);
    const failure = failures.take("request", body.success ? body.data.query : "");
    if (failure !== undefined && (await strike(failure, request, reply))) return reply;
    const scopes = scopesOf(request.headers["x-shopify-access-token"]);
    if (scopes === undefined) return reply.code(401).send(NOT_LET_IN);
    if (!body.success) return reply.code(400).send(NO_QUERY);
    const { query, variables, operationName } = body.data;
    const asked = { query, variables: variables ?? {}, operationName: operationName ?? undefined };
    return reply.send(await answerQuery({ ...api, context: { ...api.context, scopes } }, asked, failure?.kind === "throttled"));
  });
}

/** Compared by digest, so that neither length nor content shows in the time it takes. */
function isToken(given: string | readonly string[] | undefined, token: string): boolean {
  if (typeof given !== "string") return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

const STATUSES = { http_429: 429, http_500: 500, http_502: 502, http_503: 503 } as const;

/** Answers whether the request has had its answer. */
async function strike({ kind, forMs }: Failure, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  switch (kind) {
    case "connection_reset":
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return true;
    case "slow_answer":
      await wait(forMs ?? SLOW_MS);
      return false;
    case "http_429":
      reply.header("retry-after", String(RETRY_AFTER_SECONDS));
      reply.code(STATUSES[kind]).send({ errors: "Exceeded 2 calls per second for api client." });
      return true;
    case "http_500":
    case "http_502":
    case "http_503":
      reply.code(STATUSES[kind]).type("text/html; charset=utf-8").send("<!DOCTYPE html><title>Something went wrong</title>");
      return true;
    default:
      return false;
  }
}
