import { type FoundMetafield, identityText as identityOf } from "../../engine/source/metafield-names.ts";
import type { RawSink } from "../storefront-port.ts";
import { bulkLines, type LineSource } from "./bulk-lines.ts";
import { metafieldOf } from "./metafield-line.ts";
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
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const metafield = metafieldOf(line);
      const column = metafield === undefined ? null : columns.get(identityOf(metafield));
      if (metafield === undefined || column === null || column === undefined) continue;
      const value = metafieldText(metafield.type, metafield.value, names);
      const room = value === "" ? undefined : sink.fact({ owner: metafield.level, owner_id: metafield.ownerId, column, value });
      if (room instanceof Promise) await room;
    }
  }
}
