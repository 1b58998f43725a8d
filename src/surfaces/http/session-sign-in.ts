import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { holderOf, startSession, startSessionByCode } from "../../features/sessions/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { members } from "../../kernel/unsafe.ts";
import { countStranger, credentialsOf, findCaller, refusePastLimits, standing } from "./authorise.ts";
import { parseBody, readBody } from "./json-body.ts";
import { bodyRefusal, memberFaults } from "./member-faults.ts";
import { refuseQuery } from "./query-string.ts";
import { SESSION_BODY_BYTES_MAX } from "./server-limits.ts";
import type { SessionOptions } from "./session-routes.ts";
import { inTransaction } from "./transaction-retry.ts";

const ByKey = z.strictObject({ key: z.string() });
const ByCode = z.strictObject({ code: z.string() });
type SignIn = z.infer<typeof ByKey> | z.infer<typeof ByCode>;

/** JSON alone: no form on a page of somebody else's can send it. */
const SIGN_IN_BODY = { bytesMax: SESSION_BODY_BYTES_MAX, forms: {} };

/** The token of a new session. Whoever sends neither a valid key nor a valid code is a stranger, and counted as one. */
export async function signIn(request: FastifyRequest, reply: FastifyReply, options: SessionOptions): Promise<string> {
  let wanted: SignIn;
  try {
    wanted = await readSignIn(request);
  } catch (thrown) {
    reply.headers(await countStranger(options.doorkeeper, credentialsOf(request)));
    throw thrown;
  }
  return "key" in wanted ? signInByKey(wanted.key, request, { reply, options }) : signInByCode(wanted.code, request, { reply, options });
}

interface Answering {
  readonly reply: FastifyReply;
  readonly options: SessionOptions;
}

/** Counted as a request of the key. */
async function signInByKey(text: string, request: FastifyRequest, { reply, options }: Answering): Promise<string> {
  const { doorkeeper, db, note } = options;
  const credentials = credentialsOf(request);
  const credential = { kind: "key", text } as const;
  await refusePastLimits(doorkeeper, credential, credentials);
  const found = await findCaller(doorkeeper, credential, credentials);
  if (found === undefined) {
    const message = "`key` isn't a valid API key. It doesn't exist, or it was revoked.";
    throw new RequestError("unauthorized", { message, headers: await countStranger(doorkeeper, credentials) });
  }
  reply.headers(standing(doorkeeper, found));
  note(request, { key_id: found.caller.keyId });
  return inTransaction(db, (transaction) => startSession(transaction, { holder: holderOf(found.caller), requestId: request.id }));
}

/** Counted as a request of the address before it is looked at, so that guesses are limited and say nothing. */
async function signInByCode(code: string, request: FastifyRequest, { reply, options }: Answering): Promise<string> {
  const { doorkeeper, db, note } = options;
  const headers = await countStranger(doorkeeper, credentialsOf(request));
  reply.headers(headers);
  const started = await inTransaction(db, (transaction) => startSessionByCode(transaction, code, request.id));
  if (started === undefined) throw new RequestError("unauthorized", { message: CODE_INVALID, headers });
  note(request, { key_id: started.keyId });
  return started.token;
}

const CODE_INVALID = "`code` isn't a valid sign-in code. A code works once, for 10 minutes. To get a new link, run: feedwright console";

async function readSignIn(request: FastifyRequest): Promise<SignIn> {
  const body = parseBody(await readBody(request.raw, SIGN_IN_BODY));
  refuseQuery(request.url);
  const sent = typeof body === "object" && body !== null ? members(body) : {};
  if (sent["key"] !== undefined && sent["code"] !== undefined)
    throw refused([{ param: "/code", code: "invalid_param", message: "Send either `key` or `code`, not both." }]);
  const parsed = (sent["code"] === undefined ? ByKey : ByCode).safeParse(body, PLAINLY);
  if (!parsed.success) throw refused(memberFaults(parsed.error));
  return parsed.data;
}

function refused(faults: ReturnType<typeof memberFaults>): RequestError {
  return bodyRefusal(faults, { memberCodes: {}, errors: [] });
}
