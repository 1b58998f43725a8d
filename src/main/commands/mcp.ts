import { createInterface } from "node:readline";
import { deserializeMessage, type JSONRPCMessage, serializeMessage, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { PlainError } from "../../kernel/errors.ts";
import { parseId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import { commandConfig } from "../command-app.ts";
import { stopSignal } from "../stop-signal.ts";

export interface McpBridgeOptions {
  readonly url?: string;
  readonly shop?: string;
  readonly toolsets?: string;
}

/**
 * Passes an agent's messages from standard input to a service and its answers back, for clients that can't use HTTP. Standard output holds
 * nothing else, a message a line. At the end of the input it waits for the answers that are still due.
 */
export async function bridgeMcp(options: McpBridgeOptions): Promise<void> {
  const { agentKey: key, http } = commandConfig();
  if (key === null)
    throw new PlainError(
      "option_missing",
      "Set FEEDWRIGHT_KEY to an API key. Create one with: feedwright key create --shop DOMAIN --name NAME",
    );
  const requests = new Map<unknown, OpenRequest>();
  const transport = new StreamableHTTPClientTransport(addressOf(options, http.publicUrl), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  const service = Object.assign(transport, {
    onmessage(message: JSONRPCMessage) {
      const { id, result } = members(message);
      const { protocolVersion } = members(result);
      if (requests.get(id)?.method === "initialize" && typeof protocolVersion === "string") transport.setProtocolVersion(protocolVersion);
      say(message);
      requests.get(id)?.end();
    },
  });
  await service.start();
  const input = createInterface({ input: process.stdin });
  void stopSignal().then(() => input.close());
  for await (const line of input) pass(line, service, requests);
  await Promise.all([...requests.values()].map(({ ended }) => ended));
  await service.close();
}

function addressOf({ url, shop, toolsets }: McpBridgeOptions, own: string): URL {
  const base = url ?? own;
  if (!URL.canParse(base))
    throw new PlainError("option_invalid", `--url must be the address of a service such as https://feeds.example.com, not ${base}`);
  const address = new URL(`${base.replace(/\/+$/, "").replace(/\/v1\/mcp$/, "")}/v1/mcp`);
  if (shop !== undefined) address.searchParams.set("shop_id", shopIdOf(shop));
  if (toolsets !== undefined) address.searchParams.set("toolsets", toolsets);
  return address;
}

function shopIdOf(text: string): string {
  const id = parseId("shop", text);
  if (id === undefined)
    throw new PlainError(
      "option_invalid",
      `--shop must be the id of a shop such as shop_3, not ${text}. GET /v1/org/shops lists the organization's shops.`,
    );
  return String(id);
}

/** A request that has not been answered. */
interface OpenRequest {
  readonly method: string;
  readonly cancel: () => void;
  readonly end: () => void;
  readonly ended: Promise<void>;
}

function pass(line: string, service: StreamableHTTPClientTransport, requests: Map<unknown, OpenRequest>): void {
  const message = messageOf(line);
  if (message === undefined) return;
  const { id, method, params } = members(message);
  // A service without sessions can't tell which request is meant; closing its stream says so.
  if (method === "notifications/cancelled") requests.get(members(params)["requestId"])?.cancel();
  const request = typeof method === "string" && id !== undefined ? openRequest(method, () => requests.delete(id)) : undefined;
  if (request !== undefined) requests.set(id, request);
  const options = request === undefined ? {} : { requestSignal: request.signal, onRequestStreamEnd: request.end };
  service.send(message, options).catch((error: unknown) => {
    if (request === undefined) process.stderr.write(`${String(error)}\n`);
    else if (!request.signal.aborted) say(failureOf(id, error));
    request?.end();
  });
}

function openRequest(method: string, forget: () => void): OpenRequest & { readonly signal: AbortSignal } {
  const cancelled = new AbortController();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    forget();
    resolve();
  };
  const cancel = (): void => {
    cancelled.abort();
    end();
  };
  return { method, cancel, end, ended, signal: cancelled.signal };
}

function messageOf(line: string): JSONRPCMessage | undefined {
  if (line.trim() === "") return undefined;
  try {
    return deserializeMessage(line);
  } catch {
    say({ jsonrpc: "2.0", error: { code: PARSE_ERROR, message: "The line isn't an MCP message." } });
    return undefined;
  }
}

function say(message: JSONRPCMessage): void {
  process.stdout.write(serializeMessage(message));
}

const PARSE_ERROR = -32_700;
const SERVER_ERROR = -32_000;

/** So that no client waits for ever. */
function failureOf(id: unknown, error: unknown): JSONRPCMessage {
  const text = error instanceof Error ? error.message : String(error);
  const sentence = `The service couldn't be reached: ${text}`;
  return { jsonrpc: "2.0", id: typeof id === "number" ? id : String(id), error: { code: SERVER_ERROR, message: sentence } };
}
