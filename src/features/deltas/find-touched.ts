import { productsOfCollections, productsOfValues } from "../../engine/source/dynamic-owners.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { Touched, TouchedCollection } from "../../storefronts/storefront-port.ts";
import type { Mark, MarkKind } from "../marks/index.ts";
import { COLLECTIONS_FILE, type Snapshot, SOURCE_FILE } from "../snapshots/index.ts";

interface Finding {
  readonly session: WarehouseSession;
  readonly objects: Pick<ObjectStore, "local">;
  readonly base: Snapshot;
}

/** What marks name, as products where the snapshot knows whose they are; the platform is asked about the others. */
export async function findTouched(finding: Finding, marks: readonly Mark[]): Promise<Touched> {
  const { session, objects, base } = finding;
  const subjects = (kind: MarkKind): readonly string[] => marks.flatMap((mark) => (mark.kind === kind ? [String(mark.subject_id)] : []));
  const [products, variants, items, collections] = [
    subjects("product"),
    subjects("variant"),
    subjects("inventory_item"),
    subjects("collection"),
  ];
  await using source = await objects.local(`${base.prefix}${SOURCE_FILE}`);
  const owners = async (column: string, values: readonly string[]): Promise<Owners> =>
    values.length === 0 ? NOBODY : ownersOf(await session.all(productsOfValues(source.path, base.facts.columns, column, values)));
  const [ofVariants, ofItems] = [await owners("id", variants), await owners("inventory_item_id", items)];
  const found = new Set([...products, ...[...ofVariants.values(), ...ofItems.values()].flat()]);
  return {
    products: [...found],
    variants: variants.filter((id) => !ofVariants.has(id)),
    inventoryItems: items.filter((id) => !ofItems.has(id)),
    collections: collections.length === 0 ? [] : await collectionsOf(finding, source.path, collections),
  };
}

/** Products by subject. */
type Owners = ReadonlyMap<string, readonly string[]>;
const NOBODY: Owners = new Map();

function ownersOf(rows: readonly Readonly<Record<string, unknown>>[]): Owners {
  const bySubject = Map.groupBy(rows, (row) => String(row["subject"]));
  return new Map([...bySubject].map(([subject, of]) => [subject, of.map((row) => String(row["product_id"]))]));
}

async function collectionsOf(
  { session, objects, base }: Finding,
  source: string,
  ids: readonly string[],
): Promise<readonly TouchedCollection[]> {
  const members = ownersOf(await session.all(productsOfCollections(source, base.facts.columns, ids)));
  const titles = new Map<string, string>();
  if (base.facts.collections !== null) {
    await using listed = await objects.local(`${base.prefix}${COLLECTIONS_FILE}`);
    for (const row of await session.all(sql`SELECT id, title FROM read_parquet(${literal(listed.path)})`))
      titles.set(String(row["id"]).split("/").at(-1) ?? "", String(row["title"]));
  }
  return ids.map((id) => ({ id, title: titles.get(id) ?? null, products: members.get(id) ?? [] }));
}
