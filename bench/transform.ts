import { execFileSync } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { scopeQuery } from "../src/engine/run/scope-query.ts";
import { literal, sql } from "../src/engine/sql/fragment.ts";
import type { WarehouseSession } from "../src/platform/warehouse/warehouse-port.ts";
import { benchOptions, benchPlan, benchSession, benchWarehouse, type MadeSnapshot, makeSnapshot } from "./bench-feed.ts";
import { copyRows, handWrittenTransform } from "./hand-written.ts";
import { measured, median } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { wholeRun, writeTransformed } from "./whole-run.ts";

/** `node bench/transform.ts --variants 1000000 [--rounds 3]`: snapshot, transform beside hand-written SQL, whole run, more rules. */
const { values } = parseArgs({ options: { variants: { type: "string", default: "1000000" }, rounds: { type: "string", default: "3" } } });
const variants = Number(values.variants);
const rounds = Number(values.rounds);
const MAKE_RECORDS = fileURLToPath(new URL("catalog/make-snapshot-records.ts", import.meta.url));
const folder = await mkdtemp(path.join(tmpdir(), "feedwright-bench-"));
const work = path.join(folder, "work");
const lines: ResultLine[] = [];
const seconds = (value: number): string => `${value.toFixed(2)} s`;
const rate = (value: number): string => `${Math.round(variants / value / 1000)}k rows/s`;

try {
  // In a process of its own: what it leaves on the heap would count as the service's memory.
  execFileSync(process.execPath, [MAKE_RECORDS, "--variants", String(variants), "--out", folder]);
  await using warehouse = await benchWarehouse(folder);
  const snapshot = await measured(() => makeSnapshot(warehouse, folder, { facts: null, metafieldColumns: [], pictures: variants }));
  lines.push({
    what: `snapshot of ${variants} variants, sorted`,
    figure: `${seconds(snapshot.seconds)}, ${rate(snapshot.seconds)}, ${snapshot.peakMiB} MiB`,
    beside: "≥ 30k variants/s, ≤ 1,536 MiB",
  });
  const byRules = new Map<number, number>();
  for (const rules of [20, 200, 500]) {
    const taken = await rounded(() => transformOnce(snapshot.value, rules));
    byRules.set(rules, taken.seconds);
    lines.push({ what: `transform, ${rules} rules`, figure: `${seconds(taken.seconds)}, ${taken.peakMiB} MiB`, beside: besideOf(rules) });
  }
  const baseline = await rounded(() =>
    inSession((session) => session.run(copyRows(handWrittenTransform(snapshot.value.file, 20), path.join(work, "hand.parquet")))),
  );
  lines.splice(2, 0, {
    what: "the same 20 rules as hand-written SQL",
    figure: `${seconds(baseline.seconds)}, ${baseline.peakMiB} MiB`,
    beside: `engine / hand = ${((byRules.get(20) ?? 0) / baseline.seconds).toFixed(2)}, goal ≤ 1.5`,
  });
  const scope = await rounded(() => scopeOnce(snapshot.value, 200));
  lines.push({
    what: "scope, 200 rules",
    figure: `${seconds(scope.seconds)}, ${scope.peakMiB} MiB`,
    beside: `transform / scope = ${((byRules.get(200) ?? 0) / scope.seconds).toFixed(1)}`,
  });
  const source = sql`read_parquet(${literal(snapshot.value.file)})`;
  const run = { plan: benchPlan(20, snapshot.value.clean), input: { source, attached: [] } };
  const whole = await rounded(() => inSession((session) => wholeRun(session, work, run)));
  const bytes = (await stat(path.join(work, "gmcfeed.txt"))).size;
  lines.push({
    what: `whole run: rows, index, canonical file (${Math.round(bytes / 1e6)} MB), gzip, counts, difference`,
    figure: `${seconds(whole.seconds)}, ${rate(whole.seconds)}, ${whole.peakMiB} MiB`,
    beside: "≥ 60k rows/s, ≤ 1,536 MiB",
  });
  await record(`node bench/transform.ts --variants ${variants}`, lines);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function besideOf(rules: number): string {
  if (rules === 20) return "see the next line";
  const goal = rules === 200 ? 2.5 : 5;
  return `goal ≤ ${goal} × the 20-rule transform`;
}

async function rounded(once: () => Promise<unknown>): Promise<{ readonly seconds: number; readonly peakMiB: number }> {
  const taken = [];
  for (let round = 0; round < rounds; round += 1) taken.push(await measured(once));
  return { seconds: median(taken.map((one) => one.seconds)), peakMiB: Math.max(...taken.map((one) => one.peakMiB)) };
}

async function inSession(run: (session: WarehouseSession) => Promise<unknown>): Promise<void> {
  await using warehouse = await benchWarehouse(folder);
  await using session = await benchSession(warehouse, work);
  await run(session);
}

function transformOnce(source: MadeSnapshot, rules: number): Promise<void> {
  const plan = benchPlan(rules, source.clean);
  const input = { source: sql`read_parquet(${literal(source.file)})`, attached: [] };
  return inSession((session) => writeTransformed(session, work, { plan, input }));
}

/** Counts by reason, as the background computes them. */
function scopeOnce(source: MadeSnapshot, rules: number): Promise<void> {
  return inSession(async (session) => {
    const input = { source: sql`read_parquet(${literal(source.file)})`, attached: [] };
    const { statements, reasons } = scopeQuery(benchPlan(rules, source.clean), { input, options: benchOptions(work) });
    await session.run(...statements);
    await session.all(reasons);
  });
}
