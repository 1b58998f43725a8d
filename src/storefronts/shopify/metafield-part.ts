import { type FoundMetafield, identityText as identityOf, type MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import type { RawSink } from "../storefront-port.ts";
import { bulkLines, type LineSource } from "./bulk-lines.ts";
import { patternBeside, patternNames } from "./colour-patterns.ts";
import { type Metafield, metafieldOf } from "./metafield-line.ts";
import { isReference } from "./metafield-references.ts";
import { metafieldText } from "./metafield-text.ts";

export interface NamedMetafields {
  /** Those that have a column are taken. */
  readonly metafields: readonly FoundMetafield[];
  /** What the objects that they point at are called, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Hands over the metafields that a survey has given a column as facts. */
export async function handMetafields(source: LineSource, { metafields, names }: NamedMetafields, sink: RawSink): Promise<void> {
  const columns = new Map(metafields.map((metafield) => [identityOf(metafield), metafield.column]));
  const patterns = patternNames(names);
  const hand = (metafield: Metafield, identity: MetafieldIdentity, called: typeof names): Promise<void> | void => {
    const column = columns.get(identityOf(identity)) ?? null;
    const value = column === null ? "" : metafieldText(metafield.type, metafield.value, called);
    if (column !== null && value !== "") return sink.fact({ owner: metafield.level, owner_id: metafield.ownerId, column, value });
  };
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const metafield = metafieldOf(line);
      if (metafield === undefined) continue;
      const room = hand(metafield, metafield, names);
      if (room instanceof Promise) await room;
      const pattern = patterns.size === 0 ? undefined : patternBeside(metafield);
      if (pattern !== undefined && isReference(metafield.type)) await hand(metafield, pattern, patterns);
    }
  }
}
