import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findLookupTable } from "./lookup-queries.ts";
import { LookupPath, lookupTableAnswer, LookupTableShape } from "./lookup-shapes.ts";

export const getLookupTable = read({
  name: "lookups.get",
  title: "Get a lookup table",
  summary: "Shows a lookup table: its columns, its size, and the keys that the last run didn't find in it.",
  description: "The name can be in any case. The table's rows aren't returned.",
  scope: "read_rules",
  http: { method: "GET", path: "/lookup_tables/{name}", status: 200 },
  path: LookupPath,
  output: dataOf(LookupTableShape),
  errors: ["resource_not_found"],
  mcp: {
    tool: "lookup_table",
    use: "Use it to get a table's columns, and the keys that the last run looked up but didn't find. Add those with `put_lookup_table`.",
  },
  target: async (call, { name }) => (await findLookupTable(call.shop, name)) ?? call.fail("resource_not_found"),
  run: (_call, { target }) => Promise.resolve({ data: lookupTableAnswer(target) }),
});
