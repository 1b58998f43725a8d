import { expect, test } from "vitest";
import { sql } from "../sql/fragment.ts";
import { type AffectedCheck, changedFindings, type CheckedSide } from "./changed-findings.ts";
import type { ChannelInput } from "./channel-input.ts";
import { settingsSchema } from "./channel-settings.ts";
import type { RowCheck } from "./check.ts";
import { CARRIED_COLUMNS, rowValues } from "./row-values.ts";

const FEED = {
  country: "US",
  language: "en",
  currency: "USD",
  shopName: "Acme",
  storeUrl: "https://shop.example",
  now: "2026-11-23T00:00:00Z",
};
const input: ChannelInput = {
  rows: rowValues(["id", "title"], CARRIED_COLUMNS),
  settings: settingsSchema(["tsv"]).parse({}),
  feed: FEED,
  taxonomy: null,
};

const check = (code: string, when: string): RowCheck => ({
  ...{ kind: "row", code, category: "titles", severity: "warning", field: "title", message: "", whatToDo: "", source: null },
  when: sql`${input.rows.of(when)} = ''`,
});
const affected = (one: RowCheck, asides = false): AffectedCheck => ({ check: one, places: new Set([1]), asides, wide: asides });
const side = (file: string, checks: readonly AffectedCheck[], wanted = "1"): CheckedSide => ({
  ...{ file, checks, input },
  asides: { wanted: sql`count(*) OVER () > ${sql`${wanted === "1" ? sql`1` : sql`2`}`}` },
});
const both = (checks: readonly AffectedCheck[], wanted?: string) => ({
  before: side("before.parquet", checks, wanted),
  after: side("after.parquet", checks, wanted),
});

test("asks once what several channels ask alike of the same rows", () => {
  const [title, id] = [check("title_blank", "title"), check("id_blank", "id")];
  const { placed } = changedFindings([both([affected(title), affected(id)]), both([affected({ ...id, code: "named_otherwise" })])]);
  expect(placed).toEqual([[0, 1], [1]]);
});

test("asks twice what channels compute beside the rows each in its own way", () => {
  const one = affected({ ...check("wanted", "title"), when: input.rows.aside("wanted") }, true);
  expect(changedFindings([both([one], "1"), both([one], "2")]).placed).toEqual([[0], [1]]);
  expect(changedFindings([both([one], "1"), both([one], "1")]).placed).toEqual([[0], [0]]);
});
