import { afterAll, describe, expect, test } from "vitest";
import { type BadRows, sharedBadRows } from "../../test/harness/bad-rows.ts";
import { channelInput, columnsFor, findingsAmong, type PlacedRow, readRecords, recordsOf } from "../../test/harness/checked-catalog.ts";
import { cleanCatalog, MARKETS, USD } from "../../test/harness/clean-catalog.ts";
import { testDuckdb } from "../../test/harness/duckdb.ts";
import type { Check, RunFacts } from "../engine/channels/check.ts";
import { ONE_OTHER_DOMAIN } from "../engine/channels/storefront.ts";
import { integer, literal, sql } from "../engine/sql/fragment.ts";
import type { Sql } from "../kernel/sql.ts";
import { badCases, badRowsOf, nameOf, placedRows } from "./bad-cases.suite.ts";
import type { ChannelPack } from "./channel-port.ts";
import { CHANNEL_PACKS } from "./packs.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const CLEAN = 0;
const usualRun = ({ attributes }: ChannelPack): RunFacts => ({
  ...{ rows: 100, rowsBefore: 100, bytes: 10_000 },
  header: attributes.slice(0, 2).map(({ name }) => name),
});

const cleanRows = (market: (typeof MARKETS)[number]): readonly PlacedRow[] =>
  cleanCatalog(market).map((row, at) => ({ ...row, rowId: 1 + at, part: CLEAN }));

async function rowsFile(called: string, rows: readonly PlacedRow[], columns: readonly string[]) {
  const file = duckdb.file(`${called}.parquet`);
  const records = readRecords(await duckdb.records(`${called}.json`, recordsOf(rows, columns)), columns);
  await duckdb.run(sql`COPY (${records}) TO ${literal(file)} (FORMAT parquet)`);
  return sql`read_parquet(${literal(file)})`;
}

describe.each(Object.values(CHANNEL_PACKS))("$displayName", (pack) => {
  const columns = columnsFor(pack);

  test("says which links elsewhere it can't find, if it compares domains at all", () => {
    const checks = pack.checks(channelInput(pack, { columns, market: USD }));
    const compares = checks.some(({ code }) => code === "link_domain_mismatch");
    expect(pack.unchecked.includes(ONE_OTHER_DOMAIN)).toBe(compares);
  });

  // Rows of USD lie beside the bad ones below.
  test.each(MARKETS.filter((market) => market !== USD))("has nothing against a clean catalog in $currency", async (market) => {
    const input = channelInput(pack, { columns, market });
    const checks = pack.checks(input);
    const rows = await rowsFile(`${pack.slug}-clean-${market.currency}`, cleanRows(market), columns);
    const found = await duckdb.all(
      sql`SELECT nth, count(*) AS found, any_value(row_id) AS row_id FROM (${findingsAmong(checks, { pack, input, rows: sql`SELECT * FROM ${rows}` }, sql`row_id`)}) GROUP BY nth`,
    );
    const named = found.map((row) => ({ ...row, check: nameOf(checks[Number(row["nth"])] ?? { code: "?", field: null }) }));
    expect(named).toEqual([]);
    const ofFeed = checks.flatMap((check) =>
      check.kind === "feed" && check.affectedBy(usualRun(pack)) !== undefined ? [nameOf(check)] : [],
    );
    expect(ofFeed).toEqual([]);
  });

  test("finds the bad rows of every check, and no other row", async () => {
    const cases = await badCases(pack);
    const placed = cases.map((bad, at) => placedRows(bad, at + 1));
    const rows = await rowsFile(`${pack.slug}-bad`, [...cleanRows(USD), ...placed.flat()], columns);
    const found = await foundByCase(pack, cases, rows);
    const wrong = cases.flatMap((bad, at) => {
      const expected = (bad.found ?? bad.rows.map((_, nth) => nth)).map((nth) => String(placed[at]?.[nth]?.rowId)).toSorted();
      const right = JSON.stringify(found[at]) === JSON.stringify(bad.rows.length === 0 ? true : expected);
      return right ? [] : [{ check: nameOf(bad), found: brief(found[at]), expected: brief(expected) }];
    });
    expect(wrong).toEqual([]);
  });

  test("has bad rows for every check", async () => {
    const own = new Set(badRowsOf(pack).map(nameOf));
    const without = pack
      .checks(channelInput(pack, { columns }))
      .filter((check) => !own.has(nameOf(check)) && sharedBadRows(check, pack.attributes) === undefined);
    expect(without.map(nameOf)).toEqual([]);
  });

  test("knows every column of its own file", () => {
    const input = channelInput(pack, { columns, settings: { exempt_from_gtin: true } });
    const header = pack.cells(input).map(({ attribute: { name } }) => name);
    const ofFile = pack.checks(input).filter((check) => check.kind === "feed" && /_headers?$/.test(check.code));
    const found = ofFile.filter((check) => check.kind === "feed" && check.affectedBy({ ...usualRun(pack), header }) !== undefined);
    expect(found.map(nameOf)).toEqual([]);
  });

  test("names each check once", () => {
    const names = pack.checks(channelInput(pack, { columns })).map(nameOf);
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
  });
});

test("a row without a GTIN and an MPN gets a warning wherever that is found", () => {
  const all = Object.values(CHANNEL_PACKS).flatMap((pack) => pack.checks(channelInput(pack, { columns: columnsFor(pack) })));
  const severities = all.flatMap(({ code, severity }) => (code === "missing_gtin_and_mpn" ? [severity] : []));
  expect(new Set(severities)).toEqual(new Set(["warning"]));
});

const brief = (found: unknown): string => JSON.stringify(found).slice(0, 200);

interface Case {
  readonly bad: BadRows;
  readonly part: number;
  readonly check: Check;
}

/** Row ids that each case's check finds among its own rows and the clean ones; of a feed check, whether it holds there and not otherwise. */
async function foundByCase(pack: ChannelPack, all: readonly BadRows[], rows: Sql): Promise<readonly unknown[]> {
  const columns = columnsFor(pack);
  const found: unknown[] = all.map(() => "no such check");
  const byInput = Map.groupBy([...all.entries()], ([, { feed, settings }]) => JSON.stringify([feed, settings]));
  for (const cases of byInput.values()) {
    const [, first] = cases[0] ?? [0, undefined];
    const input = channelInput(pack, { columns, ...first });
    const checks = new Map(pack.checks(input).map((check) => [nameOf(check), check]));
    const known = cases.flatMap(([at, bad]): readonly Case[] => {
      const check = checks.get(nameOf(bad));
      return check === undefined ? [] : [{ bad, part: at + 1, check }];
    });
    for (const one of known) if (one.check.kind === "feed") found[one.part - 1] = holdsOnlyThen(pack, one);
    const ofRows = known.filter(({ check }) => check.kind === "row");
    const ofGroups = known.filter(({ check }) => check.kind === "group").map((one) => [one]);
    // What row checks find depends on no other row, so all of them look at all cases at once.
    for (const together of [ofRows, ...ofGroups]) {
      const parts = together.length === 1 ? sql`WHERE part IN (${integer(CLEAN)}, ${integer(together[0]?.part ?? CLEAN)})` : sql``;
      const query = findingsAmong(
        together.map(({ check }) => check),
        { pack, input, rows: sql`SELECT * FROM ${rows} ${parts}` },
        sql`row_id, part`,
      );
      const lines = together.length === 0 ? [] : await duckdb.all(query);
      for (const [nth, { bad, part }] of together.entries()) {
        const parted = lines.filter(
          (line) => Number(line["nth"]) === nth && [part, bad.alone ? part : CLEAN].includes(Number(line["part"])),
        );
        found[part - 1] = parted.map((line) => String(line["row_id"])).toSorted();
      }
    }
  }
  return found;
}

function holdsOnlyThen(pack: ChannelPack, { bad, check }: Case): boolean {
  const usual = pack.checks(channelInput(pack, { columns: columnsFor(pack) })).find((one) => nameOf(one) === nameOf(check));
  const facts = { ...usualRun(pack), ...bad.facts };
  return (
    check.kind === "feed" &&
    check.affectedBy(facts) !== undefined &&
    usual?.kind === "feed" &&
    usual.affectedBy(usualRun(pack)) === undefined
  );
}
