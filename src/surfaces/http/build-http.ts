import type { Socket } from "node:net";
import { fastify, type FastifyInstance, type FastifyReply } from "fastify";
import type { EventDefinition } from "../../features/events/index.ts";
import { admitCallers, countAddresses, keyExists } from "../../features/keys/index.ts";
import { admitSessions, sessionExists } from "../../features/sessions/index.ts";
import type { AnyOperation, Services } from "../../features/operation.ts";
import { RequestError } from "../../kernel/errors.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { type Logger, NO_TRACES, type Traces } from "../../platform/telemetry/telemetry-port.ts";
import { type ConsoleState, serveConsole } from "../console/console-routes.ts";
import { type FileRoutes, registerFileRoutes } from "../files/file-routes.ts";
import { type McpHandler, serveMcp } from "../mcp/mcp-routes.ts";
import { keepNoted } from "../noted.ts";
import { noteRoutes } from "./allowed-methods.ts";
import { countUnrouted, credentialsOf, type Doorkeeper, strangerOf } from "./authorise.ts";
import { boundBodyTimes } from "./body-times.ts";
import { boundConnections, boundRequestsInFlight, type TrustProxy } from "./connection-bounds.ts";
import { serveDocs } from "./docs-routes.ts";
import { errorAnswer, securityHeaders } from "./error-answer.ts";
import { answerBrokenRequest, endWith, type OpenResponses, type RoutingOptions, routeErrors, sendCounted } from "./error-routes.ts";
import { type Readiness, serveHealth } from "./health-routes.ts";
import { openEventStreams } from "./event-streams.ts";
import { idempotencyEcho } from "./idempotency-key.ts";
import { openFileUploads } from "./file-uploads.ts";
import { openLargeBodies } from "./large-bodies.ts";
import { operationHandler } from "./operation-route.ts";
import type { RateLimits } from "./rate-limit.ts";
import { openRounds } from "./refusal-rounds.ts";
import { unavailable } from "./request-error.ts";
import { newRequestId } from "./request-id.ts";
import { logRequests } from "./request-log.ts";
import { measureRequests } from "./request-metrics.ts";
import { traceRequests } from "./request-traces.ts";
import {
  BODY_BYTES_MAX,
  HEADER_BYTES_MAX,
  HEADERS_TIMEOUT_MS,
  IDLE_SOCKET_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  PATH_PARAMETER_CHARACTERS_MAX,
  TIMEOUT_CHECK_MS,
} from "./server-limits.ts";
import { embeddedCallers } from "./embedded-callers.ts";
import { openIntake } from "../../features/shopify-webhooks/index.ts";
import { serveShopifyDeliveries } from "./shopify-deliveries.ts";
import { serveShopify } from "./shopify-routes.ts";
import { sessionCookie } from "./session-cookie.ts";
import { serveSessions } from "./session-routes.ts";
import { serveSignIns } from "./sign-in-routes.ts";
import { finishGracefully } from "./stopping.ts";

/**
 * The HTTP front, derived from the operations: routes, OpenAPI document and reference pages. No rule of the business is
 * here. The server is built, not started: the caller listens, and closes it.
 */
export interface HttpOptions {
  readonly operations: readonly AnyOperation[];
  /** What webhooks are told, for the OpenAPI document. */
  readonly events?: readonly EventDefinition[];
  readonly db: Db;
  /** Connections for admission, which waits for no other request. */
  readonly reserve: Db;
  readonly services: Services;
  readonly readiness: Readiness;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly trustProxy: TrustProxy;
  readonly log: Logger;
  readonly traces?: Traces;
  readonly files: Omit<FileRoutes, "services" | "strangerOf">;
  /** Off unless told otherwise: see `PipelineOptions`. */
  readonly checkOutput?: boolean;
  readonly rateLimits: RateLimits;
  /** The web console; not served where it isn't given. */
  readonly console?: ConsoleState;
  /** How large a body that is a file may be. */
  readonly uploadBytesMax: number;
  /** Fires when the process is about to stop; it serves for a while yet. */
  readonly draining?: AbortSignal;
  /** Of this software. */
  readonly version: string;
  /** Instead of the operations' own: the fixtures of a conformance suite. */
  readonly mcpHandler?: McpHandler;
}

export function buildHttp(options: HttpOptions): FastifyInstance {
  const responses: OpenResponses = new WeakMap();
  const { services, draining } = options;
  const doorkeeper = openDoor(options);
  const routing: RoutingOptions = { ...options, count: (request) => countUnrouted(doorkeeper, credentialsOf(request)) };
  const app = createServer(options, responses, routing);
  traceRequests(app, options.traces ?? NO_TRACES, options.trustProxy);
  boundConnections(app, options.trustProxy);
  const leaveLine = boundRequestsInFlight(app, options.trustProxy);
  const allowedMethods = noteRoutes(app);
  const isClosing = finishGracefully(app, draining);
  beginRequests(app, responses, isClosing);
  const note = logRequests(app, options.log);
  measureRequests(app, services.metrics);
  routeErrors(app, allowedMethods, routing);
  // Bodies are not read on the way in: a stage does it once the caller is known.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const { checkOutput = false } = options;
  const largeBodies = openLargeBodies();
  const fileUploads = openFileUploads({ objects: services.objects, bytesMax: options.uploadBytesMax, times: boundBodyTimes(app) });
  const streams = openEventStreams(app, { db: options.reserve, log: options.log });
  for (const operation of options.operations) {
    const handler = operationHandler(operation, {
      doorkeeper,
      db: options.db,
      services,
      checkOutput,
      largeBodies,
      fileUploads,
      streams,
      note,
    });
    app.route({ method: operation.http.method, url: routePath(operation), handler });
  }
  serveMcp(app, { ...options, doorkeeper, checkOutput, largeBodies, fileUploads, streams, note });
  serveSessions(app, { doorkeeper, db: options.db, note });
  serveShopify(app, { doorkeeper, db: options.db, services, publicUrl: options.publicUrl });
  serveShopifyDeliveries(app, openIntake(services, options.reserve), leaveLine);
  serveSignIns(app, { doorkeeper, db: options.db, services });
  refuseExpectations(app, options.publicUrl);
  refuseTunnels(app, options.publicUrl);
  serveHealth(app, options.readiness, draining);
  serveDocs(app, options);
  if (options.console !== undefined) serveConsole(app, options.console, services.shopifyApp);
  registerFileRoutes(app, { ...options.files, services, strangerOf: (request) => strangerOf(doorkeeper, request) });
  return app;
}

function openDoor({ db: work, reserve: db, services, rateLimits, publicUrl }: HttpOptions): Doorkeeper {
  const { secrets, metrics, clock } = services;
  return {
    db,
    admitCaller: admitCallers(db, rateLimits),
    admitSession: admitSessions(db, rateLimits.session),
    countAddress: countAddresses(db, secrets),
    exists: { key: keyExists(db), session: sessionExists(db) },
    admitted: keepNoted(clock),
    pastLimits: keepNoted(clock),
    refusalTurn: openRounds(),
    ...embeddedCallers(services, work),
    cookie: sessionCookie(publicUrl),
    rateLimits,
    metrics,
  };
}

/** `Expect` with anything but `100-continue`: Node would answer outside our error format. */
function refuseExpectations(app: FastifyInstance, publicUrl: string): void {
  app.server.on("checkExpectation", (_request, response) => {
    const error = new RequestError("invalid_request", { message: "The only supported `Expect` value is 100-continue." });
    const { headers, body } = errorAnswer(error, { requestId: newRequestId(), publicUrl });
    response.writeHead(EXPECTATION_FAILED, { ...headers, connection: "close" }).end(body);
  });
}

const EXPECTATION_FAILED = 417;

/** `CONNECT`: Node would close the connection without a word. */
function refuseTunnels(app: FastifyInstance, publicUrl: string): void {
  app.server.on("connect", (_request, socket) => {
    const error = new RequestError("method_not_allowed", {
      message: "This server isn't a proxy.",
      headers: { allow: "DELETE, GET, HEAD, PATCH, POST, PUT" },
    });
    endWith(socket, error, publicUrl);
  });
}

/** `/feeds/{id}` becomes `/v1/feeds/:id`. */
function routePath({ http }: AnyOperation): string {
  return `/v1${http.path.replace(/\{(\w+)\}/g, ":$1")}`;
}

function createServer(options: HttpOptions, responses: OpenResponses, routing: RoutingOptions): FastifyInstance {
  return fastify({
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node would answer a missing Host without our error format; `beginRequests` refuses it instead.
      requireHostHeader: false,
    },
    // Bodies have their own times (`boundBodyTimes`).
    requestTimeout: 0,
    connectionTimeout: IDLE_SOCKET_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    bodyLimit: BODY_BYTES_MAX,
    return503OnClosing: false,
    genReqId: newRequestId,
    trustProxy: trusted(options.trustProxy),
    routerOptions: { maxParamLength: PATH_PARAMETER_CHARACTERS_MAX },
    // No hook has seen such a request.
    frameworkErrors: (error, request, reply) =>
      void sendCounted(request, reply.headers(idempotencyEcho(request.method, request.headers)), error, routing),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, { publicUrl: options.publicUrl, responses }),
  });
}

function trusted(trustProxy: TrustProxy) {
  if (trustProxy === false) return false;
  return typeof trustProxy === "number" ? (_address: string, hop: number) => hop < trustProxy : [...trustProxy];
}

function beginRequests(app: FastifyInstance, responses: WeakMap<Socket, FastifyReply["raw"]>, isClosing: () => boolean): void {
  app.addHook("onRequest", (request, reply, done) => {
    responses.set(request.raw.socket, reply.raw);
    reply.headers(securityHeaders(request.id)).headers(idempotencyEcho(request.method, request.headers));
    // The framework would refuse it ahead of every other fault; the stage that reads bodies does it in its turn.
    if (!MEDIA_TYPE.test(request.headers["content-type"] ?? "a/b")) request.headers = { "content-type": "application/octet-stream" };
    // Nothing is upgraded here, and on a connection where somebody asked for it Node no longer tells what is broken of the next request.
    if (request.headers.upgrade !== undefined) reply.header("connection", "close");
    if (isClosing()) done(unavailable());
    else if (request.raw.httpVersion === "1.1" && request.headers.host === undefined) done(hostMissing());
    else done();
  });
}

/** As the framework reads one; what stands behind it is ours to judge. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

function hostMissing(): RequestError {
  return new RequestError("invalid_request", { message: "HTTP/1.1 requires a Host header." });
}
