import type { Sql } from "../../kernel/sql.ts";
import { integer, join, literal, name, sql, type } from "../sql/fragment.ts";
import { ofCatalog, passingParquet } from "../sql/parquet.ts";

/** What a snapshot is made of, and the files that stand between its statements. */
export interface SnapshotInput {
  /** Newline-delimited JSON files of the four kinds of record; null where there are no facts. */
  readonly products: string;
  readonly variants: string;
  readonly images: string;
  readonly facts: string | null;
  /** Google's category by the shop's, as `mappingLines` writes it; null: no product is in one. */
  readonly googleCategories: string | null;
  /** No record is longer, in bytes; 0 where nobody counted, then records up to 8 MiB are read. */
  readonly longestRecordBytes: number;
  /** How many pictures there are; 0 where nobody counted, then they are gathered all at once. */
  readonly pictures: number;
  /** Where Parquet files of the work in between go; `name` is one of ours. */
  readonly between: (name: BetweenFile) => string;
  readonly currency: string;
  /** Dynamic columns in the storefront's order, of products and of variants. */
  readonly metafieldColumns: readonly string[];
}

export type BetweenFile =
  | "products"
  | "variants"
  | "images"
  | "facts"
  | "translations"
  | "translated-facts"
  | "country-prices"
  | `sorted-${"products" | "variants" | "translations"}-${number}`;

/** What a reader is prepared for in any case. It buffers twice the longest record per thread, so the bound follows the catalog. */
const ORDINARY_RECORD_BYTES = 8 * 1024 * 1024;

/** The records of a file, member by member. */
export function recordsOf({ longestRecordBytes }: SnapshotInput, file: string, types: Readonly<Record<string, string>>): Sql {
  const columns = Object.entries(types).map(([member, of]) => sql`${literal(member)}: ${literal(type(of).text)}`);
  return sql`read_json(${literal(file)}, format = 'newline_delimited', columns = {${join(columns, sql`, `)}}, maximum_object_size = ${integer(Math.max(longestRecordBytes, ORDINARY_RECORD_BYTES))})`;
}

export function writeBetween({ between, metafieldColumns }: SnapshotInput, file: BetweenFile, rows: Sql): Sql {
  return sql`COPY (${rows}) TO ${literal(between(file))} ${passingParquet(ofCatalog(metafieldColumns.length))}`;
}

export function readBetween({ between }: SnapshotInput, file: BetweenFile): Sql {
  return sql`read_parquet(${literal(between(file))})`;
}

/** `owner, owner_id, column, value`. */
export function factsOf(input: SnapshotInput): Sql {
  return input.facts === null
    ? sql`(SELECT '' AS owner, '' AS owner_id, '' AS ${name("column")}, '' AS value WHERE false)`
    : readBetween(input, "facts");
}

/** The rows of a file with their numbers, from 0. */
export function numbered({ between }: SnapshotInput, file: BetweenFile): Sql {
  return sql`(SELECT * RENAME (file_row_number AS at_row) FROM read_parquet(${literal(between(file))}, file_row_number = true))`;
}

/** 52 bits, never 0: exact in JSON and in JavaScript. */
export function hashedId(text: Sql): Sql {
  return sql`CAST(greatest(md5_number_upper(${text}) >> 12, 1) AS BIGINT)`;
}
