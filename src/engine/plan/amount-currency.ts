import { BLANK, type Branch, call, childrenOf, type Expression, isBlank, not, source } from "../expression/expression.ts";
import { CALLS } from "../expression/functions/every-function.ts";
import { SOURCE_COLUMNS } from "../source/source-columns.ts";

/**
 * The currency of what a value comes to, as an expression of its own: a price times a plain number keeps its currency, and so do two prices
 * in one currency; prices in several are in none. What only decides between values doesn't count. A text that is
 * written as it is has none here, because it names its currency itself.
 */
export function currencyOfValue(value: Expression): Expression {
  switch (value.kind) {
    case "case":
      return chosen(value.branches, value.otherwise, currencyOfValue);
    case "call":
      return choiceOf(value, currencyOfValue) ?? shared(countedParts(value));
    case "arithmetic":
    case "negative":
    case "feedwide":
    case "map":
      return shared(countedParts(value));
    default:
      return BLANK;
  }
}

/** The same of a value that is counted with, which leaves its currency behind. */
export function currencyCounted(value: Expression): Expression {
  return shared([value]);
}

/** The one currency that the amounts among some values are in. */
function shared(values: readonly Expression[]): Expression {
  const named = new Map<string, Expression>();
  const waiting = [...values];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const choice = choiceCounted(value);
    const currency = choice ?? namedBy(value);
    if (currency !== BLANK) named.set(JSON.stringify(currency), currency);
    if (choice === undefined) waiting.push(...countedParts(value));
  }
  const [only = BLANK, ...others] = named.values();
  return others.length === 0 ? only : call("_shared_currency", ...named.values());
}

function choiceCounted(value: Expression): Expression | undefined {
  if (value.kind === "case") return chosen(value.branches, value.otherwise, currencyCounted);
  return value.kind === "call" ? choiceOf(value, currencyCounted) : undefined;
}

/** What a text names by itself. The shop's own amounts name nothing: they are in the currency of the row. */
function namedBy(value: Expression): Expression {
  switch (value.kind) {
    case "text":
      return / [A-Z]{3}\s*$/.test(value.value) ? call("currency", value) : BLANK;
    case "lookup":
    case "map":
      return call("currency", value);
    case "call":
      return ["text", "money"].includes(CALLS[value.fn].returns) ? call("currency", value) : BLANK;
    case "column": {
      const type = value.side === "D" ? SOURCE_COLUMNS.find(({ name }) => name === value.name)?.type : undefined;
      if (type === "money") return source("currency");
      return type === undefined || type === "text" ? call("currency", value) : BLANK;
    }
    default:
      return BLANK;
  }
}

/** Functions that write the currency they are given. */
const WRITES_CURRENCY: ReadonlySet<string> = new Set(["money", "convert"]);

/** The values whose amounts become part of a value. */
function countedParts(value: Expression): readonly Expression[] {
  switch (value.kind) {
    case "call":
      return WRITES_CURRENCY.has(value.fn) ? [] : value.args;
    case "map":
      return value.within === undefined ? [value.otherwise] : [value.value, value.otherwise];
    case "arithmetic":
    case "negative":
      return childrenOf(value);
    case "feedwide":
      return value.args;
    case "lookup":
      return value.otherwise === undefined ? [] : [value.otherwise];
    default:
      return [];
  }
}

type Call = Extract<Expression, { kind: "call" }>;

/** The currency of one of a call's arguments, where the call is one of them. */
function choiceOf({ fn, args }: Call, of: (value: Expression) => Expression): Expression | undefined {
  const [first = BLANK, second = BLANK, third = BLANK] = args;
  switch (fn) {
    case "if":
      return chosen([{ when: first, then: second }], third, of);
    case "coalesce":
    case "default_to": {
      const branches = args.slice(0, -1).map((arg) => ({ when: not(isBlank(arg)), then: arg }));
      return chosen(branches, args.at(-1) ?? BLANK, of);
    }
    case "nullif":
      return of(first);
    case "_calculated":
      return firstNamed(currencyCounted(first), currencyCounted(second));
    default:
      return undefined;
  }
}

function chosen(branches: readonly Branch[], otherwise: Expression, of: (value: Expression) => Expression): Expression {
  const named = branches.map(({ when, then }) => ({ when, then: of(then) }));
  const last = of(otherwise);
  return named.every(({ then }) => isSame(then, last)) ? last : { kind: "case", branches: named, otherwise: last };
}

/** The first currency, else the second. */
export function firstNamed(currency: Expression, otherwise: Expression): Expression {
  if (currency === BLANK || isSame(currency, otherwise)) return otherwise;
  return otherwise === BLANK ? currency : call("coalesce", currency, otherwise);
}

function isSame(one: Expression, other: Expression): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
