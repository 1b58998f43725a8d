import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NO_EDITS, withEdits } from "./cell-edits.ts";
import { openRowPages, PAGE_ROWS, type SourceRow } from "./row-pages.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const row = (id: string, title: string, edited: SourceRow["edited"] = {}): SourceRow => ({
  ...{ object: "source_row", row_id: id, product_id: `product ${id}`, variant_id: null },
  ...{ values: { title }, edited, overridden: [], excluded: false, excluded_reason: null, cut: [] },
});

/** Pages whose answers come when they're told to. */
function asking() {
  const asked: { readonly page: number; readonly signal: AbortSignal; readonly answer: (rows: readonly SourceRow[]) => void }[] = [];
  const onError = vi.fn<(error: unknown) => void>();
  const pages = openRowPages({
    ask: (page, signal) => new Promise((answer) => asked.push({ page, signal, answer })),
    onRows: () => undefined,
    onError,
  });
  const answer = async (at: number, rows: readonly SourceRow[]) => {
    asked.at(at)?.answer(rows);
    await vi.advanceTimersByTimeAsync(0);
  };
  const want = async (first: number, last: number) => {
    pages.want(first, last);
    await vi.advanceTimersByTimeAsync(100);
  };
  return { pages, asked, answer, want, onError };
}

test("rows that are out of date stay until their replacements have arrived", async () => {
  const { pages, asked, answer, want } = asking();
  await want(0, PAGE_ROWS);
  await answer(0, [row("1", "Bowl")]);
  await answer(1, [row("2", "Cup")]);
  pages.renew();
  expect(asked.map(({ page }) => page)).toEqual([1, 2, 1, 2]);
  expect([pages.at(0)?.row_id, pages.at(PAGE_ROWS)?.row_id]).toEqual(["1", "2"]);
  await answer(2, [row("3", "Dish")]);
  expect([pages.at(0)?.row_id, pages.at(1), pages.at(PAGE_ROWS)?.row_id]).toEqual(["3", undefined, "2"]);
  await want(0, PAGE_ROWS);
  expect(asked).toHaveLength(4);
});

test("an answer to what was asked before doesn't take the place of a newer one", async () => {
  const { pages, asked, answer, want, onError } = asking();
  await want(0, 10);
  pages.renew();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await answer(1, [row("1", "new")]);
  await answer(0, [row("1", "old")]);
  expect(pages.at(0)?.values).toEqual({ title: "new" });
  expect(onError).not.toHaveBeenCalled();
});

test("cells that were written are there before their rows have been read again, whole, and only in their rows", async () => {
  const { pages, answer, want } = asking();
  await want(0, 10);
  await answer(0, [{ ...row("1", "Bowl"), cut: ["title", "tags"] }, row("2", "Cup", { title: "Mug", vendor: "A" }), row("3", "Dish")]);
  const written = [
    { rowId: "1", column: "title", before: "", after: "Bowl, edited" },
    { rowId: "2", column: "title", before: "", after: null },
  ];
  pages.note(withEdits(NO_EDITS, written));
  expect([0, 1, 2].map((index) => pages.at(index)?.edited)).toEqual([{ title: "Bowl, edited" }, { vendor: "A" }, {}]);
  expect(pages.at(0)?.cut).toEqual(["tags"]);
});

test("a row is found where it stands now, as it was read last", async () => {
  const { pages, answer, want } = asking();
  await want(0, PAGE_ROWS);
  await answer(0, [row("1", "old")]);
  await answer(1, [row("2", "Cup")]);
  pages.renew();
  await answer(3, [row("1", "new")]);
  expect([pages.find("1")?.values, pages.find("2")]).toEqual([{ title: "new" }, undefined]);
});
