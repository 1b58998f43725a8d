import { members, parseJson } from "../../kernel/unsafe.ts";
import { listAt, numberAt, textAt } from "./line-values.ts";
import { isReference, referencedIds } from "./metafield-references.ts";

/** What the objects that metafields point at are called, by id. */
export type Names = Pick<ReadonlyMap<string, string>, "get">;

/**
 * What a metafield says in one text. Lists are joined by a comma, amounts and measures carry their unit, rich text is its
 * words. Of an object that is not among the names there is no text.
 */
export function metafieldText(type: string, value: string, names: Names): string {
  if (isReference(type)) {
    const texts = referencedIds(type, value).map((id) => names.get(id) ?? "");
    return type.startsWith("list.") ? joined(texts) : (texts[0] ?? "");
  }
  if (type.startsWith("list.")) return listText(type.slice("list.".length), value, names);
  const read = COMPOUND[type];
  return read === undefined ? value : (read(jsonOf(value)) ?? value);
}

function listText(type: string, value: string, names: Names): string {
  const items = jsonOf(value);
  if (!Array.isArray(items)) return value;
  return joined(items.map((item: unknown) => metafieldText(type, typeof item === "string" ? item : JSON.stringify(item), names)));
}

/** As all lists of a snapshot, so that they can be parted again: a comma within an address is percent-encoded, within another item U+201A. */
function joined(items: readonly string[]): string {
  return items
    .filter((item) => item !== "")
    .map((item) => item.replaceAll(",", /^https?:\/\//.test(item) ? "%2C" : "\u201A"))
    .join(", ");
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
