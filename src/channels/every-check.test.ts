import { afterAll, describe, expect, test } from "vitest";
import { type BadRows, sharedBadRows } from "../../test/harness/bad-rows.ts";
import { channelInput, columnsFor, type PlacedRow, readRecords, recordsOf, rowsToCheck } from "../../test/harness/checked-catalog.ts";
import { cleanCatalog, cleanRow, MARKETS } from "../../test/harness/clean-catalog.ts";
import { testDuckdb } from "../../test/harness/duckdb.ts";
import type { Check, RunFacts } from "../engine/channels/check.ts";
import { findingsQuery } from "../engine/channels/findings-query.ts";
import { integer, literal, sql } from "../engine/sql/fragment.ts";
import { branded } from "../kernel/unsafe.ts";
import type { ChannelPack } from "./channel-port.ts";
import { CHANNEL_PACKS } from "./packs.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const USD = MARKETS[0] ?? { currency: "USD", country: "US" };
const CLEAN = 0;
const usualRun = ({ attributes }: ChannelPack): RunFacts => ({
  ...{ rows: 100, rowsBefore: 100, bytes: 10_000 },
  header: attributes.slice(0, 2).map(({ name }) => name),
});

async function badRowsOf({ slug }: ChannelPack): Promise<readonly BadRows[]> {
  const suite: unknown = await import(`./${slug}/bad-rows.suite.ts`);
  return branded<{ readonly BAD_ROWS: readonly BadRows[] }>(suite).BAD_ROWS;
}

const nameOf = ({ code, field }: Pick<Check, "code" | "field">): string => `${code} ${field ?? "(feed)"}`;

/** The rows of a case, behind a clean catalog. Those without a product of their own are variants of one. */
function placedRows({ rows }: BadRows, part: number): readonly PlacedRow[] {
  return rows.map(({ base = "shirt", columns, product, inventory }, at) => {
    const own = 900_000 + part * 2_000 + (product === undefined ? at : product === "A" ? 1_998 : 1_999);
    const clean = cleanRow(base, own, USD);
    const id =
      product === undefined ? {} : { id: `${clean.columns["id"]}_${at}`, gtin: cleanRow(base, own * 10 + at, USD).columns["gtin"] ?? "" };
    const changed = { ...clean.columns, ...id, title: clean.columns["title"] + (product === undefined ? "" : `, ${at}`), ...columns };
    return { ...clean, inventory: inventory ?? clean.inventory, columns: changed, rowId: own * 10_000 + at, part };
  });
}

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

  test.each(MARKETS)("has nothing against a clean catalog in $currency", async (market) => {
    const input = channelInput(pack, { columns, market });
    const checks = pack.checks(input);
    const rows = await rowsFile(`${pack.slug}-clean-${market.currency}`, cleanRows(market), columns);
    const found = await duckdb.all(
      sql`SELECT nth, count(*) AS found, any_value(row_id) AS row_id FROM (${findingsQuery(checks, rowsToCheck(pack, input, sql`SELECT * FROM ${rows}`), sql`row_id`)}) GROUP BY nth`,
    );
    const named = found.map((row) => ({ ...row, check: nameOf(checks[Number(row["nth"])] ?? { code: "?", field: null }) }));
    expect(named).toEqual([]);
    const ofFeed = checks.flatMap((check) =>
      check.kind === "feed" && check.affectedBy(usualRun(pack)) !== undefined ? [nameOf(check)] : [],
    );
    expect(ofFeed).toEqual([]);
  });

  test("finds the bad rows of every check, and no other row", { timeout: 120_000 }, async () => {
    const own = await badRowsOf(pack);
    const isOwn = new Set(own.map(nameOf));
    const shared = pack.checks(channelInput(pack, { columns })).flatMap((check) => {
      const made = isOwn.has(nameOf(check)) ? undefined : sharedBadRows(check, pack.attributes);
      return made === undefined ? [] : [made];
    });
    const cases = [...own, ...shared];
    const placed = cases.map((bad, at) => placedRows(bad, at + 1));
    const rows = await rowsFile(`${pack.slug}-bad`, [...cleanRows(USD), ...placed.flat()], columns);
    const wrong: object[] = [];
    for (const [at, bad] of cases.entries()) {
      const input = channelInput(pack, { columns, ...bad });
      const check = pack.checks(input).find((one) => nameOf(one) === nameOf(bad));
      const expected = (bad.found ?? bad.rows.map((_, nth) => nth)).map((nth) => String(placed[at]?.[nth]?.rowId)).toSorted();
      const found =
        check === undefined
          ? "no such check"
          : await foundBy(pack, { check, input, rows, part: at + 1, facts: { ...usualRun(pack), ...bad.facts } });
      if (JSON.stringify(found) !== JSON.stringify(check?.kind === "feed" ? true : expected))
        wrong.push({ check: nameOf(bad), found: brief(found), expected: brief(expected) });
    }
    expect(wrong).toEqual([]);
  });

  test("has bad rows for every check", async () => {
    const own = new Set((await badRowsOf(pack)).map(nameOf));
    const without = pack
      .checks(channelInput(pack, { columns }))
      .filter((check) => !own.has(nameOf(check)) && sharedBadRows(check, pack.attributes) === undefined);
    expect(without.map(nameOf)).toEqual([]);
  });

  test("names each check once", () => {
    const names = pack.checks(channelInput(pack, { columns })).map(nameOf);
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
  });
});

const brief = (found: unknown): string => JSON.stringify(found).slice(0, 200);

interface Looked {
  readonly check: Check;
  readonly input: ReturnType<typeof channelInput>;
  readonly rows: ReturnType<typeof sql>;
  readonly part: number;
  readonly facts: RunFacts;
}

async function foundBy(pack: ChannelPack, { check, input, rows, part, facts }: Looked) {
  if (check.kind === "feed") {
    const usual = pack.checks(channelInput(pack, { columns: columnsFor(pack) })).find((one) => nameOf(one) === nameOf(check));
    return check.affectedBy(facts) !== undefined && usual?.kind === "feed" && usual.affectedBy(usualRun(pack)) === undefined;
  }
  const looked = rowsToCheck(pack, input, sql`SELECT * FROM ${rows} WHERE part IN (${integer(CLEAN)}, ${integer(part)})`);
  const found = await duckdb.all(findingsQuery([check], looked, sql`row_id`));
  return found.map((row) => String(row["row_id"])).toSorted();
}
