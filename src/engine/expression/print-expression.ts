import type { Expression, Word } from "./expression.ts";
import { namesOfOption } from "./functions/option.ts";
import { isPlainName } from "./tokens.ts";

/**
 * The canonical text of an expression: every column with its side, every text in double quotes, no parenthesis but those
 * needed. Reading it gives the same expression.
 */
export function printExpression(expression: Expression): string {
  return print(expression, Level.or);
}

/** How tightly a node binds; one that binds looser than its place asks for stands in parentheses. */
const Level = { or: 0, and: 1, not: 2, compare: 3, join: 4, sum: 5, product: 6, sign: 7, atom: 8 } as const;
type Level = (typeof Level)[keyof typeof Level];

function print(node: Expression, needed: Level): string {
  const { text, level } = printed(node);
  return level < needed ? `(${text})` : text;
}

interface Printed {
  readonly text: string;
  readonly level: Level;
}

const atom = (text: string): Printed => ({ text, level: Level.atom });

export function printText(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

export function printColumn(side: string, name: string): string {
  return `[${side}]${isPlainName(name) ? name : printText(name)}`;
}

function printed(node: Expression): Printed {
  switch (node.kind) {
    case "text":
      return atom(printText(node.value));
    case "number":
      return node.value.startsWith("-") ? { text: node.value, level: Level.sign } : atom(node.value);
    case "boolean":
      return atom(String(node.value));
    case "blank-value":
      return atom("blank");
    case "column":
      return atom(printColumn(node.side, node.name));
    case "call":
      if (node.fn === "_option") return printedCall("option", namesOfOption(node.args));
      return node.fn === "concat" && node.args.length > 1 ? chain(node.args, " & ", Level.join) : printedCall(node.fn, node.args);
    case "feedwide":
    case "category":
      return printedCall(node.fn, node.args);
    case "lookup":
      return printedLookup(node);
    case "arithmetic": {
      const level = node.operator === "+" || node.operator === "-" ? Level.sum : Level.product;
      const right: Level = level === Level.sum ? Level.product : Level.sign;
      return { text: `${print(node.left, level)} ${node.operator} ${print(node.right, right)}`, level };
    }
    case "negative":
      return { text: node.value.kind === "number" ? `-(${node.value.value})` : `-${print(node.value, Level.sign)}`, level: Level.sign };
    case "compare":
      return compared(node.left, `${node.operator}${mark(node)}`, print(node.right, Level.join));
    case "matches":
      return compared(node.value, `matches${mark(node)}`, printText(node.pattern));
    case "in":
      return compared(node.value, `in${mark(node)}`, `(${node.words.map(printWord).join(", ")})`);
    case "between":
      return compared(node.value, `between${mark(node)}`, `${print(node.low, Level.join)} and ${print(node.high, Level.join)}`);
    case "blank":
      return compared(node.value, "is", "blank");
    case "present":
      return printed({ kind: "not", part: { kind: "blank", value: node.value } });
    case "all":
      return connected(node.parts, "and", Level.and);
    case "any":
      return connected(node.parts, "or", Level.or);
    case "not":
      return printedNot(node.part);
    case "case":
      return printedCase(node);
    case "map":
      // Only inside lowered rules, whose own text is what people see.
      return printedCall("map", [node.value, node.otherwise]);
    default:
      return node satisfies never;
  }
}

function printedCall(name: string, args: readonly Expression[]): Printed {
  return atom(`${name}(${args.map((argument) => print(argument, Level.or)).join(", ")})`);
}

function printedLookup({ table, key, column, otherwise }: Extract<Expression, { kind: "lookup" }>): Printed {
  const args = [printText(table), print(key, Level.or)];
  if (column !== undefined || otherwise !== undefined) args.push(column === undefined ? "blank" : printText(column));
  if (otherwise !== undefined) args.push(print(otherwise, Level.or));
  return atom(`lookup(${args.join(", ")})`);
}

function chain(parts: readonly Expression[], separator: string, level: Level): Printed {
  // What binds as loosely as the chain itself would be read as parts of it.
  return { text: parts.map((part) => print(part, above(level))).join(separator), level };
}

function above(level: Level): Level {
  return level === Level.or ? Level.and : level === Level.and ? Level.not : level === Level.join ? Level.sum : Level.atom;
}

function connected(parts: readonly Expression[], word: "and" | "or", level: Level): Printed {
  const [only] = parts;
  if (only === undefined) return atom(word === "and" ? "true" : "false");
  return parts.length === 1 ? printed(only) : chain(parts, ` ${word} `, level);
}

/** Comparisons do not chain, so one within another stands in parentheses. */
function compared(left: Expression, operator: string, right: string): Printed {
  return { text: `${print(left, Level.join)} ${operator} ${right}`, level: Level.compare };
}

const mark = ({ caseSensitive }: { readonly caseSensitive: boolean }): string => (caseSensitive ? " cs" : "");

function printWord(word: Word): string {
  return word.kind === "text" ? printText(word.value) : word.value;
}

/** `not` goes into the operator where the language has such a form. */
function printedNot(part: Expression): Printed {
  if (part.kind === "blank") return compared(part.value, "is not", "blank");
  const { text, level } = printed(part);
  const isWordForm =
    part.kind === "matches" || part.kind === "in" || part.kind === "between" || (part.kind === "compare" && /^[a-z]/.test(part.operator));
  if (!isWordForm) return { text: `not ${level < Level.not || level === Level.compare ? `(${text})` : text}`, level: Level.not };
  const left = print(part.kind === "compare" ? part.left : part.value, Level.join);
  return { text: `${left} not ${text.slice(left.length + 1)}`, level: Level.compare };
}

function printedCase({ branches, otherwise }: Extract<Expression, { kind: "case" }>): Printed {
  const [only, second] = branches;
  if (only !== undefined && second === undefined)
    return {
      text: `if ${print(only.when, Level.or)} then ${print(only.then, Level.or)} else ${print(otherwise, Level.or)}`,
      level: Level.or,
    };
  const whens = branches.map((branch) => `when ${print(branch.when, Level.or)} then ${print(branch.then, Level.or)}`);
  return atom(`case ${whens.join(" ")} else ${print(otherwise, Level.or)} end`);
}
