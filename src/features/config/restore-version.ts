import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { expectVersion, findFeed, lockFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { applyConfig } from "./apply-config.ts";
import { compareDefinitions } from "./compare-definitions.ts";
import { presentConfig } from "./config-answer.ts";
import { findVersion } from "./config-queries.ts";
import { ConfigPlanShape, ConfigQuery, FeedConfigShape, VersionPath } from "./config-shapes.ts";
import { definitionOfFeed } from "./definition.ts";
import { planConfig } from "./plan-config.ts";
import { presentFeed } from "./present-feed.ts";
import { PLAN_ERRORS } from "../transforms/index.ts";
import { refuseRestored } from "./restored-bounds.ts";
import { definitionOfVersion } from "./version-definition.ts";

export const restoreVersion = write({
  name: "config.restore",
  title: "Restore a configuration version",
  summary: "Brings a feed's whole definition back to a version, or shows what that would change.",
  description:
    "Settings, mappings, extra columns, rules with their ids, cells and tests become what they were then; it is a change like any other, so it can be undone the same way. The feed's next run follows it. A lookup table that has been removed since is not brought back: what looks it up is blank.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{id}/versions/{n}/restore", status: 200 },
  path: VersionPath,
  query: ConfigQuery,
  output: dataOf(z.union([FeedConfigShape, ConfigPlanShape])),
  errors: ["resource_not_found", "version_conflict", "validation_failed", "preview_failed", ...PLAN_ERRORS],
  audit: "config.restored",
  dryRun: true,
  mcp: { tool: "restore_version" },
  async target(call, { id, n }) {
    if ((await findFeed(call.shop, id)) === undefined) call.fail("resource_not_found");
    if ((await findVersion(call.shop, id, n)) === undefined) call.fail("resource_not_found");
  },
  async run(call, { path: { id, n }, query }) {
    if (!query.dry_run) await lockFeed(call.shop, id);
    const present = (await presentFeed(call.shop, id, n)) ?? call.fail("resource_not_found");
    await expectVersion(call, present.feed, query.expected_version);
    // Another change may have made it one too old while the lock was waited for.
    const version = (await findVersion(call.shop, id, n)) ?? call.fail("resource_not_found");
    const wanted = { definition: await definitionOfVersion(call.shop, id, version), cells: present.since };
    await refuseRestored(call, present, wanted.definition);
    const comparison = compareDefinitions(definitionOfFeed(present.feed, present.rules), wanted);
    if (query.dry_run) return { data: await planConfig(call, { present, wanted, comparison }) };
    await applyConfig(call, { present, wanted, comparison, summary: `Restored version ${n}.` });
    return { data: (await presentConfig(call.shop, id)) ?? call.fail("resource_not_found") };
  },
});
