import { setImmediate } from "node:timers/promises";
import { type FeedDefinition, FeedSettings, type ProductSelection } from "../../engine/plan/feed-definition.ts";
import { storedContext } from "../../engine/plan/stored-context.ts";
import { readRule, type RuleDefinition } from "../../engine/rules/rule-reader.ts";
import { storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { collectionNumber } from "../../engine/source/collection-id.ts";
import { type FeedRow, findAllowance, listActiveRules } from "./feed-queries.ts";

/** Reads and checks everything that decides what a run of the feed does. */
export async function readDefinition(shop: ShopDb, feed: FeedRow): Promise<FeedDefinition> {
  const [rules, allowance] = await Promise.all([listActiveRules(shop, storedId("feed", feed.id)), findAllowance(shop)]);
  const context = storedContext(feed.extra_columns);
  const read: RuleDefinition[] = [];
  let waiting = 0;
  for (const { id, definition } of rules) {
    const rule = readRule(id, definition, context);
    read.push(rule);
    waiting += rule.size.parts;
    // Hundreds of long rules take a while to read, and others are served by the same thread.
    if (waiting < PARTS_AT_ONCE) continue;
    await setImmediate();
    waiting = 0;
  }
  return withRules(feed, read, allowance);
}

/** Parts of rules that are read in one go: some milliseconds. */
const PARTS_AT_ONCE = 1_000;

/** The feed without its rules: enough to know its columns and what they read. */
export function definitionOf(feed: FeedRow): FeedDefinition {
  return withRules(feed, [], null);
}

interface Draft {
  readonly feed: FeedRow;
  /** Those that would run, in order; null: those that do. */
  readonly rules: readonly { readonly id: number; readonly definition: unknown }[] | null;
}

/** The same of a feed as it would be. `before`: as it is. */
export function draftedDefinition({ rules: running, allowance }: FeedDefinition, { feed, rules }: Draft): FeedDefinition {
  const context = storedContext(feed.extra_columns);
  return withRules(
    feed,
    (rules ?? running).map(({ id, definition }) => readRule(id, definition, context)),
    allowance,
  );
}

function withRules(feed: FeedRow, rules: readonly RuleDefinition[], allowance: number | null): FeedDefinition {
  return {
    feedType: feed.feed_type,
    market: feed.target_market,
    targetCountry: feed.target_country,
    selection: selectionOf(feed),
    settings: FeedSettings.parse(feed.settings),
    // Without a prototype: a merchant may call a column `constructor`.
    mappings: { __proto__: null, ...feed.mappings },
    extraColumns: feed.extra_columns,
    rules,
    allowance,
  };
}

function selectionOf(feed: FeedRow): ProductSelection {
  if (feed.product_selection_mode !== "collection") return { mode: feed.product_selection_mode };
  const id = feed.selected_collection_id;
  return { mode: "collection", title: feed.selected_collection_title ?? "", id: id === null ? null : collectionNumber(id) };
}
