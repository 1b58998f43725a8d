import type { KnownAside } from "../../engine/plan/chain-query.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { looksAtManyRows } from "../../engine/plan/plan-tables.ts";
import { transformQuery } from "../../engine/plan/transform-query.ts";
import { readTrace, TABLES_AT_ONCE, type TracedRow, tracedRows, traceQuery } from "../../engine/run/trace-query.ts";
import { integer, list, sql } from "../../engine/sql/fragment.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { FeedRow } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { inInteractiveSession } from "./interactive-session.ts";
import { openTransform, type OpenTransform } from "./open-transform.ts";
import type { CellsInstead } from "./overlays.ts";

interface TraceWork {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly definition: FeedDefinition;
  /** At most a few. */
  readonly rowIds: readonly number[];
  readonly cells?: CellsInstead;
}

/** Rows of the snapshot, step by step through the feed as it is defined now; `undefined` where DuckDB failed at it. */
export async function traceRows(call: ShopCall, { definition, rowIds, ...work }: TraceWork): Promise<readonly TracedRow[] | undefined> {
  return inInteractiveSession(call, "trace", async ({ session, scratch, leases }) => {
    const common = { ...work, definitions: [definition], session, leases, now: call.clock.now() };
    const few = await openTransform(call, call.shop, { ...common, scratch: below(scratch, "few"), rows: rowIds });
    const whole = (): Promise<OpenTransform> => openTransform(call, call.shop, { ...common, scratch: below(scratch, "whole") });
    return traced(few, definition, { rowIds, whole });
  });
}

/** Files of one part of the work, told apart from those of another by their names. */
function below(scratch: Scratch, part: string): Scratch {
  return { ...scratch, path: scratch.path, file: (called) => scratch.file(`${part}-${called}`) };
}

interface Wanted {
  readonly rowIds: readonly number[];
  /** The whole feed, for what a few rows cannot know: it is opened only where it must be. */
  readonly whole: () => Promise<OpenTransform>;
}

async function traced(few: OpenTransform, definition: FeedDefinition, { rowIds, whole }: Wanted): Promise<readonly TracedRow[]> {
  const plan = few.planOf(definition);
  const facts = looksAtManyRows(plan) ? await wholeFacts(await whole(), definition, rowIds) : undefined;
  const query = traceQuery({ plan, input: few.input, options: few.options, ...(facts === undefined ? {} : { known: facts.known }) });
  await few.session.run(...query.statements);
  const rows: WarehouseRow[] = [];
  for (let from = 0; from < query.groups.length; from += TABLES_AT_ONCE)
    rows.push(...(await few.session.all(readTrace(query.groups.slice(from, from + TABLES_AT_ONCE), from, plan))));
  const found = tracedRows(rows, query.groups, plan);
  return facts === undefined ? found : found.map((row) => ({ ...row, reason: facts.reasons.get(`${row.rowId}|${row.item}`) ?? null }));
}

interface WholeFacts {
  readonly known: readonly KnownAside[];
  /** The final reason by row and item: the plan's allowance counts all rows. */
  readonly reasons: ReadonlyMap<string, string | null>;
}

async function wholeFacts(open: OpenTransform, definition: FeedDefinition, rowIds: readonly number[]): Promise<WholeFacts> {
  const plan = open.planOf(definition);
  const { statements, rows, asides } = transformQuery(plan, open.input, open.options);
  await open.session.run(...statements);
  const known = asides
    .flatMap(({ file, layer }) => layer.asides.map(({ as }) => ({ file, as })))
    .toSorted((a, b) => Number(a.as) - Number(b.as));
  const item = plan.stages.some(({ steps }) => steps.some(({ op }) => op === "split")) ? sql`item` : sql`1 AS item`;
  // The barrier keeps the predicate from being pushed down the chain.
  const found = await open.session.all(
    sql`SELECT CAST(row_id AS VARCHAR) AS row_id, item, reason FROM (SELECT row_id, ${item}, reason FROM (${rows}) OFFSET 0) WHERE row_id IN (${list(rowIds.map(integer))})`,
  );
  const reasons = found.map(
    (row) => [`${String(row["row_id"])}|${String(row["item"])}`, typeof row["reason"] === "string" ? row["reason"] : null] as const,
  );
  return { known, reasons: new Map(reasons) };
}
