import { type MetafieldIdentity, metafieldNames } from "../../engine/source/metafield-names.ts";
import type { RawFact } from "../../engine/source/raw-tables.ts";
import type { RawSink } from "../storefront-port.ts";
import { bulkLines, type BulkLine, type LineSource } from "./bulk-lines.ts";
import { gidOf, textAt } from "./line-values.ts";
import { metafieldText } from "./metafield-text.ts";

/** Names of metafields that become source columns; a shop has a few dozen. */
const COLUMNS_MAX = 200;

interface Metafield extends MetafieldIdentity {
  readonly ownerId: string;
  readonly type: string;
  readonly value: string;
}

/**
 * Hands over the metafields as facts, and answers their source columns. The file is read twice, because a column's name depends
 * on which others there are, and nothing of the catalog's size is kept.
 */
export async function handMetafields(source: LineSource, sink: RawSink): Promise<readonly string[]> {
  const columns = columnsOf(await countMetafields(source), source);
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const metafield = metafieldOf(line);
      if (metafield === undefined) continue;
      const fact = factOf(metafield, columns, source);
      const room = fact === undefined ? undefined : sink.fact(fact);
      if (room instanceof Promise) await room;
    }
  }
  return [...columns.values()];
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

async function countMetafields(source: LineSource): Promise<ReadonlyMap<string, Counted>> {
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

/** By identity, in the order of level, namespace and key; a merchant's own namespace comes first and so has the plain names. */
function columnsOf(found: ReadonlyMap<string, Counted>, { repairs }: LineSource): ReadonlyMap<string, string> {
  const byUse = [...found].toSorted(([one, { count }], [other, { count: otherCount }]) => otherCount - count || compare(one, other));
  if (byUse.length > COLUMNS_MAX) repairs.count("metafields_left_out", byUse.length - COLUMNS_MAX);
  const kept = byUse.slice(0, COLUMNS_MAX).toSorted(([, one], [, other]) => compare(orderOf(one.metafield), orderOf(other.metafield)));
  const name = metafieldNames();
  return new Map(kept.map(([identity, { metafield }]) => [identity, name(metafield)]));
}

/** The namespace in which the admin makes metafields unless told otherwise. */
const OWN_NAMESPACE = "custom";

function orderOf({ level, namespace, key }: MetafieldIdentity): string {
  return [level, namespace === OWN_NAMESPACE ? "" : namespace, key].join("\u0000");
}

/** By code unit: the same on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function identityOf({ level, namespace, key }: MetafieldIdentity): string {
  return `${level}\u0000${namespace}\u0000${key}`;
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
