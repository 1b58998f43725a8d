import { z } from "zod";
import { countLookupMatches, pageOfLookup } from "../../engine/lookups/change-lookup-file.ts";
import { PageMeta, pageMeta, pageOffset, PageQuery } from "../../kernel/page.ts";
import { branded, parseJson } from "../../kernel/unsafe.ts";
import { read } from "../operation.ts";
import type { Cells } from "./change-rows.ts";
import { findLookupTable } from "./lookup-queries.ts";
import { LookupPath, RowShape, rowAnswer } from "./lookup-shapes.ts";
import { LOOKUP_FILE } from "./lookup-tables.ts";

const SEARCH_LENGTH_MAX = 200;

export const listLookupRows = read({
  name: "lookups.rows",
  title: "List rows of a lookup table",
  summary: "Lists the rows of a lookup table in their order, or those that contain a string in any column.",
  scope: "read_rules",
  http: { method: "GET", path: "/lookup_tables/{name}/rows", status: 200 },
  path: LookupPath,
  query: z.strictObject({
    ...PageQuery.shape,
    search: z
      .string()
      .max(SEARCH_LENGTH_MAX)
      .optional()
      .meta({ description: "Only rows with this string in any column, ignoring case.", examples: ["blue"] }),
  }),
  output: z.strictObject({
    data: z.array(RowShape),
    meta: z
      .strictObject({
        ...PageMeta.shape,
        columns: z.array(z.string()).meta({ description: "Columns of the table, the key first.", examples: [["colour", "group"]] }),
        updated_at: z.iso.datetime().meta({ description: "When the version was written that the rows are of." }),
      })
      .meta({ id: "LookupRowsMeta" }),
  }),
  errors: ["resource_not_found"],
  mcp: { tool: "lookup_rows", use: "Use it to see what a table says before you change rows with `set_lookup_rows`." },
  target: async (call, { name }) => (await findLookupTable(call.shop, name)) ?? call.fail("resource_not_found"),
  async run(call, { query, target: table }) {
    const search = query.search === undefined || query.search === "" ? null : query.search.normalize("NFC");
    await using local = await call.objects.local(`${table.object_prefix}${LOOKUP_FILE}`);
    const from = { file: local.path, columns: table.columns.length };
    const warehouse = call.warehouse.of(call.shop.shopId);
    const rows = await warehouse.query(pageOfLookup(from, { search, limit: query.per_page, offset: pageOffset(query) }));
    const [counted] = search === null ? [] : await warehouse.query(countLookupMatches(from, search));
    const total = search === null ? table.row_count : Number(counted?.["total"] ?? 0);
    return {
      data: rows.map((row) => rowAnswer(table.columns, branded<Cells>(parseJson(String(row["cells"]))))),
      meta: { ...pageMeta(query, total), columns: [...table.columns], updated_at: table.updated_at.toISOString() },
    };
  },
});
