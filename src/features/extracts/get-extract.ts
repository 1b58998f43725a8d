import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findExtract } from "./extract-queries.ts";
import { extractAnswer, ExtractPath, ExtractShape } from "./extract-shapes.ts";

export const getExtract = read({
  name: "extracts.get",
  title: "Get an extract",
  summary: "Shows an extract: its state, progress and warnings.",
  description: "Poll it until `status` is `completed`, `failed` or `cancelled`. `progress` goes from 0 to 100.",
  scope: "read_exports",
  http: { method: "GET", path: "/extracts/{id}", status: 200 },
  path: ExtractPath,
  output: dataOf(ExtractShape),
  errors: ["resource_not_found"],
  mcp: { tool: "get_extract", use: "Use it to follow an extract that `start_extract` began until it is `completed` or `failed`." },
  async run(call, { path }) {
    const extract = (await findExtract(call.shop, path.id)) ?? call.fail("resource_not_found");
    return { data: extractAnswer(extract) };
  },
});
