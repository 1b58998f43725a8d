import type { ChainOptions } from "../../engine/plan/chain-query.ts";
import type { FeedPlan } from "../../engine/plan/feed-plan.ts";
import type { Transform, TransformInput } from "../../engine/plan/transform-query.ts";
import { halvesOf, isHalved, joinHalves, writeHalf } from "../../engine/run/row-halves.ts";
import { shapeOf, writeRows } from "../../engine/run/run-files.ts";
import { sql } from "../../engine/sql/fragment.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";

interface RowsWork {
  readonly session: WarehouseSession;
  readonly plan: FeedPlan;
  readonly input: TransformInput;
  readonly options: ChainOptions;
  /** What the session was given: with one thread's memory, nothing runs side by side. */
  readonly threads: number;
  readonly transformOf: (asked: Pick<RowsWork, "plan" | "input" | "options">) => Promise<Transform>;
}

/** Writes `rows.parquet` of a whole feed. */
export async function writeFeedRows({ session, threads, transformOf, ...asked }: RowsWork, rowsFile: string): Promise<Transform> {
  const { plan, input, options } = asked;
  const shape = shapeOf(plan);
  const transform = await transformOf(asked);
  const [counted] = await session.all(sql`SELECT count(*) AS rows FROM ${input.source}`);
  const rows = Number(counted?.["rows"]);
  if (threads < 2 || !isHalved(input, transform, rows)) {
    await session.run(...transform.statements, writeRows(transform.rows, shape, rowsFile));
    return transform;
  }
  const halves = await Promise.all(halvesOf(input, rows).map((half) => transformOf({ plan, input: half, options })));
  const files = halves.map((_, at) => options.file(`half-${at + 1}`));
  await session.sideBySide(...halves.map((half, at) => writeHalf(half.rows, shape, files[at] ?? "")));
  await session.run(joinHalves(files, shape, rowsFile));
  return transform;
}
