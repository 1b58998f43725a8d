import {
  CLIENT_CAPABILITIES_META_KEY,
  type GetPromptResult,
  inputRequired,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { members } from "../../src/kernel/unsafe.ts";
import { type FixtureContext, FIXTURE_TOOLS, IMAGE, STATES } from "./fixture-tools.ts";

type Server = McpServer["server"];

/** The server the conformance suite expects: its tools, prompts and resources by their names. */
export function fixtureServer(changed: FixtureContext["changed"]): McpServer {
  const hint = { ttlMs: 1_000, cacheScope: "private" } as const;
  const mcp = new McpServer(
    { name: "feedwright-fixtures", version: "1.0.0" },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
      cacheHints: {
        "tools/list": hint,
        "prompts/list": hint,
        "resources/list": hint,
        "resources/templates/list": hint,
        "resources/read": hint,
      },
      requestState: { verify: (state, ctx) => STATES.verify(state, ctx) },
    },
  );
  offerTools(mcp.server, changed);
  offerResources(mcp.server);
  offerPrompts(mcp.server);
  return mcp;
}

function offerTools(server: Server, changed: FixtureContext["changed"]): void {
  server.setRequestHandler("tools/list", () => ({
    tools: Object.entries(FIXTURE_TOOLS).map(([name, { description, texts = [] }]) => ({
      name,
      description,
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(texts.map((each) => [each, { type: "string" }])),
        required: [...texts],
      },
    })),
  }));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
    const tool = FIXTURE_TOOLS[params.name];
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const canDo = (capability: "elicitation" | "sampling") => capability in members(members(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
    return tool.call({ given: params.arguments ?? {}, request: mcpReq, canDo, changed });
  });
}

const TEXT_URI = "test://static-text";
const BINARY_URI = "test://static-binary";
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

function offerResources(server: Server): void {
  server.setRequestHandler("resources/list", () => ({
    resources: [
      { uri: TEXT_URI, name: "text", description: "A text.", mimeType: "text/plain" },
      { uri: BINARY_URI, name: "binary", description: "An image.", mimeType: "image/png" },
      { uri: "test://watched-resource", name: "watched", description: "A resource to subscribe to.", mimeType: "text/plain" },
    ],
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      { uriTemplate: "test://template/{id}/data", name: "template", description: "Data by id.", mimeType: "application/json" },
    ],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    if (uri === BINARY_URI) return { contents: [{ uri, mimeType: "image/png", blob: IMAGE.data }] };
    if (uri === TEXT_URI) return { contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }] };
    const id = TEMPLATE.exec(uri)?.[1];
    if (id === undefined) throw new ResourceNotFoundError(uri);
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] };
  });
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("completion/complete", () => ({ completion: { values: ["paris", "park", "party"], total: 3, hasMore: false } }));
}

const PROMPTS: Readonly<Record<string, readonly string[]>> = {
  test_simple_prompt: [],
  test_prompt_with_arguments: ["arg1", "arg2"],
  test_prompt_with_embedded_resource: ["resourceUri"],
  test_prompt_with_image: [],
  test_input_required_result_prompt: [],
};

function offerPrompts(server: Server): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.entries(PROMPTS).map(([name, given]) => ({
      name,
      description: `The suite's ${name}.`,
      arguments: given.map((each) => ({ name: each, description: "An argument.", required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params: { name, arguments: given = {} } }, { mcpReq }) => promptOf(name, given, mcpReq));
}

function promptOf(
  name: string,
  given: Readonly<Record<string, string>>,
  { inputResponses }: ServerContext["mcpReq"],
): GetPromptResult | InputRequiredResult {
  const says = (text: string) => ({ role: "user", content: { type: "text", text } }) as const;
  const resource = { uri: given["resourceUri"] ?? "", mimeType: "text/plain", text: "Embedded resource content for testing." };
  switch (name) {
    case "test_simple_prompt":
      return { messages: [says("This is a simple prompt for testing.")] };
    case "test_prompt_with_arguments":
      return { messages: [says(`Prompt with arguments: arg1='${given["arg1"]}', arg2='${given["arg2"]}'`)] };
    case "test_prompt_with_embedded_resource":
      return { messages: [{ role: "user", content: { type: "resource", resource } }, says("Please process the embedded resource above.")] };
    case "test_prompt_with_image":
      return { messages: [{ role: "user", content: IMAGE }, says("Please analyze the image above.")] };
    case "test_input_required_result_prompt":
      return inputResponses?.["user_context"] === undefined
        ? inputRequired({ inputRequests: { user_context: CONTEXT } })
        : { messages: [says(`Context: ${JSON.stringify(inputResponses["user_context"])}`)] };
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  }
}

const CONTEXT = inputRequired.elicit({
  message: "What context should the prompt use?",
  requestedSchema: { type: "object", properties: { context: { type: "string" } }, required: ["context"] },
});
