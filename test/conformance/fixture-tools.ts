import { setTimeout as sleep } from "node:timers/promises";
import {
  acceptedContent,
  type CallToolResult,
  type ContentBlock,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  inputRequired,
  type InputRequiredResult,
  type InputRequests,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** The tools that the conformance suite calls by name. What each does is the suite's own description of its scenario. */
export interface FixtureTool {
  readonly description: string;
  /** Of its texts, which are required. */
  readonly texts?: readonly string[];
  readonly call: (ctx: FixtureContext) => Answer | Promise<Answer>;
}

type Answer = CallToolResult | InputRequiredResult;

export interface FixtureContext {
  readonly given: Readonly<Record<string, unknown>>;
  readonly request: ServerContext["mcpReq"];
  /** Whether the client said it has a capability. */
  readonly canDo: (capability: "elicitation" | "sampling") => boolean;
  readonly changed: (list: "tools" | "prompts") => void;
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
const STEP_MS = 50;

export const IMAGE = { type: "image", data: PIXEL, mimeType: "image/png" } as const;

/** A server signs what it gives clients to keep, because they can change it. */
export const STATES = createRequestStateCodec<{ readonly round: number }>({ key: "conformance".repeat(4) });

const text = (words: string): CallToolResult => ({ content: [{ type: "text", text: words }] });
const shows = (...content: readonly ContentBlock[]) => ({ call: () => ({ content: [...content] }) });
const resource = (uri: string, mimeType: string, words: string): ContentBlock => ({
  type: "resource",
  resource: { uri, mimeType, text: words },
});
const tell = (words: string): ContentBlock => ({ type: "text", text: words });

type Form = ElicitRequestFormParams["requestedSchema"];
const form = (message: string, requestedSchema: Form) => inputRequired.elicit({ message, requestedSchema });
const asksFor = (message: string, name: string) =>
  form(message, { type: "object", properties: { [name]: { type: "string" } }, required: [name] });
const sampling = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text: words } }], maxTokens });

/** Asks, and answers with what the client said. */
function relays(requests: (ctx: FixtureContext) => InputRequests, saying: string): Pick<FixtureTool, "call"> {
  return {
    call: (ctx) => {
      const wanted = requests(ctx);
      const { inputResponses = {} } = ctx.request;
      if (!Object.keys(wanted).every((name) => isUseful(inputResponses[name]))) return inputRequired({ inputRequests: wanted });
      return text(`${saying}: ${JSON.stringify(inputResponses)}`);
    },
  };
}

function isUseful(response: unknown): boolean {
  return typeof response === "object" && response !== null && ("action" in response || "content" in response || "roots" in response);
}

/** The same in rounds, with what the client has to keep between them. */
function keepsState(rounds: readonly InputRequests[], saying: string): Pick<FixtureTool, "call"> {
  return {
    call: async ({ request }) => {
      const round = request.requestState<{ readonly round: number }>()?.round ?? 0;
      const wanted = rounds[round];
      if (wanted === undefined) return text(saying);
      return inputRequired({ inputRequests: wanted, requestState: await STATES.mint({ round: round + 1 }) });
    },
  };
}

const ENUMS = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
    titledSingle: {
      type: "string",
      oneOf: ["First", "Second", "Third"].map((title, at) => ({ const: `value${at + 1}`, title: `${title} Option` })),
    },
    legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["Option One", "Option Two", "Option Three"] },
    untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
    titledMulti: {
      type: "array",
      items: { anyOf: ["First", "Second", "Third"].map((title, at) => ({ const: `value${at + 1}`, title: `${title} Choice` })) },
    },
  },
} satisfies Form;

const DEFAULTS = {
  type: "object",
  properties: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
} satisfies Form;

const CONTACT = {
  type: "object",
  properties: {
    username: { type: "string", description: "User's response" },
    email: { type: "string", description: "User's email address" },
  },
  required: ["username", "email"],
} satisfies Form;

const CONFIRM = { confirm: form("Please confirm", { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] }) };
const NAME = { user_name: asksFor("What is your name?", "name") };

const CONTENT_TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: { description: "Answers a text.", ...shows(tell("This is a simple text response for testing.")) },
  test_image_content: { description: "Answers an image.", ...shows(IMAGE) },
  test_audio_content: { description: "Answers a sound.", ...shows({ type: "audio", data: SILENCE, mimeType: "audio/wav" }) },
  test_embedded_resource: {
    description: "Answers a resource.",
    ...shows(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  },
  test_multiple_content_types: {
    description: "Answers a text, an image and a resource.",
    ...shows(
      tell("Multiple content types test:"),
      IMAGE,
      resource("test://mixed-content-resource", "application/json", JSON.stringify({ test: "data", value: 123 })),
    ),
  },
  test_error_handling: {
    description: "Fails.",
    call: () => ({ ...text("This tool intentionally returns an error for testing"), isError: true }),
  },
};

const TALKING_TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_tool_with_logging: { description: "Logs three messages.", call: ({ request }) => logging(request) },
  test_logging_tool: { description: "Logs three messages.", call: ({ request }) => logging(request) },
  test_tool_with_progress: {
    description: "Reports its progress.",
    call: async ({ request }) => {
      const progressToken = request._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await request.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
        await sleep(STEP_MS);
      }
      return text("Done.");
    },
  },
  test_trigger_tool_change: {
    description: "Says the list of tools has changed.",
    call: ({ changed }) => saysChanged(() => changed("tools")),
  },
  test_trigger_prompt_change: {
    description: "Says the list of prompts has changed.",
    call: ({ changed }) => saysChanged(() => changed("prompts")),
  },
  test_missing_capability: {
    description: "Needs a client with sampling.",
    call: ({ canDo }) => {
      if (!canDo("sampling")) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
      return text("Done.");
    },
  },
};

async function logging(request: ServerContext["mcpReq"]): Promise<CallToolResult> {
  for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    // Since 2026-07-28 a client asks for messages with each request; none of the suite's does.
    if (request.envelope === undefined) await request.notify({ method: "notifications/message", params: { level: "info", data } });
    await sleep(STEP_MS);
  }
  return text("Done.");
}

function saysChanged(say: () => void): CallToolResult {
  say();
  return text("Done.");
}

const ASKING_TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_sampling: {
    description: "Asks the client's model.",
    texts: ["prompt"],
    ...relays(({ given }) => ({ answer: sampling(String(given["prompt"]), 100) }), "LLM response"),
  },
  test_elicitation: {
    description: "Asks the user.",
    texts: ["message"],
    ...relays(({ given }) => ({ answer: form(String(given["message"]), CONTACT) }), "User response"),
  },
  test_elicitation_sep1034_defaults: {
    description: "Asks the user, with defaults.",
    ...relays(() => ({ answer: form("Please review", DEFAULTS) }), "Elicitation completed"),
  },
  test_elicitation_sep1330_enums: {
    description: "Asks the user to choose.",
    ...relays(() => ({ answer: form("Please choose", ENUMS) }), "Elicitation completed"),
  },
  test_streaming_elicitation: { description: "Asks the user.", ...relays(() => CONFIRM, "User response") },
  test_input_required_result_elicitation: {
    description: "Greets the user.",
    call: ({ request }) => {
      const name = acceptedContent(request.inputResponses, "user_name")?.["name"];
      return typeof name === "string" ? text(`Hello, ${name}!`) : inputRequired({ inputRequests: NAME });
    },
  },
  test_input_required_result_sampling: {
    description: "Asks the client's model.",
    ...relays(() => ({ capital_question: sampling("What is the capital of France?", 100) }), "LLM response"),
  },
  test_input_required_result_list_roots: {
    description: "Asks for the client's roots.",
    ...relays(() => ({ client_roots: inputRequired.listRoots() }), "Roots"),
  },
  test_input_required_result_request_state: { description: "Keeps its state with the client.", ...keepsState([CONFIRM], "state-ok") },
  test_input_required_result_tampered_state: { description: "Keeps its state with the client.", ...keepsState([CONFIRM], "state-ok") },
  test_input_required_result_multiple_inputs: {
    description: "Asks for three things at once.",
    ...keepsState([{ ...NAME, greeting: sampling("Generate a greeting", 50), client_roots: inputRequired.listRoots() }], "Done."),
  },
  test_input_required_result_multi_round: {
    description: "Asks twice.",
    ...keepsState(
      [{ step1: asksFor("Step 1: What is your name?", "name") }, { step2: asksFor("Step 2: What is your favorite color?", "color") }],
      "Done.",
    ),
  },
  test_input_required_result_capabilities: {
    description: "Asks only what the client can answer.",
    ...relays(
      ({ canDo }) => ({
        ...(canDo("elicitation") ? NAME : {}),
        ...(canDo("sampling") ? { greeting: sampling("Generate a greeting", 50) } : {}),
      }),
      "Done",
    ),
  },
};

export const FIXTURE_TOOLS: Readonly<Record<string, FixtureTool>> = { ...CONTENT_TOOLS, ...TALKING_TOOLS, ...ASKING_TOOLS };
