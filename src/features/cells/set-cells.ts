import { PLAN_ERRORS } from "../transforms/index.ts";
import { z } from "zod";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, ChangeQuery, expectVersion, findFeed, lockFeed, namedInShort } from "../feeds/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { changeCells, countCells, findRowCells, type RowOfFeed } from "./cell-queries.ts";
import { CELLS_A_FEED_MAX, CellPath, CellPreviewShape, CellsChange, CellUpdateShape } from "./cell-shapes.ts";
import { previewCells } from "./preview-cells.ts";
import { findRowSources } from "./row-sources.ts";
import { findSnapshotOfRow, readWantedCells, rowMembers, type WantedCells } from "./row-of-feed.ts";

const ERRORS = ["resource_not_found", "version_conflict", "validation_failed", "preview_failed", ...PLAN_ERRORS] as const;
type Call = ShopChange & Refuse<(typeof ERRORS)[number]>;

export const setCells = write({
  name: "cells.set",
  title: "Update a row's cells",
  summary: "Sets or clears source values of one row for this feed alone, or shows what that would do.",
  description:
    "Cells take the place of the platform's values before columns are mapped, so every column that reads one follows; rules come later and win. Only the cells that are named change. The feed's next run reads them. With `preview: true` nothing is kept, and the answer is the transformed row before and after.",
  scope: "write_products",
  http: { method: "PATCH", path: "/feeds/{id}/products/{product_id}/cells", status: 200 },
  path: CellPath,
  query: ChangeQuery,
  body: CellsChange,
  output: dataOf(z.union([CellUpdateShape, CellPreviewShape])),
  errors: ERRORS,
  itemMembers: ["cells"],
  audit: "cells.changed",
  mcp: {
    tool: "set_cells",
    use: "To correct a source value of one row in one feed; every column that reads it follows. See `propagates_to` in the preview. For all feeds use `set_overrides`.",
  },
  undone: "versions",
  async find(call, { id, product_id: rowId }) {
    const feed = (await findFeed(call.shop, id)) ?? call.fail("resource_not_found");
    const snapshot = (await findSnapshotOfRow(call, rowId)) ?? call.fail("resource_not_found");
    return { feed, snapshot };
  },
  prepare: (call, { path, body, found }) => findRowSources(call, { ...found, rowId: path.product_id, names: Object.keys(body.cells) }),
  before: async (_target, call, { path, found }) => ({
    ...rowMembers(found.feed, path.product_id),
    overlay: Object.fromEntries(await findRowCells(call.shop, path.id, path.product_id)),
  }),
  preview: {
    member: "preview",
    show: async (call, { path, body: { cells }, found, prepared: sources }) => ({
      data: (await previewCells(call, { ...found, rowId: path.product_id, cells, sources })) ?? call.fail("preview_failed"),
    }),
  },
  async run(call, { path, query, body: { cells }, prepared: sources }) {
    const row: RowOfFeed = { feedId: path.id, rowId: path.product_id };
    return { data: await update(call, row, { cells, sources, expected: query.expected_version }) };
  },
});

interface Wanted {
  readonly cells: Readonly<Record<string, string | null>>;
  readonly sources: ReadonlyMap<string, string>;
  /** The version of the feed that was seen. */
  readonly expected: number | undefined;
}

async function update(call: Call, row: RowOfFeed, { expected, ...wished }: Wanted): Promise<CellUpdateShape> {
  const feed = (await lockFeed(call.shop, row.feedId)) ?? call.fail("resource_not_found");
  await expectVersion(call, feed, expected);
  const wanted = await readWantedCells(call, feed, row.rowId, wished);
  await change(call, row, { ...wanted, version: feed.definition_version + 1 });
  return {
    object: "cell_update",
    ...rowMembers(feed, row.rowId),
    updated: Object.fromEntries(wanted.updated),
    cleared: [...wanted.cleared],
    errors: [...wanted.errors],
    overlay: Object.fromEntries(await findRowCells(call.shop, row.feedId, row.rowId)),
    propagates_to: wanted.propagatesTo,
  };
}

interface VersionOfCells extends WantedCells {
  /** The one the change makes. */
  readonly version: number;
}

/** Writes what differs from the cells as they are; where nothing does, the definition stays the same. */
async function change(call: Call, row: RowOfFeed, { updated, cleared, present, version }: VersionOfCells): Promise<void> {
  const written = new Map([...updated].filter(([column, value]) => present.get(column) !== value));
  const removed = cleared.filter((column) => present.has(column));
  if (written.size + removed.length === 0) return;
  const more = [...written.keys()].filter((column) => !present.has(column)).length - removed.length;
  if (more > 0 && (await countCells(call.shop, row.feedId)) + more > CELLS_A_FEED_MAX)
    call.fail("validation_failed", `A feed has at most ${CELLS_A_FEED_MAX} cells. Clear some, or write a rule for what many rows need.`);
  const changes = [...written, ...removed.map((column) => [column, null] as const)];
  await changeCells(
    call.shop,
    { feedId: row.feedId, version },
    changes.map(([column, value]) => ({ rowId: row.rowId, column, value })),
  );
  await changeDefinition(call, row.feedId, `Changed ${namedInShort([...written.keys(), ...removed])} of row ${row.rowId}.`);
}
