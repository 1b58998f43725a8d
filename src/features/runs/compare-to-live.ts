import { fileFlaws, idChange, priceChange, readFileFlaws, readIdChange, readPriceChange } from "../../engine/run/file-change.ts";
import { differenceCounts, type DiffSide } from "../../engine/run/run-diff.ts";
import { type RowsShape, valueNames, ROWS_FILE } from "../../engine/run/run-files.ts";
import { ObjectDamaged, ObjectMissing, type ObjectStore, type Scratch } from "../../platform/objects/objects-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { GateFacts } from "./gate.ts";
import type { RunRow } from "./run-queries.ts";
import { INDEX_FILE, knownRunOutput, type RunOutput } from "./run.ts";

export interface Comparison {
  readonly objects: ObjectStore;
  readonly log: Logger;
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  readonly live: RunRow | undefined;
  readonly shape: RowsShape;
}

export interface Difference {
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
  /** About the new file. Nobody asks where there is no live run. */
  readonly flaws: Pick<GateFacts, "repeatedIds" | "barePrices" | "blankPrices">;
  readonly live: GateFacts["live"];
  /** There is a live run, and its files can't be read. */
  readonly unreadable: boolean;
}

interface NewFile {
  readonly included: number;
  readonly engine: string;
}

/** Added, removed and changed rows against the live run, and what the guard asks; without a live run, every row is added. */
export async function compareToLive(work: Comparison, fresh: NewFile): Promise<Difference> {
  const { live, log } = work;
  const output = live === undefined ? undefined : knownRunOutput(live.output);
  const prefix = live?.output_prefix;
  if (live === undefined || prefix === undefined || prefix === null || output === undefined) return withoutLive(fresh, false);
  try {
    return await compare(work, fresh, { run: live, prefix, output });
  } catch (error) {
    if (!(error instanceof ObjectDamaged || error instanceof ObjectMissing)) throw error;
    log.error({ run_id: live.id, error: error.message }, "could not compare with the live run");
    return withoutLive(fresh, true);
  }
}

/** Every row counts as added. */
function withoutLive({ included }: NewFile, unreadable: boolean): Difference {
  return {
    counts: { added: included, removed: 0, changed: 0 },
    flaws: { repeatedIds: 0, barePrices: 0, blankPrices: 0 },
    live: null,
    unreadable,
  };
}

interface LiveOutput {
  readonly run: RunRow;
  readonly prefix: string;
  readonly output: RunOutput;
}

async function compare(
  { objects, session, scratch, shape }: Comparison,
  { included, engine }: NewFile,
  { run: live, prefix, output }: LiveOutput,
): Promise<Difference> {
  await using leases = new AsyncDisposableStack();
  const index = leases.use(await objects.local(`${prefix}${INDEX_FILE}`, { recheck: true }));
  const rows = leases.use(await objects.local(`${prefix}${ROWS_FILE}`, { recheck: true }));
  const before = { index: index.path, rows: rows.path, columns: valueNames(output), split: output.split };
  const after = { index: scratch.file(INDEX_FILE), rows: scratch.file(ROWS_FILE), columns: valueNames(shape), split: shape.split };
  const [row] = await session.all(differenceCounts(before, after, output.engine === engine));
  const count = (name: string): number => Number(row?.[name]);
  const { ids, prices, flaws } = await compareFiles(session, { before, after, rows: included });
  const wasIncluded = live.included_count ?? 0;
  return {
    unreadable: false,
    counts: { added: count("added"), removed: count("removed"), changed: count("changed") },
    flaws: {
      repeatedIds: included - ids.after + flaws.after.duplicatesLeftOut,
      barePrices: flaws.after.barePrices,
      blankPrices: flaws.after.blankPrices,
    },
    live: {
      included: wasIncluded,
      currencies: output.currencies,
      identity: output.identity,
      repeatedIds: wasIncluded - ids.before + flaws.before.duplicatesLeftOut,
      barePrices: flaws.before.barePrices,
      blankPrices: flaws.before.blankPrices,
      ids,
      prices,
    },
  };
}

async function compareFiles(
  session: WarehouseSession,
  { before, after, rows }: { readonly before: DiffSide; readonly after: DiffSide; readonly rows: number },
) {
  const [ids] = await session.all(idChange(before, after));
  const [prices] = await session.all(priceChange(before, after, rows));
  const [flawsBefore] = await session.all(fileFlaws(before));
  const [flawsAfter] = await session.all(fileFlaws(after));
  return {
    ids: readIdChange(ids),
    prices: readPriceChange(prices),
    flaws: { before: readFileFlaws(flawsBefore), after: readFileFlaws(flawsAfter) },
  };
}
