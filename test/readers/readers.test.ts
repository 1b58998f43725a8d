import { beforeAll, describe, expect, test } from "vitest";
import { BAD, type BadFile } from "./bad-files.ts";
import { GOOD } from "./good-files.ts";
import { type ReaderCase, type Reading, readersAgree } from "./readers-agree.ts";

/** The second reader agrees with files that are right, and says what is wrong with the others. */

/** Starting the interpreter takes seconds, so all cases share one run. */
const WITHIN_MS = 120_000;
let readings: ReadonlyMap<string, Reading>;

function spoiled({ of, change }: BadFile): ReaderCase {
  const good = GOOD[of];
  const file = typeof change === "function" ? change(good.file) : good.file.replace(change[0], () => change[1]);
  if (file === good.file) throw new Error(`nothing of ${of} changed`);
  return { ...good, file };
}

beforeAll(async () => {
  const cases = [...Object.entries<ReaderCase>(GOOD), ...BAD.map((bad) => [bad.what, spoiled(bad)] as const)];
  const found = await readersAgree(cases.map(([, each]) => each));
  readings = new Map(found.map((reading, at) => [cases[at]?.[0] ?? "", reading]));
}, WITHIN_MS);

test.each(Object.keys(GOOD))("The reader agrees with the right file of %s.", (name) => {
  expect(readings.get(name)).toEqual({ rows: 3, omitted: [], differences: [], faults: [], more: 0 });
});

describe("The reader reports", () => {
  test.each(BAD)("$what ($of)", ({ what, faults = [], differences = [] }) => {
    const reading = readings.get(what);
    const cells = reading?.differences.map(({ row, attribute, expected, found }) =>
      typeof found === "string" ? `${row} ${attribute}: ${expected}, ${found}` : `${row} ${attribute}: ${expected}`,
    );
    expect({ faults: reading?.faults, differences: cells }).toEqual({ faults, differences });
  });
});
