import { RequestError } from "../../kernel/errors.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import type { Answering } from "../http/answer-request.ts";
import { authorise } from "../http/authorise.ts";
import { errorAnswer } from "../http/error-answer.ts";
import { asRequestError } from "../http/request-error.ts";
import { applyPreviewed, issueToken, previewChange, versionsOf } from "./change-by-tool.ts";
import type { Arguments } from "./flat-arguments.ts";
import { pageOfList, takePage } from "./list-pages.ts";
import { type AnswerBody, answerOf, askedOf, type ToolCall, type ToolCaller } from "./tool-call.ts";
import { toolError, toolResult, type ToolResult } from "./tool-result.ts";
import type { Tool } from "./tools.ts";

export interface CallOptions extends Answering {
  readonly publicUrl: string;
  readonly report: (error: RequestError, requestId: string) => void;
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

async function answerCall(tool: Tool, given: Arguments, caller: ToolCaller, options: CallOptions): Promise<AnswerBody> {
  const form = tool.forms.find(({ fits }) => fits(given));
  if (form === undefined) throw new RequestError("internal_error", { cause: `${tool.name} has no form for its arguments` });
  // Before a preview is asked for: a caller without the scope would ask in vain.
  authorise(form.operation, caller.caller, caller.query);
  const { preview, preview_token: token, ...rest } = given;
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !form.chooses.includes(name)));
  const call: ToolCall = { tool, form, given: own, caller, options };
  if (form.operation.effect === "read") return answerRead(call);
  if (preview === true) return previewChange(call);
  if (typeof token !== "string") throw new RequestError("preview_required");
  return applyPreviewed(call, token);
}

async function answerRead(call: ToolCall): Promise<AnswerBody> {
  const { tool, form, given } = call;
  if (form.isPagedHere) {
    const { page, own } = takePage(given);
    return pageOfList(await answerOf(call, askedOf(call, own)), page);
  }
  const asked = { ...form.defaults, ...given };
  const appliedBy = APPLIED_BY[tool.name];
  if (appliedBy === undefined) return answerOf(call, askedOf(call, asked));
  const versions = await versionsOf(call);
  const answer = await answerOf(call, askedOf(call, asked));
  return { ...answer, ...(await issueToken(call, appliedBy, versions)), apply_with: appliedBy };
}

/** A read that shows a change: the tool that makes it. */
const APPLIED_BY: Readonly<Record<string, string>> = { preview_rule: "apply_rule" };
