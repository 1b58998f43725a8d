import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ERRORS, RequestError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import type { AllowedMethods } from "./allowed-methods.ts";
import { errorAnswer, rawErrorAnswer } from "./error-answer.ts";
import { asRequestError } from "./request-error.ts";
import { newRequestId } from "./request-id.ts";
import { HEADER_BYTES_MAX, LINGER_MS, REQUEST_TIMEOUT_MS } from "./server-limits.ts";

/** Every way a request can go wrong ends in `sendError`, or, where there is no request yet, in `answerBrokenRequest`. */

export interface ErrorOptions {
  readonly publicUrl: string;
  readonly log: Logger;
}

function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown, options: ErrorOptions & { readonly status?: number }) {
  const error = asRequestError(thrown);
  logFailure(error, request.id, options.log);
  const { status, headers, body } = errorAnswer(error, { ...options, requestId: request.id });
  for (const name of REPRESENTATION_HEADERS) reply.removeHeader(name);
  return reply.code(status).headers(headers).send(body);
}

/** A route may have set these for what it meant to send. */
const REPRESENTATION_HEADERS = [
  ...["content-length", "content-encoding", "content-disposition", "content-range", "accept-ranges"],
  ...["etag", "last-modified", "location"],
];

export interface RoutingOptions extends ErrorOptions {
  /** Counts a request that has no route; answers headers, or throws `rate_limited`. */
  readonly count?: (request: FastifyRequest) => Promise<Readonly<Record<string, string>>>;
}

export function routeErrors(app: FastifyInstance, allowedMethods: AllowedMethods, options: RoutingOptions): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) => sendCounted(request, reply, unrouted(request, allowedMethods), options);
  app.setErrorHandler((thrown, request, reply) =>
    isUntypedQuery(thrown) ? refuse(request, reply) : sendError(request, reply, thrown, options),
  );
  app.setNotFoundHandler(refuse);
}

/** What no operation has counted is counted before it is refused. */
export async function sendCounted(request: FastifyRequest, reply: FastifyReply, refusal: unknown, options: RoutingOptions) {
  try {
    reply.headers((await options.count?.(request)) ?? {});
  } catch (thrown) {
    return sendError(request, reply, thrown, options);
  }
  return sendError(request, reply, refusal, options);
}

/** Fastify refuses the method QUERY without a media type before anything else; no route of ours takes it, with or without. */
function isUntypedQuery(thrown: unknown): boolean {
  return members(thrown)["code"] === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE";
}

function unrouted(request: FastifyRequest, allowedMethods: AllowedMethods): RequestError {
  const allowed = allowedMethods(request.url.split("?", 1)[0] ?? "");
  if (allowed.length === 0) return new RequestError("route_not_found");
  return new RequestError("method_not_allowed", { headers: { allow: allowed.join(", ") } });
}

function logFailure(error: RequestError, requestId: string, log: Logger): void {
  const facts = { request_id: requestId, code: error.code, error: error.cause ?? error };
  if (error.code === "internal_error") log.error(facts, "request failed");
  if (ERRORS[error.code].status === 503) log.warn(facts, "request could not be served");
}

/** What Node's parser refuses never becomes a request; the answer is written to the socket by hand. */
export function answerBrokenRequest(
  thrown: Error,
  socket: Socket,
  { publicUrl, responses }: { publicUrl: string; responses: OpenResponses },
): void {
  const code = members(thrown)["code"];
  // More of what was refused already; the connection ends when its time is up.
  if (socket.writableEnded) return;
  const current = responses.get(socket);
  const isAnswering = current !== undefined && !current.writableFinished;
  // An answer that has begun cannot be followed by another: the client sees a broken one, which is true.
  if (code === "ECONNRESET" || !socket.writable || (isAnswering && current.headersSent && !current.req.complete)) {
    socket.destroy();
    return;
  }
  const error = new RequestError("invalid_request", { message: brokenRequestSentence(String(code)), cause: thrown });
  // What is broken is the next request on the connection: the one before it gets its own answer first.
  if (isAnswering && current.req.complete) current.once("finish", () => endWith(socket, error, publicUrl));
  else endWith(socket, error, publicUrl);
}

/** The last a connection hears. Closed at once, one that a client still writes to is reset, and the answer is lost. */
export function endWith(socket: Duplex, error: RequestError, publicUrl: string): void {
  socket.on("error", () => socket.destroy());
  socket.end(rawErrorAnswer(errorAnswer(error, { requestId: newRequestId(), publicUrl })));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** The response each connection is busy with. */
export type OpenResponses = WeakMap<Socket, ServerResponse>;

function brokenRequestSentence(code: string): string {
  if (code === "HPE_HEADER_OVERFLOW") return `The request headers are larger than ${HEADER_BYTES_MAX} bytes. Send smaller ones.`;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return `The request didn't arrive within ${REQUEST_TIMEOUT_MS / 1000} seconds. Try again.`;
  return "This isn't a valid HTTP/1.1 request.";
}
