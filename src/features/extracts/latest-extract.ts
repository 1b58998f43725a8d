import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findLatestExtract } from "./extract-queries.ts";
import { extractAnswer, ExtractShape } from "./extract-shapes.ts";

export const latestExtract = read({
  name: "extracts.latest",
  title: "Get the latest extract",
  summary: "Shows the shop's newest extract.",
  description: "Answers 404 if the shop has no extract yet.",
  scope: "read_exports",
  http: { method: "GET", path: "/extracts/latest", status: 200 },
  output: dataOf(ExtractShape),
  errors: ["resource_not_found"],
  mcp: { tool: "latest_extract", use: "Use it to learn whether the catalog is fresh. `start_extract` pulls it again." },
  async run(call) {
    const extract = (await findLatestExtract(call.shop)) ?? call.fail("resource_not_found", "The shop has no extract yet.");
    return { data: extractAnswer(extract) };
  },
});
