import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  isInitializeRequest,
  type McpHttpHandler,
  type McpServerFactory,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AnyOperation } from "../../features/operation.ts";
import { ERRORS, RequestError } from "../../kernel/errors.ts";
import { branded, members } from "../../kernel/unsafe.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { admit, countUnrouted, credentialsOf, requireShop } from "../http/authorise.ts";
import { parseBody, readBody } from "../http/json-body.ts";
import { isLarge } from "../http/large-bodies.ts";
import { openPlaces } from "../http/open-places.ts";
import type { PipelineOptions } from "../http/operation-route.ts";
import { cancellableServices } from "../http/cancelled-work.ts";
import { openFollowing } from "./follow-work.ts";
import { foreignRequest, toolsetsText } from "./mcp-guards.ts";
import { mcpServer, type McpExchange } from "./mcp-server.ts";
import { openCalls, SUBSCRIPTIONS } from "./open-calls.ts";
import { challenged, serveResourceMetadata } from "./resource-metadata.ts";
import { askedToolsets } from "./toolsets.ts";
import { type Tool, toolsOf } from "./tools.ts";

/**
 * `POST /v1/mcp`: the operations as tools for agents, over Streamable HTTP and without sessions, so that any process
 * answers any request. Who may call is settled here as for every route; the SDK speaks the protocol.
 */
export interface McpOptions extends PipelineOptions {
  readonly operations: readonly AnyOperation[];
  readonly publicUrl: string;
  readonly version: string;
  readonly log: Logger;
  /** Instead of the operations' own: the fixtures of a conformance suite. */
  readonly mcpHandler?: McpHandler;
}

/** What speaks the protocol behind the guards. */
export type McpHandler = Pick<McpHttpHandler, "fetch" | "close">;

const MCP_BODY = { bytesMax: 4 * 1024 ** 2, forms: {} };

export function serveMcp(app: FastifyInstance, options: McpOptions): void {
  serveResourceMetadata(app, options.publicUrl);
  const stopping = new AbortController();
  const answer = answerer(options, options.mcpHandler ?? ownHandler(options, stopping.signal), stopping.signal);
  app.addHook("preClose", (done) => {
    stopping.abort();
    done();
  });
  app.post("/v1/mcp", async (request, reply) => {
    const agent = await admitAgent(request, reply, options);
    using _place = isLarge(request.raw) ? await options.largeBodies.enter(`key ${agent.caller.keyId}`) : null;
    const body = parseBody(await readBody(request.raw, MCP_BODY));
    return await answer({ request, reply, agent, body });
  });
}

/** Someone who may call tools, and for which request. */
type Agent = Pick<McpExchange, "caller" | "credential" | "query" | "toolsets">;

/** The order of faults: rate limit, page or host (403), 401, kind of key, shop, query; then the body's. Cookies never count. */
async function admitAgent(request: FastifyRequest, reply: FastifyReply, { doorkeeper, publicUrl, note }: McpOptions): Promise<Agent> {
  const { authorization } = request.headers;
  const credentials = { ...credentialsOf(request), headers: { authorization } };
  const foreign = foreignRequest(request, publicUrl);
  if (foreign !== undefined) {
    reply.headers(await countUnrouted(doorkeeper, credentials));
    throw foreign;
  }
  const { caller, credential, headers } = await admit(doorkeeper, credentials).catch((thrown: unknown) => {
    if (thrown instanceof RequestError && ERRORS[thrown.code].status === 401)
      throw challenged(thrown, { publicUrl, isPresented: authorization !== undefined });
    throw thrown;
  });
  reply.headers(headers);
  note(request, { key_id: caller.keyId });
  const { query } = credentials;
  requireShop(caller, query);
  return { caller, credential, query, toolsets: askedToolsets(toolsetsText(query)) };
}

/** What a request's own server is made of, for either era of the protocol. */
interface Incoming extends Omit<McpExchange, "signal"> {
  /** The client closed the connection: since 2026-07-28 that cancels the call. */
  readonly closed: AbortSignal;
  /** The client of an earlier revision cancelled the call by name. */
  readonly cancelled: AbortSignal;
}

function ownHandler(options: McpOptions, stopping: AbortSignal): McpHandler {
  // Made for the first agent that asks: their schemas would take a tenth of the service's start.
  let tools: readonly Tool[] | undefined;
  const follow = openFollowing(stopping);
  const factory: McpServerFactory = ({ authInfo, era }) => {
    const { closed, cancelled, ...incoming } = branded<Incoming>(authInfo?.extra?.["incoming"]);
    const signal = era === "modern" ? closed : cancelled;
    const report = reporter(options.log, signal);
    tools ??= toolsOf(options.operations);
    return mcpServer(
      tools,
      { ...incoming, signal },
      { ...options, services: cancellableServices(options.services, signal), report, follow },
    );
  };
  return createMcpHandler(factory, {
    maxSubscriptions: SUBSCRIPTIONS_MAX,
    onerror: (error) => options.log.debug({ error }, "mcp request refused"),
  });
}

const SUBSCRIPTIONS_MAX = 256;

function reporter(log: Logger, signal: AbortSignal) {
  return (error: RequestError, requestId: string): void => {
    // A call that was cancelled ends with whatever the cancellation hit.
    if (signal.aborted) return;
    const facts = { request_id: requestId, code: error.code, error: error.cause ?? error };
    if (error.code === "internal_error") log.error(facts, "request failed");
    if (ERRORS[error.code].status === 503) log.warn(facts, "request could not be served");
  };
}

interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly agent: Agent;
  readonly body: unknown;
}

function answerer({ publicUrl, note, log }: McpOptions, handler: McpHandler, stopping: AbortSignal) {
  const calls = openCalls();
  const enterSubscription = openPlaces(SUBSCRIPTIONS);
  return async ({ request, reply, agent, body }: Asked): Promise<FastifyReply> => {
    if (Array.isArray(body)) return refuseBatch(reply);
    const { method, params, id } = members(body);
    const facts = { key_id: agent.caller.keyId, ...called(method, params) };
    note(request, facts);
    const sessionId = textOf(request.headers["mcp-session-id"]);
    const name = (requestId: unknown) => ({ keyId: agent.caller.keyId, sessionId, requestId: branded<string | number>(requestId) });
    if (method === "notifications/cancelled" && sessionId !== "") calls.cancel(name(members(params)["requestId"]));
    const subscription = method === "subscriptions/listen" ? enterSubscription(agent.caller.keyId) : null;
    const open = calls.open(name(id));
    const closed = closing(reply, subscription === null ? [open] : [open, subscription]);
    // The log has a line of its own only for answers that were finished.
    closed.addEventListener("abort", () => log.info({ request_id: request.id, ...facts }, "client disconnected before its answer"));
    // A subscription has no end of its own; everything else is finished before the process stops.
    const signal = subscription === null ? closed : AbortSignal.any([closed, stopping]);
    const incoming: Incoming = { ...agent, requestId: request.id, closed, cancelled: open.signal };
    const authInfo = { token: "", clientId: String(agent.caller.keyId), scopes: [...agent.caller.scopes], extra: { incoming } };
    const answered = await handler.fetch(webRequest(request, publicUrl, signal), { parsedBody: body, authInfo });
    if (isInitializeRequest(body) && answered.ok && !answered.headers.has("mcp-session-id")) reply.header("mcp-session-id", randomUUID());
    return send(reply, answered);
  };
}

/** Several calls in one request would count as one. Only the revision of March 2025 has them. */
function refuseBatch(reply: FastifyReply): FastifyReply {
  const error = { code: ProtocolErrorCode.InvalidRequest, message: "Send one message per request. Batches aren't supported." };
  return reply.code(400).send({ jsonrpc: "2.0", error, id: null });
}

/** For the request's line in the log. */
function called(method: unknown, params: unknown): Readonly<Record<string, string>> {
  if (typeof method !== "string") return {};
  const { name } = members(params);
  const cut = (text: string): string => text.slice(0, LOGGED_CHARACTERS_MAX);
  return { rpc: cut(method), ...(method === "tools/call" && typeof name === "string" ? { tool: cut(name) } : {}) };
}

const LOGGED_CHARACTERS_MAX = 64;

/** Fires when the client has left before the whole answer was written. Whatever was held for the answer is given back at its end. */
function closing({ raw }: FastifyReply, held: readonly Disposable[]): AbortSignal {
  const left = new AbortController();
  const end = (): void => {
    for (const each of held) each[Symbol.dispose]();
    if (!raw.writableFinished) left.abort();
  };
  if (raw.destroyed) end();
  else raw.once("close", end);
  return left.signal;
}

/** The body is read already. */
function webRequest({ url, headers }: FastifyRequest, publicUrl: string, signal: AbortSignal): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string" && name !== "authorization") sent.set(name, value);
  return new Request(new URL(url, publicUrl), { method: "POST", headers: sent, signal });
}

/** Whether the connection stays open is the server's to say: it may be stopping. */
function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  for (const [name, value] of headers) if (name !== "connection") reply.header(name, value);
  return reply.code(status).send(body ?? undefined);
}

function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === "string" ? header : "";
}
