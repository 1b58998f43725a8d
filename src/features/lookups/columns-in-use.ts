import type { CheckContext } from "../../engine/expression/check-faults.ts";
import { readExpression } from "../../engine/expression/read-expression.ts";
import { storedContext } from "../../engine/plan/stored-context.ts";
import type { RuleFault } from "../../engine/rules/rule-fault.ts";
import { readOrFaults } from "../../engine/rules/rule-reader.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { USERS_SHOWN_MAX } from "./lookup-limits.ts";
import { listAllLookupTables, listMappingsUsing, listRulesUsing } from "./lookup-queries.ts";

type Tables = NonNullable<CheckContext["tables"]>;
type Faults = readonly Pick<RuleFault, "message">[];

/** What reads a column of the table now, and would find none if the table had these columns: every run would leave it blank. */
export async function usersOfGoneColumns(shop: ShopDb, name: string, columns: readonly string[]): Promise<readonly ErrorDetail[]> {
  const tables = await listAllLookupTables(shop);
  const before: Tables = new Map(tables.map((table) => [table.name, table.columns.slice(1)]));
  const named = tables.find((table) => table.name.toLowerCase() === name.toLowerCase());
  if (named === undefined || named.columns.slice(1).every((column) => columns.slice(1).includes(column))) return [];
  const after: Tables = new Map([...before, [named.name, columns.slice(1)]]);
  const lost = (faultsWith: (tables: Tables) => Faults): Faults => (faultsWith(before).length > 0 ? [] : faultsWith(after).slice(0, 1));
  const rules = (await listRulesUsing(shop, name)).flatMap(({ id, feed_id: feed, definition, extra_columns: extra }) =>
    lost((known) => readOrFaults(definition, { ...storedContext(extra), tables: known }).faults ?? []).map(({ message }) =>
      inUse(`Rule ${formatId("rule", storedId("rule", id))} of ${formatId("feed", storedId("feed", feed))} uses the table: ${message}`),
    ),
  );
  const mappings = (await listMappingsUsing(shop, name)).flatMap(({ id, mappings: mapped }) =>
    Object.entries(mapped).flatMap(([column, text]) =>
      lost((known) => mappingFaults(text, { ...storedContext([]), tables: known })).map(({ message }) =>
        inUse(`The mapping of ${column} in ${formatId("feed", storedId("feed", id))} uses the table: ${message}`),
      ),
    ),
  );
  return [...rules, ...mappings].slice(0, USERS_SHOWN_MAX);
}

function inUse(message: string): ErrorDetail {
  return { param: "/columns", code: "in_use", message };
}

function mappingFaults(mapped: string | null, context: CheckContext): Faults {
  if (mapped?.startsWith("=") !== true) return [];
  const read = readExpression(mapped.slice(1), context);
  return read.ok ? [] : read.faults;
}
