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
  const places = new Map<string, number>();
  const placeOf = (part: Expression): number => {
    const key = text(part).text;
    const place = places.get(key) ?? places.size + 1;
    places.set(key, place);
    return place;
  };
  const inputs: Sql[] = [];
  for (const part of functions.flatMap(({ args }) => args)) {
    const place = placeOf(part);
    if (place > inputs.length) inputs.push(sql`${text(part)} AS ${name(`category_${place}`)}`);
  }
  const joins = inputs.map((_, at) => {
    const key = categoryKeySql(sql`b.${name(`category_${at + 1}`)}`);
    return sql`LEFT JOIN ${TAXONOMY} ${found(at + 1)} ON ${found(at + 1)}.key = ${key}`;
  });
  return {
    inputs,
    joined: join(joins, sql` `),
    query: [sql`${TAXONOMY} AS MATERIALIZED (SELECT * FROM ${taxonomyByKey(file)})`],
    value: ({ fn, args: [category, ancestor] }) => valueOf(fn, placed(category, placeOf), placed(ancestor, placeOf)),
  };
}

const found = (place: number): Sql => name(`found_${place}`);

function placed(part: Expression | undefined, placeOf: (part: Expression) => number): Sql {
  return found(part === undefined ? 0 : placeOf(part));
}

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
