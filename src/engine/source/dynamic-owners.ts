import type { Sql } from "../../kernel/sql.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { ownerOfColumn } from "./source-columns.ts";

/** The products of a list of numbers, as a query. */
export function productNumbers(products: readonly string[]): Sql {
  return sql`SELECT unnest(CAST(${literal(`[${products.join(",")}]`)} AS BIGINT[]))`;
}

interface OwnersAsked {
  readonly source: string;
  /** All of the snapshot's. */
  readonly columns: readonly string[];
  readonly dynamic: readonly string[];
  /** Of these products, or of all others. */
  readonly products: Sql;
  readonly others: boolean;
}

/** One row, `n1…`: how many products, or variants, have a value in each dynamic column. */
export function countOwners({ source, columns, dynamic, products, others }: OwnersAsked): Sql {
  const counts = dynamic.map((column, at) => {
    const value = name(`s${columns.indexOf(column) + 1}`);
    const owner =
      ownerOfColumn(column) === "product" ? sql`DISTINCT CASE WHEN ${value} <> '' THEN product_id END` : sql`nullif(${value}, '')`;
    return sql`count(${owner}) AS ${name(`n${at + 1}`)}`;
  });
  const where = others ? sql`product_id NOT IN (${products})` : sql`product_id IN (${products})`;
  return sql`SELECT ${list(counts)} FROM read_parquet(${literal(source)}) WHERE ${where}`;
}

/** The products that some rows belong to: `subject, product_id`, of those that the snapshot has. */
export function productsOfValues(source: string, columns: readonly string[], column: string, values: readonly string[]): Sql {
  const at = columns.indexOf(column);
  const value = at === -1 ? sql`''` : name(`s${at + 1}`);
  const wanted = sql`SELECT unnest(CAST(${literal(JSON.stringify(values))} AS VARCHAR[]))`;
  return sql`SELECT DISTINCT ${value} AS subject, CAST(product_id AS VARCHAR) AS product_id FROM read_parquet(${literal(source)}) WHERE ${value} <> '' AND ${value} IN (${wanted})`;
}

/** `subject, product_id`: the products of each collection, by its number. */
export function productsOfCollections(source: string, columns: readonly string[], collections: readonly string[]): Sql {
  const at = columns.indexOf("collection_ids");
  const joined = at === -1 ? sql`''` : name(`s${at + 1}`);
  const wanted = sql`SELECT unnest(CAST(${literal(JSON.stringify(collections))} AS VARCHAR[]))`;
  return sql`SELECT subject, CAST(product_id AS VARCHAR) AS product_id FROM (
      SELECT DISTINCT product_id, unnest(string_split(${joined}, ', ')) AS subject FROM read_parquet(${literal(source)})
    ) WHERE subject IN (${wanted})`;
}
