import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AnyOperation } from "../../features/operation.ts";
import { ERRORS, type RequestError } from "../../kernel/errors.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { admit, credentialsOf, requireShop } from "../http/authorise.ts";
import { parseBody, readBody } from "../http/json-body.ts";
import type { PipelineOptions } from "../http/operation-route.ts";
import { invalidQuery } from "../http/query-string.ts";
import { refuseForeign } from "./mcp-guards.ts";
import { mcpServer, type McpExchange } from "./mcp-server.ts";
import { askedToolsets } from "./toolsets.ts";
import { toolsOf } from "./tools.ts";

/**
 * `POST /v1/mcp` (contract, section 14): the operations as tools for agents, over Streamable HTTP and without sessions, so that any process
 * answers any request. Who may call is settled here as for every route; the SDK speaks the protocol.
 */
export interface McpOptions extends Omit<PipelineOptions, "largeBodies"> {
  readonly operations: readonly AnyOperation[];
  readonly publicUrl: string;
  readonly version: string;
  readonly log: Logger;
  /** Instead of the operations' own server: the fixtures of a conformance suite. */
  readonly mcpServer?: McpServerFactory;
}

const MCP_BODY = { bytesMax: 4 * 1024 ** 2, forms: {} };

export function serveMcp(app: FastifyInstance, options: McpOptions): void {
  const { publicUrl, doorkeeper, note } = options;
  const tools = toolsOf(options.operations);
  const report = reporter(options.log);
  const ownServer: McpServerFactory = ({ authInfo }) =>
    mcpServer(tools, branded<McpExchange>(authInfo?.extra?.["exchange"]), { ...options, report });
  const handler = createMcpHandler(options.mcpServer ?? ownServer, {
    maxSubscriptions: SUBSCRIPTIONS_MAX,
    onerror: (error) => options.log.debug({ error }, "mcp request refused"),
  });
  app.addHook("onClose", () => handler.close());
  app.post("/v1/mcp", async (request, reply) => {
    refuseForeign(request.headers, publicUrl);
    const { authorization } = request.headers;
    const { caller, credential, headers } = await admit(doorkeeper, { ...credentialsOf(request), headers: { authorization } });
    reply.headers(headers);
    note(request, { key_id: caller.keyId });
    const { query } = credentialsOf(request);
    refuseQuery(query.pairs.map(([name]) => name));
    requireShop(caller, query);
    const toolsets = askedToolsets(query.pairs.find(([name]) => name === "toolsets")?.[1]);
    const body = parseBody(await readBody(request.raw, MCP_BODY));
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const exchange: McpExchange = { caller, credential, query, requestId: request.id, signal: gone.signal, toolsets };
    const authInfo = { token: "", clientId: String(caller.keyId), scopes: [...caller.scopes], extra: { exchange } };
    return reply.send(await handler.fetch(webRequest(request, publicUrl, gone.signal), { parsedBody: body, authInfo }));
  });
}

const SUBSCRIPTIONS_MAX = 64;

function refuseQuery(names: readonly string[]): void {
  const unknown = names.find((name) => name !== "shop_id" && name !== "toolsets");
  if (unknown !== undefined) throw invalidQuery(unknown, `There is no query parameter ${unknown} here.`);
}

/** The body is read already. */
function webRequest({ url, headers }: FastifyRequest, publicUrl: string, signal: AbortSignal): Request {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" && name !== "authorization" ? [[name, value] satisfies [string, string]] : [],
  );
  return new Request(new URL(url, publicUrl), { method: "POST", headers: sent, signal });
}

function reporter(log: Logger) {
  return (error: RequestError, requestId: string): void => {
    const facts = { request_id: requestId, code: error.code, error: error.cause ?? error };
    if (error.code === "internal_error") log.error(facts, "request failed");
    if (ERRORS[error.code].status === 503) log.warn(facts, "request could not be served");
  };
}
