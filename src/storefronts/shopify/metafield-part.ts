import { type FoundMetafield, identityText as identityOf, type MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import type { RawFact } from "../../engine/source/raw-tables.ts";
import { seenText } from "../../kernel/seen-text.ts";
import type { RawSink } from "../storefront-port.ts";
import { bulkLines, type LineSource } from "./bulk-lines.ts";
import { patternBeside, patternNames } from "./colour-patterns.ts";
import { type Metafield, metafieldOf } from "./metafield-line.ts";
import type { Labels } from "./ask-labels.ts";
import { isReference, referencedIds } from "./metafield-references.ts";
import { metafieldText, type Names } from "./metafield-text.ts";

export interface NamedMetafields {
  /** Those that have a column are taken. */
  readonly metafields: readonly FoundMetafield[];
  /** What the objects that they point at are called, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly labels: Labels;
}

/** Hands over the metafields that a survey has given a column as facts, and as translated ones where what they point at is called otherwise in a language. */
export async function handMetafields(source: LineSource, { metafields, names, labels }: NamedMetafields, sink: RawSink): Promise<void> {
  const columns = new Map(metafields.map((metafield) => [identityOf(metafield), metafield.column]));
  const patterns = patternNames(names);
  const hand = (metafield: Metafield, identity: MetafieldIdentity, called: Names): Promise<void> | void => {
    const fact = factOf(metafield, columns.get(identityOf(identity)) ?? null, called);
    if (fact !== undefined) return sink.fact(fact);
  };
  const handTranslated = async (metafield: Metafield): Promise<void> => {
    const ids = referencedIds(metafield.type, metafield.value);
    for (const [locale, told] of labels) {
      if (!ids.some((id) => told.has(id))) continue;
      const fact = factOf(metafield, columns.get(identityOf(metafield)) ?? null, { get: (id) => told.get(id) ?? names.get(id) });
      if (fact !== undefined) await sink.beside("translated_fact", { ...fact, locale });
    }
  };
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const metafield = metafieldOf(line);
      if (metafield === undefined) continue;
      const room = hand(metafield, metafield, names);
      if (room instanceof Promise) await room;
      if (!isReference(metafield.type)) continue;
      const pattern = patterns.size === 0 ? undefined : patternBeside(metafield);
      if (pattern !== undefined) await hand(metafield, pattern, patterns);
      if (labels.size > 0) await handTranslated(metafield);
    }
  }
}

/** Undefined where it has no column, or says nothing. */
function factOf({ type, value, level, ownerId }: Metafield, column: string | null, names: Names): RawFact | undefined {
  const text = column === null ? null : seenText(metafieldText(type, value, names));
  return column === null || text === null ? undefined : { owner: level, owner_id: ownerId, column, value: text };
}
