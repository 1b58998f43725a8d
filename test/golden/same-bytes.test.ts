import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FeedSettings } from "../../src/engine/plan/feed-definition.ts";
import { checkpointCells } from "../../src/engine/plan/transform-query.ts";
import { writeSource, writeSourceCsv } from "../../src/engine/source/snapshot-files.ts";
import { sortRecords } from "../../src/engine/source/snapshot-records.ts";
import type { Logger } from "../../src/platform/telemetry/telemetry-port.ts";
import { openWarehouse } from "../../src/platform/warehouse/open-warehouse.ts";
import type { PackedFile, WarehouseSession } from "../../src/platform/warehouse/warehouse-port.ts";
import { type TestDuckdb, testDuckdb } from "../harness/duckdb.ts";
import { testRuns } from "../harness/test-seed.ts";
import { rawImage, rawProduct, rawVariant, sourceRows, takeSnapshot, type TestSnapshot } from "../harness/raw-records.ts";
import { feedDefinition, feedStatements, type Overlay, readRules } from "./feed-run.ts";

/** Enough rows for several row groups and for every thread to have work at once. */
const PRODUCTS = 3_000;
const VARIANTS_EACH = 3;
const MIB = 1024 * 1024;
const SETUPS = [
  { threads: 1, memoryLimitBytes: 512 * MIB },
  { threads: 2, memoryLimitBytes: 512 * MIB },
  { threads: 2, memoryLimitBytes: 4096 * MIB },
  { threads: 3, memoryLimitBytes: 4096 * MIB },
];
const RUNS = SETUPS.length * testRuns;
/** Jobs give way to everything else on a busy machine. */
const DEADLINE_MS = 240_000 * testRuns;

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

let duckdb: TestDuckdb;
let snapshot: TestSnapshot;
let overlays: { readonly cells: Overlay; readonly overrides: Overlay };

beforeAll(async () => {
  duckdb = await testDuckdb();
  snapshot = await takeSnapshot(duckdb, madeUpCatalog());
  const rowIds = (await sourceRows(duckdb, snapshot)).map(({ rowId }) => rowId);
  const every = (nth: number, values: (rowId: string) => Readonly<Record<string, string>>): Overlay =>
    Object.fromEntries(rowIds.filter((_, at) => at % nth === 0).map((rowId) => [rowId, values(rowId)]));
  overlays = {
    cells: every(37, (rowId) => ({ title: `Cell ${rowId}`, vendor: "" })),
    overrides: every(53, (rowId) => ({ brand: `Brand ${rowId}`, excluded: Number(rowId) % 2 === 0 ? "true" : "false" })),
  };
});

afterAll(() => duckdb[Symbol.asyncDispose]());

/** Records in no order: products backwards, the variants of one product far apart. */
function madeUpCatalog() {
  const keys = Array.from({ length: PRODUCTS }, (_, at) => `product-${(at * 7919) % PRODUCTS}`);
  const products = keys.map((key, at) =>
    rawProduct(at + 1, {
      key,
      title: at % 11 === 0 ? `Pan 12" ${key}\tnew` : `Title of ${key}`,
      vendor: `Vendor ${at % 17}`,
      body_html: `<p>About <b>${key}</b> &amp; more</p>`.repeat(1 + (at % 5)),
      collections: [`Collection ${at % 3}`],
      status: at % 101 === 0 ? "draft" : "active",
    }),
  );
  const variants = Array.from({ length: PRODUCTS * VARIANTS_EACH }, (_, at) =>
    rawVariant(at + 1, {
      product_key: keys[at % PRODUCTS] ?? "",
      option1_value: `Size ${Math.floor(at / PRODUCTS)}`,
      price: String((at % 997) / 10),
      compare_at_price: at % 4 === 0 ? "99.9" : null,
      inventory_quantity: String((at % 7) - 2),
      sku: `SKU-${at}`,
    }),
  );
  const images = keys.map((key, at) => rawImage(at + 1, { product_key: key, url: `https://cdn.example/${key}.jpg` }));
  return { products, variants, images };
}

/** Rules of every kind, and a chain that reads itself long enough for checkpoints where memory is short. */
function madeUpRules() {
  const tested = (side: "D" | "G", column: string, operator: string, value: string | number) => ({
    all: [{ side, column, operator, value }],
  });
  const chain = Array.from({ length: 14 }, (_, at) => ({
    type: "set_value",
    target: "custom_label_0",
    value: `step ${at + 1}`,
    condition: tested("G", "custom_label_0", "=", at === 0 ? "" : `step ${at}`),
  }));
  return readRules([
    ...chain,
    { type: "set_value", target: "title", value: "Cheap", condition: tested("D", "price", "<", 5) },
    { type: "set_value", target: "custom_label_1", value: 'a "deal"', condition: tested("G", "sale_price", "is not blank", "") },
    { type: "exclude", reason: "Vendor 3", condition: tested("G", "brand", "=", "vendor 3") },
  ]);
}

async function inSession(
  setup: (typeof SETUPS)[number],
  name: string,
  work: (session: WarehouseSession, folder: string) => Promise<void>,
): Promise<void> {
  const folder = duckdb.file(name);
  await mkdir(folder);
  await using warehouse = await openWarehouse({ readable: [duckdb.folder], jobChildren: 1, queryChildren: 1, log: silent, ...setup });
  await using session = await warehouse.of(null).session({ signal: new AbortController().signal, folder, deadlineMs: DEADLINE_MS });
  await work(session, folder);
}

test(
  "one snapshot and one definition give the same file and the same gzip, whatever the threads and the memory",
  async () => {
    const definition = feedDefinition({
      rules: madeUpRules(),
      settings: FeedSettings.parse({ utm: { utm_source: "google" } }),
      allowance: PRODUCTS * 2,
    });
    const packed: PackedFile[] = [];
    const statements = new Set<number>();
    for (const [at, setup] of SETUPS.entries()) {
      await inSession(setup, `runs-${at}`, async (session, folder) => {
        for (let run = at; run < RUNS; run += SETUPS.length) {
          const runFolder = join(folder, String(run));
          await mkdir(runFolder);
          const feed = await feedStatements(runFolder, {
            snapshot,
            definition,
            ...overlays,
            // A tenth of what the service takes: a feed of this size would not be cut otherwise.
            cellsMax: Math.floor(checkpointCells(setup.memoryLimitBytes, setup.threads) / 10),
          });
          statements.add(feed.statements.length);
          await session.run(...feed.statements, feed.canonical(1));
          packed.push(await session.pack(feed.canonicalFile, `${feed.canonicalFile}.gz`));
        }
      });
    }
    expect(packed).toHaveLength(RUNS);
    expect(new Set(packed.map((file) => JSON.stringify(file))).size).toBe(1);
    expect(packed[0]?.bytes).toBeGreaterThan(PRODUCTS * 2 * 100);
    // Short memory has cut the chain, long memory has not, and nobody can tell from the file.
    expect(statements.size).toBeGreaterThan(1);
  },
);

test(
  "the same records give the same snapshot, whatever the threads",
  async () => {
    const packed: PackedFile[] = [];
    for (const [at, setup] of SETUPS.filter(({ threads }) => threads !== 2).entries()) {
      await inSession(setup, `snapshot-${at}`, async (session, folder) => {
        const input = { ...snapshot.input, between: (file: string) => join(folder, `${file}.parquet`) };
        const source = join(folder, "source.parquet");
        const csv = join(folder, "source.csv");
        await session.run(...sortRecords(input), writeSource(input, source), writeSourceCsv(source, snapshot.columns, PRODUCTS * VARIANTS_EACH, csv));
        packed.push(await session.pack(csv, `${csv}.gz`));
      });
    }
    expect(new Set(packed.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(packed[0]?.bytes).toBeGreaterThan(PRODUCTS * VARIANTS_EACH * 100);
  },
);
