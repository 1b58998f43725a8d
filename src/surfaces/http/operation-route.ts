import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { recordAudit } from "../../features/audit/index.ts";
import { type Answer, answerAlike, answerOnce, findStored, type RepeatableRequest, type Worked } from "../../features/idempotency/index.ts";
import { actorOf, holdCaller } from "../../features/keys/index.ts";
import type { AnyOperation, Services } from "../../features/operation.ts";
import { holdSession } from "../../features/sessions/index.ts";
import { requireRoom } from "../../features/storage/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import type { ShopId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import { admit, type Authorised, authorise, type Credential, credentialsOf, type Doorkeeper } from "./authorise.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { isLarge, type LargeBodies } from "./large-bodies.ts";
import { mediaTypeOf, NO_BODY, readBody } from "./json-body.ts";
import { despiteOutdating } from "./outdated-preparation.ts";
import {
  type Performed,
  performChange,
  performReading,
  type Preparation,
  prepareChange,
  prepareOperation,
  type PreparedOperation,
  type RawInput,
  readRequest,
  type ReadRequest,
} from "./perform-operation.ts";
import { openCall, type OpenedCall } from "./open-call.ts";
import { type QueryString, queryText } from "./query-string.ts";
import { readAhead } from "./read-ahead.ts";
import type { SentBody } from "./read-input.ts";
import { despiteRemovals } from "./replaced-files.ts";
import { inTransaction } from "./transaction-retry.ts";

/** What every operation's route needs. */
export interface PipelineOptions {
  readonly doorkeeper: Doorkeeper;
  readonly db: Db;
  readonly services: Services;
  /** Compares what operations answer with their output schema: for development and tests, it costs as much as a small query. */
  readonly checkOutput: boolean;
  readonly largeBodies: LargeBodies;
  /** Facts for the request's line in the log. */
  readonly note: (request: FastifyRequest, facts: Readonly<Record<string, unknown>>) => void;
}

/** One request, with everything the stages after authorisation know of it. */
interface Admitted extends Authorised {
  readonly prepared: PreparedOperation;
  readonly raw: RawInput;
  readonly request: FastifyRequest;
  readonly credential: Credential;
  readonly idempotencyKey: string | undefined;
}

/** The line: admit (401, 429), authorise (403), read the body's bytes, do the work or find its answer, send. */
export function operationHandler(operation: AnyOperation, options: PipelineOptions) {
  const prepared = prepareOperation(operation);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const credentials = credentialsOf(request);
    const { query } = credentials;
    const { caller, credential, headers } = await admit(options.doorkeeper, credentials);
    reply.headers(headers);
    options.note(request, { key_id: caller.keyId });
    const authorised = authorise(operation, caller, query);
    const idempotencyKey = operation.idempotency === "none" ? undefined : readIdempotencyKey(request.headers);
    return send(reply, await answerInPlace({ ...authorised, prepared, request, credential, idempotencyKey }, query, options));
  };
}

/** A large body waits for its place before it is read, and has it until it is answered. */
async function answerInPlace(admitted: Omit<Admitted, "raw">, query: QueryString, options: PipelineOptions): Promise<Answer> {
  const { request, prepared } = admitted;
  using _place = isLarge(request.raw) ? await options.largeBodies.enter(ownerOf(admitted)) : null;
  const sent = await sentBody(request.raw, prepared.operation);
  const ahead = await readAhead(options.services.reader, prepared, sent);
  return await answer({ ...admitted, raw: { path: members(request.params), query, ...sent, ahead } }, options);
}

async function sentBody(request: IncomingMessage, { http, upload }: AnyOperation): Promise<SentBody> {
  const body = http.method === "GET" ? NO_BODY : await readBody(request, upload);
  return { body, mediaType: mediaTypeOf(request) };
}

/** Whose large bodies wait for each other. */
function ownerOf({ caller, tenant }: Authorised): string {
  return tenant.kind === "merchant" ? `shop ${tenant.shopId}` : `key ${caller.keyId}`;
}

/** A change is prepared, and commits with its audit row and its stored answer, or not at all. What changes nothing needs no transaction. */
async function answer(admitted: Admitted, options: PipelineOptions): Promise<Answer> {
  const asked = { ...admitted, read: readRequest(admitted.prepared, admitted.raw) };
  const work = () => (asked.read.changesNothing ? despiteRemovals(() => show(asked, options)) : change(asked, options));
  return despiteOutdating(work);
}

interface Asked extends Admitted {
  readonly read: ReadRequest;
}

async function show(asked: Asked, options: PipelineOptions): Promise<Answer> {
  const { db } = options;
  const work = async (): Promise<Worked> => {
    const performed = await performReading(asked.read, openedCall(asked, options, db).call);
    return { answer: answerOf(asked, performed, options), changed: false };
  };
  const request = repeatableRequest(asked);
  return request === undefined ? (await work()).answer : answerAlike(db, options.services.secrets, request, work);
}

async function change(asked: Asked, options: PipelineOptions): Promise<Answer> {
  const { db, services } = options;
  const request = repeatableRequest(asked);
  // What has been answered need not be prepared; whether it has been is seen again under the lock.
  const stored = request === undefined || !asked.read.operation.isPrepared ? undefined : await findStored(db, services.secrets, request);
  if (stored !== undefined) return stored;
  const preparation = await despiteRemovals(() => prepareChange(asked.read, openedCall(asked, options, db).call));
  let isDone = false;
  const inside = async (transaction: Db): Promise<Answer> => {
    isDone = false;
    await hold(asked, transaction);
    const work = async (): Promise<Worked> => {
      isDone = true;
      return workInside(asked, options, { transaction, preparation });
    };
    const given = request === undefined ? (await work()).answer : await answerOnce(transaction, services.secrets, request, work);
    await keepWithinQuota(asked, options, transaction);
    return given;
  };
  const answered = await inTransaction(db, inside, preparation.undo);
  // Another request with the same `Idempotency-Key` has done it meanwhile.
  if (!isDone) await preparation.undo();
  return answered;
}

/** Behind all that the request stores, its answer too. Lookup tables see to it themselves; and what is removed may leave a version. */
async function keepWithinQuota(asked: Asked, { services }: PipelineOptions, transaction: Db): Promise<void> {
  const shopId = shopOf(asked);
  if (shopId === null || asked.prepared.operation.http.method === "DELETE") return;
  await requireRoom(openShop(transaction, shopId), services.storageQuotaBytes, ["versions", "stored_answers"]);
}

async function hold(asked: Asked, transaction: Db): Promise<void> {
  await holdCaller(transaction, asked.caller, shopOf(asked));
  if (asked.credential.kind === "session") await holdSession(transaction, asked.credential.text);
}

interface Inside {
  readonly transaction: Db;
  readonly preparation: Preparation;
}

async function workInside(asked: Asked, options: PipelineOptions, { transaction, preparation }: Inside): Promise<Worked> {
  const { call, concerned } = openedCall(asked, options, transaction);
  const performed = await performChange(asked.read, call, preparation);
  const answered = answerOf(asked, performed, options);
  await audit(asked, { ...performed, shopId: concerned() }, transaction);
  return { answer: answered, changed: true };
}

function openedCall(asked: Asked, { services }: PipelineOptions, db: Db): OpenedCall {
  return openCall(asked, { services, requestId: asked.request.id, db });
}

/** What became of a request, and the shop it was about. */
interface PerformedFor extends Performed {
  readonly shopId: ShopId | null;
}

async function audit({ prepared: { operation }, caller, request }: Admitted, performed: PerformedFor, transaction: Db): Promise<void> {
  const { secrets, name } = operation;
  const { action, facts, shopId } = performed;
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

/** Undefined without an `Idempotency-Key`, and for a body that could not be read: such a request never has an effect. */
function repeatableRequest(admitted: Admitted): RepeatableRequest | undefined {
  const { idempotencyKey, caller, credential, request, raw } = admitted;
  if (idempotencyKey === undefined || raw.body instanceof RequestError) return undefined;
  const [path = ""] = request.url.split("?", 1);
  return {
    idempotencyKey,
    keyId: caller.keyId,
    credential,
    shopId: shopOf(admitted),
    method: request.method,
    path,
    query: queryText(request.url),
    body: raw.body,
  };
}

function shopOf({ tenant }: Authorised): ShopId | null {
  return tenant.kind === "merchant" ? tenant.shopId : null;
}

function answerOf({ prepared: { operation } }: Admitted, { output }: Performed, { checkOutput }: PipelineOptions): Answer {
  const { status } = operation.http;
  if (status === 204) return { status, headers: {}, body: null };
  if (checkOutput) assertOutput(operation, output);
  const { answersAs } = operation;
  if (answersAs !== null) return { status, headers: { "content-type": `${answersAs}; charset=utf-8` }, body: String(output) };
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
