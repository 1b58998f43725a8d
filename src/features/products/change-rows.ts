import { storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { cellsSection } from "../cells/index.ts";
import { keepStep } from "../changes/index.ts";
import { changeDefinition, changeOf } from "../definitions/index.ts";
import { lockFeeds, outdateFeed } from "../feeds/index.ts";
import type { ShopChange } from "../operation.ts";
import { EXCLUDED, OVERRIDES_A_SHOP_MAX, type ProductOverrideInput } from "./override-shapes.ts";
import { type FoundRows, tellUpdated } from "./found-rows.ts";
import { changeOverrides, countOverrides, listCellsOfRows, listOverrides, type OverrideChange } from "./product-queries.ts";

/** What an input says of a row's overrides, member by member. `excluded: false` has nothing to say beyond taking `true` back. */
export function changesOf(rowId: number, input: ProductOverrideInput): readonly OverrideChange[] {
  return Object.entries(input).flatMap(([column, value]) => {
    if (value === undefined) return [];
    if (column === EXCLUDED) return [{ rowId, column, value: value === true ? "true" : null }];
    return [{ rowId, column, value: value === null ? null : String(value) }];
  });
}

/**
 * Writes overrides of `found` rows, which every active feed reads; where nothing differs, no feed is out of date. Told is of every row that
 * something was said of, whether or not it differs. All feeds are locked first.
 */
export async function writeOverrides(
  call: ShopChange & Refuse<"validation_failed">,
  found: FoundRows,
  changes: readonly OverrideChange[],
): Promise<void> {
  const feeds = await lockFeeds(call.shop);
  const changed = await changeKept(call.shop, changes);
  if (changed.length > 0) {
    if (changes.some(({ value }) => value !== null) && (await countOverrides(call.shop)) > OVERRIDES_A_SHOP_MAX)
      call.fail(
        "validation_failed",
        `A shop can have at most ${OVERRIDES_A_SHOP_MAX} overrides. Clear some, or write a rule to change many products.`,
      );
    for (const { id, active } of feeds) if (active) await outdateFeed(call, storedId("feed", id));
  }
  await tellUpdated(
    call,
    found,
    changes.map(({ rowId }) => rowId),
  );
}

/** Writes overrides and keeps what they were, for `undo`. Answers the rows in which anything differs. */
async function changeKept(shop: ShopDb, changes: readonly OverrideChange[]): Promise<readonly number[]> {
  const present = await listOverrides(
    shop,
    changes.map(({ rowId }) => rowId),
  );
  const values = new Map(present.map(({ rowId, column, value }) => [`${rowId} ${column}`, value]));
  const differing = changes.flatMap(({ rowId: row, column, value: after }) => {
    const before = values.get(`${row} ${column}`) ?? null;
    return before === after ? [] : [{ row, column, before, after }];
  });
  if (differing.length > 0) await keepStep(shop, { kind: "overrides", changes: differing });
  return changeOverrides(shop, changes);
}

/**
 * Clears the overrides of some `found` rows, and their cells in every feed; a feed that loses cells has another definition, the others read other
 * overrides. Told is of every row, whether or not it had any.
 */
export async function restoreRows(call: ShopChange, found: FoundRows, rowIds: readonly number[]): Promise<void> {
  const { shop } = call;
  const feeds = await lockFeeds(shop);
  const cleared = (await listOverrides(shop, rowIds)).map((override) => ({ ...override, value: null }));
  const changed = await changeKept(shop, cleared);
  const cells = await listCellsOfRows(
    shop,
    feeds.map(({ id }) => id),
    rowIds,
  );
  const byFeed = Map.groupBy(cells, ({ feedId }) => feedId);
  for (const { id, active } of feeds) {
    const feedId = storedId("feed", id);
    const own = byFeed.get(id) ?? [];
    if (own.length > 0) {
      const change = changeOf(cellsSection, { before: own, after: [] });
      const summary = summaryOf(new Set(own.map(({ rowId }) => rowId)));
      await changeDefinition({ ...call, fail: neverGone }, { feedId, read: async () => ({ changes: [change], summary }) });
    } else if (changed.length > 0 && active) await outdateFeed(call, feedId);
  }
  await tellUpdated(call, found, rowIds);
}

/** Its lock is held. */
function neverGone(): never {
  throw new Error("a locked feed is gone");
}

function summaryOf(rowIds: ReadonlySet<number>): string {
  const [first] = rowIds;
  return rowIds.size === 1 ? `Restored row ${first}.` : `Restored ${rowIds.size} rows.`;
}
