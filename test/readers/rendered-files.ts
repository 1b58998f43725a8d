import { readFile } from "node:fs/promises";
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
import type { ReaderCase } from "./readers-agree.ts";

/** What the renderers make of a catalog of nasty values. */

export const CURRENCIES = ["USD", "KWD"] as const;
/** Each product is a group of its own, or all of one vendor are one: rows of a group then stand apart. */
const GROUPED = { USD: {}, KWD: { item_group_id: "vendor" } };
const SETTINGS: Readonly<Record<string, object>> = { amazon: { seller_id: "A1", product_type: "SHIRT", exempt_from_gtin: true } };

const FORMATS = CHANNEL_PACKS.flatMap((pack) => pack.formats.map((format) => ({ pack, format, called: `${pack.slug}.${format.name}` })));
export const RENDERED: readonly string[] = FORMATS.map(({ called }) => called);

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
  await duckdb.run(writeChannelFile({ form: format, cells, input }, { sent, count: 1 }, file));
  return readFile(file, "utf8");
}

export interface RenderedCatalog {
  readonly canonical: string;
  /** Those of `RENDERED`. */
  readonly cases: readonly ReaderCase[];
}

export async function renderedCatalog(currency: (typeof CURRENCIES)[number]): Promise<RenderedCatalog> {
  await using duckdb = await testDuckdb();
  const run = await runFeed(
    duckdb,
    {
      snapshot: await takeSnapshot(duckdb, nastyCatalog(currency)),
      definition: feedDefinition({ mappings: GROUPED[currency] }),
    },
    "files",
  );
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
  return { canonical, cases };
}
