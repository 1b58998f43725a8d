import type { Sql } from "../../kernel/sql.ts";
import type { CategoryFunction, Expression } from "../expression/expression.ts";
import { join, name, sql } from "../sql/fragment.ts";
import { categoryKeySql } from "../taxonomy/category-key.ts";
import { taxonomyByKey } from "../taxonomy/taxonomy-file.ts";

type Category = Extract<Expression, { kind: "category" }>;

/** What category functions need beside the chain. A value that several of them look up is joined to the taxonomy once. */
export interface CategoryJoins {
  /** What they need of the rows, which stand there as `b`. */
  readonly inputs: readonly Sql[];
  readonly joined: Sql;
  /** A named query for the joins; none where nothing is looked up. */
  readonly query: readonly Sql[];
  value(of: Category): Sql;
}

const TAXONOMY = name("taxonomy");

/** `file`: the taxonomy's; without one nothing is a category. */
export function joinCategories(functions: readonly Category[], text: (part: Expression) => Sql, file: string | undefined): CategoryJoins {
  if (file === undefined || functions.length === 0) {
    const none = { category_path: sql`''`, category_id: sql`''`, category_under: sql`false` };
    return { inputs: [], joined: sql``, query: [], value: ({ fn }) => none[fn] };
  }
  const values = new Map(functions.flatMap(({ args }) => args.map(text)).map((value) => [value.text, value]));
  const places = new Map([...values.keys()].map((value, at) => [value, at + 1]));
  const foundOf = (part: Expression | undefined): Sql => found(part === undefined ? 0 : (places.get(text(part).text) ?? 0));
  const inputs = [...values.values()].map((value, at) => sql`${value} AS ${name(`category_${at + 1}`)}`);
  const joins = inputs.map((_, at) => {
    const key = categoryKeySql(sql`b.${name(`category_${at + 1}`)}`);
    return sql`LEFT JOIN ${TAXONOMY} ${found(at + 1)} ON ${found(at + 1)}.key = ${key}`;
  });
  return {
    inputs,
    joined: join(joins, sql` `),
    query: [sql`${TAXONOMY} AS MATERIALIZED (SELECT * FROM ${taxonomyByKey(file)})`],
    value: ({ fn, args: [category, ancestor] }) => valueOf(fn, foundOf(category), foundOf(ancestor)),
  };
}

const found = (place: number): Sql => name(`found_${place}`);

function valueOf(fn: CategoryFunction, category: Sql, ancestor: Sql): Sql {
  switch (fn) {
    case "category_path":
      return sql`coalesce(${category}.path, '')`;
    case "category_id":
      return sql`coalesce(${category}.id, '')`;
    case "category_under":
      return sql`coalesce(list_contains(${category}.lineage, ${ancestor}.id), false)`;
    default:
      return fn satisfies never;
  }
}
