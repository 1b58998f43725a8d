import { listOf } from "../../kernel/page.ts";
import { adminRead } from "../operation.ts";
import { currentTaxonomies, TaxonomyShape, taxonomyAnswers } from "../taxonomies/index.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

export const listTaxonomies = adminRead({
  name: "admin.list_taxonomies",
  title: "List the taxonomies",
  summary: "Lists the editions of the taxonomies in use.",
  description: "`feedwright taxonomy update` loads a newer edition, from its publisher, a URL or a file. All shops use the same editions.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/taxonomies", status: 200 },
  output: listOf(TaxonomyShape),
  errors: [],
  mcp: OPERATORS_ONLY,
  async run(call) {
    return { data: taxonomyAnswers(await currentTaxonomies(call)) };
  },
});
