import { z } from "zod";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { parseId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { branded } from "../../kernel/unsafe.ts";
import { changeDefinition, type Edit, FAULTS_MAX, readChanges } from "../definitions/index.ts";
import { expectVersion, FeedPath, findFeed, type FeedRow } from "../feeds/index.ts";
import { findLookupTables, holdLookupTables } from "../lookups/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { PLAN_ERRORS } from "../transforms/index.ts";
import { changesOf } from "./compare-values.ts";
import { presentConfig } from "./config-answer.ts";
import { CONFIG_BYTES_MAX, ConfigPlanShape, ConfigQuery, FeedConfigShape, WrittenConfig } from "./config-shapes.ts";
import { type ConfigEdit, planConfig } from "./plan-config.ts";
import { presentFeed } from "./present-feed.ts";
import { prepareConfig, type PreparedConfig, readConfig } from "./read-config.ts";
import { summarised } from "./summarise.ts";
import { type WrittenDocument, writtenDocument } from "./written-document.ts";

const ERRORS = ["resource_not_found", "version_conflict", "rule_invalid", "validation_failed", "preview_failed", ...PLAN_ERRORS] as const;
type Call = ShopChange & Refuse<(typeof ERRORS)[number]>;

export const putConfig = write({
  name: "config.put",
  title: "Replace a feed's configuration",
  summary: "Replaces a feed's definition with a document, or shows what that would change.",
  description:
    "Send what `GET /feeds/{id}/config` returns in `data`, for this feed or another. The whole document is one change with one version, so you can undo it as one. All faults are reported together, and then nothing is changed. A change of settings starts a run; otherwise the feed's next run applies the change. With `dry_run=true` the response is the plan: every change, and its effect on the rows.",
  scope: "write_rules",
  http: { method: "PUT", path: "/feeds/{id}/config", status: 200 },
  path: FeedPath,
  query: ConfigQuery,
  body: WrittenConfig,
  // The body is what this operation's schema has parsed.
  upload: { bytesMax: CONFIG_BYTES_MAX, forms: {}, digest: (body) => writtenDocument(branded<WrittenConfig>(body)) },
  output: dataOf(z.union([FeedConfigShape, ConfigPlanShape])),
  errors: ERRORS,
  audit: "config.applied",
  mcp: {
    tool: "apply_config",
    use: "Use it to copy a feed or change many parts at once. Start from what `feed_config` returns: sections you leave out stay unchanged. For a single rule, use `apply_rule`.",
  },
  undone: "versions",
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async prepare(call, { path, digest }) {
    const { text } = branded<WrittenDocument>(digest);
    const present = await presentFeed(call.shop, path.id);
    return present === undefined ? undefined : prepareConfig(call, { text, present, tables: await findLookupTables(call.shop) });
  },
  preview: { dryRun: true, show: async (call, asked) => ({ data: await planConfig(call, await readChanges(call, editOf(call, asked))) }) },
  async run(call, asked) {
    await changeDefinition(call, editOf(call, asked));
    return { data: (await presentConfig(call.shop, asked.path.id)) ?? call.fail("resource_not_found") };
  },
});

interface Asked {
  readonly path: z.output<typeof FeedPath>;
  readonly query: z.output<typeof ConfigQuery>;
  readonly digest?: unknown;
  readonly prepared: PreparedConfig | undefined;
}

function editOf(call: Call, { path, query, digest, prepared = call.fail("resource_not_found") }: Asked): Edit<ConfigEdit> {
  const document = branded<WrittenDocument>(digest);
  return {
    feedId: path.id,
    expected: query.expected_version,
    async read(feed) {
      await expectVersion(call, feed, ownVersion(feed, document));
      const present = (await presentFeed(call.shop, path.id)) ?? call.fail("resource_not_found");
      const reading = { text: document.text, present, tables: await holdLookupTables(call.shop) };
      const { wanted, comparison, faults } = await readConfig(call, reading, prepared);
      if (faults !== undefined) return refuse(call, faults);
      const changes = changesOf({ before: present.values, after: wanted });
      return { changes, comparison, summary: `Applied a configuration: ${summarised(comparison)}.` };
    },
  };
}

/** Of a document that was taken from this feed. */
function ownVersion(feed: FeedRow, { feedId, version }: WrittenDocument): number | undefined {
  const isOwn = feedId !== null && parseId("feed", feedId) === feed.id;
  return isOwn ? (version ?? undefined) : undefined;
}

function refuse(call: Call, faults: readonly ErrorDetail[]): never {
  const code = faults.some(({ param }) => param === "/rules" || param.startsWith("/rules/")) ? "rule_invalid" : "validation_failed";
  return call.fail(code, faults.length === 1 ? faults[0]?.message : undefined, faults.slice(0, FAULTS_MAX));
}
