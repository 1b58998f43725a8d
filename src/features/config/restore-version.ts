import { z } from "zod";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { expectVersion, findFeed, lockFeed } from "../feeds/index.ts";
import { type ShopChange, write } from "../operation.ts";
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

const ERRORS = ["resource_not_found", "version_conflict", "validation_failed", "preview_failed", ...PLAN_ERRORS] as const;
type Call = ShopChange & Refuse<(typeof ERRORS)[number]>;

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
  errors: ERRORS,
  audit: "config.restored",
  mcp: {
    tool: "restore_version",
    use: "When a feed has gone wrong and no single change explains it. Find the version with `feed_versions`; the preview shows every difference.",
  },
  undone: "versions",
  async target(call, { id, n }) {
    if ((await findFeed(call.shop, id)) === undefined) call.fail("resource_not_found");
    if ((await findVersion(call.shop, id, n)) === undefined) call.fail("resource_not_found");
  },
  preview: {
    dryRun: true,
    show: async (call, { path, query }) => ({ data: await planConfig(call, await wantedOf(call, path, query.expected_version)) }),
  },
  async run(call, { path, query }) {
    await lockFeed(call.shop, path.id);
    await applyConfig(call, { ...(await wantedOf(call, path, query.expected_version)), summary: `Restored version ${path.n}.` });
    return { data: (await presentConfig(call.shop, path.id)) ?? call.fail("resource_not_found") };
  },
});

async function wantedOf(call: Call, { id, n }: z.output<typeof VersionPath>, expected: number | undefined) {
  const present = (await presentFeed(call.shop, id, n)) ?? call.fail("resource_not_found");
  await expectVersion(call, present.feed, expected);
  // Another change may have made it one too old while the lock was waited for.
  const version = (await findVersion(call.shop, id, n)) ?? call.fail("resource_not_found");
  const wanted = { definition: await definitionOfVersion(call.shop, id, version), cells: present.since };
  await refuseRestored(call, present, wanted.definition);
  return { present, wanted, comparison: compareDefinitions(definitionOfFeed(present.feed, present.rules), wanted) };
}
