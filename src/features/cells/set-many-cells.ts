import { z } from "zod";
import { sourceRowsAmong } from "../../engine/source/find-row.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, changeOf, type Edit, previewEdit, type ReadEdit } from "../definitions/index.ts";
import { ChangeQuery, FeedPath, findFeed } from "../feeds/index.ts";
import { type ShopCall, type ShopChange, write } from "../operation.ts";
import { findLiveSnapshot, SOURCE_INDEX_FILE } from "../snapshots/index.ts";
import { FeedPreviewShape, PREVIEW_ERRORS } from "../transforms/index.ts";
import { cellsWith, differencesOf } from "./cell-differences.ts";
import { listCells } from "./cell-queries.ts";
import { ManyCellsChange, ManyCellsShape, type WrittenRow } from "./many-cells-shapes.ts";
import { readManyCells, type ReadManyCells, rowIdOf } from "./read-many-cells.ts";
import { cellsSection } from "./section.ts";

export const setManyCells = write({
  name: "cells.set_many",
  title: "Update cells of many rows",
  summary: "Sets or clears source values of up to 500 rows in one feed as one change, or previews it.",
  description:
    "Works like the cells of one row, in one version of the feed. Only the cells you name change. A row or cell that can't be saved is in `errors`, and the others are saved. `previous` has the values from before. With `preview: true` nothing is saved, and the response has the effect on the whole feed.",
  scope: "write_products",
  http: { method: "PATCH", path: "/feeds/{id}/cells", status: 200 },
  path: FeedPath,
  query: ChangeQuery,
  body: ManyCellsChange,
  output: dataOf(z.union([ManyCellsShape, FeedPreviewShape])),
  errors: ["resource_not_found", "version_conflict", "validation_failed", ...PREVIEW_ERRORS],
  itemMembers: ["rows"],
  audit: "cells.changed",
  mcp: {
    tool: "set_many_cells",
    use: "Use it to correct source values of several rows in one feed as one change. Find the rows with `source_rows`. To change many rows by a condition, use `apply_rule`.",
  },
  undone: "versions",
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  prepare: (call, { body }) => findKnownRows(call, body.rows),
  preview: {
    member: "preview",
    show: async (call, asked) => ({ data: await previewEdit(call, withOtherRows(call, editOf(call, asked))) }),
  },
  async run(call, asked) {
    const { feed, read } = await changeDefinition(call, editOf(call, asked));
    return {
      data: {
        object: "cells_update" as const,
        feed_id: formatId("feed", storedId("feed", feed.id)),
        version: feed.definition_version,
        rows: read.rows.map(({ rowId, updated, cleared, present }) => ({
          row_id: String(rowId),
          product_id: formatId("prod", rowId),
          updated: Object.fromEntries(updated),
          cleared: [...cleared],
          previous: Object.fromEntries([...updated.keys(), ...cleared].map((column) => [column, present.get(column) ?? null])),
        })),
        errors: [...read.errors],
      },
    };
  },
});

/** Those of the rows that the live snapshot has. */
async function findKnownRows({ shop, objects, warehouse }: ShopCall, rows: readonly WrittenRow[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(rows.flatMap((row) => rowIdOf(row) ?? []))];
  const snapshot = ids.length === 0 ? undefined : await findLiveSnapshot(shop);
  if (snapshot === undefined) return new Set();
  await using index = await objects.local(`${snapshot.prefix}${SOURCE_INDEX_FILE}`);
  const found = await warehouse.of(shop.shopId).query(sourceRowsAmong(index.path, ids));
  return new Set(found.map((row) => Number(row["row_id"])));
}

interface Asked {
  readonly path: z.output<typeof FeedPath>;
  readonly query: z.output<typeof ChangeQuery>;
  readonly body: z.output<typeof ManyCellsChange>;
  readonly prepared: ReadonlySet<number>;
}

interface ManyCellsEdit extends ReadEdit {
  readonly read: ReadManyCells;
}

function editOf(call: Pick<ShopChange, "shop">, { path, query, body: { rows }, prepared: known }: Asked): Edit<ManyCellsEdit> {
  return {
    feedId: path.id,
    expected: query.expected_version,
    async read(feed) {
      const read = await readManyCells(call, feed, { rows, known });
      const changed = differencesOf(read);
      const count = new Set(changed.map(({ rowId }) => rowId)).size;
      const summary = `Changed ${counted(changed.length, "cell")} of ${counted(count, "row")}.`;
      return { read, changes: [changeOf(cellsSection, { before: read.before, after: read.after })], summary };
    },
  };
}

/** A preview takes the cells of a column as they would be in all rows, not only in those the request names. */
function withOtherRows({ shop }: Pick<ShopChange, "shop">, edit: Edit<ManyCellsEdit>): Edit<ManyCellsEdit> {
  return {
    ...edit,
    async read(feed) {
      const asked = await edit.read(feed);
      const before = await listCells(shop, storedId("feed", feed.id));
      return { ...asked, changes: [changeOf(cellsSection, { before, after: cellsWith(before, differencesOf(asked.read)) })] };
    },
  };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
