import { actorOf, type Caller } from "../../features/keys/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type Answering, answerRequest, type Around, type Asked, shopOf } from "../http/answer-request.ts";
import { authorise, type Credential } from "../http/authorise.ts";
import type { QueryString } from "../http/query-string.ts";
import { type Arguments, readArguments } from "./flat-arguments.ts";
import type { Tool, ToolForm } from "./tools.ts";

/** Who calls, for one request. */
export interface ToolCaller {
  readonly caller: Caller;
  readonly credential: Credential;
  /** Of the address: which shop an organization acts for. */
  readonly query: QueryString;
  readonly requestId: string;
  /** Fires when the client has given up. */
  readonly signal: AbortSignal;
}

/** One call of a tool, with the operation that its arguments mean. */
export interface ToolCall {
  readonly tool: Tool;
  readonly form: ToolForm;
  /** Without those that are MCP's. */
  readonly given: Arguments;
  readonly caller: ToolCaller;
  readonly options: Answering;
}

export type AnswerBody = Readonly<Record<string, unknown>>;

/** As if the arguments had come over REST. Throws what the operation refuses, and `insufficient_scope` before anything else. */
export function askedOf({ form: { operation, flat }, caller: from }: ToolCall, given: Arguments, isPreview = false): Asked {
  const { caller, credential, requestId, query } = from;
  const authorised = authorise(operation, caller, query);
  const actor = actorOf(caller);
  return {
    ...authorised,
    actor: actor.kind === "key" ? { ...actor, isAgent: true } : actor,
    credential,
    requestId,
    read: readArguments(flat, given, isPreview),
    repeatable: null,
  };
}

/** The REST answer. */
export async function answerOf(call: ToolCall, asked: Asked, around?: Around): Promise<AnswerBody> {
  const { body } = await answerRequest(asked, call.options, around);
  return body === null ? { data: null } : members(parseJson(body.toString()));
}

/** The shop a call is for, in a transaction or outside. */
export function shopOfCall({ form, caller, options }: ToolCall, db: Answering["db"] = options.db): ShopDb {
  const shopId = shopOf(authorise(form.operation, caller.caller, caller.query));
  if (shopId === null) throw new RequestError("internal_error", { cause: `${form.operation.name} is a tool and belongs to no shop` });
  return openShop(db, shopId);
}
