import { PLAN_ERRORS } from "../transforms/index.ts";
import { z } from "zod";
import { type RowId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, changeOf, type Edit, readChanges, type ReadEdit } from "../definitions/index.ts";
import { ChangeQuery, type FeedRow, findFeed, namedInShort } from "../feeds/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { differencesOf } from "./cell-differences.ts";
import { type Cell, findRowCells } from "./cell-queries.ts";
import { CellPath, CellPreviewShape, CellsChange, CellUpdateShape } from "./cell-shapes.ts";
import { previewCells } from "./preview-cells.ts";
import { findRowSources } from "./row-sources.ts";
import { cellsSection } from "./section.ts";
import { findSnapshotOfRow, readWantedCells, rowMembers, type WantedCells } from "./row-of-feed.ts";

export const setCells = write({
  name: "cells.set",
  title: "Update a row's cells",
  summary: "Sets or clears source values of one row in one feed, or previews the change.",
  description:
    "A cell replaces the platform's value before columns are mapped, so every column that reads it changes too. Rules run later and win. A price must be in the row's currency. Only the cells you name change. The feed's next run reads them. With `preview: true` nothing is saved, and the response has the transformed row before and after.",
  scope: "write_products",
  http: { method: "PATCH", path: "/feeds/{id}/products/{product_id}/cells", status: 200 },
  path: CellPath,
  query: ChangeQuery,
  body: CellsChange,
  output: dataOf(z.union([CellUpdateShape, CellPreviewShape])),
  errors: ["resource_not_found", "version_conflict", "validation_failed", "preview_failed", ...PLAN_ERRORS],
  itemMembers: ["cells"],
  audit: "cells.changed",
  mcp: {
    tool: "set_cells",
    use: "Use it to correct a source value of one row in one feed; every column that reads it changes too. See `propagates_to` in the preview. For all feeds, use `set_overrides`.",
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
    async show(call, asked) {
      const { feed, wanted } = await readChanges(call, editOf(call, asked));
      const { snapshot } = asked.found;
      return { data: (await previewCells(call, { feed, snapshot, rowId: asked.path.product_id, wanted })) ?? call.fail("preview_failed") };
    },
  },
  async run(call, asked) {
    const { path } = asked;
    const { feed, wanted } = await changeDefinition(call, editOf(call, asked));
    return { data: await updateAnswer(call, { feed, rowId: path.product_id, wanted }) };
  },
});

interface Asked {
  readonly path: z.output<typeof CellPath>;
  readonly query: z.output<typeof ChangeQuery>;
  readonly body: z.output<typeof CellsChange>;
  readonly prepared: ReadonlyMap<string, string>;
}

function editOf(call: Pick<ShopChange, "shop">, { path, query, body: { cells }, prepared: sources }: Asked): Edit<CellsEdit> {
  const rowId = path.product_id;
  return {
    feedId: path.id,
    expected: query.expected_version,
    async read(feed) {
      const wanted = await readWantedCells(call, feed, rowId, { cells, sources });
      const change = { before: cellsOf(rowId, wanted.present), after: cellsOf(rowId, wanted.after) };
      const named = differencesOf(change).map(({ column }) => column);
      return { wanted, changes: [changeOf(cellsSection, change)], summary: `Changed ${namedInShort(named)} of row ${rowId}.` };
    },
  };
}

interface CellsEdit extends ReadEdit {
  readonly wanted: WantedCells;
}

function cellsOf(rowId: number, values: ReadonlyMap<string, string>): readonly Cell[] {
  return [...values].map(([column, value]) => ({ rowId, column, value }));
}

interface Updated {
  readonly feed: FeedRow;
  readonly rowId: RowId;
  readonly wanted: WantedCells;
}

async function updateAnswer({ shop }: Pick<ShopChange, "shop">, { feed, rowId, wanted }: Updated): Promise<CellUpdateShape> {
  return {
    object: "cell_update",
    ...rowMembers(feed, rowId),
    updated: Object.fromEntries(wanted.updated),
    cleared: [...wanted.cleared],
    errors: [...wanted.errors],
    overlay: Object.fromEntries(await findRowCells(shop, storedId("feed", feed.id), rowId)),
    propagates_to: wanted.propagatesTo,
  };
}
