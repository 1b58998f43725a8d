import { identityText, type MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import type { RawTranslatedFact, RawTranslation } from "../../engine/source/raw-tables.ts";
import type { RawSink } from "../storefront-port.ts";
import { bulkLines, type BulkLine, type LineSource } from "./bulk-lines.ts";
import { gidOf, listAt, numberAt, textAt } from "./line-values.ts";
import { metafieldText } from "./metafield-text.ts";
import { alias } from "./translations-document.ts";

export interface TranslatedColumns {
  /** In the order of the document's aliases. */
  readonly locales: readonly string[];
  /** Source columns of metafields by their identity. */
  readonly metafields: ReadonlyMap<string, string>;
}

/** Hands over what products, their options and their metafields say in other languages. Most lines say nothing. */
export async function handTranslations(source: LineSource, columns: TranslatedColumns, sink: RawSink): Promise<void> {
  for await (const lines of bulkLines(source)) {
    const rooms = lines.flatMap((line) => handLine(line, columns, sink)).filter((room) => room instanceof Promise);
    if (rooms.length > 0) await Promise.all(rooms);
  }
}

function handLine(line: BulkLine, columns: TranslatedColumns, sink: RawSink): readonly unknown[] {
  const gid = gidOf(textAt(line, "id"));
  if (gid?.type === "Product") return productRecords(line, gid.id, columns.locales).map((record) => sink.beside("translation", record));
  if (gid?.type === "Metafield") return metafieldFacts(line, columns).map((fact) => sink.beside("translated_fact", fact));
  return [];
}

type Texts = ReadonlyMap<string, string>;

const NONE: Texts = new Map();

/** What is translated, by Shopify's keys. A text of white space alone says nothing. An outdated one counts, because the store shows it. */
function textsIn(value: unknown, at: number): Texts {
  const list = listAt(value, alias(at));
  if (list.length === 0) return NONE;
  return new Map(
    list.flatMap((one) => {
      const [key, text] = [textAt(one, "key"), textAt(one, "value")];
      return key === null || text === null || text.trim() === "" ? [] : [[key, text] as const];
    }),
  );
}

function productRecords(line: BulkLine, id: string, locales: readonly string[]): readonly RawTranslation[] {
  const options = optionsOf(line);
  return locales.flatMap((locale, at) => {
    const texts = textsIn(line, at);
    const told = options.map((option): ToldOption => ({ name: textsIn(option, at).get("name") ?? null, values: valuesIn(option, at) }));
    const isSaid = texts.size > 0 || told.some(({ name, values }) => name !== null || Object.keys(values).length > 0);
    return isSaid ? { owner_id: id, locale, ...ownTexts(texts), ...optionTexts(told) } : [];
  });
}

function ownTexts(texts: Texts) {
  const text = (key: string): string | null => texts.get(key) ?? null;
  return {
    title: text("title"),
    body_html: text("body_html"),
    handle: text("handle"),
    product_type: text("product_type"),
    seo_title: text("meta_title"),
    seo_description: text("meta_description"),
  };
}

interface ToldOption {
  readonly name: string | null;
  readonly values: Readonly<Record<string, string>>;
}

const UNTOLD: ToldOption = { name: null, values: {} };

function optionTexts([first = UNTOLD, second = UNTOLD, third = UNTOLD]: readonly ToldOption[]) {
  return {
    option1_name: first.name,
    option2_name: second.name,
    option3_name: third.name,
    option1_values: first.values,
    option2_values: second.values,
    option3_values: third.values,
  };
}

/** In the order of a variant's values. A product without options has one that nobody made. */
function optionsOf(line: BulkLine): readonly unknown[] {
  const options = listAt(line, "options");
  const [only] = options;
  const values = listAt(only, "optionValues");
  const isPlaceholder =
    options.length === 1 && values.length === 1 && textAt(only, "name") === "Title" && textAt(values[0], "name") === "Default Title";
  return isPlaceholder ? [] : options.toSorted((one, other) => Number(numberAt(one, "position")) - Number(numberAt(other, "position")));
}

function valuesIn(option: unknown, at: number): Readonly<Record<string, string>> {
  const told = listAt(option, "optionValues").flatMap((value) => {
    const [name, text] = [textAt(value, "name"), textsIn(value, at).get("name")];
    return name === null || text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(told);
}

/** A metafield points at the same object in every language; what that is called is asked for by itself. */
const NO_NAMES: ReadonlyMap<string, string> = new Map();

function metafieldFacts(line: BulkLine, { locales, metafields }: TranslatedColumns): readonly RawTranslatedFact[] {
  const owner = gidOf(textAt(line, "__parentId"));
  const [namespace, key, type] = [textAt(line, "namespace"), textAt(line, "key"), textAt(line, "type")];
  if (owner === undefined || namespace === null || key === null || type === null) return [];
  const level: MetafieldIdentity["level"] = owner.type === "Product" ? "product" : "variant";
  const column = metafields.get(identityText({ level, namespace, key }));
  if (column === undefined) return [];
  return locales.flatMap((locale, at) => {
    const text = textsIn(line, at).get("value");
    const value = text === undefined ? undefined : metafieldText(type, text, NO_NAMES);
    return value === undefined || value === "" ? [] : { owner: level, owner_id: owner.id, column, value, locale };
  });
}
