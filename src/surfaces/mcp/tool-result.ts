import { branded, members } from "../../kernel/unsafe.ts";

/** A tool's answer as MCP has it. */
export interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** Characters of `structuredContent` as JSON; the bound is 60 KB, and other members come to it. */
const RESULT_BYTES_MAX = 56_000;
/** Of the text, which is a summary. */
const TEXT_CHARACTERS_MAX = 2_000;

export function toolResult(answer: Readonly<Record<string, unknown>>): ToolResult {
  const bounded = boundedAnswer(withNextPage(answer));
  return { content: [{ type: "text", text: summaryOf(bounded) }], structuredContent: bounded };
}

export function toolError(error: Readonly<Record<string, unknown>>): ToolResult {
  const { code, message, details } = members(error["error"]);
  const faults = Array.isArray(details) ? details.map((detail) => String(members(detail)["message"])) : [];
  const text = [`${String(code)}: ${String(message)}`, ...faults.filter((fault) => fault !== message)].join("\n");
  return { content: [{ type: "text", text: cut(text, TEXT_CHARACTERS_MAX) }], structuredContent: boundedAnswer(error), isError: true };
}

function withNextPage(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const meta = members(answer["meta"]);
  return meta["has_more"] === true ? { ...answer, meta: { ...meta, next_page: Number(meta["page"]) + 1 } } : answer;
}

/** As much of it as fits: first long texts are cut, then lists, each saying how much is left out. */
function boundedAnswer(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (sizeOf(answer) <= RESULT_BYTES_MAX) return answer;
  for (const [textMax, itemsMax] of BOUNDS) {
    const left = { items: 0, texts: 0 };
    const shorter = members(shortened(answer, { textMax, itemsMax, left }));
    const told = { ...shorter, left_out: { ...left, how: HOW } };
    if (sizeOf(told) <= RESULT_BYTES_MAX) return told;
  }
  return { left_out: { items: 0, texts: 0, how: HOW } };
}

const HOW =
  "The answer was too long: lists and texts are cut. Ask for less with `per_page`, `page`, `columns` or a narrower search, or ask for one object.";
/** Characters of a text, items of a list; the gentlest first. */
const BOUNDS = [
  [2_000, 1_000],
  [500, 200],
  [300, 50],
  [200, 20],
  [120, 8],
  [80, 3],
  [40, 1],
] as const;

interface Shortening {
  readonly textMax: number;
  readonly itemsMax: number;
  readonly left: { items: number; texts: number };
}

function shortened(value: unknown, by: Shortening): unknown {
  if (typeof value === "string") {
    if (value.length <= by.textMax) return value;
    by.left.texts += 1;
    return cut(value, by.textMax);
  }
  if (Array.isArray(value)) {
    by.left.items += Math.max(0, value.length - by.itemsMax);
    return branded<readonly unknown[]>(value)
      .slice(0, by.itemsMax)
      .map((item) => shortened(item, by));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member, by)]));
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Never between the halves of a character. */
function cut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return `${text.slice(0, charactersMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** For clients that show a model the text alone. Values stay JSON, so that what a catalog says is seen to be data. */
function summaryOf(answer: Readonly<Record<string, unknown>>): string {
  const { data, meta } = answer;
  if (!Array.isArray(data)) return cut(JSON.stringify(data === undefined ? answer : { data, ...undone(answer) }), TEXT_CHARACTERS_MAX);
  const lines = [headline(data, members(meta))];
  let left = TEXT_CHARACTERS_MAX - (lines[0]?.length ?? 0) - TAIL_CHARACTERS;
  for (const item of branded<readonly unknown[]>(data)) {
    const line = cut(JSON.stringify(item), ITEM_CHARACTERS_MAX);
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

function undone({ undo }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return undo === undefined ? {} : { undo };
}

function headline(data: readonly unknown[], meta: Readonly<Record<string, unknown>>): string {
  const of = typeof meta["total"] === "number" ? ` of ${meta["total"]}` : "";
  const next = meta["next_page"] === undefined ? "" : ` Next: page ${String(meta["next_page"])}.`;
  return `${data.length}${of}.${next}`;
}
