import { z } from "zod";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { listExtracts as selectExtracts } from "./extract-queries.ts";
import { extractAnswer, ExtractShape } from "./extract-shapes.ts";

export const listExtracts = read({
  name: "extracts.list",
  title: "List extracts",
  summary: "Lists the shop's extracts, newest first.",
  description:
    "Without `type`, the list has full extracts and regenerations of single feeds. Deltas, which pull single changes, are listed only with `type=delta`.",
  scope: "read_exports",
  http: { method: "GET", path: "/extracts", status: 200 },
  query: PageQuery.extend({
    type: z
      .enum(["full", "regenerate", "delta"])
      .optional()
      .meta({ description: "Only extracts of this type. Deltas are listed only if you ask for them." }),
  }),
  output: pageOf(ExtractShape),
  errors: [],
  mcp: { tool: "list_extracts", use: "Use it to see when the catalog was pulled and which extracts failed." },
  async run({ shop }, { query }) {
    const { rows, total } = await selectExtracts(shop, { type: query.type ?? null, limit: query.per_page, offset: pageOffset(query) });
    return { data: rows.map(extractAnswer), meta: pageMeta(query, total) };
  },
});
