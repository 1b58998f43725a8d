import type { Expression } from "../../engine/expression/expression.ts";
import { decidingSource, valueColumns, valueSource } from "../../engine/expression/value-source.ts";
import type { RowId } from "../../kernel/ids.ts";
import { effectiveMappings, mappingText } from "../columns/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import { type FeedRow, readDefinition } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { traceRows } from "../transforms/index.ts";

interface Asked {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly rowId: RowId;
  /** As they were written; those that are no columns of the file are passed over. */
  readonly names: readonly string[];
}

/** Where the value comes from; where columns only decide on it, as on `identifier_exists`, what decides. */
const sourceOf = (expression: Expression): Expression =>
  valueColumns(expression).length === 0 ? decidingSource(expression) : valueSource(expression);

/**
 * The source column that the row's value of each of these feed columns comes from, where that depends on the row;
 * blank if none can hold it. The engine itself finds out: it runs
 * the row through mappings that yield the columns' names.
 */
export async function findRowSources(call: ShopCall, { feed, snapshot, rowId, names }: Asked): Promise<ReadonlyMap<string, string>> {
  const columns = await readSourceColumns(call.shop);
  const definition = await readDefinition(call.shop, feed);
  const { valued } = effectiveMappings(definition, columns);
  const isSource = (name: string): boolean => columns.visible.some((column) => column.name === name);
  const asked = names.flatMap((name) => {
    const expression = valued.get(name);
    return expression === undefined || expression.kind === "column" || isSource(name) ? [] : [{ name, expression }];
  });
  if (asked.length === 0) return new Map();
  const extra = asked.map(({ expression }, at) => [`source_${at}`, mappingText(sourceOf(expression))] as const);
  const watched = {
    ...definition,
    rules: [],
    extraColumns: extra.map(([name]) => name),
    mappings: { ...definition.mappings, ...Object.fromEntries(extra) },
  };
  const [row] = (await traceRows(call, { feed, snapshot, definition: watched, rowIds: [rowId] })) ?? [];
  return new Map(row === undefined ? [] : asked.map(({ name }, at) => [name, row.output[`source_${at}`] ?? ""]));
}
