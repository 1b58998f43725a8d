import { type FeedId, formatId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Cell, CellDifference } from "../cells/index.ts";
import { settingsAnswer } from "../settings/index.ts";
import type { FeedConfigShape } from "./config-shapes.ts";
import { type Definition, definitionOfFeed } from "./definition.ts";
import { presentFeed } from "./present-feed.ts";

/** The feed's present configuration; nothing where the feed is gone. */
export async function presentConfig(shop: ShopDb, feedId: FeedId): Promise<FeedConfigShape | undefined> {
  const present = await presentFeed(shop, feedId);
  if (present === undefined) return undefined;
  const { feed, rules, cells } = present;
  return configAnswer(feed.id, feed.definition_version, { definition: definitionOfFeed(feed, rules), cells });
}

interface Contents {
  readonly definition: Definition;
  readonly cells: readonly Cell[];
}

/** Always in the same order, whatever the order of changes was, so that files compare line by line. */
export function configAnswer(feedId: number, version: number, { definition, cells }: Contents): FeedConfigShape {
  const { object: _object, ...settings } = settingsAnswer(definition.settings);
  return {
    object: "feed_config",
    feed_id: formatId("feed", storedId("feed", feedId)),
    version,
    settings,
    mappings: inOrder(definition.mappings),
    extra_columns: [...definition.extraColumns],
    rules: definition.rules.map(({ id, active, definition: rule }) => ({
      id: formatId("rule", storedId("rule", id ?? 0)),
      active,
      type: String(rule["type"]),
      ...rule,
    })),
    cells: cellsByRow(cells),
    tests: definition.tests.map((each) => ({ ...each })),
  };
}

/** By code unit: no database's and no machine's language changes it. */
function inOrder<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function cellsByRow(cells: readonly Cell[]): Record<string, Record<string, string>> {
  const rows = new Map<number, [string, string][]>();
  for (const { rowId, column, value } of cells) {
    const row = rows.get(rowId);
    if (row === undefined) rows.set(rowId, [[column, value]]);
    else row.push([column, value]);
  }
  return Object.fromEntries([...rows].map(([rowId, values]) => [String(rowId), Object.fromEntries(values)]));
}

/** The cells as they would be. */
export function cellsAfter(cells: readonly Cell[], differences: readonly CellDifference[]): readonly Cell[] {
  const changed = new Map<number, Map<string, string | null>>();
  for (const { rowId, column, value } of differences) {
    const row = changed.get(rowId) ?? new Map<string, string | null>();
    changed.set(rowId, row.set(column, value));
  }
  const kept = cells.filter(({ rowId, column }) => changed.get(rowId)?.has(column) !== true);
  const written = differences.flatMap(({ rowId, column, value }) => (value === null ? [] : [{ rowId, column, value }]));
  return [...kept, ...written].toSorted((a, b) => a.rowId - b.rowId || (a.column < b.column ? -1 : 1));
}
