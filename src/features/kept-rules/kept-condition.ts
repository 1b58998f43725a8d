import { any, type Expression, isOneOf, source } from "../../engine/expression/expression.ts";
import { printExpression } from "../../engine/expression/print-expression.ts";
import { storedContext } from "../../engine/plan/stored-context.ts";
import { readRule } from "../../engine/rules/rule-reader.ts";

/**
 * The condition of a rule that an operation keeps: rows by their ids, or by one of some conditions. It is read back from what is stored, so a
 * condition that a merchant has written into the rule counts like the others.
 */
export interface KeptCondition {
  readonly ids: readonly string[];
  readonly others: readonly Expression[];
}

export const NO_ROWS: KeptCondition = Object.freeze({ ids: [], others: [] });

/** The condition of a stored definition. One that has none holds always. */
export function keptCondition(written: unknown, extraColumns: readonly string[]): KeptCondition {
  if (written === undefined) return { ids: [], others: [ALWAYS] };
  const { matched } = readRule(0, { type: "include", condition: written }, storedContext(extraColumns));
  return partsOf(matched ?? ALWAYS);
}

export function partsOf(matched: Expression): KeptCondition {
  const parts = matched.kind === "any" ? matched.parts : [matched];
  const lists = parts.map(idsOf);
  return { ids: lists.flatMap((ids) => ids ?? []), others: parts.filter((_, at) => lists[at] === undefined) };
}

/** `in` lists no more. */
const WORDS_MAX = 1_000;

/** As a rule has it; undefined where the rule holds for every row. */
export function conditionText({ ids, others }: KeptCondition): string | undefined {
  if (others.some(isAlways)) return undefined;
  const lists = Array.from({ length: Math.ceil(ids.length / WORDS_MAX) }, (_, at) => ids.slice(at * WORDS_MAX, (at + 1) * WORDS_MAX));
  const parts = [...lists.map((list) => isOneOf(source("id"), list)), ...others];
  const [first = ALWAYS] = parts;
  return printExpression(parts.length === 1 ? first : any(...parts));
}

export function isNobody({ ids, others }: KeptCondition): boolean {
  return ids.length + others.length === 0;
}

export function joined(kept: KeptCondition, more: KeptCondition): KeptCondition {
  const known = new Set(kept.others.map(printExpression));
  return {
    ids: [...new Set([...kept.ids, ...more.ids])],
    others: [...kept.others, ...more.others.filter((part) => !known.has(printExpression(part)))],
  };
}

export function without(kept: KeptCondition, less: KeptCondition): KeptCondition {
  const ids = new Set(less.ids);
  const others = new Set(less.others.map(printExpression));
  return { ids: kept.ids.filter((id) => !ids.has(id)), others: kept.others.filter((part) => !others.has(printExpression(part))) };
}

const ALWAYS: Expression = Object.freeze({ kind: "boolean", value: true });

function isAlways(part: Expression): boolean {
  return part.kind === "boolean" && part.value;
}

/** The ids of `[D]id in (…)` or `[D]id = …`; nothing for any other condition. */
function idsOf(part: Expression): readonly string[] | undefined {
  if (part.kind === "in" && isId(part.value)) return part.words.map(({ value }) => value);
  if (part.kind !== "compare" || part.operator !== "=" || !isId(part.left)) return undefined;
  return part.right.kind === "text" || part.right.kind === "number" ? [part.right.value] : undefined;
}

function isId(value: Expression): boolean {
  return value.kind === "column" && value.side === "D" && value.name === "id";
}
