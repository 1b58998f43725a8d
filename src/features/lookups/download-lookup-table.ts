import { z } from "zod";
import { pageOfLookup } from "../../engine/lookups/change-lookup-file.ts";
import { csvLine } from "../../kernel/csv-line.ts";
import { branded, parseJson } from "../../kernel/unsafe.ts";
import { read } from "../operation.ts";
import type { Cells } from "./change-rows.ts";
import { findLookupTable } from "./lookup-queries.ts";
import { LookupPath } from "./lookup-shapes.ts";
import { LOOKUP_FILE } from "./lookup-tables.ts";

/** Rows the warehouse answers at once. */
const BATCH_ROWS = 10_000;

export const downloadLookupTable = read({
  name: "lookups.download",
  title: "Download a lookup table",
  summary: "Returns a lookup table as CSV.",
  description: "The first line has the columns, the key first. Values that a spreadsheet would read as formulas start with an apostrophe.",
  scope: "read_rules",
  http: { method: "GET", path: "/lookup_tables/{name}/download", status: 200 },
  path: LookupPath,
  output: z.string().meta({ examples: ["colour,group\r\nAqua,Blue\r\n"] }),
  answersAs: "text/csv",
  errors: ["resource_not_found"],
  mcp: { hidden: "a file for people; agents read the rows" },
  target: async (call, { name }) => (await findLookupTable(call.shop, name)) ?? call.fail("resource_not_found"),
  async run(call, { target: table }) {
    await using local = await call.objects.local(`${table.object_prefix}${LOOKUP_FILE}`);
    const from = { file: local.path, columns: table.columns.length };
    const lines = [csvLine(table.columns)];
    for (let offset = 0; offset < table.row_count; offset += BATCH_ROWS) {
      const rows = await call.warehouse.of(call.shop.shopId).query(pageOfLookup(from, { search: null, limit: BATCH_ROWS, offset }));
      lines.push(...rows.map((row) => csvLine(branded<Cells>(parseJson(String(row["cells"]))))));
    }
    return lines.join("");
  },
});
