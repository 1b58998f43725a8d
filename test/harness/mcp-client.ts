import { members, parseJson } from "../../src/kernel/unsafe.ts";
import type { HttpFront } from "../../src/surfaces/http/http-front.suite.ts";

export interface ToolAnswer {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface McpOptions {
  readonly key?: string | null;
  /** With the `?`. */
  readonly query?: string;
}

/** A client of 2025-11-25 over the HTTP front, without a socket. */
export function mcpClient(front: HttpFront, { key, query = "" }: McpOptions = {}) {
  const ask = async (method: string, params: object = {}) => {
    const answer = await front.send({
      method: "POST",
      url: `/v1/mcp${query}`,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        host: "feeds.example",
        "mcp-protocol-version": "2025-11-25",
      },
      payload: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      ...(key === undefined ? {} : { key }),
    });
    return { status: answer.statusCode, headers: answer.headers, message: members(messageOf(answer.body)) };
  };
  return {
    ask,
    async tools(): Promise<readonly Readonly<Record<string, unknown>>[]> {
      const { tools } = members((await ask("tools/list")).message["result"]);
      return Array.isArray(tools) ? tools.map(members) : [];
    },
    async call(name: string, given: object = {}): Promise<ToolAnswer> {
      const { message } = await ask("tools/call", { name, arguments: given });
      const { content, structuredContent, isError } = members(message["result"]);
      return {
        content: Array.isArray(content) ? content.map(members) : [],
        structuredContent: members(structuredContent),
        isError: isError === true,
      };
    },
  };
}

/** The last message of an event stream, or the body itself. */
function messageOf(body: string): unknown {
  const lines = body.split("\n").filter((line) => line.startsWith("data: "));
  return parseJson(lines.at(-1)?.slice("data: ".length) ?? body);
}
