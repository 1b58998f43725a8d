import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RepeatableRequest } from "../../features/idempotency/index.ts";
import { EVENT_STREAM } from "../../features/events/index.ts";
import { actorOf } from "../../features/keys/index.ts";
import type { AnyOperation } from "../../features/operation.ts";
import { sessionTokenHash } from "../../features/sessions/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import { type Answering, answerRequest, type Given, shopOf } from "./answer-request.ts";
import { admit, type Authorised, authorise, type Credential, credentialsOf, type Doorkeeper, type Tenant } from "./authorise.ts";
import { cancellableServices, clientLeft } from "./cancelled-work.ts";
import type { EventStreams } from "./event-streams.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import type { FileUploads } from "./file-uploads.ts";
import { isLarge, type LargeBodies } from "./large-bodies.ts";
import { mediaTypeOf, NO_BODY, readBody } from "./json-body.ts";
import { prepareOperation, type PreparedOperation, readRequest } from "./perform-operation.ts";
import { type QueryString, queryText } from "./query-string.ts";
import { readAhead } from "./read-ahead.ts";
import type { SentBody } from "./read-input.ts";

/** What every operation's route needs. */
export interface PipelineOptions extends Answering {
  readonly doorkeeper: Doorkeeper;
  readonly largeBodies: LargeBodies;
  readonly streams: EventStreams;
  readonly fileUploads: FileUploads;
  /** Facts for the request's line in the log. */
  readonly note: (request: FastifyRequest, facts: Readonly<Record<string, unknown>>) => void;
}

/** One request, with everything the stages after authorisation know of it. */
interface Admitted extends Authorised {
  readonly prepared: PreparedOperation;
  readonly request: FastifyRequest;
  readonly credential: Credential;
  readonly idempotencyKey: string | undefined;
  /** Nobody waits for the answer any more. */
  readonly left: AbortSignal;
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
    const left = clientLeft(reply.raw);
    const admitted = { ...authorised, prepared, request, credential, idempotencyKey, left };
    const { tenant } = authorised;
    if (operation.answersAs === EVENT_STREAM && request.method === "GET" && tenant.kind === "merchant")
      return stream(reply, { ...admitted, tenant, query }, options);
    return send(reply, await answerInPlace(admitted, query, options));
  };
}

/** The answer, and the same request again whenever there is more: so what a stream sends is what the operation answers. */
async function stream(reply: FastifyReply, admitted: AdmittedStream, options: PipelineOptions): Promise<FastifyReply> {
  const { caller, credential, request, tenant, query } = admitted;
  const last = String(request.headers["last-event-id"] ?? "").slice(0, PLACE_CHARACTERS_MAX);
  const first = await answerInPlace(admitted, last === "" ? query : placedAfter(query, last), options);
  const seconds = query.pairs.find(([name]) => name === "seconds")?.[1];
  const session = credential.kind === "session" ? sessionTokenHash(credential.text) : null;
  return options.streams.open(reply.code(first.status).headers(first.headers), {
    holder: { shopId: tenant.shopId, keyId: caller.keyId, organizationId: caller.organizationId, sessionHash: session },
    opening: textOf(first),
    read: async (after) => textOf(await answerInPlace(admitted, placedAfter(query, after), options)),
    endsAfterSeconds: seconds === undefined ? null : Number(seconds),
  });
}

function textOf({ body }: Given): string {
  return body?.toString() ?? "";
}

interface AdmittedStream extends Admitted {
  readonly tenant: Extract<Tenant, { readonly kind: "merchant" }>;
  readonly query: QueryString;
}

/** A place of ours is shorter; a longer text is none. */
const PLACE_CHARACTERS_MAX = 100;

function placedAfter({ pairs, fault }: QueryString, place: string): QueryString {
  return { pairs: [...pairs.filter(([name]) => name !== "after"), ["after", place]], fault };
}

/** A large body waits for its place before it is read, and has it until it is answered. A file goes to the disk. */
async function answerInPlace(admitted: Admitted, query: QueryString, options: PipelineOptions): Promise<Given> {
  const { request, prepared } = admitted;
  const { file } = prepared.operation.upload ?? {};
  if (file !== undefined && mediaTypeOf(request.raw) === file.mediaType)
    return options.fileUploads.receive(request.raw, ownerOf(admitted), (arrived) =>
      answerSent(admitted, arrived instanceof RequestError ? { body: arrived } : { body: NO_BODY, file: arrived }, { query, options }),
    );
  using _place = isLarge(request.raw) ? await options.largeBodies.enter(ownerOf(admitted)) : null;
  return await answerSent(admitted, await sentBody(request.raw, prepared.operation), { query, options });
}

interface Answered {
  readonly query: QueryString;
  readonly options: PipelineOptions;
}

async function answerSent(admitted: Admitted, sent: SentBody, { query, options }: Answered): Promise<Given> {
  const { request, prepared, caller, tenant, credential, left } = admitted;
  const ahead = await readAhead(options.services.reader, prepared, sent);
  const read = readRequest(prepared, { path: members(request.params), query, ...sent, ahead });
  const repeatable = repeatableRequest(admitted, sent);
  // A change is made whether or not someone waits for its answer.
  const answering = read.changesNothing ? { ...options, services: cancellableServices(options.services, left) } : options;
  return answerRequest({ caller, tenant, actor: actorOf(caller), credential, requestId: request.id, read, repeatable }, answering);
}

async function sentBody(request: IncomingMessage, { http, upload }: AnyOperation): Promise<SentBody> {
  const body = http.method === "GET" ? NO_BODY : await readBody(request, upload);
  return { body, mediaType: mediaTypeOf(request) };
}

/** Whose large bodies wait for each other. */
function ownerOf({ caller, tenant }: Authorised): string {
  return tenant.kind === "merchant" ? `shop ${tenant.shopId}` : `key ${caller.keyId}`;
}

/** Null without an `Idempotency-Key`, and for a body that could not be read: such a request never has an effect. */
function repeatableRequest(admitted: Admitted, { body, file }: SentBody): RepeatableRequest | null {
  const { idempotencyKey, caller, credential, request } = admitted;
  if (idempotencyKey === undefined || body instanceof RequestError) return null;
  const [path = ""] = request.url.split("?", 1);
  return {
    idempotencyKey,
    keyId: caller.keyId,
    credential,
    shopId: shopOf(admitted),
    method: request.method,
    path,
    query: queryText(request.url),
    // Of a file its digest: the bytes are on the disk.
    body: file?.sha256 ?? body,
  };
}

function send(reply: FastifyReply, { status, headers, body }: Given): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}
