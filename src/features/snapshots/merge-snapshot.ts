import { copyFile } from "node:fs/promises";
import { linesAsIndexed, listCollections } from "./build-snapshot.ts";
import { mergeLayout, type MergedLayout } from "./merge-layout.ts";
import { writeMerged } from "./merge-files.ts";
import {
  COLLECTIONS_FILE,
  marketFile,
  PRODUCT_LINES_FILE,
  type Snapshot,
  SNAPSHOT_FORMAT,
  type SnapshotFacts,
  SOURCE_FILE,
  SOURCE_INDEX_FILE,
  translationFile,
} from "./snapshot.ts";
import { type RowsWork, writeRows, type WrittenRows } from "./write-rows.ts";
import { productNumbers } from "../../engine/source/dynamic-owners.ts";
import { productsDifference } from "../../engine/source/snapshot-diff.ts";
import type { MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import { PlainError } from "../../kernel/errors.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";

export interface MergeWork extends RowsWork {
  readonly objects: ObjectStore;
  readonly base: Snapshot;
  /** Numbers of the products that were read again; those without a row now are gone. */
  readonly products: readonly string[];
  /** The metafields a merchant has chosen, which have a column whether a product has a value or not. */
  readonly chosen: readonly MetafieldIdentity[] | null;
  readonly log: Logger;
  /** Where the snapshot's objects go; ends in `/`. */
  readonly prefix: string;
}

export interface MergedSnapshot {
  readonly facts: SnapshotFacts;
  /** Rows that came, went and differ, against the base. */
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
}

/** The base with some products as they are now, stored as a snapshot of its own; null: nothing of it would differ from the base. */
export async function mergeSnapshot(work: MergeWork): Promise<MergedSnapshot | null> {
  const { session, objects, base, products, extraction } = work;
  const fresh = await writeRows(work);
  await using leases = new AsyncDisposableStack();
  const local = async (file: string): Promise<string> => leases.use(await objects.local(`${base.prefix}${file}`, { recheck: true })).path;
  const old = await local(SOURCE_FILE);
  const before = { file: old, columns: base.facts.columns };
  const after = { file: work.scratch.file(SOURCE_FILE), columns: fresh.columns };
  const [difference] = await session.all(productsDifference(before, after, productNumbers(products)));
  const count = (name: string): number => Number(difference?.[name]);
  const besides = extraction.translations.length + (extraction.countries?.length ?? 0) + (extraction.collections?.length ?? 0);
  if (count("touched") === 0 && besides === 0) return null;
  const layout = await mergeLayout(work, { old, fresh });
  const merged = await writeMerged(work, { old, fresh, layout, local });
  const counts = await countMerged(work, merged.source);
  const facts = mergedFacts(work, fresh, {
    layout,
    translations: merged.translations,
    ...counts,
    categories: work.googleCategories.digest,
  });
  await store(work, {
    ...merged,
    facts,
    collections: extraction.collections === null && base.facts.collections !== null ? await local(COLLECTIONS_FILE) : null,
  });
  return { facts, counts: { added: count("added"), removed: count("removed"), changed: count("changed") } };
}

interface Stored {
  readonly source: string;
  readonly index: string;
  readonly lines: string;
  readonly markets: readonly string[];
  readonly translated: readonly string[];
  readonly facts: SnapshotFacts;
  /** The base's, where nothing of the collections has changed. */
  readonly collections: string | null;
}

async function store(work: MergeWork, { source, index, lines, markets, translated, facts, collections }: Stored): Promise<void> {
  const { objects, scratch, prefix, extraction } = work;
  const listed = scratch.file(COLLECTIONS_FILE);
  if (collections !== null) await copyFile(collections, listed);
  else if (extraction.collections !== null) await listCollections(work);
  const files: (readonly [string, string])[] = [
    [SOURCE_FILE, source],
    [SOURCE_INDEX_FILE, index],
  ];
  if (facts.collections !== null) files.push([COLLECTIONS_FILE, listed]);
  if (await linesAsIndexed(work, { index, lines })) files.push([PRODUCT_LINES_FILE, lines]);
  files.push(
    ...markets.map((file, at) => [marketFile(at), file] as const),
    ...translated.map((file, at) => [translationFile(at), file] as const),
  );
  for (const [key, file] of files) await objects.put(`${prefix}${key}`, file);
}

/** What was put together must be what it was made of, or it's not believed. */
async function countMerged({ session }: MergeWork, source: string): Promise<{ readonly products: number; readonly variants: number }> {
  const [row] =
    await session.all(sql`SELECT count(*) AS variants, count(DISTINCT row_id) AS row_ids, count(DISTINCT product_id) AS products,
    count(*) FILTER (WHERE row_id IS NULL OR product_id IS NULL) AS holes FROM read_parquet(${literal(source)})`);
  const count = (name: string): number => Number(row?.[name]);
  if (count("row_ids") !== count("variants") || count("holes") > 0)
    throw new PlainError(
      "snapshot_disagrees",
      "The changed products don't fit into the catalog, so they weren't imported. A full extract reads all of it.",
    );
  return { products: count("products"), variants: count("variants") };
}

interface Merged {
  readonly layout: MergedLayout;
  readonly translations: readonly (readonly string[])[];
  readonly products: number;
  readonly variants: number;
  readonly categories: string;
}

/** A column is clean that was before and is in the products read again; one that wasn't may be by now, which nobody has to know. */
function mergedFacts(
  { base: { facts: old }, extraction }: MergeWork,
  fresh: WrittenRows,
  { layout, translations, ...counts }: Merged,
): SnapshotFacts {
  const clean = layout.columns.filter(
    (column) => fresh.clean.includes(column) && (old.clean.includes(column) || !old.columns.includes(column)),
  );
  const cleanIn = (at: number): string[] => {
    const [had, has] = [old.translation_columns[at] ?? [], fresh.translations[at]];
    const isClean = (column: string): boolean =>
      (!had.includes(column) || (old.translation_clean[at] ?? []).includes(column)) &&
      (!has?.columns.includes(column) || has.clean.includes(column));
    return (translations[at] ?? []).filter((column) => isClean(column) && (column !== "variant_title" || clean.includes(column)));
  };
  return {
    ...old,
    format: SNAPSHOT_FORMAT,
    columns: [...layout.columns],
    clean,
    longest: mergedLongest(layout.columns, [old, fresh]),
    translation_columns: translations.map((columns) => [...columns]),
    translation_clean: translations.map((_, at) => cleanIn(at)),
    metafields: [...layout.metafields],
    collections: extraction.collections?.length ?? old.collections,
    ...counts,
  };
}

/** Bytes that no value of a column is longer than, on either side; empty if one side doesn't know its own. */
function mergedLongest(columns: readonly string[], sides: readonly Pick<WrittenRows, "columns" | "longest">[]): number[] {
  if (sides.some((side) => side.longest.length < side.columns.length)) return [];
  return columns.map((column) => Math.max(...sides.map((side) => side.longest[side.columns.indexOf(column)] ?? 0)));
}
