import { BLANK, call, childrenOf, type Expression, output, source, text } from "../expression/expression.ts";
import { feedColumnType } from "./feed-columns.ts";
import type { Stage, Step } from "./feed-plan.ts";

/**
 * Channels refuse an amount without a currency. So whatever writes a price column (a mapping, an override, a rule) writes a bare amount
 * with the row's currency and that currency's decimals, and later steps read what the file will hold. What already is an amount of
 * money is left alone, which keeps the default mapping as cheap as it is.
 */
export function pricedStage(stage: Stage): Stage {
  return { ...stage, steps: stage.steps.flatMap(pricedSteps) };
}

export function pricedSteps(step: Step): readonly Step[] {
  if (step.op !== "assign" && step.op !== "split") return [step];
  if (step.target.side !== "G" || !isPriceColumn(step.target.name)) return [step];
  if (step.op === "assign") return isPriced(step.value) ? [step] : [{ ...step, value: priced(step.value) }];
  return [step, { op: "assign", target: step.target, value: priced(output(step.target.name)) }];
}

function isPriceColumn(name: string): boolean {
  return feedColumnType(name) === "money";
}

/** The currency is that of the feed's own prices the value is made of (they may have been converted), else the row's. */
function priced(value: Expression): Expression {
  const codes = pricesRead(value).map((name) => call("currency", output(name)));
  const code = codes.length === 0 ? source("currency") : call("coalesce", ...codes, source("currency"));
  return call("_priced", value, code);
}

/** The price columns that give a value its amount, in the order they are written. */
function pricesRead(value: Expression, found: Set<string> = new Set()): readonly string[] {
  if (value.kind === "column" && value.side === "G" && isPriceColumn(value.name)) found.add(value.name);
  for (const part of childrenOf(value)) pricesRead(part, found);
  return [...found];
}

/** A text that the language reads as a number (rules, section 1) and that names no currency. */
const BARE_AMOUNT = /^\s*[+-]?[0-9]{1,18}(?:\.[0-9]{1,9})?\s*$/;

/** Functions that write an amount with its currency, or none at all. */
const WRITES_MONEY: ReadonlySet<string> = new Set(["money", "convert"]);
/** Functions that keep the form of the price they are given. */
const KEEPS_MONEY: ReadonlySet<string> = new Set(["_price_adjusted", "_converted"]);

/** Whether a value can be no bare amount, seen from what it is made of. The price columns of the feed never hold one. */
function isPriced(value: Expression): boolean {
  switch (value.kind) {
    case "text":
      return !BARE_AMOUNT.test(value.value);
    case "blank-value":
      return true;
    case "column":
      return value.side === "G" && isPriceColumn(value.name);
    case "call": {
      const [first = BLANK] = value.args;
      if (value.fn === "coalesce") return value.args.every(isPriced);
      return WRITES_MONEY.has(value.fn) || (KEEPS_MONEY.has(value.fn) && isPriced(first));
    }
    case "case":
      return [...value.branches.map(({ then }) => then), value.otherwise].every(isPriced);
    case "map":
      return value.within === undefined && [...value.pairs.map(({ to }) => text(to)), value.otherwise].every(isPriced);
    default:
      return false;
  }
}
