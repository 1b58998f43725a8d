import { z } from "zod";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, type Edit, readChanges } from "../definitions/index.ts";
import { findFeed } from "../feeds/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { PLAN_ERRORS } from "../transforms/index.ts";
import { changesOf, compareValues } from "./compare-values.ts";
import { presentConfig } from "./config-answer.ts";
import { findVersion } from "./config-queries.ts";
import { ConfigPlanShape, ConfigQuery, FeedConfigShape, VersionPath } from "./config-shapes.ts";
import { type ConfigEdit, planConfig } from "./plan-config.ts";
import { presentFeed } from "./present-feed.ts";

const ERRORS = ["resource_not_found", "version_conflict", "validation_failed", "preview_failed", ...PLAN_ERRORS] as const;
type Call = ShopChange & Refuse<(typeof ERRORS)[number]>;

export const restoreVersion = write({
  name: "config.restore",
  title: "Restore a configuration version",
  summary: "Restores a feed's whole definition to a version, or shows what that would change.",
  description:
    "Settings, mappings, extra columns, rules with their ids, cells and tests are restored to that version. This is a change like any other, so you can undo it in the same way. A change of settings starts a run; otherwise the feed's next run applies the change. A lookup table that has been removed since isn't restored, so values looked up in it are blank.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/{id}/versions/{n}/restore", status: 200 },
  path: VersionPath,
  query: ConfigQuery,
  output: dataOf(z.union([FeedConfigShape, ConfigPlanShape])),
  errors: ERRORS,
  audit: "config.restored",
  mcp: {
    tool: "restore_version",
    use: "Use it when a feed has gone wrong and no single change explains it. Find the version with `feed_versions`; the preview shows every difference.",
  },
  undone: "versions",
  async target(call, { id, n }) {
    if ((await findFeed(call.shop, id)) === undefined) call.fail("resource_not_found");
    if ((await findVersion(call.shop, id, n)) === undefined) call.fail("resource_not_found");
  },
  preview: { dryRun: true, show: async (call, asked) => ({ data: await planConfig(call, await readChanges(call, editOf(call, asked))) }) },
  async run(call, asked) {
    await changeDefinition(call, editOf(call, asked));
    return { data: (await presentConfig(call.shop, asked.path.id)) ?? call.fail("resource_not_found") };
  },
});

interface Asked {
  readonly path: z.output<typeof VersionPath>;
  readonly query: z.output<typeof ConfigQuery>;
}

function editOf(call: Call, { path: { id, n }, query }: Asked): Edit<ConfigEdit> {
  return {
    feedId: id,
    expected: query.expected_version,
    async read(feed) {
      // Another change may have made it one too old while the lock was waited for.
      const version = (await findVersion(call.shop, id, n)) ?? call.fail("resource_not_found");
      const { values, then } = (await presentFeed(call.shop, id, version)) ?? call.fail("resource_not_found");
      const change = { before: values, after: then };
      return { changes: changesOf(change), comparison: compareValues(feed, change), summary: `Restored version ${n}.` };
    },
  };
}
