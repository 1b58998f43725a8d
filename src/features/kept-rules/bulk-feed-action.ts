import { type FeedId, formatId, storedId } from "../../kernel/ids.ts";
import { isolated } from "../../kernel/isolated.ts";
import { PreparationOutdated, type Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { type Change, changeDefinition, changeOf, type Edit, effectOf, readChanges, type ReadEdit } from "../definitions/index.ts";
import { type FeedRow, lockFeed } from "../feeds/index.ts";
import { type ShopCall, type ShopChange, write } from "../operation.ts";
import { type ListedRule, listRuleRows, readRulesEdit } from "../rules/index.ts";
import { PRODUCTS_MAX, selectionSection } from "../selection/index.ts";
import { findSelection, PLAN_ERRORS } from "../transforms/index.ts";
import { tagOf } from "./bulk-edit.ts";
import { type BulkPreparation, editOf, findBulkFeeds, prepareBulk, readRows, selectedAfter, selects } from "./bulk-feeds.ts";
import { BulkBody, BulkShape, type FeedResult } from "./bulk-shapes.ts";
import { bulkSentence } from "./bulk-summary.ts";
import type { KeptCondition } from "./kept-condition.ts";
import { findKept, keptAnswer } from "./kept-rules.ts";
import { type BulkAsk, readBulk } from "./read-bulk.ts";

const ERRORS = [
  "resource_not_found",
  "missing_param",
  "invalid_param",
  "no_source_extract",
  "rule_invalid",
  "validation_failed",
  "preview_failed",
  ...PLAN_ERRORS,
] as const;
type Call = ShopChange & Refuse<(typeof ERRORS)[number]>;

export const bulkFeedAction = write({
  name: "feeds.bulk_action",
  title: "Run a bulk action",
  summary: "Adds, excludes or labels many products in several feeds at once, or reverses an earlier action.",
  description:
    "Each feed has one rule per action, and for `label` one rule per slot. The rule has a `tag`, so it's found even after someone moves it or changes its note. If you repeat the action, the rule is changed, and no second rule is created. The latest action wins: a product that you exclude is removed from the rule that adds it, and the other way round. In a feed in manual mode, `add` selects the products. Either all feeds change, each with one version, or none does.",
  scope: "write_rules",
  http: { method: "POST", path: "/feeds/bulk_action", status: 200 },
  body: BulkBody,
  memberCodes: { products: "invalid_param", feed_ids: "invalid_param", slot: "invalid_param", action: "invalid_param" },
  output: dataOf(BulkShape),
  errors: ERRORS,
  audit: "feeds.changed_in_bulk",
  mcp: {
    tool: "bulk_feed_action",
    use: "Use it to add, exclude or label many products at once, in one feed or all. Each action has one rule per feed; `remove` takes products out of it. Then call `run_feed`.",
  },
  undone: "kept",
  async prepare(call, { body }): Promise<BulkPreparation | undefined> {
    const { ask } = readBulk(body);
    const found = await findBulkFeeds(call.shop, body.feed_ids);
    return ask === undefined || "missing" in found ? undefined : prepareBulk(call, ask, found.feeds);
  },
  preview: {
    member: "preview",
    async show(call, { body, prepared }) {
      const { ask, feeds, preparation } = await checked(call, body, prepared);
      const results: FeedResult[] = [];
      for (const feed of feeds) {
        const isCounted = results.filter(({ effect }) => effect !== null).length < COUNTED_MAX;
        results.push(await previewFeed(call, feed, { ask, preparation, isCounted }));
      }
      return { data: { object: "bulk_action_preview" as const, summary: summaryOf(ask, results), feeds: results } };
    },
  },
  async run(call, { body, prepared }) {
    const { ask, feeds, preparation } = await checked(call, body, prepared);
    for (const { id } of feeds) await lockFeed(call.shop, storedId("feed", id));
    const results: FeedResult[] = [];
    for (const feed of feeds) results.push(await changeFeed(call, feed, { ask, preparation }));
    return { data: { object: "bulk_action" as const, summary: summaryOf(ask, results), feeds: results } };
  },
});

interface Bulk {
  readonly ask: BulkAsk;
  readonly preparation: BulkPreparation;
}

/** Refuses what is wrong with the request whatever the feed. */
async function checked(
  call: Call,
  body: BulkBody,
  preparation: BulkPreparation | undefined,
): Promise<Bulk & { feeds: readonly FeedRow[] }> {
  const { ask, fault } = readBulk(body);
  if (ask === undefined) return call.fail(fault.code, fault.message, [fault]);
  const found = await findBulkFeeds(call.shop, body.feed_ids);
  if ("missing" in found) return call.fail("resource_not_found", `The shop has no feed ${found.missing}. Check the id.`);
  if (preparation === undefined) throw new PreparationOutdated();
  refuseUnknown(call, ask, preparation);
  for (const feed of found.feeds) refuseSelecting(call, ask, feed);
  return { ask, feeds: found.feeds, preparation };
}

/** Products told of that are not there. */
const UNKNOWN_TOLD_MAX = 20;

/** A product that has left the shop can still be taken out. */
function refuseUnknown(call: Call, { rowIds, remove }: BulkAsk, { products }: BulkPreparation): void {
  if (rowIds === null || remove) return;
  if (products === undefined) return call.fail("no_source_extract");
  const unknown = rowIds.flatMap((id, at) => {
    const message = `The shop has no product ${formatId("prod", id)}.`;
    return products.has(id) ? [] : [{ param: `/products/${at}`, code: "invalid_param", message }];
  });
  if (unknown.length > 0) call.fail("validation_failed", unknown[0]?.message, unknown.slice(0, UNKNOWN_TOLD_MAX));
}

function refuseSelecting(call: Call, { of, rowIds }: BulkAsk, feed: FeedRow): void {
  if (!selects(feed, of) || rowIds !== null) return;
  const message = `${isolated(feed.display_name)} is a manual feed, which selects products by id. Give \`products\`, or choose other feeds in \`feed_ids\`.`;
  call.fail("invalid_param", message, [{ param: "/condition", code: "invalid_param", message }]);
}

interface BulkOfFeed extends ReadEdit {
  readonly kept: ListedRule | undefined;
  readonly by: number;
}

function bulkOf(call: Call, feedId: FeedId, { ask, preparation }: Bulk): Edit<BulkOfFeed> {
  return {
    feedId,
    async read(feed) {
      const edit = editOf(feed, ask, await rowsOf(call, feed, ask));
      const judged = preparation.judged.get(feed.id);
      if (judged === undefined) throw new PreparationOutdated();
      const { rules, changes, refuse } = await readRulesEdit(call, feed, { edit, judged });
      const selection = await selectionOf(call, feed, { ask, preparation });
      const { before, after } = selection;
      return {
        changes: [...changes, changeOf(selectionSection, selection)],
        kept: findKept(rules, tagOf(ask.of)),
        by: Math.abs(after.length - before.length),
        summary: `${bulkSentence(ask)}.`,
        refuse,
      };
    },
  };
}

async function rowsOf(call: Call, feed: FeedRow, ask: BulkAsk): Promise<KeptCondition | null> {
  const read = await readRows(call.shop, feed, ask);
  if (!("faults" in read)) return read.rows;
  const details = read.faults.map(({ at, ...fault }) => ({ ...fault, param: at === "" ? "/condition" : at }));
  return call.fail("rule_invalid", details[0]?.message, details);
}

/** Feeds whose rows a preview counts: each takes as long as the preview of a rule. */
const COUNTED_MAX = 20;

async function previewFeed(
  call: ShopCall & Refuse<(typeof ERRORS)[number]>,
  { id }: FeedRow,
  bulk: Bulk & { readonly isCounted: boolean },
): Promise<FeedResult> {
  const read = await readChanges(call, bulkOf(call, storedId("feed", id), bulk));
  return resultOf({ ...read, effect: bulk.isCounted ? await effectOf(call, read) : null });
}

async function changeFeed(call: Call, { id }: FeedRow, bulk: Bulk): Promise<FeedResult> {
  const feedId = storedId("feed", id);
  const changed = await changeDefinition(call, bulkOf(call, feedId, bulk));
  const rules = await listRuleRows(call.shop, feedId);
  return resultOf({ ...changed, kept: findKept(rules, tagOf(bulk.ask.of)), effect: null });
}

/** What a manual feed selects and would select. */
async function selectionOf(call: Call, feed: FeedRow, { ask, preparation }: Bulk): Promise<Change<readonly number[]>> {
  if (!selects(feed, ask.of)) return { before: [], after: [] };
  const before = await findSelection(call.shop, storedId("feed", feed.id));
  const after = selectedAfter(before, ask, [...(preparation.products?.values() ?? [])]);
  if (after.length > PRODUCTS_MAX)
    call.fail("validation_failed", `${isolated(feed.display_name)} would select more than ${PRODUCTS_MAX} products. Select fewer.`);
  return { before, after };
}

interface Outcome extends Pick<FeedResult, "effect">, Omit<BulkOfFeed, "summary"> {
  readonly feed: FeedRow;
}

function resultOf({ feed, changes, kept, by, effect }: Outcome): FeedResult {
  return {
    feed_id: formatId("feed", storedId("feed", feed.id)),
    display_name: feed.display_name,
    changed: changes.length > 0,
    ...keptAnswer(kept),
    selected_count: feed.product_selection_mode === "manual" ? by : null,
    effect,
  };
}

function summaryOf(ask: BulkAsk, results: readonly FeedResult[]): string {
  const changed = results.filter((result) => result.changed).map(({ display_name: name }) => name);
  const where = changed.length === 0 ? "nothing differs" : `changes ${changed.length} of ${results.length} feeds: ${changed.join(", ")}`;
  return `${bulkSentence(ask)}: ${where}.`;
}
