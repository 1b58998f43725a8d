import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Caller } from "../../features/keys/index.ts";
import { endEverySession, endSession, startSession } from "../../features/sessions/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { admit, countStranger, credentialsOf, findCaller, type Found, presented, refusePastLimits, standing } from "./authorise.ts";
import { parseBody, readBody } from "./json-body.ts";
import { bodyRefusal, memberFaults } from "./member-faults.ts";
import type { PipelineOptions } from "./operation-route.ts";
import { invalidQuery, queryText } from "./query-string.ts";
import { standingHeaders } from "./rate-limit.ts";
import { SESSION_BODY_BYTES_MAX } from "./server-limits.ts";
import { isFromOwnPages } from "./session-cookie.ts";
import { inTransaction } from "./transaction-retry.ts";

/**
 * The door of the web console, separate from the API: a key of any kind is exchanged for a cookie that scripts
 * can't read, and that represents the key from then on. What a request with the cookie may do is settled where keys are, in `authorise.ts`.
 */
export type SessionOptions = Pick<PipelineOptions, "doorkeeper" | "db" | "note">;

export function serveSessions(app: FastifyInstance, options: SessionOptions): void {
  const { db } = options;
  const { cookie } = options.doorkeeper;
  app.post("/session", async (request, reply) => {
    const caller = await signIn(request, reply, options);
    const token = await inTransaction(db, (transaction) => startSession(transaction, { caller, requestId: request.id }));
    return reply.code(204).header("set-cookie", cookie.keeping(token)).send();
  });
  app.delete("/session", async (request, reply) => {
    const found = await signOut(request, reply, options);
    if (found !== undefined) {
      const { caller, credential } = found;
      await inTransaction(db, (transaction) => endSession(transaction, credential.text, { caller, requestId: request.id }));
    }
    return reply.code(204).header("set-cookie", cookie.clearing).send();
  });
  app.delete("/sessions", async (request, reply) => {
    const { caller, credential, headers } = await admit(options.doorkeeper, credentialsOf(request));
    reply.headers(headers);
    options.note(request, { key_id: caller.keyId });
    refuseQuery(request);
    await inTransaction(db, (transaction) => endEverySession(transaction, { caller, requestId: request.id }));
    if (credential.kind === "session") reply.header("set-cookie", cookie.clearing);
    return reply.code(204).send();
  });
}

const SignIn = z.strictObject({ key: z.string() });
/** JSON alone: no form on a page of somebody else's can send it. */
const SIGN_IN_BODY = { bytesMax: SESSION_BODY_BYTES_MAX, forms: {} };

/** Whoever sends no valid key is a stranger, and counted as one; whoever does is counted as its holder. */
async function signIn(request: FastifyRequest, reply: FastifyReply, { doorkeeper, note }: SessionOptions): Promise<Caller> {
  const credentials = credentialsOf(request);
  let key: string;
  try {
    key = await readKey(request);
  } catch (thrown) {
    reply.headers(await countStranger(doorkeeper, credentials));
    throw thrown;
  }
  const credential = { kind: "key", text: key } as const;
  await refusePastLimits(doorkeeper, credential, credentials);
  const found = await findCaller(doorkeeper, credential, credentials.query);
  if (found === undefined) {
    const message = "`key` isn't a valid API key. It doesn't exist, or it was revoked.";
    throw new RequestError("unauthorized", { message, headers: await countStranger(doorkeeper, credentials) });
  }
  reply.headers(standing(doorkeeper, found));
  note(request, { key_id: found.caller.keyId });
  return found.caller;
}

async function readKey(request: FastifyRequest): Promise<string> {
  const body = await readBody(request.raw, SIGN_IN_BODY);
  refuseQuery(request);
  const parsed = SignIn.safeParse(parseBody(body), PLAINLY);
  if (!parsed.success) throw bodyRefusal(memberFaults(parsed.error), { memberCodes: {}, errors: [] });
  return parsed.data.key;
}

/**
 * Whose session the cookie's is; none where it has ended. Leaving is never refused for want of requests left to the key. A request that
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
  const found = await findCaller(doorkeeper, presented(doorkeeper, credentials), credentials.query);
  if (found === undefined) {
    reply.headers(await countStranger(doorkeeper, credentials));
  } else {
    const { kind, keyId, window } = found.caller;
    reply.headers(standingHeaders(kind, doorkeeper.rateLimits[kind], window));
    note(request, { key_id: keyId });
  }
  refuseQuery(request);
  return found;
}

function refuseQuery({ url }: FastifyRequest): void {
  if (queryText(url) !== "") throw invalidQuery("", "This route takes no query parameters. Remove them.");
}
