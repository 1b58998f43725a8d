import { dataOf } from "../../kernel/page.ts";
import { findFeed } from "../feeds/index.ts";
import { organizationBehind } from "../keys/index.ts";
import { read } from "../operation.ts";
import { configAnswer } from "./config-answer.ts";
import { findVersion } from "./config-queries.ts";
import { FeedVersionDetailShape, VersionPath } from "./config-shapes.ts";
import { presentFeed } from "./present-feed.ts";
import { versionAnswer } from "./version-answer.ts";

export const getVersion = read({
  name: "config.version",
  title: "Get a configuration version",
  summary: "Shows a version of a feed's definition in full.",
  description: "`config` has the form that `PUT /feeds/{id}/config` takes.",
  scope: "read_rules",
  http: { method: "GET", path: "/feeds/{id}/versions/{n}", status: 200 },
  path: VersionPath,
  output: dataOf(FeedVersionDetailShape),
  errors: ["resource_not_found"],
  mcp: { tool: "feed_version", use: "Take the number from `feed_versions`. `restore_version` brings it back." },
  async target(call, { id, n }) {
    if ((await findFeed(call.shop, id)) === undefined) call.fail("resource_not_found");
    return (await findVersion(call.shop, id, n)) ?? call.fail("resource_not_found");
  },
  async run(call, { path: { id, n }, target: version }) {
    const { then } = (await presentFeed(call.shop, id, version)) ?? call.fail("resource_not_found");
    const config = configAnswer(id, n, then);
    return { data: { ...versionAnswer(version, organizationBehind(call.actor)), config } };
  },
});
