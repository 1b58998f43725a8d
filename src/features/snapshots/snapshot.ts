import { z } from "zod";
import type { ExtractId } from "../../kernel/ids.ts";
import { readableFormat } from "../../kernel/stored-format.ts";

/**
 * A snapshot: the immutable objects an extract leaves below its prefix. Whatever reads a shop's catalog reads one of these.
 * `source.parquet`, `index.parquet`, `products.txt`, `source.csv`, `markets/<n>.parquet`, `translations/<n>.parquet`, and `collections.parquet` where the platform lists collections.
 */
export interface Snapshot {
  readonly extractId: ExtractId;
  /** Ends in `/`. */
  readonly prefix: string;
  readonly facts: SnapshotFacts;
}

/** What the extract's row says of its snapshot. Members it does not know are those of a newer version, which works beside it during an upgrade. */
export const SnapshotFacts = z.object({
  /** Of the snapshot's files and of these facts. */
  format: z.int().default(1),
  /** Columns in the order of `s1…`, hidden ones last. */
  columns: z.array(z.string()),
  /** Those that hold one clean line in every row; nothing is known of snapshots older than this member. */
  clean: z.array(z.string()).default([]),
  /** Bytes of the longest value of each of `columns`, in their order, or more; empty in snapshots older than this member. */
  longest: z.array(z.int()).default([]),
  /** Market names, in the order of `markets/<n>.parquet`, from 1. */
  markets: z.array(z.string()),
  /** Locales whose translations it holds, in the order of `translations/<n>.parquet`, from 1; none in snapshots older than this member. */
  translations: z.array(z.string()).default([]),
  /** Of each of them the source columns, in the order of `l1…`. */
  translation_columns: z.array(z.array(z.string())).default([]),
  /** Those of these that hold one clean line in every row. */
  translation_clean: z.array(z.array(z.string())).default([]),
  /** Countries whose prices it holds; null: the platform has no prices by country. */
  countries: z.array(z.string()).nullable().default(null),
  /** Languages and countries that feeds wanted and the platform did not give. */
  left_out: z.array(z.strictObject({ kind: z.enum(["locale", "country"]), code: z.string(), reason: z.string() })).default([]),
  /** Of each market the currency of its prices, where the merchant named one; none in snapshots older than this member. */
  market_currencies: z.array(z.string().nullable()).default([]),
  /** Rows of `collections.parquet`; null: there is none, and collections are known by the titles that products have. */
  collections: z.int().nullable().default(null),
  /** The metafields the extract saw, most used first; none in snapshots older than this member. */
  metafields: z
    .array(
      z.strictObject({
        level: z.enum(["product", "variant"]),
        namespace: z.string(),
        key: z.string(),
        /** Among `columns`; null where it was not taken. */
        column: z.string().nullable(),
        owners: z.int(),
      }),
    )
    .default([]),
  /** A digest of what all its products have in common, as the storefront tells it; null: products can't be read again one by one. */
  context: z.string().nullable().default(null),
  /** A digest of the mapping that gave products Google's categories; null in snapshots older than this member. */
  categories: z.string().nullable().default(null),
  products: z.int(),
  variants: z.int(),
});
export type SnapshotFacts = z.output<typeof SnapshotFacts>;

/** What this version writes, and the newest it reads. */
export const SNAPSHOT_FORMAT = 1;

/** The facts of a stored snapshot. Throws `FormatNewer`. */
export function readSnapshotFacts(stored: unknown): SnapshotFacts {
  return SnapshotFacts.parse(readableFormat("snapshot", SNAPSHOT_FORMAT, stored));
}

export const SOURCE_FILE = "source.parquet";
export const SOURCE_INDEX_FILE = "index.parquet";
export const SOURCE_CSV_FILE = "source.csv";
/** Snapshots of before it was kept have none; lists of products read the snapshot itself then. */
export const PRODUCT_LINES_FILE = "products.txt";

/** `id`, the platform's own, and `title`. */
export const COLLECTIONS_FILE = "collections.parquet";

export function marketFile(at: number): string {
  return `markets/${at + 1}.parquet`;
}

export function translationFile(at: number): string {
  return `translations/${at + 1}.parquet`;
}
