import { integer, literal, name, sql } from "../sql/fragment.ts";
import { parquet } from "../sql/parquet.ts";
import type { Sql } from "../../kernel/sql.ts";

/** One literal, which DuckDB reads far sooner than a list of as many numbers. */
function idList(productIds: readonly number[]): Sql {
  return sql`CAST(${literal(JSON.stringify(productIds))} AS BIGINT[])`;
}

interface SelectedRows {
  /** The snapshot's rows, or some of them. */
  readonly source: string;
  readonly productIds: readonly number[];
  /** What the mark is called in the file. */
  readonly column: string;
  readonly file: string;
}

/** Marks the rows of the selected products in a file aligned to the snapshot's `ord`, as overlays are, so that the chain needs no join. */
export function writeSelectedRows({ source, productIds, column, file }: SelectedRows): Sql {
  return sql`COPY (SELECT CASE WHEN w.product_id IS NOT NULL THEN 'true' END AS ${name(column)}
    FROM (SELECT ord, product_id FROM read_parquet(${literal(source)})) s
    LEFT JOIN (SELECT DISTINCT unnest(${idList(productIds)}) AS product_id) w USING (product_id) ORDER BY s.ord) TO ${literal(file)} ${parquet()}`;
}

/** `place`, from 0, of ids that no product of the snapshot has, the first so many. */
export function placesOfUnknown(index: string, productIds: readonly number[], max: number): Sql {
  const ids = idList(productIds);
  return sql`SELECT n - 1 AS place FROM (SELECT unnest(${ids}) AS id, generate_subscripts(${ids}, 1) AS n)
    WHERE id NOT IN (SELECT product_id FROM read_parquet(${literal(index)})) ORDER BY n LIMIT ${integer(max)}`;
}
