import { actorOf, type Caller } from "../../features/keys/index.ts";
import { findFeed, listActiveFeeds } from "../../features/feeds/index.ts";
import { claimPreview, issuePreview, settlePreview, type Versions } from "../../features/tool-previews/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import { parseId } from "../../kernel/ids.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type Around, type Asked, type Answering, answerRequest, shopOf, tryChange } from "../http/answer-request.ts";
import { authorise, type Credential } from "../http/authorise.ts";
import { errorAnswer } from "../http/error-answer.ts";
import type { Performed } from "../http/perform-operation.ts";
import type { QueryString } from "../http/query-string.ts";
import { asRequestError } from "../http/request-error.ts";
import { type Arguments, readArguments } from "./flat-arguments.ts";
import { toolError, toolResult, type ToolResult } from "./tool-result.ts";
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

export interface CallOptions extends Answering {
  readonly publicUrl: string;
  readonly report: (error: RequestError, requestId: string) => void;
}

interface Call {
  readonly tool: Tool;
  readonly form: ToolForm;
  /** Without those that are MCP's. */
  readonly given: Arguments;
  readonly caller: ToolCaller;
  readonly options: CallOptions;
}

/** Never throws: what goes wrong is the tool's answer. */
export async function callTool(tool: Tool, given: Arguments, caller: ToolCaller, options: CallOptions): Promise<ToolResult> {
  try {
    return toolResult(await answerCall(tool, given, caller, options));
  } catch (thrown) {
    const error = asRequestError(thrown);
    options.report(error, caller.requestId);
    return toolError(members(parseJson(errorAnswer(error, { ...options, requestId: caller.requestId }).body)));
  }
}

type AnswerBody = Readonly<Record<string, unknown>>;

async function answerCall(tool: Tool, given: Arguments, caller: ToolCaller, options: CallOptions): Promise<AnswerBody> {
  const form = tool.forms.find(({ fits }) => fits(given));
  if (form === undefined) throw new RequestError("internal_error", { cause: `${tool.name} has no form for its arguments` });
  const { preview, preview_token: token, ...rest } = given;
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !form.chooses.includes(name)));
  if (form.operation.effect === "read") return answerRead({ tool, form, given: own, caller, options }, { preview, token });
  const call = { tool, form, given: own, caller, options };
  if (preview === true) return previewed(call);
  if (typeof token !== "string") throw new RequestError("preview_required");
  return changed(call, token);
}

const PER_PAGE = 10;

async function answerRead(call: Call, writing: { readonly preview: unknown; readonly token: unknown }): Promise<AnswerBody> {
  const { form, given } = call;
  // A read that shows a change, such as `preview_rule`, has these of its own.
  const sent: Arguments = {
    ...given,
    ...(form.flat.body.has("preview") && writing.preview !== undefined ? { preview: writing.preview } : {}),
  };
  const paged = form.flat.query.has("per_page") && sent["per_page"] === undefined ? { ...sent, per_page: PER_PAGE } : sent;
  const answer = bodyOf(await answerRequest(asked(call, paged), call.options));
  return { ...answer, ...(await tokenBeside(call)) };
}

/** What a preview by `preview_rule` lets the agent do next. */
const APPLIED_BY: Readonly<Record<string, string>> = { preview_rule: "apply_rule" };

async function tokenBeside(call: Call): Promise<AnswerBody> {
  const tool = APPLIED_BY[call.tool.name];
  if (tool === undefined) return {};
  const { token, expiresAt } = await issued(call, tool, await versionsOf(call));
  return { preview_token: token, expires_at: expiresAt.toISOString(), apply_with: tool };
}

function asked({ form: { operation, flat }, caller: from }: Call, given: Arguments, isPreview = false): Asked {
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

function bodyOf({ body }: { readonly body: string | null }): AnswerBody {
  return body === null ? { data: null } : members(parseJson(body));
}

async function previewed(call: Call): Promise<AnswerBody> {
  const { form, given, options, tool } = call;
  const versions = await versionsOf(call);
  const shows = form.operation.previewMember !== null || form.operation.dryRun;
  const request = asked(call, given, true);
  const preview = shows ? shown(bodyOf(await answerRequest(request, options))) : tried(await tryChange(request, options));
  const { token, expiresAt } = await issued(call, tool.name, versions);
  return { preview, preview_token: token, expires_at: expiresAt.toISOString(), undo: UNDO };
}

const UNDO = "After the change, `undo` with the `audit_id` it answers takes it back, where that is possible.";

/** The operation's own preview. */
function shown({ data }: AnswerBody): AnswerBody {
  const { counts, summary, ...changes } = members(data);
  return {
    summary: typeof summary === "string" ? summary : "Nothing is changed yet. `changes` is what the change would do.",
    changes,
    counts: counts ?? {},
  };
}

/** What the audit log would say, of a change that was made and taken back. */
function tried({ action, facts }: Performed): AnswerBody {
  const { before, answer } = facts;
  return {
    summary: `Nothing is changed yet. The change would be ${action ?? "none"}.`,
    changes: { action, ...(before === undefined ? {} : { before }), after: members(answer)["data"] ?? null },
    counts: {},
  };
}

async function changed(call: Call, token: string): Promise<AnswerBody> {
  const { form, given, options, caller } = call;
  const request = asked(call, given);
  let audit: number | null = null;
  const around: Around = {
    async before(transaction) {
      caller.signal.throwIfAborted();
      await claimPreview(shopDb(request, transaction), claimOf(call, call.tool.name), token);
    },
    async after(transaction, auditId) {
      caller.signal.throwIfAborted();
      audit = auditId;
      await settlePreview(shopDb(request, transaction), token, auditId);
    },
  };
  const answer = bodyOf(await answerRequest(request, options, around));
  return { ...answer, undo: form.operation.effect === "write" && audit !== null ? { tool: "undo", arguments: { audit_id: audit } } : null };
}

function claimOf({ caller, given }: Call, tool: string) {
  return { keyId: caller.caller.keyId, tool, arguments: given };
}

function issued(call: Call, tool: string, versions: Versions) {
  return issuePreview(shopOfCall(call), claimOf(call, tool), versions);
}

function shopOfCall(call: Call): ShopDb {
  const { form, caller, options } = call;
  return shopDb(authorise(form.operation, caller.caller, caller.query), options.db);
}

function shopDb(authorised: Parameters<typeof shopOf>[0], db: Answering["db"]): ShopDb {
  const shopId = shopOf(authorised);
  if (shopId === null) throw new RequestError("internal_error", { cause: "a tool that changes something belongs to no shop" });
  return openShop(db, shopId);
}

/** The feeds a call names, or with `feed_ids` left out all active ones: the change is only made while they are as the preview saw them. */
async function versionsOf(call: Call): Promise<Versions> {
  const { given, form } = call;
  const shop = shopOfCall(call);
  const named = [given["feed_id"], ...(Array.isArray(given["feed_ids"]) ? given["feed_ids"] : [])].flatMap(
    (id) => parseId("feed", String(id)) ?? [],
  );
  const isOpen = named.length === 0 && form.flat.body.has("feed_ids");
  const feeds = isOpen ? await listActiveFeeds(shop) : await Promise.all(named.map((id) => findFeed(shop, id)));
  return Object.fromEntries(feeds.flatMap((feed) => (feed === undefined ? [] : [[feed.id, feed.definition_version]])));
}
