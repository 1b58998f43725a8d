import { z } from "zod";
import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import type { AdminClient } from "./admin-client.ts";
import type { References } from "./ask-references.ts";
import { gidOf, listAt, textAt } from "./line-values.ts";
import type { Repairs } from "./repairs.ts";
import { storable } from "./shop-lists.ts";
import { alias } from "./translations-document.ts";
import type { WantedTranslations } from "./wanted-translations.ts";

/** What the objects that metafields point at are called, by id, in each language that has names for them. */
export type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What is asked for at a time. */
const PAGE_MAX = 50;
/** Each object comes with all of its texts, in its own language and all others: descriptions of 40 KB still make less than 8 MiB. */
const OBJECTS_BY_LANGUAGES_MAX = 200;

/** Types that are called by their title. Files and taxonomy values are called the same in every language. */
const TITLED: readonly string[] = ["Product", "Collection", "Page", "Article"];

const ResourcesAnswer = z.object({ translatableResourcesByIds: z.object({ nodes: z.array(z.unknown()) }) });
const VariantsAnswer = z.object({ nodes: z.array(z.unknown()) });

interface Named {
  readonly references: References;
  /** In the primary language, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly repairs: Repairs;
}

/** Feeds can do without: where Shopify doesn't say, the primary names stand in every language. */
export async function askLabels(client: AdminClient, wish: WantedTranslations, { references, names, repairs }: Named): Promise<Labels> {
  if (wish.labels === null) return new Map();
  const { resources, variants } = wish.labels;
  const ids = [...references.values()].flat().filter((id) => names.has(id));
  const pagesOf = (...types: readonly string[]) =>
    pages(
      ids.filter((id) => types.includes(gidOf(id)?.type ?? "")),
      wish.locales.length,
    );
  const labels = wish.locales.map((locale) => [locale, new Map<string, string>()] as const);
  const take = (node: unknown, path: string, labelOf: LabelOf): void => {
    const id = textAt(node, path);
    const name = id === null ? undefined : names.get(id);
    if (id === null || name === undefined) return;
    for (const [at, [, ofLocale]] of labels.entries()) {
      const label = labelOf({ node, id, name }, at);
      if (label !== undefined) ofLocale.set(id, storable(label));
    }
  };
  try {
    for (const page of pagesOf("Metaobject", ...TITLED)) {
      const { translatableResourcesByIds: found } = await client.ask(resources, { ids: page, first: PAGE_MAX }, ResourcesAnswer);
      for (const node of found.nodes) take(node, "resourceId", resourceLabel);
    }
    for (const page of pagesOf("ProductVariant")) {
      const { nodes } = await client.ask(variants, { ids: page }, VariantsAnswer);
      for (const node of nodes) take(node, "id", variantLabel);
    }
    return new Map(labels);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    repairs.note("labels_untranslated", error.message);
    return new Map();
  }
}

function pages(ids: readonly string[], locales: number): readonly (readonly string[])[] {
  const size = Math.max(1, Math.min(PAGE_MAX, Math.floor(OBJECTS_BY_LANGUAGES_MAX / (locales + 1))));
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size));
}

interface Told {
  readonly node: unknown;
  readonly id: string;
  /** In the primary language. */
  readonly name: string;
}

/** What it is called in the locale at a place of the list, if that is told. */
type LabelOf = (told: Told, at: number) => string | undefined;

/** The name of a metaobject is the translation of the field whose primary text is the primary name. */
function resourceLabel({ node, id, name }: Told, at: number): string | undefined {
  if (TITLED.includes(gidOf(id)?.type ?? "")) return translationAt(node, at, ["title"]);
  const isName = (content: unknown): boolean => storable(textAt(content, "value") ?? "") === name;
  const keys = listAt(node, "translatableContent").flatMap((content) => (isName(content) ? (textAt(content, "key") ?? []) : []));
  return translationAt(node, at, keys);
}

/** A variant is called by its product and its values. Shopify may make the name otherwise some day: then it stays as it is. */
function variantLabel({ node, name }: Told, at: number): string | undefined {
  const [product, options] = [members(node)["product"], listAt(node, "selectedOptions")];
  const called = (title: string | null, values: readonly (string | null)[]): string => `${title} - ${values.join(" / ")}`;
  const values = options.map((option) => textAt(option, "value"));
  if (storable(called(textAt(product, "title"), values)) !== name) return undefined;
  const title = translationAt(product, at, ["title"]) ?? textAt(product, "title");
  const told = options.map((option, nth) => translationAt(members(option)["optionValue"], at, ["name"]) ?? values[nth] ?? null);
  const label = called(title, told);
  return label === name ? undefined : label;
}

/** A text of white space alone says nothing. */
function translationAt(node: unknown, at: number, keys: readonly (string | null)[]): string | undefined {
  const told = listAt(node, alias(at)).find((one) => keys.includes(textAt(one, "key")) && (textAt(one, "value") ?? "").trim() !== "");
  return textAt(told, "value") ?? undefined;
}
