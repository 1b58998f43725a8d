import type { Sql } from "../src/kernel/sql.ts";
import { gatherCountryPrices, type PricedCountry, writeCountry } from "../src/engine/source/country-prices.ts";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { buildPlan } from "../src/engine/plan/build-plan.ts";
import { type FeedDefinition, FeedSettings } from "../src/engine/plan/feed-definition.ts";
import type { FeedPlan } from "../src/engine/plan/feed-plan.ts";
import type { ChainOptions } from "../src/engine/plan/chain-query.ts";
import { storedContext } from "../src/engine/plan/stored-context.ts";
import { checkpointCells } from "../src/engine/plan/transform-query.ts";
import { readRule } from "../src/engine/rules/rule-reader.ts";
import { sql } from "../src/engine/sql/fragment.ts";
import type { TranslatedColumns } from "../src/engine/source/translated-columns.ts";
import { scratchTranslation, writeTranslations } from "../src/features/snapshots/write-translations.ts";
import type { TranslationInput } from "../src/engine/source/snapshot-translations.ts";
import { lookForUnclean, readCleanColumns } from "../src/engine/source/clean-columns.ts";
import { writeSource } from "../src/engine/source/snapshot-files.ts";
import { snapshotColumns } from "../src/engine/source/snapshot-query.ts";
import type { SnapshotInput } from "../src/engine/source/snapshot-input.ts";
import { forgetRecords, sortRecords } from "../src/engine/source/snapshot-records.ts";
import { openWarehouse } from "../src/platform/warehouse/open-warehouse.ts";
import type { Warehouse, WarehouseSession } from "../src/platform/warehouse/warehouse-port.ts";
import { silentLog } from "../src/platform/objects/silent-log.ts";

/** A catalog of any size and a feed over it, through the same engine and warehouse that the service uses. */
export const BENCH_MEMORY_BYTES = 1_000_000_000;
export const BENCH_THREADS = 2;
const SESSION_DEADLINE_MS = 60 * 60_000;

export function benchWarehouse(folder: string): Promise<Warehouse> {
  return openWarehouse({ readable: [folder], memoryLimitBytes: BENCH_MEMORY_BYTES, threads: BENCH_THREADS, log: silentLog });
}

export async function benchSession(warehouse: Warehouse, folder: string): Promise<WarehouseSession> {
  await mkdir(folder, { recursive: true });
  return warehouse.of(null).session({ signal: new AbortController().signal, folder, deadlineMs: SESSION_DEADLINE_MS });
}

/** The same DuckDB without the child around it, for what the service never asks. */
export async function benchDuckdb(folder: string): Promise<AsyncDisposable & { readonly connection: DuckDBConnection }> {
  const settings = { threads: String(BENCH_THREADS), memory_limit: `${BENCH_MEMORY_BYTES}B`, temp_directory: path.join(folder, "spill") };
  const instance = await DuckDBInstance.create(":memory:", settings);
  const connection = await instance.connect();
  return {
    connection,
    async [Symbol.asyncDispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export const BENCH_COLUMNS = snapshotColumns([]);

/** What a snapshot is made from beside products, variants and pictures. */
export interface FurtherRecords {
  /** File of the facts; null where there are none. */
  readonly facts: string | null;
  readonly metafieldColumns: readonly string[];
  readonly pictures: number;
  readonly translations?: TranslationInput;
  readonly prices?: { readonly records: string; readonly countries: readonly PricedCountry[] };
}

const NOTHING_FURTHER: FurtherRecords = { facts: null, metafieldColumns: [], pictures: 0 };

export interface MadeSnapshot {
  readonly file: string;
  readonly columns: readonly string[];
  /** Columns that hold one clean line in every row. */
  readonly clean: readonly string[];
  /** In the order in which they were asked for. */
  readonly languages: readonly (TranslatedColumns & { readonly file: string })[];
  /** Files in the order of the countries. */
  readonly markets: readonly string[];
}

/** Records of `bench/catalog/make-snapshot-records.ts`, or of a storefront, become a snapshot. */
export async function makeSnapshot(warehouse: Warehouse, folder: string, further: FurtherRecords = NOTHING_FURTHER): Promise<MadeSnapshot> {
  const work = path.join(folder, "snapshot");
  await using session = await benchSession(warehouse, work);
  const input: SnapshotInput = {
    products: path.join(folder, "products.ndjson"),
    variants: path.join(folder, "variants.ndjson"),
    images: path.join(folder, "images.ndjson"),
    facts: further.facts,
    googleCategories: null,
    between: (name) => path.join(work, `between-${name}.parquet`),
    currency: "USD",
    longestRecordBytes: 0,
    pictures: further.pictures,
    metafieldColumns: further.metafieldColumns,
  };
  const file = path.join(work, "source.parquet");
  const columns = snapshotColumns(further.metafieldColumns);
  await session.run(...sortRecords(input), writeSource(input, file));
  const scratch = { file: (name: string) => path.join(work, name) };
  const { translations } = further;
  const languages = translations === undefined ? [] : await writeTranslations({ session, scratch, input, translations });
  await session.run(...pricesOf(input, further, { source: file, work }), ...forgetRecords(input));
  const [unclean] = await session.all(lookForUnclean(file, columns));
  return {
    file,
    columns,
    clean: [...readCleanColumns(unclean, columns)],
    languages: languages.map((language, at) => ({ ...language, file: scratch.file(scratchTranslation(at)) })),
    markets: further.prices?.countries.map((_, at) => marketFile(work, at)) ?? [],
  };
}

interface PriceFiles {
  readonly source: string;
  readonly work: string;
}

function pricesOf(input: SnapshotInput, { prices, metafieldColumns }: FurtherRecords, { source, work }: PriceFiles): readonly Sql[] {
  if (prices === undefined || prices.countries.length === 0) return [];
  const between = { source, columns: snapshotColumns(metafieldColumns), prices: input.between("country-prices") };
  const files = prices.countries.flatMap((country, at) => writeCountry(country, { ...between, file: marketFile(work, at) }));
  return [gatherCountryPrices(input, prices.records), ...files];
}

function marketFile(work: string, at: number): string {
  return path.join(work, `market-${at}.parquet`);
}

/** What the service gives a job's chain. */
export function benchOptions(folder: string): ChainOptions {
  return {
    cellsMax: checkpointCells(BENCH_MEMORY_BYTES, BENCH_THREADS),
    file: (called) => path.join(folder, `${called}.parquet`),
    tables: new Map(),
    now: sql`CAST('2026-01-01 00:00:00' AS TIMESTAMP)`,
  };
}

/** A feed with so many rules: three in four write under a condition, the fourth excludes; every third reads what another wrote. */
export function benchPlan(rules: number, clean: readonly string[]): FeedPlan {
  const targets = ["custom_label_0", "product_type", "title", "brand"] as const;
  const reads = ["title", "brand", "custom_label_0"] as const;
  const definitions = Array.from({ length: rules }, (_, at) => {
    const reading = { side: "G", column: reads[at % reads.length], operator: "contains", value: `number 1${at}` };
    if (at % 4 !== 0)
      return { type: "set_value", target: targets[at % targets.length], value: `label ${at}`, condition: { all: [reading] } };
    return {
      type: "exclude",
      reason: `Reason ${at}`,
      condition: { all: [{ side: "D", column: "price", operator: ">", value: 880 + at }, reading] },
    };
  });
  return planOfRules(definitions, clean);
}

/** A primary feed with these rules and nothing else set, over a snapshot with these clean columns. */
export function planOfRules(rules: readonly object[], clean: readonly string[]): FeedPlan {
  const definition: FeedDefinition = {
    feedType: "primary",
    market: null,
    targetCountry: "US",
    selection: { mode: "all" },
    settings: FeedSettings.parse({}),
    mappings: {},
    extraColumns: [],
    rules: rules.map((rule, at) => readRule(at + 1, rule, storedContext([]))),
    allowance: null,
  };
  return buildPlan(definition, { sourceColumns: BENCH_COLUMNS, cleanColumns: clean, localised: [], cells: [], overrides: [] });
}
