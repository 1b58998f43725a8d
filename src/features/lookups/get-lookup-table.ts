import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findLookupTable } from "./lookup-queries.ts";
import { LookupPath, lookupTableAnswer, LookupTableShape } from "./lookup-shapes.ts";

export const getLookupTable = read({
  name: "lookups.get",
  title: "Get a lookup table",
  summary: "Shows a lookup table: its columns, its size and the keys the last run did not find in it.",
  description: "The name is found in any case. Rows are not shown.",
  scope: "read_rules",
  http: { method: "GET", path: "/lookup_tables/{name}", status: 200 },
  path: LookupPath,
  output: dataOf(LookupTableShape),
  errors: ["resource_not_found"],
  mcp: {
    tool: "lookup_table",
    use: "To get a table's columns, and the keys that the last run looked up and did not find. Add those with `put_lookup_table`.",
  },
  target: async (call, { name }) => (await findLookupTable(call.shop, name)) ?? call.fail("resource_not_found"),
  run: (_call, { target }) => Promise.resolve({ data: lookupTableAnswer(target) }),
});
