import { changedFields, type FieldGroup, movedRows } from "../../engine/run/diff-summary.ts";
import {
  countDifferingRows,
  describeDifferences,
  differenceCounts,
  type DiffFilter,
  differingRows,
  type DiffSide,
  outputValues,
  type RowChange,
  type RowDifference,
  rowFacts,
} from "../../engine/run/run-diff.ts";
import { valueNames, ROWS_FILE } from "../../engine/run/run-files.ts";
import { type FeedId, formatId, type RunId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { type PageRequest, pageOffset } from "../../kernel/page.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Warehouse } from "../../platform/warehouse/warehouse-port.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { cause, DiffCause, type EditedRows, fieldCauses, isUntold, movedCause } from "./diff-causes.ts";
import { listCellEdits, listOverrideEdits } from "./edit-queries.ts";
import { INDEX_FILE, readRunOutput } from "./run.ts";
import { findRun, findRunBefore, type RunRow } from "./run-queries.ts";
import { hasOutput } from "./run-shapes.ts";

/** Two runs of one feed whose files are kept; a run that none came before is compared with nothing. */
export interface ComparedRuns {
  readonly before: RunRow | undefined;
  readonly after: RunRow;
}

/** What a run is compared with: the run that was named, or the one before it. */
export async function findComparedRuns(
  call: { readonly shop: ShopDb } & Refuse<"invalid_request" | "no_feed">,
  { feedId, run, against }: { readonly feedId: FeedId; readonly run: RunRow; readonly against: RunId | undefined },
): Promise<ComparedRuns> {
  if (!hasOutput(run)) return call.fail("no_feed", "This run has no output to compare.");
  if (against === undefined) return { before: await findRunBefore(call.shop, feedId, storedId("run", run.id)), after: run };
  const name = formatId("run", against);
  const refuse = (message: string): never => call.fail("invalid_request", message, [{ param: "/against", code: "invalid_param", message }]);
  const found = (await findRun(call.shop, feedId, against)) ?? refuse(`This feed has no run ${name}.`);
  return hasOutput(found) ? { before: found, after: run } : refuse(`The files of ${name} are no longer stored.`);
}

interface Reading {
  readonly shop: ShopDb;
  readonly objects: ObjectStore;
  readonly warehouse: Warehouse;
}

/** A row that differs, with what made it so. */
export interface ExplainedRow extends RowDifference {
  readonly productId: string;
  readonly title: string;
  readonly cause: DiffCause;
}

/** A page of the rows that differ, field by field, and how many do. */
export async function readRunDifference(
  reading: Reading,
  runs: ComparedRuns,
  asked: { readonly page: PageRequest; readonly filter?: DiffFilter },
): Promise<{ readonly rows: readonly ExplainedRow[]; readonly total: number }> {
  await using sides = await openSides(reading, runs);
  const { old, fresh, sameEngine } = sides;
  const { page, filter = {} } = asked;
  const warehouse = reading.warehouse.of(reading.shop.shopId);
  const differing = await warehouse.query(
    differingRows(old, fresh, { sameEngine, limit: page.per_page, offset: pageOffset(page), filter }),
  );
  const [counted] = differing.length > 0 ? differing : await warehouse.query(countDifferingRows(old, fresh, sameEngine, filter));
  const total = Number(counted?.["total"]);
  const ids = [...new Set(differing.map((row) => String(row["row_id"])))];
  if (ids.length === 0) return { rows: [], total };
  const [oldValues, freshValues, oldFacts, freshFacts] = await Promise.all(
    [outputValues(old, ids), outputValues(fresh, ids), rowFacts(old, ids), rowFacts(fresh, ids)].map((statement) =>
      warehouse.query(statement),
    ),
  );
  const rows = describeDifferences(differing, { side: old, values: oldValues ?? [] }, { side: fresh, values: freshValues ?? [] });
  const facts = { old: factsById(oldFacts ?? []), fresh: factsById(freshFacts ?? []) };
  const causeOf = causeOfRows(runs, await editsBetween(reading.shop, runs));
  return { rows: rows.map((row) => explained(row, facts, causeOf)), total };
}

interface RowFacts {
  readonly productId: string;
  readonly title: string;
  readonly reason: string | null;
}

interface FactsOfSides {
  readonly old: ReadonlyMap<string, RowFacts>;
  readonly fresh: ReadonlyMap<string, RowFacts>;
}

/** By the row's id with its item, and by its id alone. */
function factsById(rows: readonly WarehouseRow[]): ReadonlyMap<string, RowFacts> {
  const facts = new Map<string, RowFacts>();
  for (const row of rows) {
    const id = String(row["row_id"]);
    const found = {
      productId: String(row["product_id"]),
      title: String(row["title"] ?? ""),
      reason: typeof row["reason"] === "string" ? row["reason"] : null,
    };
    facts.set(`${id}|${String(row["item"])}`, found);
    if (!facts.has(id)) facts.set(id, found);
  }
  return facts;
}

function explained(row: RowDifference, { old, fresh }: FactsOfSides, causeOf: CauseOfRow): ExplainedRow {
  const [own, other] = row.change === "removed" ? [old, fresh] : [fresh, old];
  const shown = own.get(`${row.rowId}|${row.item}`) ?? own.get(row.rowId);
  const there = other.get(row.rowId);
  const made = causeOf(row, { reason: there?.reason ?? null, isAbsent: there === undefined });
  return { ...row, productId: shown?.productId ?? "", title: shown?.title ?? "", cause: made };
}

type CauseOfRow = (row: RowDifference, other: { readonly reason: string | null; readonly isAbsent: boolean }) => DiffCause;

/** Of a changed row: that of the first field that differs. */
function causeOfRows({ before, after }: ComparedRuns, edits: EditedRows): CauseOfRow {
  const causeOfField = fieldCauses(before, after);
  return ({ rowId, change, fields }, other) => {
    const row = Number(rowId);
    if (change !== "changed") return movedCause(change, { ...other, isEdited: edits.cells.has(row) }, change === "added" ? before : after);
    if (fields.some(({ field }) => edits.overrides.get(field)?.has(row) === true)) return cause("override");
    const ofFields = fields.map(({ field }) => causeOfField(field));
    const [first = cause("other")] = ofFields;
    return edits.cells.has(row) && isUntold(first) ? cause("cell") : first;
  };
}

/** Rows that people edited between two runs. */
async function editsBetween(shop: ShopDb, { before, after }: ComparedRuns): Promise<EditedRows> {
  if (before === undefined) return { cells: new Set(), overrides: new Map() };
  const between = { feedId: storedId("feed", after.feed_id), before, after };
  const overrides = Map.groupBy(await listOverrideEdits(shop, between), ({ feed_column: column }) => column);
  return {
    cells: new Set(await listCellEdits(shop, between)),
    overrides: new Map([...overrides].map(([column, rows]) => [column, new Set(rows.map(({ row_id: id }) => id))])),
  };
}

/** How many rows differ by change, by field and by cause. */
export interface DifferenceSummary {
  readonly counts: Readonly<Record<RowChange, number>>;
  /** Changed rows alone, the most frequent first. */
  readonly fields: readonly { readonly field: string; readonly count: number }[];
  readonly causes: readonly CountedCause[];
}

interface CountedCause {
  readonly change: RowChange;
  readonly cause: DiffCause;
  readonly count: number;
  readonly samples: readonly string[];
}

export async function summariseDifference(reading: Reading, runs: ComparedRuns): Promise<DifferenceSummary> {
  await using sides = await openSides(reading, runs);
  const { old, fresh, sameEngine } = sides;
  const warehouse = reading.warehouse.of(reading.shop.shopId);
  const [counted] = await warehouse.query(differenceCounts(old, fresh, sameEngine));
  const counts = { added: Number(counted?.["added"]), removed: Number(counted?.["removed"]), changed: Number(counted?.["changed"]) };
  const causes: CountedCause[] = [];
  const edits = await editsBetween(reading.shop, runs);
  const edited = [...edits.cells];
  for (const change of ["removed", "added"] as const) {
    if (counts[change] === 0) continue;
    const rows = await warehouse.query(movedRows({ before: old, after: fresh }, { change, edited, sameEngine }));
    causes.push(...movedCauses(rows, change, runs), ...uncounted(rows, change, counts[change]));
  }
  if (counts.changed === 0) return { counts, fields: [], causes };
  const names = [...new Set([...fresh.columns, ...old.columns])];
  const groups = changedGroups(names, runs, edits);
  const [row = {}] = await warehouse.query(changedFields({ before: old, after: fresh }, { fields: names, groups, sameEngine }));
  const fields = names.map((field, at) => ({ field, count: Number(row[`d${at}`]) })).filter(({ count }) => count > 0);
  causes.push(
    ...groups.map(({ cause: of }, at) => countedCause("changed", of, { rows: row[`c${at}`] ?? 0, samples: row[`s${at}`] ?? "" })),
  );
  const byCount = (one: { readonly count: number }, other: { readonly count: number }): number => other.count - one.count;
  return { counts, fields: fields.toSorted(byCount), causes: causes.filter(({ count }) => count > 0).toSorted(byCount) };
}

function movedCauses(rows: readonly WarehouseRow[], change: "added" | "removed", { before, after }: ComparedRuns): readonly CountedCause[] {
  return rows.map(({ reason, absent, edited, ...found }) => {
    const other = { reason: typeof reason === "string" ? reason : null, isAbsent: absent === true, isEdited: edited === true };
    return countedCause(change, movedCause(change, other, change === "added" ? before : after), found);
  });
}

/** Rows of rarer reasons, so that the causes add up. */
function uncounted(rows: readonly WarehouseRow[], change: RowChange, total: number): readonly CountedCause[] {
  const count = total - rows.reduce((sum, { rows: of }) => sum + Number(of), 0);
  return count > 0 ? [{ change, cause: cause("other"), count, samples: [] }] : [];
}

function countedCause(change: RowChange, of: DiffCause, found: WarehouseRow): CountedCause {
  const { rows, samples } = found;
  return { change, cause: of, count: Number(rows), samples: typeof samples === "string" && samples !== "" ? samples.split(",") : [] };
}

/** Fields that have one cause are counted together; what people edited is told apart by its rows. */
function changedGroups(
  fields: readonly string[],
  { before, after }: ComparedRuns,
  edits: EditedRows,
): readonly (FieldGroup & { readonly cause: DiffCause })[] {
  const causeOf = fieldCauses(before, after);
  const byCause = Map.groupBy(fields, (field) => JSON.stringify(causeOf(field)));
  const cells = [...edits.cells];
  const groups = [...byCause].map(([text, of]) => {
    const shared = DiffCause.parse(JSON.parse(text));
    return { cause: shared, fields: of, ...(isUntold(shared) ? { without: cells } : {}) };
  });
  const overridden = [...edits.overrides].map(([column, rows]) => ({ cause: cause("override"), fields: [column], rows: [...rows] }));
  const ofCells =
    cells.length === 0
      ? []
      : [{ cause: cause("cell"), fields: groups.filter(({ cause: of }) => isUntold(of)).flatMap(({ fields: of }) => of), rows: cells }];
  return [...groups, ...ofCells, ...overridden];
}

/** How many rows differ in which way. */
export async function countRunDifference(reading: Reading, runs: ComparedRuns) {
  await using sides = await openSides(reading, runs);
  const [row] = await reading.warehouse.of(reading.shop.shopId).query(differenceCounts(sides.old, sides.fresh, sides.sameEngine));
  return { added: Number(row?.["added"]), removed: Number(row?.["removed"]), changed: Number(row?.["changed"]) };
}

/** The files of both runs, for as long as they are read. */
async function openSides({ objects }: Pick<Reading, "objects">, { before, after }: ComparedRuns) {
  await using leases = new AsyncDisposableStack();
  const fresh = await sideOf(objects, leases, after);
  const old = before === undefined ? nothingLike(fresh) : await sideOf(objects, leases, before);
  const kept = leases.move();
  return {
    old: old.side,
    fresh: fresh.side,
    sameEngine: old.engine === fresh.engine,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

interface Side {
  readonly side: DiffSide;
  readonly engine: string;
}

function nothingLike({ side, engine }: Side): Side {
  return { side: { ...side, none: true }, engine };
}

async function sideOf(objects: ObjectStore, leases: AsyncDisposableStack, run: RunRow): Promise<Side> {
  const output = readRunOutput(run.output);
  const rows = leases.use(await objects.local(`${run.output_prefix}${ROWS_FILE}`));
  const index = leases.use(await objects.local(`${run.output_prefix}${INDEX_FILE}`));
  return { side: { rows: rows.path, index: index.path, columns: valueNames(output), split: output.split }, engine: output.engine };
}
