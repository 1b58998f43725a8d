import { members, parseJson } from "../../src/kernel/unsafe.ts";

/** One request to a listening service, as a client of either era sends it. */
export interface McpAddress {
  /** With `/v1/mcp` and its query. */
  readonly url: string;
  readonly key: string;
}

export interface Sending {
  readonly era: "2026-07-28" | "2025-11-25";
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Null for a notification. */
  readonly id?: number | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export function sendMcp({ url, key }: McpAddress, { era, method, params = {}, id = 1, headers = {}, signal }: Sending): Promise<Response> {
  const isModern = era === "2026-07-28";
  const { name } = params;
  const meta = { "io.modelcontextprotocol/protocolVersion": era, "io.modelcontextprotocol/clientCapabilities": {} };
  const sent = isModern ? { ...params, _meta: { ...members(params["_meta"]), ...meta } } : params;
  return fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": era,
      ...(isModern ? { "mcp-method": method, ...(typeof name === "string" ? { "mcp-name": name } : {}) } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...(id === null ? {} : { id }), method, params: sent }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Every message of an answer, whether it's one or a stream. */
export async function messagesOf(answer: Response): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const text = await answer.text();
  if (!answer.headers.get("content-type")?.startsWith("text/event-stream")) return [members(parseJson(text))];
  const lines = text.split("\n").filter((line) => line.startsWith("data: "));
  return lines.map((line) => members(parseJson(line.slice("data: ".length))));
}
