import { buildPlan } from "../../engine/plan/build-plan.ts";
import type { ChainOptions } from "../../engine/plan/chain-query.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import type { FeedPlan } from "../../engine/plan/feed-plan.ts";
import { type LookupFile, type LookupFiles, TAXONOMY_TABLE } from "../../engine/plan/aside-query.ts";
import { planTables } from "../../engine/plan/plan-needs.ts";
import { checkpointCells, type TransformInput } from "../../engine/plan/transform-query.ts";
import { writeSourceRows } from "../../engine/run/overlay-files.ts";
import type { TranslatedRows } from "../../engine/run/translated-counts.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import type { Sql } from "../../kernel/sql.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { type FeedRow, type MissingPart, notExtractedReason } from "../feeds/index.ts";
import { findLookupTables } from "../lookups/index.ts";
import type { Services } from "../operation.ts";
import { type Snapshot, SOURCE_FILE } from "../snapshots/index.ts";
import { writeTaxonomyFile } from "../taxonomies/index.ts";
import { refuseTooLarge } from "./plan-feed.ts";
import { attachOverlays, type CandidateCells, type CellsInstead } from "./overlays.ts";

/** Everything at hand to ask a question of a feed: the rows with what is attached to them, and how to make a plan for them. */
export interface OpenTransform {
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  readonly input: TransformInput;
  readonly options: ChainOptions;
  /** `candidates`: with the candidate cells in the place of the stored ones. */
  readonly planOf: (definition: FeedDefinition, candidates?: boolean) => FeedPlan;
  /** The language or market of the feed, where the snapshot lacks it. */
  readonly missing: MissingPart | undefined;
  /** Of a language feed: its texts, aligned to the source, and the columns they are of. */
  readonly translated: TranslatedRows | undefined;
}

interface TransformWork {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  /** The definitions that will be asked about; the lookup tables they name are brought. */
  readonly definitions: readonly FeedDefinition[];
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  /** Holds what is read until the work is done. */
  readonly leases: AsyncDisposableStack;
  /** What `now_at_run()` answers. */
  readonly now: Date;
  /** Some rows of the snapshot instead of all. */
  readonly rows?: readonly number[];
  /** What is made is published: the files are compared with their checksums now, not only when this process first reads them. */
  readonly recheck?: boolean;
  readonly cells?: CellsInstead;
  readonly candidates?: CandidateCells;
}

export async function openTransform(services: Services, shop: ShopDb, work: TransformWork): Promise<OpenTransform> {
  const { session, scratch, leases, snapshot, recheck = false } = work;
  work.definitions.forEach(refuseTooLarge);
  const whole = leases.use(await services.objects.local(`${snapshot.prefix}${SOURCE_FILE}`, { recheck }));
  const source = await sourceFile(work, whole.path);
  const attached = await attachOverlays({ ...work, shop, source, rows: work.rows ?? null, objects: services.objects });
  const { columns: sourceColumns, clean: cleanColumns } = snapshot.facts;
  const { market, missing } = attached;
  const context = {
    sourceColumns,
    cleanColumns,
    ...attached.columns,
    ...(market === undefined ? {} : { market }),
    ...(missing === undefined ? {} : { notExtracted: notExtractedReason(missing) }),
  };
  const planOf = (definition: FeedDefinition, candidates = false): FeedPlan => buildPlan(definition, { ...context, candidates });
  const options: ChainOptions = {
    cellsMax: checkpointCells(services.duckdb.memoryLimitBytes, services.duckdb.threads),
    file: (called) => scratch.file(`${called}.parquet`),
    tables: await bringTables(services, shop, work, new Set(work.definitions.flatMap((definition) => [...planTables(planOf(definition))]))),
    now: timestampOf(work.now),
  };
  const read = (file: string): Sql => sql`read_parquet(${literal(file)})`;
  const translated = attached.translated === undefined ? undefined : { file: attached.translated, columns: attached.columns.localised };
  return { session, scratch, input: { source: read(source), attached: attached.files.map(read) }, options, planOf, missing, translated };
}

async function sourceFile({ rows, session, scratch, snapshot }: TransformWork, whole: string): Promise<string> {
  if (rows === undefined) return whole;
  const file = scratch.file("source.parquet");
  await session.run(...writeSourceRows({ source: whole, columns: snapshot.facts.columns.length, rowIds: rows, file }));
  return file;
}

/** The named tables as local files. A table that is gone is not among them; its keys are found nowhere. */
async function bringTables(services: Services, shop: ShopDb, work: TransformWork, named: ReadonlySet<string>): Promise<LookupFiles> {
  if (named.size === 0) return new Map();
  const wanted = (await findLookupTables(shop)).filter(({ name }) => named.has(name.toLowerCase()));
  const found = new Map<string, LookupFile>();
  if (named.has(TAXONOMY_TABLE)) found.set(TAXONOMY_TABLE, { file: await writeTaxonomyFile(services, work.scratch), columns: [] });
  for (const { name, columns, objectKey } of wanted) {
    const { path } = work.leases.use(await services.objects.local(objectKey, { recheck: work.recheck ?? false }));
    found.set(name.toLowerCase(), { file: path, columns: columns.slice(1) });
  }
  return found;
}

function timestampOf(moment: Date): Sql {
  return sql`CAST(${literal(moment.toISOString().slice(0, 19).replace("T", " "))} AS TIMESTAMP)`;
}
