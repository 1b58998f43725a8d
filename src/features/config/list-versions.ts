import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { FeedPath, findFeed } from "../feeds/index.ts";
import { organizationBehind } from "../keys/index.ts";
import { read } from "../operation.ts";
import { listVersions as selectVersions } from "./config-queries.ts";
import { FeedVersionShape } from "./config-shapes.ts";
import { versionAnswer } from "./version-answer.ts";

export const listVersions = read({
  name: "config.versions",
  title: "List configuration versions",
  summary: "Lists the versions of a feed's definition, newest first.",
  description: "Every change creates a version. The newest 1,000 are kept, as long as they take no more than 64 MiB together.",
  scope: "read_rules",
  http: { method: "GET", path: "/feeds/{id}/versions", status: 200 },
  path: FeedPath,
  query: PageQuery,
  output: pageOf(FeedVersionShape),
  errors: ["resource_not_found"],
  mcp: {
    tool: "feed_versions",
    use: "Use it to see what was changed recently and by whom. `feed_version` shows one in full, and `restore_version` goes back to it.",
  },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run({ shop, actor }, { path, query }) {
    const reader = organizationBehind(actor);
    const { rows, total } = await selectVersions(shop, path.id, { limit: query.per_page, offset: pageOffset(query) });
    return { data: rows.map((row) => versionAnswer(row, reader)), meta: pageMeta(query, total) };
  },
});
