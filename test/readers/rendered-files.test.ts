import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import type { ChannelPack } from "../../src/channels/channel-port.ts";
import { CHANNEL_PACKS } from "../../src/channels/packs.ts";
import { writeChannelFile } from "../../src/engine/channels/channel-file.ts";
import type { ChannelInput } from "../../src/engine/channels/channel-input.ts";
import { CARRIED_COLUMNS, rowValues } from "../../src/engine/channels/row-values.ts";
import { list, literal, name, sql } from "../../src/engine/sql/fragment.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import { branded, entriesOf, parseJson } from "../../src/kernel/unsafe.ts";
import { feedDefinition, runFeed } from "../golden/feed-run.ts";
import { type TestDuckdb, testDuckdb } from "../harness/duckdb.ts";
import { takeSnapshot } from "../harness/raw-records.ts";
import { nastyCatalog } from "./nasty-values.ts";
import { type ReaderCase, type Reading, readersAgree } from "./readers-agree.ts";

/** The second reader, written without a look at the renderers, reads what they make of a catalog of nasty values. */

const WITHIN_MS = 120_000;
const CURRENCIES = ["USD", "KWD"] as const;
const SETTINGS: Readonly<Record<string, object>> = { amazon: { seller_id: "A1", product_type: "SHIRT", exempt_from_gtin: true } };

/** What the reader knows: the protocol's products aren't rows. */
const FORMATS = CHANNEL_PACKS.flatMap((pack) =>
  pack.formats.filter((format) => format.name !== "acp").map((format) => ({ pack, format, called: `${pack.slug}.${format.name}` })),
);
const CASES = CURRENCIES.flatMap((currency) => FORMATS.map((made) => ({ ...made, currency })));

let readings: readonly Reading[];

/** Cells of columns that are blank in every row aren't written, as a run leaves them out. */
async function rendered(
  duckdb: TestDuckdb,
  {
    pack,
    format,
    input,
    rows,
  }: { readonly pack: ChannelPack; readonly format: ChannelPack["formats"][number]; readonly input: ChannelInput; readonly rows: Sql },
): Promise<string> {
  const [filled = {}] = await duckdb.all(
    sql`SELECT ${list(input.rows.columns.map((_, at) => sql`bool_or(${name(`f${at + 1}`)} <> '') AS ${name(`f${at + 1}`)}`))} FROM (${rows})`,
  );
  const has = (column: string): boolean => filled[`f${input.rows.columns.indexOf(column) + 1}`] === true;
  const cells = pack.cells(input).filter(({ reads }) => reads === "always" || reads.some(has));
  const asides = entriesOf(pack.asides?.(input) ?? {}).map(([called, value]) => sql`${value} AS ${name(`aside_${called}`)}`);
  const sent = sql`SELECT ${list([sql`*`, ...asides])} FROM (${rows}) ORDER BY ord`;
  const file = duckdb.file(`${pack.slug}.${format.name}`);
  await duckdb.run(writeChannelFile({ layout: format.layout, cells, input }, sent, 1, file));
  return readFile(file, "utf8");
}

async function casesIn(currency: (typeof CURRENCIES)[number]): Promise<readonly ReaderCase[]> {
  await using duckdb = await testDuckdb();
  const run = await runFeed(duckdb, { snapshot: await takeSnapshot(duckdb, nastyCatalog(currency)), definition: feedDefinition() });
  const rows = sql`SELECT * FROM read_parquet(${literal(run.rowsFile)}) WHERE reason IS NULL`;
  const canonical = await readFile(run.canonicalFile, "utf8");
  // As JSON: a decoder of text would take U+FEFF off its beginning.
  const about = sql`to_json({row_id: CAST(row_id AS VARCHAR), sku: its_sku, quantity: its_inventory_quantity})`;
  const attributes = (await duckdb.all(sql`SELECT CAST(${about} AS VARCHAR) AS about FROM (${rows}) ORDER BY ord`)).map((row) =>
    branded<Record<string, string>>(parseJson(String(row["about"]))),
  );
  const feed = {
    country: "US",
    language: "en",
    currency,
    shopName: "A & B",
    storeUrl: "https://shop.example",
    now: "2026-11-23T00:00:00Z",
  };
  const cases: ReaderCase[] = [];
  for (const { pack, format } of FORMATS) {
    const settings = pack.settings.parse({ ...SETTINGS[pack.slug], format: format.name });
    const input = { rows: rowValues([...run.columns, ...run.attributes], CARRIED_COLUMNS), settings, feed, taxonomy: null };
    const file = await rendered(duckdb, { pack, format, input, rows });
    const told = { ...SETTINGS[pack.slug], seller_name: feed.shopName, target_country: "US", marketplace_id: "ATVPDKIKX0DER" };
    cases.push({
      channel: branded<ReaderCase["channel"]>(pack.slug),
      format: branded<ReaderCase["format"]>(format.name),
      settings: told,
      canonical,
      attributes,
      file,
    });
  }
  return cases;
}

beforeAll(async () => {
  const cases = await Promise.all(CURRENCIES.map(casesIn));
  readings = await readersAgree(cases.flat());
}, WITHIN_MS);

test.each(CASES.map((made, at) => ({ ...made, at })))("The reader agrees with $called of $currency.", ({ at }) => {
  const reading = readings[at];
  expect({ faults: reading?.faults, differences: reading?.differences }).toEqual({ faults: [], differences: [] });
  expect(reading?.rows).toBe(86);
});
