import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { refusal } from "../products/products-shop.suite.ts";
import { createRule, previewRule } from "./index.ts";

/** Thirty rows, 1001 to 1030. A rule excludes the first twelve; changed, it would exclude the eleven behind them. */
const IN = (from: number, to: number) => `[D]id in (${Array.from({ length: to - from + 1 }, (_, at) => `"${from + at}"`).join(", ")})`;

let listed: ListedShop;
let rule: string;
beforeAll(async () => {
  listed = await listedShop("preview-pages.example", 30);
  const body = { rule: { type: "exclude", reason: "Sold out", condition: IN(1001, 1012) } };
  rule = (await perform<{ readonly id: string }>(listed.real.services, listed.shop, createRule, { path: path(), body })).id;
});
afterAll(() => listed[Symbol.asyncDispose]());

interface Preview {
  readonly results: readonly { readonly row_id: string; readonly excluded: boolean; readonly excluded_before: boolean }[];
  readonly summary: Readonly<Record<string, number>>;
  readonly page: number;
  readonly total_pages: number;
}
const path = () => ({ feed_id: String(listed.primaryId) });
const preview = (more: object) =>
  perform<Preview>(listed.real.services, listed.shop, previewRule, {
    path: path(),
    body: { rule: { condition: IN(1013, 1023) }, rule_id: rule, ...more },
  });
const idsOf = ({ results }: Preview) => results.map(({ row_id: id }) => Number(id));

test("a preview pages through every row that changes, each once", async () => {
  const pages = [await preview({}), await preview({ page: 2 }), await preview({ page: 3 }), await preview({ page: 4 })];
  expect(pages.map(({ results, page, total_pages: total }) => [results.length, page, total])).toEqual([
    [10, 1, 3],
    [10, 2, 3],
    [3, 3, 3],
    [0, 4, 3],
  ]);
  expect(pages[0]?.summary).toMatchObject({ newly_excluded: 11, newly_included: 12, changed: 0 });
  expect(new Set(pages.flatMap(idsOf))).toEqual(new Set(Array.from({ length: 23 }, (_, at) => 1001 + at)));
  expect(await refusal(preview({ page: 0 }))).toMatchObject({ code: "validation_failed" });
});

test("`sample` shows only rows to which that happens", async () => {
  const out = [await preview({ sample: "newly_excluded" }), await preview({ sample: "newly_excluded", page: 2 })];
  expect(out.flatMap(idsOf)).toEqual(Array.from({ length: 11 }, (_, at) => 1013 + at));
  expect(out[0]?.total_pages).toBe(2);
  expect(out[1]?.results).toMatchObject([{ excluded: true, excluded_before: false }]);
  const back = await preview({ sample: "newly_included", page: 2 });
  expect(back.results).toMatchObject([{ excluded: false, excluded_before: true }, {}]);
  expect(await preview({ sample: "changed" })).toMatchObject({ results: [], total_pages: 0 });
  expect(await refusal(preview({ sample: "unchanged" }))).toMatchObject({ code: "validation_failed" });
});
