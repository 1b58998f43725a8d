import { z } from "zod";
import { members } from "../../kernel/unsafe.ts";
import { describeItems, defineDocumentSection, type Read, type Reading, revertList, textOf } from "../definitions/index.ts";
import { readWrittenTests } from "./read-written-tests.ts";
import { storeTests } from "./test-queries.ts";

const TestsShape = z.array(z.looseObject({})).meta({ description: "Requirements for chosen rows." });

export const testsSection = defineDocumentSection<readonly object[], typeof TestsShape>({
  name: "tests",
  parts: ["test", "tests"],
  summarisedBy: "count",
  listedMax: Infinity,
  shape: TestsShape,
  written: { type: "array", items: "object", description: "All tests." },
  startsRun: false,
  declaresNames: false,
  bounds: [],
  same: ({ before, after }) => textOf(before) === textOf(after),
  load: async (_shop, { tests }) => tests,
  loadVersion: async (_shop, { tests }) => tests,
  show: (tests) => tests.map((each) => ({ ...each })),
  read: readDocumentTests,
  describe: (change) => describeItems("tests", change),
  // A test has no id: one that is changed is another one.
  revert: (states) => revertList(states, { key: textOf, named: nameOf, order: "order of the tests" }),
  draft: (draft, { after }) => ({ ...draft, feed: { ...draft.feed, tests: [...after] } }),
  store: ({ shop }, { feedId, after }) => storeTests(shop, feedId, after),
  events: async () => undefined,
});

function nameOf(test: object): string {
  return `test ${"name" in test ? String(test.name) : textOf(test)}`;
}

/** A test that stays was right when it was written; it is at fault only if this very document takes away a column it names. */
function readDocumentTests(written: unknown, { before, feed, outline }: Reading<readonly object[]>): Read<readonly object[]> {
  const read = readWrittenTests(written, { extraColumns: outline.extra_columns });
  const tests: readonly unknown[] = Array.isArray(written) ? written : [];
  const texts = new Set(before.map(textOf));
  const isKept = (at: number): boolean => texts.has(textOf(tests[at]));
  const known = new Set(readWrittenTests(written, { extraColumns: feed.extra_columns }).faults.map(({ param }) => param));
  return {
    value: read.tests.map((test, at) => (isKept(at) ? members(tests[at]) : test)),
    faults: read.faults.filter(({ param }) => !(known.has(param) && isKept(Number(param.split("/")[2])))),
    patterns: [],
  };
}
