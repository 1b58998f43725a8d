import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { FeedPath, findFeed } from "../feeds/index.ts";
import { listRuns as selectRuns } from "./run-queries.ts";
import { FeedRunShape, runAnswer } from "./run-shapes.ts";

export const listRuns = read({
  name: "runs.list",
  title: "List runs",
  summary: "Lists a feed's runs, newest first.",
  description: "Includes held and failed runs. The run whose files are served has the publication `live`.",
  scope: "read_exports",
  http: { method: "GET", path: "/feeds/{id}/runs", status: 200 },
  path: FeedPath,
  query: PageQuery,
  output: pageOf(FeedRunShape),
  errors: ["resource_not_found"],
  mcp: { tool: "list_runs", use: "Use it to see when the feed ran, and which runs went live, were held or failed." },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run({ shop }, { path, query }) {
    const { rows, total } = await selectRuns(shop, path.id, { limit: query.per_page, offset: pageOffset(query) });
    return { data: rows.map(runAnswer), meta: pageMeta(query, total) };
  },
});
