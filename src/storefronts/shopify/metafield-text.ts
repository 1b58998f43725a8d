import { members, parseJson } from "../../kernel/unsafe.ts";
import { listAt, numberAt, textAt } from "./line-values.ts";

/**
 * What a metafield says in one text. Lists are joined by a comma, amounts and measures carry their unit, rich text is its
 * words. Undefined: it only refers to another object, whose name Shopify keeps elsewhere.
 */
export function metafieldText(type: string, value: string): string | undefined {
  if (type.endsWith("_reference")) return undefined;
  if (type.startsWith("list.")) return listText(type.slice("list.".length), value);
  const read = COMPOUND[type];
  return read === undefined ? value : (read(jsonOf(value)) ?? value);
}

function listText(type: string, value: string): string | undefined {
  const items = jsonOf(value);
  if (!Array.isArray(items)) return value;
  const texts = items.map((item: unknown) => metafieldText(type, typeof item === "string" ? item : JSON.stringify(item)));
  return texts.filter((text) => text !== undefined && text !== "").join(", ");
}

/** Types whose value is an object in JSON; a value of another shape stays as it is. */
const COMPOUND: Readonly<Record<string, (value: unknown) => string | null>> = {
  money: (value) => spaced(scalarAt(value, "amount"), textAt(value, "currency_code")),
  weight: measure,
  volume: measure,
  dimension: measure,
  rating: (value) => scalarAt(value, "value"),
  link: (value) => textAt(value, "url"),
  rich_text_field: (value) => {
    const words: string[] = [];
    collectWords(value, words, 0);
    return words.join(" ");
  },
};

function measure(value: unknown): string | null {
  return spaced(scalarAt(value, "value"), textAt(value, "unit")?.toLowerCase() ?? null);
}

function scalarAt(value: unknown, name: string): string | null {
  return textAt(value, name) ?? numberAt(value, name);
}

function spaced(amount: string | null, unit: string | null): string | null {
  return amount === null ? null : [amount, unit].filter((part) => part !== null).join(" ");
}

/** Rich text is a tree; what a shop's editor makes is a few levels deep. */
const DEPTH_MAX = 32;

function collectWords(node: unknown, words: string[], depth: number): void {
  const text = textAt(node, "value");
  if (text !== null && members(node)["type"] === "text") words.push(text.trim());
  if (depth < DEPTH_MAX) for (const child of listAt(node, "children")) collectWords(child, words, depth + 1);
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
