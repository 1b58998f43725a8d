import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findLookupTable, listLookupUses } from "./lookup-queries.ts";
import { LookupPath, UsedLookupTableShape } from "./lookup-shapes.ts";
import { usedLookupTable } from "./lookup-uses.ts";

export const getLookupTable = read({
  name: "lookups.get",
  title: "Get a lookup table",
  summary: "Shows a lookup table: its columns, its size, what reads it, and the keys that the last run didn't find in it.",
  description: "The name can be in any case. `lookups.rows` has the rows.",
  scope: "read_rules",
  http: { method: "GET", path: "/lookup_tables/{name}", status: 200 },
  path: LookupPath,
  output: dataOf(UsedLookupTableShape),
  errors: ["resource_not_found"],
  mcp: {
    tool: "lookup_table",
    use: "Use it to get a table's columns, and the keys that the last run looked up but didn't find. Add those with `set_lookup_rows`.",
  },
  target: async (call, { name }) => (await findLookupTable(call.shop, name)) ?? call.fail("resource_not_found"),
  run: async ({ shop }, { target }) => ({ data: usedLookupTable(target, await listLookupUses(shop)) }),
});
