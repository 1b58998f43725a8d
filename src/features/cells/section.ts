import { z } from "zod";
import { pointed } from "../../engine/rules/schema-faults.ts";
import { storedId } from "../../kernel/ids.ts";
import { type Bound, type Change, type Difference, defineDocumentSection, type Draft, shownPart } from "../definitions/index.ts";
import { cellsWith, differencesOf, revertCells } from "./cell-differences.ts";
import { type Cell, changeCells, countCells, listCells, listCellsSince } from "./cell-queries.ts";
import { readDocumentCells } from "./read-document-cells.ts";

/** What a run reads of cells it holds in one file; past it the catalog itself wants mending. */
const CELLS_A_FEED_MAX = 100_000;

/** A person who reads more of them looks at the cells themselves. */
const CELLS_LISTED_MAX = 100;

const CellsShape = z
  .record(z.string(), z.record(z.string(), z.string()))
  .meta({ description: "The values this feed reads instead of the platform's, by row id and source column." });

const CELLS_BOUND: Bound<readonly Cell[]> = {
  name: "cells",
  max: CELLS_A_FEED_MAX,
  message: (total) =>
    `A feed can have at most ${CELLS_A_FEED_MAX} cells, but this change would make it ${total}. Clear some cells, or write a rule to change many rows.`,
  of: (cells) => cells.length,
  rest: async (shop, { id }, named) => (await countCells(shop, storedId("feed", id))) - named.length,
};

/** All cells of a feed, or those of one row. */
export const cellsSection = defineDocumentSection<readonly Cell[], typeof CellsShape>({
  name: "cells",
  parts: ["cell", "cells"],
  summarisedBy: "count",
  listedMax: CELLS_LISTED_MAX,
  shape: CellsShape,
  written: { type: "object", description: "All cells, by row id and source column." },
  startsRun: false,
  declaresNames: false,
  bounds: [CELLS_BOUND],
  same: (change) => differencesOf(change).length === 0,
  load: (shop, { id }) => listCells(shop, storedId("feed", id)),
  async loadVersion(shop, { feed_id: feedId, version }, present) {
    return cellsWith(present, await listCellsSince(shop, { feedId: storedId("feed", feedId), version }));
  },
  show: byRow,
  read: readDocumentCells,
  describe: (change) => differencesOf(change).map(described),
  revert: revertCells,
  draft: draftCells,
  async store({ shop }, { feedId, version, ...change }) {
    await changeCells(shop, { feedId, version }, differencesOf(change));
  },
  events: async () => undefined,
});

function byRow(cells: readonly Cell[]): Record<string, Record<string, string>> {
  const rows = new Map<number, [string, string][]>();
  for (const { rowId, column, value } of cells) {
    const row = rows.get(rowId);
    if (row === undefined) rows.set(rowId, [[column, value]]);
    else row.push([column, value]);
  }
  return Object.fromEntries([...rows].map(([rowId, values]) => [String(rowId), Object.fromEntries(values)]));
}

const PLATFORM = "the platform's value";

function described({ rowId, column, before, value }: ReturnType<typeof differencesOf>[number]): Difference {
  const action = before === null ? "added" : value === null ? "removed" : "changed";
  const summary = `${column} of row ${rowId}: ${shownPart(before ?? undefined, PLATFORM)} → ${shownPart(value ?? undefined, PLATFORM)}`;
  return { action, path: `/cells/${rowId}/${pointed(column)}`, ruleId: null, summary, before, after: value };
}

/** All cells, as they would be, of the columns in which any differs. */
function draftCells(draft: Draft, change: Change<readonly Cell[]>): Draft {
  const columns = new Set(differencesOf(change).map(({ column }) => column));
  const cells = change.after.filter(({ column }) => columns.has(column));
  return {
    ...draft,
    cells: { columns: [...columns].toSorted(), cells: cells.map(({ rowId, column, value }) => ({ row_id: rowId, column, value })) },
  };
}
