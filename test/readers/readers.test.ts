import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { BAD } from "./bad-files.ts";
import { GOOD } from "./good-files.ts";
import { type ChangedFile, OTHER_RIGHT } from "./other-right-files.ts";
import { plainCsv, plainRss } from "./plain-files.ts";
import { type ReaderCase, type Reading, readersAgree } from "./readers-agree.ts";
import { CURRENCIES, RENDERED, type RenderedCatalog, renderedCatalog } from "./rendered-files.ts";

/** The second reader, written without a look at the renderers, agrees with files that are right, and says what is wrong with the others. */

let readings: ReadonlyMap<string, Reading>;

function changed({ of, change }: ChangedFile): ReaderCase {
  const good = GOOD[of];
  const file = typeof change === "function" ? change(good.file) : good.file.replace(change[0], () => change[1]);
  if (file === good.file) throw new Error(`nothing of ${of} changed`);
  return { ...good, file };
}

/** A catalog's files by the renderers, and two by the plainest of writers. */
function nastyCases(currency: string, { canonical, cases }: RenderedCatalog): readonly (readonly [string, ReaderCase])[] {
  return [
    [`csv of ${currency}`, { channel: "tiktok", format: "csv", canonical, file: gzipSync(plainCsv(canonical)) }],
    [`rss of ${currency}`, { channel: "tiktok", format: "rss", canonical, file: plainRss(canonical) }],
    ...cases.map((made, at) => [`${RENDERED[at]} in ${currency}`, made] as const),
  ];
}

beforeAll(async () => {
  const nasty = await Promise.all(CURRENCIES.map(async (currency) => nastyCases(currency, await renderedCatalog(currency))));
  const cases = [
    ...Object.entries<ReaderCase>(GOOD),
    ...[...OTHER_RIGHT, ...BAD].map((each) => [each.what, changed(each)] as const),
    ...nasty.flat(),
  ];
  const found = await readersAgree(cases.map(([, each]) => each));
  readings = new Map(found.map((reading, at) => [cases[at]?.[0] ?? "", reading]));
});

test.each(Object.keys(GOOD))("The reader agrees with the right file of %s.", (name) => {
  expect(readings.get(name)).toEqual({ rows: 3, omitted: [], differences: [], faults: [], more: 0 });
});

test.each(OTHER_RIGHT)("The reader agrees with $what ($of).", ({ what }) => {
  expect(readings.get(what)).toEqual({ rows: 3, omitted: [], differences: [], faults: [], more: 0 });
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

test.each(CURRENCIES.flatMap((currency) => [`csv of ${currency}`, `rss of ${currency}`]))(
  "Nasty values survive where they are only quoted or escaped: %s.",
  (name) => {
    expect(readings.get(name)).toEqual({ rows: 86, omitted: [], differences: [], faults: [], more: 0 });
  },
);

test.each(CURRENCIES.flatMap((currency) => RENDERED.map((made) => `${made} in ${currency}`)))(
  "The reader agrees with what the renderer makes of nasty values: %s.",
  (name) => {
    expect(readings.get(name)).toMatchObject({ rows: 86, differences: [], faults: [] });
  },
);
