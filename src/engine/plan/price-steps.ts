import { BLANK, call, type Expression, output, source, text } from "../expression/expression.ts";
import { readsBareAmount } from "../sql/bare-amount.ts";
import { currencyOfValue, firstNamed } from "./amount-currency.ts";
import { feedColumnType } from "./feed-columns.ts";
import type { Stage, Step } from "./feed-plan.ts";

/**
 * Channels refuse an amount without a currency. So whatever writes a price column (a mapping, an override, a rule) writes a bare amount
 * with its currency and that currency's decimals, and later steps read what the file will hold. What already is an amount of
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

/** In the currency of the amounts that the value is made of, else the row's. */
function priced(value: Expression): Expression {
  return call("_priced", value, firstNamed(currencyOfValue(value), source("currency")));
}

/** Functions that write an amount with its currency, or none at all. */
const WRITES_MONEY: ReadonlySet<string> = new Set(["money", "convert"]);
/** Functions that keep the form of the price they are given. */
const KEEPS_MONEY: ReadonlySet<string> = new Set(["_price_adjusted", "_converted"]);

/** Whether a value can be no bare amount, seen from what it is made of. The price columns of the feed never hold one. */
function isPriced(value: Expression): boolean {
  switch (value.kind) {
    case "text":
      return !readsBareAmount(value.value);
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
