import { randomUUID } from "node:crypto";
import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { McpHandler } from "../../src/surfaces/mcp/mcp-routes.ts";
import { fixtureServer } from "./fixture-server.ts";

/**
 * The fixtures behind the production guards. A server of the 2025 revisions that asks its client something, as some scenarios want, needs sessions
 * in memory: the answer comes in another request. Ours never asks, so it needs none; these sessions are the fixtures' alone.
 */
export function fixtureHandler(): McpHandler {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const modern = createMcpHandler(() => fixtureServer(notify), { legacy: "reject" });
  const notify = (list: "tools" | "prompts"): void => (list === "tools" ? modern.notify.toolsChanged() : modern.notify.promptsChanged());
  const openSession = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await fixtureServer(notify).connect(transport);
    return transport;
  };
  return {
    async fetch(request, options) {
      if (!(await isLegacyRequest(request, options?.parsedBody))) return modern.fetch(request, options);
      const transport = sessions.get(request.headers.get("mcp-session-id") ?? "") ?? (await openSession());
      return transport.handleRequest(request, options);
    },
    async close() {
      await Promise.all([modern.close(), ...[...sessions.values()].map((transport) => transport.close())]);
    },
  };
}
