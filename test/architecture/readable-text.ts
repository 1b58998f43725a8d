import { parseSync, Visitor } from "oxc-parser";
import type { SourceFile } from "./import-graph.ts";

/** What a person reads in a file: in Markdown the prose, in the OpenAPI document every string, in code the strings that are sentences. */
export interface Passage {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Code, addresses and JSON, at the same length, so that lines stay in place and a sentence isn't cut in two. */
function withoutCode(text: string): string {
  const blank = (found: string): string => found.replaceAll(/[^\n]/g, "_");
  return text
    .replaceAll(/^ *(```|~~~)[^]*?^ *\1[^\n]*$/gm, blank)
    .replaceAll(/<!--[^]*?-->/g, blank)
    .replaceAll(/(`+)[^`\n](?:[^\n]*?[^`\n])?\1(?!`)/g, blank)
    .replaceAll(/\]\([^)\n]*\)/g, blank)
    .replaceAll(/\bhttps?:\/\/[^\s)>\]]+/g, blank)
    .replaceAll(/[{[]\s*"[^\n]*?[}\]]+/g, blank);
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** A cell, a list item and a heading end a sentence as a blank line does. */
function ofMarkdown(text: string): readonly Passage[] {
  return withoutCode(text)
    .split("\n")
    .flatMap((line, index) =>
      line
        .replace(/^\s*(?:[-*+>#]+|\d+\.)\s+/, "")
        .split(/\s\|\s|^\|\s|\s\|$/)
        .map((cell) => ({ line: index + 1, text: cell })),
    );
}

/** A name, a path and a pattern are one word. SQL is behind a tag. */
const isProse = (text: string): boolean => /\S\s\S/.test(text);

/** The document is written with one value per line, so a value's line is its own. */
function ofJson(text: string): readonly Passage[] {
  return text.split("\n").flatMap((line, index) => {
    const value = /^\s*(?:"(?:[^"\\]|\\.)*": )?("(?:[^"\\]|\\.)*"),?$/.exec(line)?.[1];
    const string = value === undefined ? "" : String(JSON.parse(value));
    return isProse(string) ? [{ line: index + 1, text: withoutCode(string) }] : [];
  });
}

/** A file that does not parse has no strings, which would be a silent pass: it is an error instead. */
function ofCode({ path, text }: SourceFile): readonly Passage[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const passages: Passage[] = [];
  const tagged = new Set<number>();
  const add = (start: number, value: string): void => {
    if (isProse(value)) passages.push({ line: lineAt(text, start), text: withoutCode(value) });
  };
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => void tagged.add(quasi.start),
    Literal: ({ start, value }) => {
      if (typeof value === "string") add(start, value);
    },
    TemplateLiteral: ({ start, quasis }) => {
      if (!tagged.has(start)) add(start, quasis.map(({ value }) => value.cooked ?? "").join("_"));
    },
  }).visit(program);
  return passages;
}

export function readableText(file: SourceFile): readonly Passage[] {
  if (file.path.endsWith(".md")) return ofMarkdown(file.text);
  return file.path.endsWith(".json") ? ofJson(file.text) : ofCode(file);
}
