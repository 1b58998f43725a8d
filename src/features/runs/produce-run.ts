import { stat } from "node:fs/promises";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { allowanceReason } from "../../engine/plan/stages/allowance.ts";
import { readReasonCounts, runCounts, runCurrencies, runReasons } from "../../engine/run/run-counts.ts";
import {
  canonicalHeader,
  type RowsShape,
  runLineBytes,
  shapeOf,
  valueNames,
  writeCanonical,
  writeExcluded,
  writeRunIndex,
  ROWS_FILE,
} from "../../engine/run/run-files.ts";
import { countTranslated, readTranslated, type TranslatedCounts } from "../../engine/run/translated-counts.ts";
import { sql } from "../../engine/sql/fragment.ts";
import { PlainError } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type PackedFile, WarehouseRefused, type WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { AssignedChannel } from "../channel-files/index.ts";
import { type FeedRow, leftOutReason, type MissingPart, notExtractedReason, readDefinition } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
import { findSnapshot, type Snapshot } from "../snapshots/index.ts";
import {
  feedLineage,
  findUnmatched,
  openTransform,
  type OpenTransform,
  planned,
  type QueryInput,
  type UnmatchedKeys,
  writeFeedRows,
} from "../transforms/index.ts";
import { channelOutputs, channelsOfRun, type ProducedChannel, produceChannels, storeChannels } from "./channel-outputs.ts";
import { compareToLive, type Comparison, type Difference } from "./compare-to-live.ts";
import { heldReasons } from "./gate.ts";
import { fileHash } from "./listed-output.ts";
import { findLostCollection } from "./lost-collection.ts";
import { type RunLineage, storedLineage } from "./run-lineage.ts";
import type { RunStage } from "./progress-queries.ts";
import { heldByTests, type RunTests, testRun, testsOf } from "./run-tests.ts";
import {
  attemptPrefix,
  CANONICAL_FILE,
  CANONICAL_GZIP_FILE,
  EXCLUDED_FILE,
  type HeldReason,
  INDEX_FILE,
  RUN_FORMAT,
  RunOutput,
} from "./run.ts";
import { findLiveRun, type RunCounts, type RunRow } from "./run-queries.ts";

/** A run past this is stuck: five million rows take a few minutes. */
const RUN_DEADLINE_MS = 30 * 60_000;

export interface ProducedRun {
  readonly prefix: string;
  readonly output: RunOutput;
  readonly counts: RunCounts;
  readonly reasons: Readonly<Record<string, number>>;
  readonly reasonRules: Readonly<Record<string, number | null>>;
  readonly held: readonly HeldReason[];
  readonly definition: object;
  /** Rows the plan allowed; null for any number. */
  readonly allowance: number | null;
  /** How the feed's tests went; null where it has none. */
  readonly tests: RunTests | null;
  /** What each rule did. */
  readonly lineage: RunLineage | null;
  /** What lookup tables were asked for and did not have. */
  readonly unmatched: readonly UnmatchedKeys[];
  readonly channels: readonly ProducedChannel[];
}

interface RunWork {
  readonly row: RunRow;
  readonly feed: FeedRow;
  readonly signal: AbortSignal;
  readonly reach: (stage: RunStage) => Promise<void>;
}

/** Everything of a run but its end: rows, files, counts, gate, and the objects stored below this attempt's prefix. */
export async function produceRun(services: Services, shop: ShopDb, { row, feed, signal, reach }: RunWork): Promise<ProducedRun> {
  const snapshot = await findSnapshot(shop, storedId("ext", row.extract_id));
  if (snapshot === undefined)
    throw new PlainError("snapshot_removed", "The snapshot this run reads is no longer stored. Run the feed again.");
  const definition = await readDefinition(shop, feed);
  const live = await findLiveRun(shop, storedId("feed", feed.id));
  await using leases = new AsyncDisposableStack();
  await using scratch = await services.objects.scratch();
  const options = { signal, folder: scratch.path, deadlineMs: RUN_DEADLINE_MS, rows: snapshot.facts.variants };
  await using session = await services.warehouse.of(shop.shopId).session(options);
  const work = { services, shop, row, feed, snapshot, definition, session, scratch, leases };
  const { shape, unmatched, open } = await transform(work);
  await reach("writing");
  // Packing is one thread's work; the other core makes the index and counts meanwhile.
  const [packed, { facts, difference: compared, lineage }] = await Promise.all([
    session.pack(scratch.file(CANONICAL_FILE), scratch.file(CANONICAL_GZIP_FILE)),
    indexAndCount({ ...services, session, scratch, live, shape }, () => lineageOf(services, open, definition)),
  ]);
  const channels = await channelsOfRun(services, shop, feed);
  const rows = {
    session,
    scratch,
    rowsFile: scratch.file(ROWS_FILE),
    columns: valueNames(shape),
    carried: shape.carried ?? [],
    split: shape.split,
  };
  const { engine, currencies } = facts;
  const known = { currency: currencies[0] ?? null, now: row.created_at };
  const made = await produceChannels({ services, shop, feed, channels, rows, known, live });
  await reach("publishing");
  const difference = settled(compared, live, packed.sha256);
  const identity = identityOf(definition);
  const against = difference.live === null ? null : (live?.id ?? null);
  const translation = await translationOf(open);
  const about = { engine, currencies, identity, against, translation };
  const output = RunOutput.parse({ format: RUN_FORMAT, ...shape, file: packed, ...about, channels: channelOutputs(made) });
  const expected = testsOf(feed);
  const tests = await testRun(session, expected, { file: rows.rowsFile, shape });
  const held =
    open.missing === undefined
      ? [...(await guarded(work, { facts, difference, identity })), ...heldByTests(expected, tests)]
      : [heldUntilExtracted(open.missing, snapshot.facts)];
  const prefix = attemptPrefix(shop.shopId, row.id, row.attempt);
  await storeFiles(services, { session, scratch, shape, packed, prefix });
  await storeChannels(services.objects, prefix, made);
  return {
    prefix,
    output,
    counts: { ...facts, ...difference.counts },
    ...{ reasons: facts.reasons, reasonRules: facts.rules },
    held,
    tests,
    definition: storedDefinition(definition, channels),
    allowance: definition.allowance,
    lineage,
    unmatched,
    channels: made,
  };
}

interface Guarded {
  readonly facts: Awaited<ReturnType<typeof countRun>>;
  readonly difference: Difference;
  readonly identity: string;
}

/** What the publish guard has against the file. */
async function guarded(
  { services, shop, feed, definition, snapshot }: TransformWork,
  { facts, difference, identity }: Guarded,
): Promise<readonly HeldReason[]> {
  const { flaws, live, unreadable } = difference;
  const lostCollection = facts.included === 0 ? await findLostCollection(services, shop, { feed, definition, snapshot }) : null;
  const beyondAllowance = definition.allowance === null ? 0 : (facts.reasons[allowanceReason(definition.allowance)] ?? 0);
  return heldReasons(
    { included: facts.included, ...flaws, beyondAllowance, currencies: facts.currencies, identity, live, unreadable, lostCollection },
    definition.settings.publish_guard,
  );
}

/** Of a language feed: how much of the file is in its language. */
async function translationOf({ session, scratch, translated }: OpenTransform): Promise<TranslatedCounts | null> {
  if (translated === undefined) return null;
  const [counted] = await session.all(countTranslated(scratch.file(ROWS_FILE), translated));
  return readTranslated(counted);
}

/** Such a file has no row, and goes live by nobody's setting; the last good one stays. */
function heldUntilExtracted(missing: MissingPart, facts: Snapshot["facts"]): HeldReason {
  const why = leftOutReason(missing, facts) ?? "The next full extract adds it.";
  const details = { [missing.kind]: missing.code };
  return { code: "not_extracted", message: `${notExtractedReason(missing)}, so the file would have no products. ${why}`, details };
}

interface FilesToStore extends Pick<Comparison, "session" | "scratch" | "shape"> {
  readonly packed: PackedFile;
  readonly prefix: string;
}

/** The checksums of the feed file's two forms are known, so their hundreds of megabytes aren't read once more. */
async function storeFiles({ objects, log }: Services, { packed, prefix, ...written }: FilesToStore): Promise<void> {
  const { scratch } = written;
  const lists = (await linesAgree({ ...written, log }, packed.bytes)) ? [EXCLUDED_FILE] : [];
  for (const file of [ROWS_FILE, INDEX_FILE, ...lists]) await objects.put(`${prefix}${file}`, scratch.file(file));
  const gzipFile = scratch.file(CANONICAL_GZIP_FILE);
  await objects.put(`${prefix}${CANONICAL_FILE}`, scratch.file(CANONICAL_FILE), { sha256: packed.sha256, gzipFile });
  await objects.put(`${prefix}${CANONICAL_GZIP_FILE}`, gzipFile, { sha256: packed.gzipSha256 });
}

/** The file of the live run again needs no comparison, and may take the place of the damaged one. */
function settled(compared: Difference, live: RunRow | undefined, sha256: string): Difference {
  if (!compared.unreadable || live === undefined || fileHash(live) !== sha256) return compared;
  return { ...compared, counts: { added: 0, removed: 0, changed: 0 }, unreadable: false };
}

interface TransformWork {
  readonly services: Services;
  readonly shop: ShopDb;
  readonly row: RunRow;
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly definition: FeedDefinition;
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  readonly leases: AsyncDisposableStack;
}

interface Transformed {
  /** To ask more of the same rows. */
  readonly open: OpenTransform;
  readonly shape: RowsShape;
  readonly unmatched: readonly UnmatchedKeys[];
}

/** Rows and canonical file. */
async function transform({ services, shop, definition, row, ...work }: TransformWork): Promise<Transformed> {
  const { session, scratch } = work;
  const open = await openTransform(services, shop, { ...work, definitions: [definition], now: row.created_at, recheck: true });
  const { planOf, input, options } = open;
  const plan = planOf(definition);
  const rowsFile = scratch.file(ROWS_FILE);
  const shape = shapeOf(plan);
  const transformOf = (asked: QueryInput<"transform">) => planned(services, "transform", asked);
  const { asides } = await writeFeedRows({ session, threads: services.duckdb.threads, plan, input, options, transformOf }, rowsFile);
  const [counts] = await session.all(runCounts(rowsFile));
  await session.run(writeCanonical(rowsFile, shape.columns, Number(counts?.["included"]), scratch.file(CANONICAL_FILE)));
  return { shape, unmatched: await findUnmatched(session, asides), open };
}

/** A file is worth more than the account of it: where DuckDB refuses the one, the other is published all the same. */
async function lineageOf(services: Services, open: OpenTransform, definition: FeedDefinition): Promise<RunLineage | null> {
  try {
    const { lineage } = await feedLineage(services, open, definition);
    return storedLineage(lineage, definition);
  } catch (error) {
    if (!(error instanceof WarehouseRefused || error instanceof PlainError)) throw error;
    services.log.error({ error: String(error) }, "the lineage of a run could not be counted");
    return null;
  }
}

/** Lists read single lines by the lengths that the index keeps. Where these were not those of the files, lists read the rows instead. */
async function linesAgree(
  { session, scratch, log, shape }: Pick<Comparison, "session" | "scratch" | "shape"> & Pick<Services, "log">,
  fileBytes: number,
): Promise<boolean> {
  const [counted] = await session.all(runLineBytes(scratch.file(INDEX_FILE)));
  const written = {
    included: fileBytes - Buffer.byteLength(canonicalHeader(shape.columns)) - 1,
    excluded: (await stat(scratch.file(EXCLUDED_FILE))).size,
  };
  const agree = Number(counted?.["included"]) === written.included && Number(counted?.["excluded"]) === written.excluded;
  if (!agree) log.error({ counted, written }, "the lines of a run are not as long as its index says");
  return agree;
}

async function indexAndCount(work: Comparison, readLineage: () => Promise<RunLineage | null>) {
  const { session, scratch, shape } = work;
  await session.run(
    writeRunIndex(scratch.file(ROWS_FILE), shape, scratch.file(INDEX_FILE)),
    writeExcluded(scratch.file(ROWS_FILE), shape.columns, scratch.file(EXCLUDED_FILE)),
  );
  const facts = await countRun(session, scratch, shape.columns);
  return { facts, difference: await compareToLive(work, facts), lineage: await readLineage() };
}

async function countRun(session: WarehouseSession, scratch: Scratch, columns: readonly string[]) {
  const rowsFile = scratch.file(ROWS_FILE);
  const counts = readReasonCounts(await session.all(runReasons(rowsFile)));
  const currencies = await session.all(runCurrencies(rowsFile, columns));
  const [engine] = await session.all(sql`SELECT version() AS version`);
  return {
    ...counts,
    currencies: currencies.map((row) => String(row["currency"])),
    engine: `duckdb ${String(engine?.["version"])}`,
  };
}

/** What feeds `id`, as text: equal texts give a row the same id. */
function identityOf({ settings, mappings, targetCountry }: FeedDefinition): string {
  const mapped = mappings["id"];
  if (mapped !== undefined) return `column ${mapped ?? "none"}`;
  return settings.id_format === "global" ? `global ${targetCountry}` : settings.id_format;
}

/** The definition as the run's row keeps it: readable, and enough to repeat the run. */
function storedDefinition({ rules, ...definition }: FeedDefinition, channels: readonly AssignedChannel[]): object {
  return {
    ...definition,
    rules: rules.map(({ id, type, description }) => ({ id, type, description })),
    channels: Object.fromEntries(channels.map(({ pack, settings }) => [pack.slug, settings])),
  };
}
