import { readOrFaults } from "../../engine/rules/rule-reader.ts";
import type { RuleFault } from "../../engine/rules/rule-fault.ts";
import { parseId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type FeedRow, findFeed, listActiveFeeds } from "../feeds/index.ts";
import { findLookupTables } from "../lookups/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import type { ShopCall } from "../operation.ts";
import type { JudgedPatterns } from "../patterns/index.ts";
import { judgeRulesEdit, type RulesEdit, writingContext } from "../rules/index.ts";
import { bulkEdited, readmitted } from "./bulk-edit.ts";
import { type KeptCondition, NO_ROWS, partsOf } from "./kept-condition.ts";
import { productsOfRows } from "./products-of-rows.ts";
import type { BulkAsk } from "./read-bulk.ts";

/** What a bulk action goes by in each feed, made before its transaction. */
export interface BulkPreparation {
  /** By row; undefined where the shop has no snapshot. */
  readonly products: ReadonlyMap<number, number> | undefined;
  /** By feed. */
  readonly judged: ReadonlyMap<number, JudgedPatterns>;
}

export async function prepareBulk(call: ShopCall, ask: BulkAsk, feeds: readonly FeedRow[]): Promise<BulkPreparation> {
  const products = await productsOfRows(call, ask.rowIds ?? []);
  const judged = new Map<number, JudgedPatterns>();
  for (const feed of feeds) {
    const read = await readRows(call.shop, feed, ask);
    if (!("faults" in read)) judged.set(feed.id, await judgeRulesEdit(call, feed, editOf(feed, ask, read.rows)));
  }
  return { products, judged };
}

type FoundFeeds = { readonly feeds: readonly FeedRow[] } | { readonly missing: string };

/** The feeds that were named, or all active ones, in the order in which everybody locks them. */
export async function findBulkFeeds(shop: ShopDb, named: readonly string[] | undefined): Promise<FoundFeeds> {
  if (named === undefined) return { feeds: await listActiveFeeds(shop) };
  const feeds = new Map<number, FeedRow>();
  for (const text of named) {
    const id = parseId("feed", text);
    const feed = id === undefined ? undefined : await findFeed(shop, id);
    if (feed === undefined) return { missing: text };
    feeds.set(feed.id, feed);
  }
  return { feeds: [...feeds.values()].toSorted((a, b) => a.id - b.id) };
}

type ReadRows = { readonly rows: KeptCondition | null } | { readonly faults: readonly RuleFault[] };

/** Which rows are meant; a condition is read against the feed's own columns. Null: all that the rule has. */
export async function readRows(shop: ShopDb, feed: FeedRow, { rowIds, condition }: BulkAsk): Promise<ReadRows> {
  if (rowIds !== null) return { rows: { ...NO_ROWS, ids: rowIds.map(String) } };
  if (condition === null) return { rows: null };
  const context = writingContext(feed.extra_columns, await readSourceColumns(shop), await findLookupTables(shop));
  const { rule, faults } = readOrFaults({ type: "include", condition }, context);
  if (rule === undefined) return { faults };
  return { rows: partsOf(rule.matched ?? { kind: "boolean", value: true }) };
}

/** A feed in manual mode takes what it selects; there `add` does no more to the rules than let that in. */
export function editOf(feed: FeedRow, { of, remove }: BulkAsk, rows: KeptCondition | null): RulesEdit {
  const extraColumns = feed.extra_columns;
  return (rules) => {
    if (!selects(feed, of)) return bulkEdited(rules, { of, rows, remove, extraColumns });
    return remove || rows === null ? rules : readmitted(rules, rows, extraColumns);
  };
}

export function selects(feed: FeedRow, { action }: BulkAsk["of"]): boolean {
  return action === "add" && feed.product_selection_mode === "manual";
}

/** What a manual feed selects after the action. */
export function selectedAfter(present: readonly number[], { remove }: BulkAsk, products: readonly number[]): readonly number[] {
  const named = new Set(products);
  return remove ? present.filter((id) => !named.has(id)) : [...new Set([...present, ...products])];
}
