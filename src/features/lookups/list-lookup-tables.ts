import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { listLookupPage, listLookupUses } from "./lookup-queries.ts";
import { UsedLookupTableShape } from "./lookup-shapes.ts";
import { usedLookupTable } from "./lookup-uses.ts";

export const listLookupTables = read({
  name: "lookups.list",
  title: "List lookup tables",
  summary: "Lists the shop's lookup tables by name.",
  description: "Each table has its columns, its size and what reads it, but not its rows.",
  scope: "read_rules",
  http: { method: "GET", path: "/lookup_tables", status: 200 },
  query: PageQuery,
  output: pageOf(UsedLookupTableShape),
  errors: [],
  mcp: { tool: "list_lookup_tables", use: "Use it to learn which tables rules and mappings can read with `lookup`." },
  async run({ shop }, { query }) {
    const { rows, total } = await listLookupPage(shop, { limit: query.per_page, offset: pageOffset(query) });
    const uses = await listLookupUses(shop);
    return { data: rows.map((row) => usedLookupTable(row, uses)), meta: pageMeta(query, total) };
  },
});
