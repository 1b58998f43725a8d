import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { ChannelPack } from "../src/channels/channel-port.ts";
import { CHANNEL_PACKS } from "../src/channels/packs.ts";
import { rowValues } from "../src/engine/channels/row-values.ts";
import { taxonomyRelation } from "../src/engine/channels/taxonomy-relation.ts";
import { shapeOf, valueNames, writeCanonical } from "../src/engine/run/run-files.ts";
import { literal, sql } from "../src/engine/sql/fragment.ts";
import { taxonomyLines } from "../src/engine/taxonomy/taxonomy-file.ts";
import { openChannel, packFileOf, readIncludedRows, type RunRows, writeFileOf } from "../src/features/channel-files/index.ts";
import { describeFindings, findTogether } from "../src/features/findings/index.ts";
import { toCheck, writeChannels } from "../src/features/runs/index.ts";
import type { WarehouseSession } from "../src/platform/warehouse/warehouse-port.ts";
import { shippedTaxonomies } from "../test/harness/taxonomies.ts";
import { benchPlan, benchSession, benchWarehouse, type MadeSnapshot, makeSnapshot } from "./bench-feed.ts";
import { measured, median, treeCpuSeconds } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";
import { wholeRun, writeTransformed } from "./whole-run.ts";

/** `node bench/channels.ts [--variants 100000] [--rounds 3]`: what channels add to a run: checks, files, and six of them together. */
const { values } = parseArgs({ options: { variants: { type: "string", default: "100000" }, rounds: { type: "string", default: "3" } } });
const variants = Number(values.variants);
const rounds = Number(values.rounds);
const SIX = ["google", "meta", "microsoft", "pinterest", "tiktok", "amazon"];
const MAKE_RECORDS = fileURLToPath(new URL("catalog/make-snapshot-records.ts", import.meta.url));
const folder = await mkdtemp(path.join(tmpdir(), "feedwright-bench-"));
const work = path.join(folder, "work");
const TAXONOMY = path.join(work, "taxonomy.tsv");
/** In the order in which a run has them. */
const packs = CHANNEL_PACKS.filter(({ slug }) => SIX.includes(slug)).toSorted((one, other) => (one.slug < other.slug ? -1 : 1));

interface Taken {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

try {
  execFileSync(process.execPath, [MAKE_RECORDS, "--variants", String(variants), "--out", folder]);
  await mkdir(work);
  await writeFile(TAXONOMY, taxonomyLines((await shippedTaxonomies()).index));
  const snapshot = await madeSnapshot();
  const none = await timed(snapshot, async () => undefined);
  const all = await timed(snapshot, (rows) => produce(rows, packs));
  const canonical = await inBothForms(snapshot, canonicalWriter);
  const lines: ResultLine[] = [
    { what: `run of ${variants} variants without a channel`, figure: figureOf(none), beside: "the baseline" },
    {
      what: "the same with six channels: checks and files",
      figure: figureOf(all),
      beside: `${(all.seconds / none.seconds).toFixed(2)} ×, processor ${(all.cpuSeconds / none.cpuSeconds).toFixed(2)} ×, goal ≤ 3 ×`,
    },
    { what: "the canonical file, without gzip", figure: figureOf(canonical.plain), beside: "the baseline of files" },
    { what: "the canonical file, with gzip", figure: figureOf(canonical.packed), beside: "the baseline of files with gzip" },
  ];
  for (const pack of packs) {
    const checks = await inRows(snapshot, (rows) => timedOnce(async () => checkOnce(rows, await openAll(rows, [pack]))));
    const file = await inBothForms(snapshot, async (rows) => {
      const opened = await openAll(rows, [pack]);
      return (packed) => writeOnce(rows, opened, packed);
    });
    const goal = pack.slug === "google" ? `, goal ≤ ${variants > 100_000 ? "10 s for 1,000,000" : "1.5 s for 100,000"}` : "";
    lines.push({
      what: `${pack.slug}: checks`,
      figure: figureOf(checks),
      beside: `${pack.checks(inputOf(pack, [])).length} checks${goal}`,
    });
    const ofFile = pack.slug === "amazon" ? "JSON, no goal" : "goal ≤ 1.2 ×";
    for (const form of ["plain", "packed"] as const)
      lines.push({
        what: `${pack.slug}: file, ${form === "plain" ? "without" : "with"} gzip`,
        figure: figureOf(file[form]),
        beside: `${(file[form].cpuSeconds / canonical[form].cpuSeconds).toFixed(2)} × the canonical file's processor time, ${ofFile}`,
      });
  }
  await record(`node bench/channels.ts --variants ${variants}`, lines);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function madeSnapshot(): Promise<MadeSnapshot> {
  await using warehouse = await benchWarehouse(folder);
  return await makeSnapshot(warehouse, folder, { facts: null, metafieldColumns: [], pictures: variants });
}

function figureOf({ seconds, cpuSeconds, peakMiB }: Taken): string {
  return `${seconds.toFixed(2)} s, processor ${cpuSeconds.toFixed(2)} s, ${peakMiB} MiB`;
}

/** Once in a session whose rows are there. */
async function timedOnce(once: () => Promise<unknown>): Promise<Taken> {
  const taken: Taken[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = treeCpuSeconds();
    const { seconds, peakMiB } = await measured(once);
    taken.push({ seconds, peakMiB, cpuSeconds: treeCpuSeconds() - before });
  }
  return middle(taken);
}

function middle(taken: readonly Taken[]): Taken {
  const of = (what: keyof Taken): number => median(taken.map((one) => one[what]));
  return { seconds: of("seconds"), cpuSeconds: of("cpuSeconds"), peakMiB: Math.max(...taken.map(({ peakMiB }) => peakMiB)) };
}

/** A whole run, and what else is done with its rows. */
async function timed(snapshot: MadeSnapshot, then: (rows: RunRows) => Promise<void>): Promise<Taken> {
  const taken: Taken[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using warehouse = await benchWarehouse(folder);
    await using session = await benchSession(warehouse, work);
    const before = treeCpuSeconds();
    const { seconds, peakMiB } = await measured(async () => {
      await wholeRun(session, work, runOf(snapshot));
      await then(await rowsOf(session, snapshot));
    });
    taken.push({ seconds, peakMiB, cpuSeconds: treeCpuSeconds() - before });
  }
  return middle(taken);
}

async function inRows(snapshot: MadeSnapshot, work_: (rows: RunRows) => Promise<Taken>): Promise<Taken> {
  await using warehouse = await benchWarehouse(folder);
  await using session = await benchSession(warehouse, work);
  await writeTransformed(session, work, runOf(snapshot));
  return await work_(await rowsOf(session, snapshot));
}

function runOf(snapshot: MadeSnapshot) {
  return { plan: benchPlan(20, snapshot.clean), input: { source: sql`read_parquet(${literal(snapshot.file)})`, attached: [] } };
}

async function rowsOf(session: WarehouseSession, snapshot: MadeSnapshot): Promise<RunRows> {
  const shape = shapeOf(runOf(snapshot).plan);
  const file = (called: string): string => path.join(work, called);
  const scratch = { path: work, file, [Symbol.asyncDispose]: async () => undefined };
  return { session, scratch, rowsFile: file("rows.parquet"), columns: valueNames(shape), carried: shape.carried ?? [], split: false };
}

interface BothForms {
  readonly plain: Taken;
  readonly packed: Taken;
}

type Write = (packed: boolean) => Promise<void>;

/** A file's own cost: what comes before it's written is not measured. */
async function inBothForms(snapshot: MadeSnapshot, writer: (rows: RunRows) => Promise<Write>): Promise<BothForms> {
  const form = (packed: boolean): Promise<Taken> =>
    inRows(snapshot, async (rows) => {
      const write = await writer(rows);
      return timedOnce(() => write(packed));
    });
  return { plain: await form(false), packed: await form(true) };
}

async function canonicalWriter({ session, columns, rowsFile }: RunRows): Promise<Write> {
  const file = path.join(work, "canonical.txt");
  return async (packed) => {
    await session.run(writeCanonical(rowsFile, columns, variants, file));
    if (!packed) return;
    await session.pack(file, `${file}.gz`);
    await rm(`${file}.gz`);
  };
}

function inputOf(pack: ChannelPack, columns: readonly string[]) {
  const settings = pack.settings.parse(pack.slug === "amazon" ? { seller_id: "A1", product_type: "SHIRT" } : {});
  const feed = {
    country: "US",
    language: "en",
    currency: "USD",
    shopName: "Bench",
    storeUrl: "https://shop.example",
    now: new Date().toISOString(),
  };
  return { rows: rowValues(columns, ["sku", "inventory_quantity"]), settings, feed, taxonomy: taxonomyRelation(TAXONOMY) };
}

/** Channels whose files can be made and checked, with what all of them ask of the rows. */
async function openAll(rows: RunRows, some: readonly ChannelPack[]) {
  const included = await readIncludedRows(rows);
  const opened = await inTurn(some, async (pack) => {
    const input = inputOf(pack, rows.columns);
    return toCheck(
      rows,
      await openChannel(rows, { pack, settings: input.settings, format: pack.formats[0] }, { input, included }),
      included,
    );
  });
  return { included, opened };
}

type Opened = Awaited<ReturnType<typeof openAll>>;

/** What a run does for channels. */
async function produce(rows: RunRows, some: readonly ChannelPack[]): Promise<void> {
  const { included, opened } = await openAll(rows, some);
  for (const { made } of await writeChannels(rows, opened, included)) await rm(made.gzipPath, { force: true });
}

async function checkOnce(rows: RunRows, { opened }: Opened): Promise<void> {
  const shared = { ...rows, sharedFile: path.join(work, "findings.parquet") };
  await describeFindings(shared, await findTogether(shared, opened));
}

async function writeOnce(rows: RunRows, { included, opened }: Opened, packed: boolean): Promise<void> {
  for (const open of opened) {
    const written = await writeFileOf(rows, open, { included, omission: null });
    if (packed) await rm((await packFileOf(rows, written)).gzipPath, { force: true });
  }
}

async function inTurn<T, A>(all: readonly T[], one: (each: T) => Promise<A>): Promise<readonly A[]> {
  const answers: A[] = [];
  for (const each of all) answers.push(await one(each));
  return answers;
}
