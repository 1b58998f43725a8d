import { describe, expect, test } from "vitest";
import { countEdits, listEdits, NO_EDITS, requestsOf, savedEdits, withEdits, withoutSaved } from "./cell-edits.ts";

const edit = (rowId: string, column: string, before: string, after: string | null) => ({ rowId, column, before, after });

describe("edits that wait", () => {
  test("are one a cell, the last one, and none where the cell is as it was", () => {
    const once = withEdits(NO_EDITS, [edit("1", "title", "a", "b"), edit("1", "title", "a", "c"), edit("2", "vendor", "x", null)]);
    expect(listEdits(once)).toEqual([edit("1", "title", "a", "c"), edit("2", "vendor", "x", null)]);
    const back = withEdits(once, [edit("1", "title", "a", "a")]);
    expect([countEdits(once), countEdits(back), countEdits(NO_EDITS)]).toEqual([2, 1, 0]);
  });

  test("go in requests of at most 500 rows and 5,000 cells", () => {
    const rows = withEdits(
      NO_EDITS,
      Array.from({ length: 501 }, (_, row) => edit(String(row), "title", "", "x")),
    );
    expect(requestsOf(rows).map(({ length }) => length)).toEqual([500, 1]);
    const cells = withEdits(
      NO_EDITS,
      Array.from({ length: 100 }, (_, row) => Array.from({ length: 60 }, (__, column) => edit(String(row), `c${column}`, "", "x"))).flat(),
    );
    expect(requestsOf(cells).map(({ length }) => length)).toEqual([83, 17]);
    expect(requestsOf(NO_EDITS)).toEqual([]);
  });

  test("are left where they were refused, weren't sent or were edited again", () => {
    const edits = withEdits(NO_EDITS, [
      edit("1", "title", "a", "b"),
      edit("1", "price", "9", "abc"),
      edit("2", "title", "c", "d"),
      edit("3", "title", "e", "f"),
      edit("4", "title", "g", "h"),
    ]);
    const sent = [["1", "2", "3"].map((row) => ({ row_id: row, cells: {} }))];
    const saved = savedEdits(edits, sent, [
      { row_id: "1", column: "price" },
      { row_id: "3", column: null },
    ]);
    const left = withoutSaved(withEdits(edits, [edit("2", "title", "c", "again")]), saved);
    expect(listEdits(left)).toEqual([
      edit("1", "price", "9", "abc"),
      edit("2", "title", "c", "again"),
      edit("3", "title", "e", "f"),
      edit("4", "title", "g", "h"),
    ]);
  });
});
