import { z } from "zod";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { listExtracts as selectExtracts } from "./extract-queries.ts";
import { extractAnswer, ExtractShape } from "./extract-shapes.ts";

export const listExtracts = read({
  name: "extracts.list",
  title: "List extracts",
  summary: "Lists the extracts of the shop, newest first.",
  description:
    "Without `type` these are full extracts and re-transformations of single feeds; pulls of single changes are listed by `type=delta` alone.",
  scope: "read_exports",
  http: { method: "GET", path: "/extracts", status: 200 },
  query: PageQuery.extend({
    type: z
      .enum(["full", "regenerate", "delta"])
      .optional()
      .meta({ description: "Only extracts of this type; deltas are listed only when asked for." }),
  }),
  output: pageOf(ExtractShape),
  errors: [],
  mcp: { tool: "list_extracts", use: "To see when the catalog was pulled and which extracts failed." },
  async run({ shop }, { query }) {
    const { rows, total } = await selectExtracts(shop, { type: query.type ?? null, limit: query.per_page, offset: pageOffset(query) });
    return { data: rows.map(extractAnswer), meta: pageMeta(query, total) };
  },
});
