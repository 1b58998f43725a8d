import { expect, test } from "vitest";
import { combinedOutlook, type OutlookFacts, outlookOf, type RowFacts } from "./outlook.ts";

const ROW: RowFacts = { place: "file", findingCode: "missing_gtin", found: false, foundBefore: true };
const FACTS: OutlookFacts = { platform: "Google", isJudgedBefore: true, knowsJudged: true, isOutdated: false };

test.each<[string, boolean | null, Partial<RowFacts>, Partial<OutlookFacts>, RegExp]>([
  ["whose fault is gone since the judged file is fixed", true, {}, {}, /no longer has this fault; Google judged an earlier one/],
  ["that is excluded now is fixed", true, { place: "excluded", findingCode: null }, {}, /no longer in the file/],
  ["that is left out for an error is fixed", true, { place: "omitted", found: true }, {}, /left out of the file/],
  [
    "that left the file, which may be known to the platform or not, is fixed",
    true,
    { place: "excluded" },
    { isJudgedBefore: null },
    /next reads/,
  ],
  ["that left the file which the platform has read can't be told", null, { place: "excluded" }, { isJudgedBefore: false }, /still lists/],
  ["that has the fault isn't fixed", false, { found: true }, {}, /nothing changed since/],
  ["that has the fault, in a feed that changed since, can't be told", null, { found: true }, { isOutdated: true }, /next run shows/],
  ["with an issue we have no check for can't be told", null, { findingCode: null }, {}, /no check for this issue/],
  ["whose fault our check found in neither file can't be told", null, { foundBefore: false }, {}, /neither/],
  ["whose judged file is gone can't be told", null, {}, { knowsJudged: false }, /isn't there to compare/],
  ["whose judged file nobody knows can't be told", null, {}, { isJudgedBefore: null }, /isn't known which file/],
  ["without the fault in the file that the platform has read can't be told", null, {}, { isJudgedBefore: false }, /read the live file/],
])("a row %s", (...[, fixed, row, facts, reason]) => {
  expect(outlookOf({ ...ROW, ...row }, { ...FACTS, ...facts })).toEqual({ fixed, reason: expect.stringMatching(reason) });
});

test("an issue is fixed if all its rows are, isn't if one isn't, and can't be told otherwise; the largest group says why", () => {
  const group = (fixed: boolean | null, rows: number) => ({ fixed, rows, reason: `${fixed} ${rows}` });
  expect(combinedOutlook([group(true, 2), group(true, 3)])).toEqual({ fixed: true, reason: "3 of 5 rows: true 3", fixedRows: 5 });
  expect(combinedOutlook([group(true, 9), group(null, 3), group(false, 1)])).toEqual({
    fixed: false,
    reason: "1 of 13 rows: false 1",
    fixedRows: 9,
  });
  expect(combinedOutlook([group(true, 9), group(null, 3)])).toMatchObject({ fixed: null, reason: "3 of 12 rows: null 3" });
  expect(combinedOutlook([group(false, 4)])).toMatchObject({ fixed: false, reason: "false 4", fixedRows: 0 });
});
