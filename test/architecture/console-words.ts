import { parseSync, Visitor } from "oxc-parser";
import type { SourceFile } from "./import-graph.ts";

/** Attributes, members of objects and parameters whose value a person reads. */
const READ = new Set([
  ...["action", "alt", "aria-label", "aria-description", "aria-placeholder", "aria-roledescription", "aria-valuetext", "caption"],
  ...["description", "emptyText", "errorMessage", "fault", "group", "heading", "hint", "label", "message", "note", "placeholder"],
  ...["subtitle", "summary", "text", "textValue", "title", "tooltip", "word"],
]);
/** What these elements hold is typed or pressed, so it's the same in every language. */
const VERBATIM = new Set(["code", "kbd", "pre"]);
const LETTER = /\p{L}/u;
/** Three words in a row are a sentence or a part of one, unless they are a style, a selector or a rule. */
const WORDS = /\p{L}[\p{L}'’]*,? \p{L}[\p{L}'’]*,? \p{L}/u;
const CODE = /^\.|[()[\]{}:;#\d]/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

/**
 * The words of a language that stand in a file of the console rather than among its messages, one line each with its place: text of markup, values of
 * attributes and members that a person reads, whichever branch they're in, and any string that is a sentence.
 */
export function wordsIn({ path, text }: SourceFile): readonly string[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const found = new Map<number, string>();
  const verbatim = new Set<number>();
  const add = (where: string, pieces: readonly Piece[], isWord = (value: string) => LETTER.test(value)): void => {
    for (const { start, value } of pieces)
      if (isWord(value) && !verbatim.has(start) && !found.has(start)) found.set(start, `${where} has “${value.trim().slice(0, 60)}”`);
  };
  const named = (key: unknown, value: unknown): void => {
    const name = nameOf(key);
    if (name !== undefined && READ.has(name)) add(name, shownIn(value));
  };
  new Visitor({
    JSXElement: ({ openingElement, children }) => {
      const name = nameOf(openingElement.name);
      if (name !== undefined && VERBATIM.has(name))
        for (const child of children) for (const { start } of shownIn(child)) verbatim.add(start);
      for (const child of children) add(`<${name ?? ""}>`, shownIn(child));
    },
    JSXFragment: ({ children }) => {
      for (const child of children) add("<>", shownIn(child));
    },
    JSXAttribute: ({ name, value }) => named(name, value),
    Property: ({ key, value }) => named(key, value),
    AssignmentPattern: ({ left, right }) => named(left, right),
    Literal: (literal) => add("a string", shownIn(literal), isSentence),
    TemplateLiteral: (template) => add("a string", shownIn(template), isSentence),
  }).visit(program);
  return Array.from(found)
    .toSorted(([a], [b]) => a - b)
    .map(([start, what]) => `${path}:${text.slice(0, start).split("\n").length}: ${what}`);
}

function isSentence(value: string): boolean {
  return WORDS.test(value) && !CODE.test(value);
}

interface Piece {
  readonly start: number;
  readonly value: string;
}

/** The strings that an expression may come to: not what it compares, calls or looks up with. */
function shownIn(value: unknown): readonly Piece[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case "JSXText":
      return [{ start: value.start, value: String(value["value"]) }];
    case "Literal":
      return typeof value["value"] === "string" ? [{ start: value.start, value: value["value"] }] : [];
    case "TemplateLiteral":
      return [...nodesOf(value["quasis"]).map(quasi), ...nodesOf(value["expressions"]).flatMap(shownIn)];
    case "ConditionalExpression":
      return [...shownIn(value["consequent"]), ...shownIn(value["alternate"])];
    case "LogicalExpression":
      return [...shownIn(value["left"]), ...shownIn(value["right"])];
    case "BinaryExpression":
      return value["operator"] === "+" ? [...shownIn(value["left"]), ...shownIn(value["right"])] : [];
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return shownIn(value["expression"]);
    default:
      return [];
  }
}

function quasi({ start, value }: Node): Piece {
  const cooked = typeof value === "object" && value !== null && "cooked" in value ? value.cooked : "";
  return { start, value: typeof cooked === "string" ? cooked : "" };
}

function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  const name = value.type === "Literal" ? value["value"] : value["name"];
  return typeof name === "string" ? name : undefined;
}

function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
