import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  describeCaller,
  endEverySession,
  endSession,
  endSessionOfKey,
  holderOf,
  listOpenSessions,
  sessionTokenHash,
} from "../../features/sessions/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import { NumberId } from "../../kernel/ids.ts";
import {
  admit,
  type Admitted,
  countStranger,
  type Credential,
  credentialsOf,
  type Doorkeeper,
  findCaller,
  type Found,
  limitsOf,
  presented,
} from "./authorise.ts";
import type { PipelineOptions } from "./operation-route.ts";
import { refuseQuery } from "./query-string.ts";
import { standingHeaders } from "./rate-limit.ts";
import { isFromOwnPages } from "./session-cookie.ts";
import { signIn } from "./session-sign-in.ts";
import { inTransaction } from "./transaction-retry.ts";

/**
 * The door of the web console, separate from the API: a key of any kind, or a code from the command line, is exchanged for a cookie that
 * scripts can't read, and that represents the key from then on. What a request with the cookie may do is settled where keys are, in
 * `authorise.ts`. The routes are also below `/v1`, where the console's other requests go.
 */
export type SessionOptions = Pick<PipelineOptions, "doorkeeper" | "db" | "note">;

export function serveSessions(app: FastifyInstance, options: SessionOptions): void {
  for (const base of ["", "/v1"]) {
    serveSession(app, `${base}/session`, options);
    serveKeySessions(app, `${base}/sessions`, options);
  }
}

function serveSession(app: FastifyInstance, path: string, options: SessionOptions): void {
  const { db, doorkeeper } = options;
  const { cookie } = doorkeeper;
  app.post(path, async (request, reply) => {
    const token = await signIn(request, reply, options);
    return reply.code(204).header("set-cookie", cookie.keeping(token)).send();
  });
  app.get(path, async (request, reply) => {
    const { caller, credential } = await admitted(request, reply, options);
    const facts = await describeCaller(db, { keyId: caller.keyId, tokenHash: hashOf(credential) });
    return reply.send({ data: { ...facts, secure_cookie: cookie.isSecure } });
  });
  app.delete(path, async (request, reply) => {
    const found = await signOut(request, reply, options);
    if (found !== undefined) {
      const change = { holder: holderOf(found.caller), requestId: request.id };
      await inTransaction(db, (transaction) => endSession(transaction, found.credential.text, change));
    }
    return reply.code(204).header("set-cookie", cookie.clearing).send();
  });
}

function serveKeySessions(app: FastifyInstance, path: string, options: SessionOptions): void {
  const { db, doorkeeper } = options;
  const { cookie } = doorkeeper;
  app.get(path, async (request, reply) => {
    const { caller, credential } = await admitted(request, reply, options);
    return reply.send({ data: await listOpenSessions(db, { keyId: caller.keyId, tokenHash: hashOf(credential) }) });
  });
  app.delete(path, async (request, reply) => {
    const { caller, credential } = await admitted(request, reply, options);
    await inTransaction(db, (transaction) => endEverySession(transaction, { holder: holderOf(caller), requestId: request.id }));
    if (credential.kind === "session") reply.header("set-cookie", cookie.clearing);
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const { caller, credential } = await admitted(request, reply, options);
    const id = NumberId.safeParse(request.params.id);
    if (!id.success) throw new RequestError("resource_not_found");
    const asking = { keyId: caller.keyId, tokenHash: hashOf(credential) };
    const isCurrent = (await listOpenSessions(db, asking)).some((session) => session.current && session.id === id.data);
    const change = { holder: holderOf(caller), requestId: request.id };
    await inTransaction(db, (transaction) => endSessionOfKey(transaction, id.data, change));
    if (isCurrent) reply.header("set-cookie", cookie.clearing);
    return reply.code(204).send();
  });
}

async function admitted(request: FastifyRequest, reply: FastifyReply, { doorkeeper, note }: SessionOptions): Promise<Admitted> {
  const found = await admit(doorkeeper, credentialsOf(request));
  reply.headers(found.headers);
  note(request, { key_id: found.caller.keyId });
  refuseQuery(request.url);
  return found;
}

function hashOf({ kind, text }: Credential): Buffer | null {
  return kind === "session" ? sessionTokenHash(text) : null;
}

/**
 * Whose session the cookie's is; none where it has ended. Leaving is never refused for want of requests left to the session. A request that
 * comes from elsewhere, or by a key, neither ends the session nor removes the cookie.
 */
async function signOut(request: FastifyRequest, reply: FastifyReply, { doorkeeper, note }: SessionOptions): Promise<Found | undefined> {
  const credentials = credentialsOf(request);
  if (!isFromOwnPages(request.headers)) {
    const { headers } = await admit(doorkeeper, credentials);
    throw new RequestError("unauthorized", {
      headers,
      message: "Only a request from the console with the session's own cookie can end the session.",
    });
  }
  const found = await findCaller(doorkeeper, presented(doorkeeper, credentials), credentials);
  if (found === undefined) {
    reply.headers(await countStranger(doorkeeper, credentials));
  } else {
    reply.headers(standingOf(doorkeeper, found));
    note(request, { key_id: found.caller.keyId });
  }
  refuseQuery(request.url);
  return found;
}

function standingOf({ rateLimits }: Doorkeeper, found: Found): Readonly<Record<string, string>> {
  const { own } = limitsOf(found);
  return standingHeaders(own, rateLimits[own] ?? 0, found.caller.window);
}
