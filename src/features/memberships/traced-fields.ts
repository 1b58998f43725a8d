import { columnsRead } from "../../engine/expression/expression.ts";
import { effectiveMappings } from "../columns/index.ts";
import type { SourceColumns } from "../metafields/index.ts";
import type { FieldShape } from "./membership-shapes.ts";
import type { TracedFeed } from "./trace-feed.ts";

/** What is told of a row where nobody says which columns. */
const FIELDS: readonly string[] = Object.freeze([
  ...["id", "title", "description", "link", "image_link", "availability", "price", "sale_price", "brand", "gtin", "mpn", "condition"],
  ...["google_product_category", "product_type", "custom_label_0"],
]);

/** An answer has many values; one that is longer is cut. */
const VALUE_LENGTH_MAX = 300;
const SOURCES_MAX = 5;
const CHANGES_MAX = 5;
/** Stages that change the source columns a field reads, before it is made of them. */
const OF_SOURCE: ReadonlySet<string> = new Set(["localise", "cells"]);

/** Of each field the source's value, the feed's, and what changed it. A column that the feed does not have is left out. */
export function tracedFields({ definition, row }: TracedFeed, columns: SourceColumns, wanted: readonly string[] | null): FieldShape[] {
  const { expressions } = effectiveMappings(definition, columns);
  const visible = new Set(columns.visible.map(({ name }) => name));
  return (wanted ?? FIELDS).flatMap((field): readonly FieldShape[] => {
    const value = row.output[field] ?? row.attributes[field];
    if (value === undefined) return [];
    const expression = expressions.get(field);
    const reads =
      expression === undefined ? [] : [...columnsRead(expression)].flatMap((name) => (name.startsWith("D:") ? [name.slice(2)] : []));
    const known = reads.filter((name) => visible.has(name));
    const changes = row.stages.flatMap(({ stage, rule, changes: made }) =>
      made.flatMap((change) => {
        const isOurs = OF_SOURCE.has(stage) ? known.includes(change.field) : change.field === field;
        return isOurs ? [{ stage, rule_id: rule === null ? null : `rule_${rule}`, value: cut(change.after) }] : [];
      }),
    );
    const source = Object.fromEntries(known.slice(0, SOURCES_MAX).map((name) => [name, cut(row.input[name] ?? "")]));
    return [{ field, source, value: cut(value), changed_by: changes.filter((change) => !isCopy(change, source)).slice(-CHANGES_MAX) }];
  });
}

/** The mapping that only takes the source's value over has changed nothing. */
function isCopy({ stage, value }: { readonly stage: string; readonly value: string }, source: Readonly<Record<string, string>>): boolean {
  const values = Object.values(source);
  return stage === "mapping" && values.length === 1 && values[0] === value;
}

function cut(text: string): string {
  return text.length <= VALUE_LENGTH_MAX ? text : `${[...text].slice(0, VALUE_LENGTH_MAX - 1).join("")}…`;
}
