import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { FeedPlan } from "../src/engine/plan/feed-plan.ts";
import { transformQuery } from "../src/engine/plan/transform-query.ts";
import { askLineage, lineageQuery } from "../src/engine/run/lineage-query.ts";
import { previewQuery } from "../src/engine/run/preview-query.ts";
import { shapeOf, writeRows } from "../src/engine/run/run-files.ts";
import { readRule } from "../src/engine/rules/rule-reader.ts";
import { RULE_TYPES } from "../src/engine/rules/rule-types.ts";
import { storedContext } from "../src/engine/plan/stored-context.ts";
import { literal, sql } from "../src/engine/sql/fragment.ts";
import type { Sql } from "../src/kernel/sql.ts";
import type { WarehouseSession } from "../src/platform/warehouse/warehouse-port.ts";
import { benchDuckdb, benchOptions, benchSession, benchWarehouse, type MadeSnapshot, makeSnapshot, planOfRules } from "./bench-feed.ts";
import { measured, median } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";

/** `node bench/rules.ts --variants 100000 [--types]`: what rules cost to plan, to run and to preview. */
const { values } = parseArgs({ options: { variants: { type: "string", default: "100000" }, types: { type: "boolean", default: false } } });
const variants = Number(values.variants);
const MAKE_RECORDS = fileURLToPath(new URL("catalog/make-snapshot-records.ts", import.meta.url));
const folder = await mkdtemp(path.join(tmpdir(), "feedwright-bench-"));
const work = path.join(folder, "work");
const lines: ResultLine[] = [];
const TYPE_ROUNDS = 3;
const PLAIN_EVERY = 5;

/** Rules of three to five conditions; a third of them read and write the title, a third exclude. */
function conditions(at: number): object {
  return (
    [
      {
        type: "set_value",
        target: `custom_label_${at % 5}`,
        value: `label ${at}`,
        condition: `[D]title contains "number ${at}" and [D]price > ${at} and [D]vendor != "x${at}" and [G]brand is not blank and [D]sku starts with "${at}"`,
      },
      {
        type: "set_value",
        target: "title",
        value: `=[G]title & " ${at}"`,
        condition: `[G]title contains "number 1${at}" and [D]price < ${at} or [D]tags contains "t${at}" or [D]vendor in (a, b, c)`,
      },
      {
        type: "exclude",
        reason: `Reason ${at}`,
        condition: `[G]title contains "z${at}" and [D]inventory_quantity <= 0 and [G]price between 5 and ${at}`,
      },
    ][at % 3] ?? {}
  );
}

/** The worst there is for a chain: each is a layer over the one before. */
function selfReading(at: number): object {
  return { type: "set_value", target: "title", value: `=[G]title & "${at % 10}"`, condition: `[G]title contains "${at % 10}x"` };
}

const many = (count: number, rule: (at: number) => object): readonly object[] => Array.from({ length: count }, (_, at) => rule(at));

function statementsOf(plan: FeedPlan, source: MadeSnapshot): readonly Sql[] {
  const { statements, rows } = transformQuery(
    plan,
    { source: sql`read_parquet(${literal(source.file)})`, attached: [] },
    benchOptions(work),
  );
  return [...statements, writeRows(rows, shapeOf(plan), path.join(work, "rows.parquet"))];
}

async function inSession<T>(run: (session: WarehouseSession) => Promise<T>): Promise<T> {
  await using warehouse = await benchWarehouse(folder);
  await using session = await benchSession(warehouse, work);
  const answer = await run(session);
  return answer;
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

async function transformed(
  rules: readonly object[],
  source: MadeSnapshot,
): Promise<{ readonly seconds: number; readonly peakMiB: number }> {
  return measured(() => inSession((session) => session.run(...statementsOf(planOfRules(rules, source.clean), source))));
}

/**
 * Reading, compiling and DuckDB's planning, which ends where the first row would be read; `EXPLAIN` would print the plan besides. In a DuckDB
 * of its own, because a session prepares nothing.
 */
async function planning(rules: readonly object[], source: MadeSnapshot): Promise<number> {
  await mkdir(work, { recursive: true });
  await using duckdb = await benchDuckdb(folder);
  const startedAt = performance.now();
  const statements = statementsOf(planOfRules(rules, source.clean), source);
  let taken = performance.now() - startedAt;
  for (const { text } of statements) {
    const planAt = performance.now();
    const planned = await duckdb.connection.prepare(text);
    taken += performance.now() - planAt;
    await planned.run();
    planned.destroySync();
  }
  return taken / 1000;
}

/** What each of the rules did, as a run counts it. */
async function lineaged(rules: readonly object[], source: MadeSnapshot): Promise<number> {
  const read = rules.map((rule, at) => readRule(at + 1, rule, storedContext([])));
  const input = { source: sql`read_parquet(${literal(source.file)})`, attached: [] };
  const query = lineageQuery({ plan: planOfRules(rules, source.clean), rules: read, input, options: benchOptions(work) });
  const taken = await measured(() =>
    inSession(async (session) => {
      await session.run(...query.statements);
      await askLineage(query, read, (statement) => session.all(statement));
    }),
  );
  return taken.seconds;
}

async function previewing(rules: readonly object[], candidate: object, source: MadeSnapshot): Promise<number> {
  const before = planOfRules(rules, source.clean);
  const after = planOfRules([...rules, candidate], source.clean);
  const { matched } = readRule(rules.length + 1, candidate, storedContext([]));
  const input = { source: sql`read_parquet(${literal(source.file)})`, attached: [] };
  const taken = await measured(() =>
    inSession(async (session) => {
      const query = previewQuery({
        before,
        after,
        input,
        options: benchOptions(work),
        ...(matched === null ? {} : { condition: matched }),
      });
      await session.run(...query.fork.statements, ...query.statements);
      await session.all(query.summary);
      await session.all(query.samples);
    }),
  );
  return taken.seconds;
}

try {
  execFileSync(process.execPath, [MAKE_RECORDS, "--variants", String(variants), "--out", folder]);
  const source = await inSnapshot();
  for (const [what, rules] of [
    ["20 rules of 3 to 5 conditions", many(20, conditions)],
    ["500 rules of 3 to 5 conditions", many(500, conditions)],
    ["500 rules that read and write the title", many(500, selfReading)],
  ] as const) {
    lines.push({ what: `${what}: read, compiled, planned`, figure: seconds(await planning(rules, source)), beside: "< 1 s" });
    const run = await transformed(rules, source);
    lines.push({ what: `${what}: transform of ${variants} rows`, figure: `${seconds(run.seconds)}, ${run.peakMiB} MiB`, beside: "1 GB" });
    lines.push({
      what: `${what}: lineage of ${variants} rows`,
      figure: seconds(await lineaged(rules, source)),
      beside: "beside the transform",
    });
  }
  const hundred = many(100, conditions);
  const candidate = { type: "set_value", target: "brand", value: '=[G]brand & "!"', condition: "[D]price > 100" };
  lines.push({
    what: `preview of a rule behind 100 others over ${variants} rows, session included`,
    figure: seconds(await previewing(hundred, candidate, source)),
    beside: "≤ 2 s for 100k rows",
  });
  if (values.types) await costOfTypes(source);
  await record(`node bench/rules.ts --variants ${variants}${values.types ? " --types" : ""}`, lines);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function inSnapshot(): Promise<MadeSnapshot> {
  await using warehouse = await benchWarehouse(folder);
  const source = await makeSnapshot(warehouse, folder);
  return source;
}

/** Each type in turns with the feed without rules, so that a machine that becomes slower meanwhile slows both. */
async function costOfTypes(source: MadeSnapshot): Promise<void> {
  await transformed([], source);
  const plain: number[] = [];
  const taken: { readonly type: string; readonly seconds: number[]; rows: number }[] = RULE_TYPES.map(({ type }) => ({
    type,
    seconds: [],
    rows: 0,
  }));
  for (let round = 0; round < TYPE_ROUNDS; round += 1) {
    for (const [at, { type, example }] of RULE_TYPES.entries()) {
      if (at % PLAIN_EVERY === 0) plain.push((await transformed([], source)).seconds);
      const rules = many(countOf(type), () => example);
      taken[at]?.seconds.push((await transformed(rules, source)).seconds);
      if (type === "split_row" && taken[at] !== undefined) taken[at].rows = await rowsMade();
    }
  }
  const base = median(plain);
  lines.push({ what: `default feed of ${variants} rows, no rules`, figure: seconds(base), beside: "the next lines' baseline" });
  for (const { type, seconds: samples, rows } of taken) {
    const times = median(samples) / base;
    const asRows = rows === 0 ? "" : `; it makes ${rows} rows: ${((times * variants) / rows).toFixed(1)} × for as many`;
    lines.push({
      what: `${countOf(type)} × ${type}`,
      figure: `${seconds(median(samples))}, ${times.toFixed(1)} ×${asRows}`,
      beside: "≤ 4 × the default feed per 100 rules",
    });
  }
}

/** As many as a feed may have, up to 100. */
function countOf(type: string): number {
  if (type === "split_row") return 1;
  return ["limit_rows", "deduplicate"].includes(type) ? 16 : 100;
}

async function rowsMade(): Promise<number> {
  const [row] = await inSession((session) =>
    session.all(sql`SELECT count(*)::INTEGER AS made FROM read_parquet(${literal(path.join(work, "rows.parquet"))})`),
  );
  return Number(row?.["made"]);
}
