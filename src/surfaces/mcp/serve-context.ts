import type { McpServer } from "@modelcontextprotocol/server";
import { branded } from "../../kernel/unsafe.ts";
import { promptDefinition, PROMPTS, promptText } from "./prompts.ts";
import { type CallByName, completeVariable, listResources, readResource, RESOURCE_KINDS, resourceTemplates } from "./resources.ts";

/** Resources and prompts, for a caller that may use these tools. */
export interface ContextOptions {
  readonly isAllowed: (tool: string) => boolean;
  readonly call: CallByName;
}

/** Unless told otherwise the SDK would say that the lists change while somebody listens. */
export const FIXED_LIST = { listChanged: false };
export const CONTEXT_CAPABILITIES = { resources: FIXED_LIST, prompts: FIXED_LIST, completions: {} };

const LISTS_TTL_MS = 300_000;
/** What a feed is may change at any moment. */
const CONTENT_TTL_MS = 0;

const list = { ttlMs: LISTS_TTL_MS, cacheScope: "private" } as const;
export const CONTEXT_CACHE_HINTS = {
  "prompts/list": list,
  "resources/list": { ...list, ttlMs: CONTENT_TTL_MS },
  "resources/templates/list": list,
  "resources/read": { ...list, ttlMs: CONTENT_TTL_MS },
};

export function serveContext(server: McpServer["server"], { isAllowed, call }: ContextOptions): void {
  const kinds = RESOURCE_KINDS.filter(({ tool }) => isAllowed(tool));
  const prompts = PROMPTS.filter(({ needs }) => needs.every(isAllowed));
  server.setRequestHandler("resources/list", async () => ({ resources: branded<[]>(await listResources(kinds, call)) }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: branded<[]>(resourceTemplates(kinds)) }));
  server.setRequestHandler("resources/read", ({ params }) => readResource(params.uri, kinds, call));
  server.setRequestHandler("prompts/list", () => ({ prompts: branded<[]>(prompts.map(promptDefinition)) }));
  server.setRequestHandler("prompts/get", ({ params }) => branded(promptText(prompts, params.name, params.arguments)));
  server.setRequestHandler("completion/complete", async ({ params: { argument } }) => {
    const values = await completeVariable(argument.name, argument.value, call);
    return { completion: { values, total: values.length, hasMore: false } };
  });
}
