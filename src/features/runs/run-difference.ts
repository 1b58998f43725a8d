import {
  countDifferingRows,
  describeDifferences,
  differenceCounts,
  differingRows,
  type DiffSide,
  outputValues,
  type RowDifference,
} from "../../engine/run/run-diff.ts";
import { valueNames, ROWS_FILE } from "../../engine/run/run-files.ts";
import { type FeedId, formatId, type RunId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { type PageRequest, pageOffset } from "../../kernel/page.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Warehouse } from "../../platform/warehouse/warehouse-port.ts";
import { INDEX_FILE, RunOutput } from "./run.ts";
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

/** A page of the rows that differ, field by field, and how many do. */
export async function readRunDifference(
  { objects, shop, ...services }: Reading,
  { before, after }: ComparedRuns,
  page: PageRequest,
): Promise<{ readonly rows: readonly RowDifference[]; readonly total: number }> {
  await using leases = new AsyncDisposableStack();
  const fresh = await sideOf(objects, leases, after);
  const old = before === undefined ? nothingLike(fresh) : await sideOf(objects, leases, before);
  const sameEngine = old.engine === fresh.engine;
  const warehouse = services.warehouse.of(shop.shopId);
  const differing = await warehouse.query(
    differingRows(old.side, fresh.side, { sameEngine, limit: page.per_page, offset: pageOffset(page) }),
  );
  const total =
    differing.length > 0
      ? Number(differing[0]?.["total"])
      : Number((await warehouse.query(countDifferingRows(old.side, fresh.side, sameEngine)))[0]?.["total"]);
  const ids = differing.map((row) => String(row["row_id"]));
  if (ids.length === 0) return { rows: [], total };
  const [oldValues, freshValues] = await Promise.all([
    warehouse.query(outputValues(old.side, ids)),
    warehouse.query(outputValues(fresh.side, ids)),
  ]);
  return { rows: describeDifferences(differing, { side: old.side, values: oldValues }, { side: fresh.side, values: freshValues }), total };
}

/** How many rows differ in which way. */
export async function countRunDifference({ objects, warehouse, shop }: Reading, { before, after }: ComparedRuns) {
  await using leases = new AsyncDisposableStack();
  const fresh = await sideOf(objects, leases, after);
  const old = before === undefined ? nothingLike(fresh) : await sideOf(objects, leases, before);
  const [row] = await warehouse.of(shop.shopId).query(differenceCounts(old.side, fresh.side, old.engine === fresh.engine));
  return { added: Number(row?.["added"]), removed: Number(row?.["removed"]), changed: Number(row?.["changed"]) };
}

interface Side {
  readonly side: DiffSide;
  readonly engine: string;
}

function nothingLike({ side, engine }: Side): Side {
  return { side: { ...side, none: true }, engine };
}

async function sideOf(objects: ObjectStore, leases: AsyncDisposableStack, run: RunRow): Promise<Side> {
  const output = RunOutput.parse(run.output);
  const rows = leases.use(await objects.local(`${run.output_prefix}${ROWS_FILE}`));
  const index = leases.use(await objects.local(`${run.output_prefix}${INDEX_FILE}`));
  return { side: { rows: rows.path, index: index.path, columns: valueNames(output), split: output.split }, engine: output.engine };
}
