import { z } from "zod";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { parseId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { expectVersion, FeedPath, findFeed, type FeedRow, lockFeed } from "../feeds/index.ts";
import { findLookupTables, holdLookupTables } from "../lookups/index.ts";
import { type ShopChange, write } from "../operation.ts";
import type { JudgedPatterns } from "../patterns/index.ts";
import { applyConfig } from "./apply-config.ts";
import { compareDefinitions } from "./compare-definitions.ts";
import { presentConfig } from "./config-answer.ts";
import { CONFIG_BYTES_MAX, ConfigPlanShape, ConfigQuery, FeedConfigShape, WrittenConfig } from "./config-shapes.ts";
import { definitionOfFeed } from "./definition.ts";
import { PLAN_ERRORS } from "../transforms/index.ts";
import { planConfig } from "./plan-config.ts";
import { type Present, presentFeed } from "./present-feed.ts";
import { judgeSections, readSections, type ReadSections, wantedConfig } from "./read-config.ts";
import { summarised } from "./summarise.ts";

const ERRORS = ["resource_not_found", "version_conflict", "rule_invalid", "validation_failed", "preview_failed", ...PLAN_ERRORS] as const;
type Call = ShopChange & Refuse<(typeof ERRORS)[number]>;

export const putConfig = write({
  name: "config.put",
  title: "Replace a feed's configuration",
  summary: "Makes a feed's definition what a document says, or shows what that would change.",
  description:
    "Takes what `GET /feeds/{id}/config` answers under `data`, of this feed or of another. All of it is one change, one version and one way back; what is at fault is named at once, and then nothing is changed. The feed's next run follows it. With `dry_run=true` the answer is the plan: every change, and what it would do to the rows.",
  scope: "write_rules",
  http: { method: "PUT", path: "/feeds/{id}/config", status: 200 },
  path: FeedPath,
  query: ConfigQuery,
  body: WrittenConfig,
  upload: { bytesMax: CONFIG_BYTES_MAX, forms: {} },
  output: dataOf(z.union([FeedConfigShape, ConfigPlanShape])),
  errors: ERRORS,
  audit: "config.applied",
  mcp: { tool: "apply_config" },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async prepare(call, { path, body: document }) {
    const present = await presentFeed(call.shop, path.id);
    if (present === undefined) return undefined;
    const read = await readSections(call, { present, document, tables: await findLookupTables(call.shop) });
    return { present, read, judged: await judgeSections(call, present, read) };
  },
  preview: {
    dryRun: true,
    async show(call, { query, body, prepared = call.fail("resource_not_found") }) {
      return { data: await planConfig(call, await wantedOf(call, { ...prepared, document: body, expected: query.expected_version })) };
    },
  },
  async run(call, { path, query, body: document, prepared: { judged } = call.fail("resource_not_found") }) {
    await lockFeed(call.shop, path.id);
    const present = (await presentFeed(call.shop, path.id)) ?? call.fail("resource_not_found");
    const read = await readSections(call, { present, document, tables: await holdLookupTables(call.shop) });
    const { wanted, comparison } = await wantedOf(call, { present, read, judged, document, expected: query.expected_version });
    await applyConfig(call, { present, wanted, comparison, summary: `Applied a configuration: ${summarised(comparison)}.` });
    return { data: (await presentConfig(call.shop, path.id)) ?? call.fail("resource_not_found") };
  },
});

interface Asked {
  readonly present: Present;
  readonly document: WrittenConfig;
  readonly read: ReadSections;
  readonly judged: JudgedPatterns;
  readonly expected: number | undefined;
}

async function wantedOf(call: Call, { present, document, read, judged, expected }: Asked) {
  const { feed, rules } = present;
  await expectVersion(call, feed, expected);
  await expectVersion(call, feed, ownVersion(feed, document));
  const { wanted, faults } = wantedConfig(present, read, judged);
  if (wanted === undefined) return refuse(call, faults);
  return { present, wanted, comparison: compareDefinitions(definitionOfFeed(feed, rules), wanted) };
}

/** Of a document that was taken from this feed. */
function ownVersion(feed: FeedRow, { feed_id: feedId, version }: WrittenConfig): number | undefined {
  const isOwn = typeof feedId === "string" && parseId("feed", feedId) === feed.id;
  return isOwn && typeof version === "number" ? version : undefined;
}

/** A person mends the first faults before reading more. */
const FAULTS_MAX = 100;

function refuse(call: Call, faults: readonly ErrorDetail[]): never {
  const code = faults.some(({ param }) => param === "/rules" || param.startsWith("/rules/")) ? "rule_invalid" : "validation_failed";
  return call.fail(code, faults.length === 1 ? faults[0]?.message : undefined, faults.slice(0, FAULTS_MAX));
}
