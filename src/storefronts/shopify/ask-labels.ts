import { z } from "zod";
import { PlainError } from "../../kernel/errors.ts";
import type { AdminClient } from "./admin-client.ts";
import type { References } from "./ask-references.ts";
import { listAt, textAt } from "./line-values.ts";
import type { Repairs } from "./repairs.ts";
import { storable } from "./shop-lists.ts";
import { alias } from "./translations-document.ts";
import type { WantedTranslations } from "./wanted-translations.ts";

/** What metaobjects are called, by id, in each language that has names for them. */
export type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Each comes with all of its texts, in all languages. */
const PAGE = 50;

const LabelsAnswer = z.object({ translatableResourcesByIds: z.object({ nodes: z.array(z.record(z.string(), z.unknown())) }) });

interface Named {
  readonly references: References;
  /** In the primary language, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly repairs: Repairs;
}

/** Feeds can do without: where Shopify doesn't say, the primary names stand in every language. */
export async function askLabels(client: AdminClient, wish: WantedTranslations, { references, names, repairs }: Named): Promise<Labels> {
  const ids = references.get("metaobjects")?.filter((id) => names.has(id)) ?? [];
  if (wish.labels === null) return new Map();
  const labels = new Map(wish.locales.map((locale) => [locale, new Map<string, string>()]));
  try {
    for (let at = 0; at < ids.length; at += PAGE) {
      const page = ids.slice(at, at + PAGE);
      const { translatableResourcesByIds: found } = await client.ask(wish.labels, { ids: page, first: PAGE }, LabelsAnswer);
      for (const node of found.nodes) takeLabels(node, names, [...labels.values()]);
    }
    return labels;
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    repairs.note("labels_untranslated", error.message);
    return new Map();
  }
}

/** A name is the translation of the field whose primary text is the primary name. */
function takeLabels(node: unknown, names: ReadonlyMap<string, string>, labels: readonly Map<string, string>[]): void {
  const id = textAt(node, "resourceId");
  const name = id === null ? undefined : names.get(id);
  if (id === null || name === undefined) return;
  const keys = listAt(node, "translatableContent").flatMap((content) =>
    storable(textAt(content, "value") ?? "") === name ? [textAt(content, "key")] : [],
  );
  for (const [at, ofLocale] of labels.entries()) {
    const told = listAt(node, alias(at)).find((one) => keys.includes(textAt(one, "key")) && (textAt(one, "value") ?? "").trim() !== "");
    const label = textAt(told, "value");
    if (label !== null) ofLocale.set(id, storable(label));
  }
}
