import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { feedDefinition, runFeed } from "../golden/feed-run.ts";
import { testDuckdb } from "../harness/duckdb.ts";
import { takeSnapshot } from "../harness/raw-records.ts";
import { BAD } from "./bad-files.ts";
import { GOOD } from "./good-files.ts";
import { nastyCatalog } from "./nasty-values.ts";
import { type ChangedFile, OTHER_RIGHT } from "./other-right-files.ts";
import { plainCsv, plainRss } from "./plain-files.ts";
import { type ReaderCase, type Reading, readersAgree } from "./readers-agree.ts";

/** The second reader agrees with files that are right, and says what is wrong with the others. */

/** Starting the interpreter takes seconds, so all cases share one run. */
const WITHIN_MS = 120_000;
const CURRENCIES = ["USD", "KWD"] as const;

let readings: ReadonlyMap<string, Reading>;

function changed({ of, change }: ChangedFile): ReaderCase {
  const good = GOOD[of];
  const file = typeof change === "function" ? change(good.file) : good.file.replace(change[0], () => change[1]);
  if (file === good.file) throw new Error(`nothing of ${of} changed`);
  return { ...good, file };
}

/** The canonical file of the nasty catalog, from the engine. */
async function nastyCanonical(currency: (typeof CURRENCIES)[number]): Promise<string> {
  await using duckdb = await testDuckdb();
  const run = await runFeed(duckdb, { snapshot: await takeSnapshot(duckdb, nastyCatalog(currency)), definition: feedDefinition() });
  return await readFile(run.canonicalFile, "utf8");
}

async function nastyCases(currency: (typeof CURRENCIES)[number]): Promise<readonly (readonly [string, ReaderCase])[]> {
  const canonical = await nastyCanonical(currency);
  return [
    [`csv of ${currency}`, { channel: "tiktok", format: "csv", canonical, file: gzipSync(plainCsv(canonical)) }],
    [`rss of ${currency}`, { channel: "tiktok", format: "rss", canonical, file: plainRss(canonical) }],
  ];
}

beforeAll(async () => {
  const nasty = await Promise.all(CURRENCIES.map(nastyCases));
  const cases = [
    ...Object.entries<ReaderCase>(GOOD),
    ...[...OTHER_RIGHT, ...BAD].map((each) => [each.what, changed(each)] as const),
    ...nasty.flat(),
  ];
  const found = await readersAgree(cases.map(([, each]) => each));
  readings = new Map(found.map((reading, at) => [cases[at]?.[0] ?? "", reading]));
}, WITHIN_MS);

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
