import type { FastifyReply, FastifyRequest } from "fastify";
import { recordAudit } from "../../features/audit/index.ts";
import { actorOf } from "../../features/keys/index.ts";
import type { AnyOperation, Services } from "../../features/operation.ts";
import { RequestError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import { admit, type Authorised, authorise } from "./authorise.ts";
import { mediaTypeOf, NO_BODY, readBody } from "./json-body.ts";
import { type Performed, performOperation, prepareOperation, type PreparedOperation, type RawInput } from "./perform-operation.ts";
import type { Answer, Idempotency, RateLimit, RepeatableRequest } from "./pipeline-hooks.ts";
import { readQueryString } from "./query-string.ts";
import { inTransaction } from "./transaction-retry.ts";

/** What every operation's route needs. */
export interface PipelineOptions {
  readonly db: Db;
  readonly services: Services;
  readonly rateLimit: RateLimit;
  readonly idempotency: Idempotency;
  /** Compares what operations answer with their output schema: for development and tests, it costs as much as a small query. */
  readonly checkOutput: boolean;
  /** Facts for the request's line in the log. */
  readonly note: (request: FastifyRequest, facts: Readonly<Record<string, unknown>>) => void;
}

/** One request, with everything the stages after authorisation know of it. */
interface Admitted extends Authorised {
  readonly prepared: PreparedOperation;
  readonly raw: RawInput;
  readonly request: FastifyRequest;
}

/** The line: admit (401, 429), authorise (403), read the body's bytes, do the work, send. */
export function operationHandler(operation: AnyOperation, options: PipelineOptions) {
  const prepared = prepareOperation(operation);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const query = readQueryString(request.url);
    const { caller, headers } = await admit(options.db, options.rateLimit, {
      authorization: request.headers.authorization,
      query,
      address: request.ip,
    });
    reply.headers(headers);
    options.note(request, { key_id: caller.keyId });
    const authorised = authorise(operation, caller, query);
    const body = operation.http.method === "GET" ? NO_BODY : await readBody(request.raw, operation.upload);
    const admitted: Admitted = {
      ...authorised,
      prepared,
      request,
      raw: { path: members(request.params), query, body, mediaType: mediaTypeOf(request.raw) },
    };
    const answer = operation.effect === "read" ? await answerRead(admitted, options) : await answerWrite(admitted, options);
    return send(reply, answer);
  };
}

async function answerRead(admitted: Admitted, options: PipelineOptions): Promise<Answer> {
  return answerOf(admitted, await perform(admitted, options, options.db), options);
}

/** The change, its audit row and the stored answer commit together or not at all; any fault undoes all three. */
async function answerWrite(admitted: Admitted, options: PipelineOptions): Promise<Answer> {
  return inTransaction(options.db, (transaction) =>
    options.idempotency.once(transaction, repeatable(admitted), async () => {
      const performed = await perform(admitted, options, transaction);
      const answer = answerOf(admitted, performed, options);
      await audit(admitted, performed, transaction);
      return answer;
    }),
  );
}

function perform({ prepared, caller, shopId, request, raw }: Admitted, { services }: PipelineOptions, db: Db): Promise<Performed> {
  const call = { ...services, actor: actorOf(caller), requestId: request.id, shop: openShop(db, shopId) };
  return performOperation(prepared, call, raw);
}

async function audit({ prepared: { operation }, caller, shopId, request }: Admitted, { facts }: Performed, transaction: Db): Promise<void> {
  const { audit: action, previewMember, secrets, name } = operation;
  if (previewMember !== null && members(facts["body"])[previewMember] === true) return;
  if (action === null) throw new RequestError("internal_error", { cause: `${name} writes without naming an audit action` });
  await recordAudit(transaction, {
    shopId,
    action,
    actor: actorOf(caller),
    facts: { operation: name, ...facts },
    secrets,
    requestId: request.id,
  });
}

function repeatable({ prepared: { operation }, caller, shopId, request, raw }: Admitted): RepeatableRequest {
  const header = request.headers["idempotency-key"];
  return {
    idempotencyKey: typeof header === "string" ? header : undefined,
    idempotency: operation.idempotency,
    keyId: caller.keyId,
    shopId,
    method: request.method,
    url: request.url,
    body: raw.body instanceof RequestError ? NO_BODY : raw.body,
  };
}

function answerOf({ prepared: { operation } }: Admitted, { output }: Performed, { checkOutput }: PipelineOptions): Answer {
  const { status } = operation.http;
  if (status === 204) return { status, headers: {}, body: null };
  if (checkOutput) assertOutput(operation, output);
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(output) };
}

function assertOutput(operation: AnyOperation, output: unknown): void {
  const parsed = operation.output.safeParse(output);
  if (!parsed.success)
    throw new RequestError("internal_error", { cause: new Error(`${operation.name} broke its output schema`, { cause: parsed.error }) });
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}
