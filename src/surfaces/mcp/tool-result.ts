import { branded, members } from "../../kernel/unsafe.ts";
import { type Answer, boundedAnswer, cutText } from "./bounded-answer.ts";

/** A tool's answer as MCP has it. */
export interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: Answer;
  readonly isError?: true;
}

/** Of the text, which is a summary. */
const TEXT_CHARACTERS_MAX = 2_000;

export function toolResult(answer: Answer): ToolResult {
  const bounded = boundedAnswer(answer);
  return { content: [{ type: "text", text: summaryOf(bounded) }], structuredContent: bounded };
}

export function toolError(error: Answer): ToolResult {
  const { code, message, details } = members(error["error"]);
  const faults = Array.isArray(details) ? details.map((detail) => String(members(detail)["message"])) : [];
  const text = [`${String(code)}: ${String(message)}`, ...faults.filter((fault) => fault !== message)].join("\n");
  return { content: [{ type: "text", text: cutText(text, TEXT_CHARACTERS_MAX) }], structuredContent: boundedAnswer(error), isError: true };
}

/** For clients that show a model the text alone. Values stay JSON, so that what a catalog says is seen to be data. */
function summaryOf(answer: Answer): string {
  const { data, meta, preview, left_out: leftOut } = answer;
  if (preview !== undefined) return previewText(answer);
  const how = members(leftOut)["how"];
  const tail = typeof how === "string" ? `\n${how}` : "";
  const most = TEXT_CHARACTERS_MAX - tail.length;
  return `${Array.isArray(data) ? listText(data, members(meta), most) : cutText(JSON.stringify(besides(answer)), most)}${tail}`;
}

/** The token stands first: it must be there however long the changes are. */
function previewText({ preview, ...rest }: Answer): string {
  const { summary, changes } = members(preview);
  const { left_out: _left, ...next } = rest;
  return cutText(`${String(summary)}\n${JSON.stringify(next)}\n${JSON.stringify(changes)}`, TEXT_CHARACTERS_MAX);
}

/** What is short and needed next comes before `data`, which may be cut. */
function besides({ data, left_out: _left, ...rest }: Answer): Answer {
  return data === undefined ? rest : { ...rest, data };
}

function listText(data: readonly unknown[], meta: Answer, charactersMax: number): string {
  const lines = [headline(data, meta)];
  let left = charactersMax - (lines[0]?.length ?? 0) - TAIL_CHARACTERS;
  for (const item of branded<readonly unknown[]>(data)) {
    const line = cutText(JSON.stringify(item), ITEM_CHARACTERS_MAX);
    if (line.length + 1 > left) break;
    left -= line.length + 1;
    lines.push(line);
  }
  const missing = data.length - (lines.length - 1);
  if (missing > 0) lines.push(`${missing} more in structuredContent.`);
  return lines.join("\n");
}

const ITEM_CHARACTERS_MAX = 600;
const TAIL_CHARACTERS = 60;

function headline(data: readonly unknown[], { total, next_page: next }: Answer): string {
  const of = typeof total === "number" ? ` of ${total}` : "";
  return `${data.length}${of}.${typeof next === "number" ? ` Next: page ${next}.` : ""}`;
}
