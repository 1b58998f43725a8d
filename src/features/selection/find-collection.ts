import type { ShopCall } from "../operation.ts";
import { type Snapshot, SOURCE_FILE } from "../snapshots/index.ts";
import { collectionTitles } from "./selected-rows.ts";

/** Titles told to somebody who asked for one that is not there. */
const TOLD_MAX = 6;

interface FoundCollection {
  /** As the shop writes it. */
  readonly title?: string;
  /** Some of those there are. */
  readonly others: readonly string[];
}

/** A collection of the snapshot by its title, in any case, as a run compares them. One without products is in no snapshot. */
export async function findCollection(
  { objects, warehouse }: Pick<ShopCall, "objects" | "warehouse">,
  snapshot: Snapshot,
  title: string,
): Promise<FoundCollection> {
  const at = snapshot.facts.columns.indexOf("collections");
  if (at === -1) return { others: [] };
  await using source = await objects.local(`${snapshot.prefix}${SOURCE_FILE}`);
  // In the snapshot's list a comma parts the titles, and one within a title is U+201A.
  const wanted = title.normalize("NFC").replaceAll(",", "\u201A");
  const rows = await warehouse.query(collectionTitles(source.path, `s${at + 1}`, { wanted, max: TOLD_MAX }));
  const titles = rows.map((row) => String(row["title"]).replaceAll("\u201A", ","));
  const [first] = titles;
  return rows[0]?.["found"] === true && first !== undefined ? { title: first, others: titles.slice(1) } : { others: titles };
}
