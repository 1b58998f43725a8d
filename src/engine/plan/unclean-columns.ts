import { type AttachedSide, columnKey, type Expression } from "../expression/expression.ts";
import { CALLS } from "../expression/functions/every-function.ts";
import { LISTS } from "../source/source-columns.ts";
import { isCleanLine } from "../sql/text-sql.ts";
import type { FeedPlan } from "./feed-plan.ts";

/**
 * Output columns that may hold anything but one clean line once the steps have run. A column stays clean where every step that writes
 * it writes clean texts, so it is clean behind any of the steps, in any order: previews and traces run parts of a plan.
 *
 * What is cut at the length of a text may end in a space all the same; a row with a text that long has to be looked at.
 */
export function uncleanColumns({ cleanSource, attached, output, stages }: FeedPlan): ReadonlySet<string> {
  const beside = attached.flatMap(({ side, clean: cleanOnes = [] }) => keysOf(side, cleanOnes));
  const clean = new Set([...keysOf("D", cleanSource), ...beside, ...keysOf("G", output)]);
  const steps = stages.flatMap((stage) => stage.steps);
  // The items of a list are no longer what is known of the whole, and their ids are made of it.
  for (const step of steps) if (step.op === "split") for (const key of [columnKey(step.target), "G:id"]) clean.delete(key);
  const writes = steps.flatMap((step) => (step.op === "assign" ? [{ key: columnKey(step.target), needs: needsClean(step.value) }] : []));
  // Until nothing changes: what reads a column that is not clean writes none either.
  for (let before = -1; before !== clean.size;) {
    before = clean.size;
    for (const { key, needs } of writes)
      if (clean.has(key) && (needs === undefined || [...needs].some((column) => !clean.has(column)))) clean.delete(key);
  }
  return new Set(output.filter((column) => !clean.has(columnKey({ side: "G", name: column }))));
}

function keysOf(side: "D" | "G" | AttachedSide, columns: readonly string[]): readonly string[] {
  return columns.map((name) => columnKey({ side, name }));
}

/** The columns that have to be clean for the text of a value to be one clean line; undefined where that is not known to be enough. Each value is looked at once. */
function needsClean(value: Expression): ReadonlySet<string> | undefined {
  const needs = new Set<string>();
  return isClean(value, needs) ? needs : undefined;
}

/** Whether the text of a value is one clean line wherever that of the columns it needs is. What is not known to be is not. */
function isClean(expression: Expression, needs: Set<string>): boolean {
  const are = (parts: readonly Expression[]): boolean => parts.every((part) => isClean(part, needs));
  switch (expression.kind) {
    case "text":
      return isCleanLine(expression.value);
    case "column":
      needs.add(columnKey(expression));
      return true;
    case "call":
      return isPrinted(expression) || (keepsEnds(expression) && are(expression.args));
    case "case":
      return are([...expression.branches.map(({ then }) => then), expression.otherwise]);
    case "map":
      // What is left beside a replaced text may end in a space.
      return expression.within === undefined && expression.pairs.every(({ to }) => isCleanLine(to)) && are([expression.otherwise]);
    case "feedwide":
    case "lookup":
      return false;
    case "category":
    case "number":
    case "boolean":
    case "blank-value":
    case "arithmetic":
    case "negative":
    case "compare":
    case "matches":
    case "in":
    case "between":
    case "present":
    case "blank":
    case "all":
    case "any":
    case "not":
      return true;
    default:
      return expression satisfies never;
  }
}

/** What these yield are words and digits of ours, or three letters. */
const PRINTED: ReadonlySet<string> = new Set(["_channel_word", "_gtin", "_option_attribute", "_shared_currency", "currency"]);
/** These join clean texts, or items without white space at their ends, by something clean, or leave a text as it is. */
const JOINING: ReadonlySet<string> = new Set(["_one_size", "_only_item", "_readable", "_slashed", "_title_with"]);

type Call = Extract<Expression, { kind: "call" }>;

/** Numbers, dates and amounts of money are printed by us, whatever they are read from. */
function isPrinted({ fn }: Call): boolean {
  return ["number", "boolean", "date", "money"].includes(CALLS[fn].returns) || PRINTED.has(fn);
}

/** Whether what begins and ends the text begins and ends an argument, or an item of a list: one of several, or one after another. */
function keepsEnds({ fn, args: [first] }: Call): boolean {
  if (fn === "list_slice") return first?.kind === "column" && first.side === "D" && LISTS.has(first.name);
  return fn === "concat" || fn === "_priced" || JOINING.has(fn) || CALLS[fn].returns === "same";
}
