import {
  compareTexts,
  type FoundMetafield,
  type MetafieldIdentity,
  metafieldNames,
  identityText as identityOf,
  rememberedMetafields,
} from "../../engine/source/metafield-names.ts";
import type { RawFact } from "../../engine/source/raw-tables.ts";
import type { RawSink } from "../storefront-port.ts";
import { bulkLines, type BulkLine, type LineSource } from "./bulk-lines.ts";
import { gidOf, textAt } from "./line-values.ts";
import { metafieldText } from "./metafield-text.ts";

/** Names of metafields that become source columns where nobody has said which; a shop has a few dozen. */
const COLUMNS_MAX = 200;

interface Metafield extends MetafieldIdentity {
  readonly ownerId: string;
  readonly type: string;
  readonly value: string;
}

export interface HandedMetafields {
  /** Source columns, in their order. */
  readonly columns: readonly string[];
  readonly metafields: readonly FoundMetafield[];
}

/**
 * Hands over the wanted metafields as facts, `null` for all there are, and answers which there are. The file is read twice, because
 * a column's name depends on which others there are, and nothing of the catalog's size is kept.
 */
export async function handMetafields(
  source: LineSource,
  wanted: readonly MetafieldIdentity[] | null,
  sink: RawSink,
): Promise<HandedMetafields> {
  const found = await countMetafields(source);
  const columns = columnsOf(wanted ?? mostUsed(found, source));
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const metafield = metafieldOf(line);
      if (metafield === undefined) continue;
      const fact = factOf(metafield, columns, source);
      const room = fact === undefined ? undefined : sink.fact(fact);
      if (room instanceof Promise) await room;
    }
  }
  return { columns: [...columns.values()], metafields: metafieldsOf(found, wanted ?? [], columns) };
}

function factOf(metafield: Metafield, columns: ReadonlyMap<string, string>, { repairs }: LineSource): RawFact | undefined {
  const column = columns.get(identityOf(metafield));
  if (column === undefined) return undefined;
  const value = metafieldText(metafield.type, metafield.value);
  if (value === undefined) repairs.count("references_left_out");
  return value === undefined || value === "" ? undefined : { owner: metafield.level, owner_id: metafield.ownerId, column, value };
}

interface Counted {
  readonly metafield: MetafieldIdentity;
  count: number;
}

type CountedMetafields = ReadonlyMap<string, Counted>;

async function countMetafields(source: LineSource): Promise<CountedMetafields> {
  const found = new Map<string, Counted>();
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const metafield = metafieldOf(line);
      if (metafield === undefined || metafield.type.endsWith("_reference")) continue;
      const identity = identityOf(metafield);
      const known = found.get(identity);
      if (known !== undefined) known.count += 1;
      else found.set(identity, { metafield: { level: metafield.level, namespace: metafield.namespace, key: metafield.key }, count: 1 });
    }
  }
  return found;
}

/** In the order of level, namespace and key; a merchant's own namespace comes first and so has the plain names. */
function mostUsed(found: CountedMetafields, { repairs }: LineSource): readonly MetafieldIdentity[] {
  const byUse = [...found].toSorted(([one, { count }], [other, { count: otherCount }]) => otherCount - count || compareTexts(one, other));
  if (byUse.length > COLUMNS_MAX) repairs.count("metafields_left_out", byUse.length - COLUMNS_MAX);
  const kept = byUse.slice(0, COLUMNS_MAX).map(([, { metafield }]) => metafield);
  return kept.toSorted((one, other) => compareTexts(orderOf(one), orderOf(other)));
}

/** By identity, each once, in the order given. */
function columnsOf(taken: readonly MetafieldIdentity[]): ReadonlyMap<string, string> {
  const name = metafieldNames();
  const once = new Map(taken.map((metafield) => [identityOf(metafield), metafield]));
  return new Map([...once].map(([identity, metafield]) => [identity, name(metafield)]));
}

/** What was wanted is told of even where no product has it. */
function metafieldsOf(
  found: CountedMetafields,
  wanted: readonly MetafieldIdentity[],
  columns: ReadonlyMap<string, string>,
): readonly FoundMetafield[] {
  const lacking = wanted.filter((metafield) => !found.has(identityOf(metafield))).map((metafield) => ({ metafield, count: 0 }));
  return rememberedMetafields(
    [...found.values(), ...lacking].map(({ metafield: { level, namespace, key }, count }) => ({
      level,
      namespace,
      key,
      column: columns.get(identityOf({ level, namespace, key })) ?? null,
      owners: count,
    })),
  );
}

/** The namespace in which the admin makes metafields unless told otherwise. */
const OWN_NAMESPACE = "custom";

function orderOf({ level, namespace, key }: MetafieldIdentity): string {
  return [level, namespace === OWN_NAMESPACE ? "" : namespace, key].join("\u0000");
}

function metafieldOf(line: BulkLine): Metafield | undefined {
  const owner = gidOf(textAt(line, "__parentId"));
  const namespace = textAt(line, "namespace");
  const key = textAt(line, "key");
  const type = textAt(line, "type");
  const value = textAt(line, "value");
  if (owner === undefined || namespace === null || key === null || type === null || value === null) return undefined;
  if (owner.type !== "Product" && owner.type !== "ProductVariant") return undefined;
  return { level: owner.type === "Product" ? "product" : "variant", ownerId: owner.id, namespace, key, type, value };
}
