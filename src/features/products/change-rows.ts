import { storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { changeCells } from "../cells/index.ts";
import { changeDefinition, outdateFeed } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { EXCLUDED, OVERRIDES_A_SHOP_MAX, type ProductOverrideInput } from "./override-shapes.ts";
import { changeOverrides, countOverrides, listCellsOfRows, listOverrides, lockFeeds, type OverrideChange } from "./product-queries.ts";

/** What an input says of a row's overrides, member by member. `excluded: false` has nothing to say beyond taking `true` back. */
export function changesOf(rowId: number, input: ProductOverrideInput): readonly OverrideChange[] {
  return Object.entries(input).flatMap(([column, value]) => {
    if (value === undefined) return [];
    if (column === EXCLUDED) return [{ rowId, column, value: value === true ? "true" : null }];
    return [{ rowId, column, value: value === null ? null : String(value) }];
  });
}

/** Writes overrides, which every active feed reads; where nothing differs, no feed is out of date. All feeds are locked first. */
export async function writeOverrides(call: ShopCall & Refuse<"validation_failed">, changes: readonly OverrideChange[]): Promise<void> {
  const feeds = await lockFeeds(call.shop);
  if ((await changeOverrides(call.shop, changes)).length === 0) return;
  if (changes.some(({ value }) => value !== null) && (await countOverrides(call.shop)) > OVERRIDES_A_SHOP_MAX)
    call.fail(
      "validation_failed",
      `A shop has at most ${OVERRIDES_A_SHOP_MAX} overrides. Clear some, or write a rule for what many products need.`,
    );
  for (const { id, active } of feeds) if (active) await outdateFeed(call, storedId("feed", id));
}

/** Clears the overrides of some rows, and their cells in every feed; a feed that loses cells has another definition, the others read other overrides. */
export async function restoreRows(call: ShopCall, rowIds: readonly number[]): Promise<void> {
  const { shop } = call;
  const feeds = await lockFeeds(shop);
  const cleared = (await listOverrides(shop, rowIds)).map((override) => ({ ...override, value: null }));
  const isChanged = (await changeOverrides(shop, cleared)).length > 0;
  const cells = await listCellsOfRows(
    shop,
    feeds.map(({ id }) => id),
    rowIds,
  );
  const byFeed = Map.groupBy(cells, ({ feedId }) => feedId);
  for (const { id, active, definition_version: version } of feeds) {
    const feedId = storedId("feed", id);
    const own = byFeed.get(id) ?? [];
    const changes = own.map(({ rowId, column }) => ({ rowId, column, value: null }));
    if (changes.length > 0) {
      await changeCells(shop, { feedId, version: version + 1 }, changes);
      await changeDefinition(call, feedId, summaryOf(new Set(own.map(({ rowId }) => rowId))));
    } else if (isChanged && active) await outdateFeed(call, feedId);
  }
}

function summaryOf(rowIds: ReadonlySet<number>): string {
  const [first] = rowIds;
  return rowIds.size === 1 ? `Restored row ${first}.` : `Restored ${rowIds.size} rows.`;
}
