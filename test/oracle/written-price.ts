import type { Expression } from "../../src/engine/expression/expression.ts";
import { CALLS } from "../../src/engine/expression/functions/every-function.ts";
import { evaluate } from "./evaluate.ts";
import { textOf } from "./given.ts";
import { isBlank, isTrue, type OracleFeed, type OracleRow } from "./oracle-rows.ts";
import { amountOf, moneyText } from "./rules/amounts.ts";

/** What a price column holds once a value was written into it: a bare amount gets the currency of the amounts it was made of, else the row's. */
export function writtenPrice(value: Expression, row: OracleRow, feed: OracleFeed): string {
  const text = textOf(evaluate(value, row, feed));
  const amount = amountOf(text.replace(/^(\s*[+-]?)(?=\.[0-9])/, "$10").replace(/([0-9])\.(?=\s*$)/, "$1"));
  if (amount?.currency !== "") return text;
  const [first = row.column("D", "currency"), ...others] = new Set(currencies(value, { row, feed, isCounted: false }));
  const currency = others.length === 0 ? first : "XXX";
  return /^[A-Z]{3}$/.test(currency) ? moneyText(amount.units, currency) : text;
}

interface Asked {
  readonly row: OracleRow;
  readonly feed: OracleFeed;
  /** Whether only the number of the value is used, so that a currency it names is lost. */
  readonly isCounted: boolean;
}

/** The currencies of the amounts that a row's value is made of. */
function currencies(node: Expression, asked: Asked): readonly string[] {
  const { row, feed, isCounted } = asked;
  const all = (parts: readonly Expression[]) => parts.flatMap((part) => currencies(part, { ...asked, isCounted: true }));
  const own = (): readonly string[] => (isCounted ? named(textOf(evaluate(node, row, feed))) : []);
  switch (node.kind) {
    case "case":
      return currencies(node.branches.find(({ when }) => isTrue(evaluate(when, row, feed)))?.then ?? node.otherwise, asked);
    case "call":
      return ofCall(node, asked, all, own);
    case "arithmetic":
      return all([node.left, node.right]);
    case "negative":
      return all([node.value]);
    case "feedwide":
      return all(node.args);
    case "column":
      if (node.side === "D" && node.name === "price") return isCounted ? named(`0 ${row.column("D", "currency")}`, /^0 (.+)$/) : [];
      return ["text", "money"].includes(row.type(node.side, node.name)) ? own() : [];
    case "text":
      return own();
    default:
      return [];
  }
}

function ofCall(
  { fn, args }: Extract<Expression, { kind: "call" }>,
  asked: Asked,
  all: (parts: readonly Expression[]) => readonly string[],
  own: () => readonly string[],
): readonly string[] {
  const { row, feed } = asked;
  const only = (part: Expression | undefined): readonly string[] => (part === undefined ? [] : currencies(part, asked));
  switch (fn) {
    case "if": {
      const [condition, then, otherwise] = args;
      return only(condition !== undefined && isTrue(evaluate(condition, row, feed)) ? then : otherwise);
    }
    case "coalesce":
    case "default_to":
      return only(args.find((arg) => !isBlank(evaluate(arg, row, feed))));
    case "nullif":
      return only(args[0]);
    case "money":
    case "convert":
      return own();
    default:
      return [...(["text", "money"].includes(CALLS[fn].returns) ? own() : []), ...all(args)];
  }
}

function named(text: string, form = /^[\t\n\f\r ]*[+-]?\d{1,18}(?:\.\d{1,9})? ([A-Z]{3})[\t\n\f\r ]*$/): readonly string[] {
  const [, currency] = form.exec(text) ?? [];
  return currency === undefined ? [] : [currency];
}
