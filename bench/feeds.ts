import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildPlan } from "../src/engine/plan/build-plan.ts";
import { type DefinitionContext, type FeedDefinition, FeedSettings } from "../src/engine/plan/feed-definition.ts";
import { literal, sql } from "../src/engine/sql/fragment.ts";
import { COUNTRY_COLUMNS } from "../src/engine/source/country-prices.ts";
import type { Sql } from "../src/kernel/sql.ts";
import type { Warehouse } from "../src/platform/warehouse/warehouse-port.ts";
import { benchSession, benchWarehouse, type MadeSnapshot } from "./bench-feed.ts";
import { bulkSnapshot } from "./bulk-snapshot.ts";
import { BENCH_COUNTRIES, BENCH_LOCALES } from "./catalog/bench-places.ts";
import { measured, median, treeCpuSeconds } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { type BenchRun, wholeRun } from "./whole-run.ts";

/** `node bench/feeds.ts [--products 100000] [--rounds 3]`: runs of language and market feeds in turns with the primary feed's, and twenty feeds from one snapshot. */
const { values } = parseArgs({
  options: {
    products: { type: "string", default: "100000" },
    files: { type: "string" },
    rounds: { type: "string", default: "3" },
  },
});
const MAKE_FILES = fileURLToPath(new URL("catalog/make-bulk-files.ts", import.meta.url));
const FEEDS = 20;
const PRIMARY = "primary feed";
const folder = await mkdtemp(path.join(tmpdir(), "feedwright-bench-"));
const work = path.join(folder, "work");

interface Taken {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

try {
  const bulk = values.files ?? path.join(folder, "bulk");
  // In a process of its own: what it leaves on the heap would count as the service's memory.
  if (values.files === undefined) execFileSync(process.execPath, [MAKE_FILES, "--products", values.products, "--out", bulk]);
  const { snapshot, variants } = await madeSnapshot(bulk);
  const runs = feedRuns(snapshot);
  const taken = new Map<string, Taken[]>();
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const [feed, run] of runs) taken.set(feed, [...(taken.get(feed) ?? []), await inTurn([run])]);
  const twenty = await inTurn(
    Array.from({ length: FEEDS }, (_, at) => [...runs.values()][at % runs.size]).filter((run) => run !== undefined),
  );
  const largest = Math.max(...[...taken.values()].flat().map(({ peakMiB }) => peakMiB));
  await record(`node bench/feeds.ts --products ${values.products}`, [
    ...[...taken].map(([feed, rounds]) => lineOf(feed, rounds, { variants, primary: taken.get(PRIMARY) ?? [] })),
    {
      what: `${FEEDS} feeds from the one snapshot, one after the other`,
      figure: `${twenty.seconds.toFixed(2)} s, processor ${twenty.cpuSeconds.toFixed(2)} s, ${twenty.peakMiB} MiB`,
      beside: `memory as for one feed: ${largest} MiB`,
    },
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function madeSnapshot(bulk: string): Promise<{ readonly snapshot: MadeSnapshot; readonly variants: number }> {
  await using warehouse = await benchWarehouse(folder);
  return await bulkSnapshot(warehouse, folder, { folder: bulk, parts: ["core", "metafields", "translations", "prices"] });
}

function lineOf(feed: string, rounds: readonly Taken[], of: { readonly variants: number; readonly primary: readonly Taken[] }): ResultLine {
  const middle = (all: readonly Taken[], what: keyof Taken): number => median(all.map((one) => one[what]));
  const ratio = (what: keyof Taken): string => (middle(rounds, what) / middle(of.primary, what)).toFixed(2);
  const [seconds, cpuSeconds] = [middle(rounds, "seconds"), middle(rounds, "cpuSeconds")];
  return {
    what: `run of ${of.variants} variants, ${feed}`,
    figure: `${seconds.toFixed(2)} s, processor ${cpuSeconds.toFixed(2)} s, ${Math.max(...rounds.map(({ peakMiB }) => peakMiB))} MiB`,
    beside:
      feed === PRIMARY ? "the baseline" : `${ratio("seconds")} × the primary feed's, processor ${ratio("cpuSeconds")} ×, goal ≤ 1.3 ×`,
  };
}

/** A feed of each kind with nothing set, by what it is called. */
function feedRuns(snapshot: MadeSnapshot): ReadonlyMap<string, BenchRun> {
  const runs = new Map([[PRIMARY, feedRun(snapshot, {})]]);
  for (const [at, { file, columns, clean }] of snapshot.languages.entries()) {
    const context = { localised: columns, cleanLocalised: clean };
    runs.set(`language feed (${BENCH_LOCALES[at]})`, {
      ...feedRun(snapshot, { feedType: "language" }, { file, context }),
      translated: { file, columns },
    });
  }
  for (const [at, file] of snapshot.markets.entries()) {
    const { code = "", currency = "" } = BENCH_COUNTRIES[at] ?? {};
    const context = { localised: COUNTRY_COLUMNS, market: { name: code, currency, shopCurrency: "USD", atHome: false } };
    runs.set(`market feed (${code})`, feedRun(snapshot, { feedType: "market", market: code, targetCountry: code }, { file, context }));
  }
  return runs;
}

interface Attached {
  readonly file: string;
  readonly context: Partial<DefinitionContext>;
}

function feedRun({ file, columns, clean }: MadeSnapshot, differs: Partial<FeedDefinition>, attached?: Attached): BenchRun {
  const definition: FeedDefinition = {
    feedType: "primary",
    market: null,
    targetCountry: "US",
    selection: { mode: "all" },
    settings: FeedSettings.parse({}),
    mappings: {},
    extraColumns: [],
    rules: [],
    allowance: null,
    ...differs,
  };
  const context = { sourceColumns: columns, cleanColumns: clean, localised: [], cells: [], overrides: [], ...attached?.context };
  const read = (one: string): Sql => sql`read_parquet(${literal(one)})`;
  return {
    plan: buildPlan(definition, context),
    input: { source: read(file), attached: attached === undefined ? [] : [read(attached.file)] },
  };
}

/** In processes of their own, so that they have nothing of what others left. */
async function inTurn(runs: readonly BenchRun[]): Promise<Taken> {
  const cpuBefore = treeCpuSeconds();
  const { seconds, peakMiB } = await measured(async () => {
    await using warehouse = await benchWarehouse(folder);
    for (const run of runs) await runOnce(warehouse, run);
  });
  return { seconds, peakMiB, cpuSeconds: treeCpuSeconds() - cpuBefore };
}

async function runOnce(warehouse: Warehouse, run: BenchRun): Promise<void> {
  await using session = await benchSession(warehouse, work);
  await wholeRun(session, work, run);
}
