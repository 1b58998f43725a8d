import { rm } from "node:fs/promises";
import path from "node:path";
import type { ChainOptions } from "../src/engine/plan/chain-query.ts";
import type { FeedPlan } from "../src/engine/plan/feed-plan.ts";
import { type TransformInput, transformQuery } from "../src/engine/plan/transform-query.ts";
import { runCounts } from "../src/engine/run/run-counts.ts";
import { differenceCounts } from "../src/engine/run/run-diff.ts";
import { shapeOf, valueNames, writeCanonical, writeExcluded, writeRunIndex } from "../src/engine/run/run-files.ts";
import { countTranslated, type TranslatedRows } from "../src/engine/run/translated-counts.ts";
import { writeFeedRows } from "../src/features/transforms/write-feed-rows.ts";
import type { WarehouseSession } from "../src/platform/warehouse/warehouse-port.ts";
import { BENCH_THREADS, benchOptions } from "./bench-feed.ts";

export interface BenchTransform {
  readonly plan: FeedPlan;
  readonly input: TransformInput;
}

export interface BenchRun extends BenchTransform {
  /** Set for language feeds only. */
  readonly translated?: TranslatedRows;
}

/** `rows.parquet`, as a run writes it. */
export async function writeTransformed(session: WarehouseSession, work: string, { plan, input }: BenchTransform): Promise<void> {
  const transformOf = async (asked: BenchTransform & { readonly options: ChainOptions }) =>
    transformQuery(asked.plan, asked.input, asked.options);
  await writeFeedRows(
    { session, threads: BENCH_THREADS, plan, input, options: benchOptions(work), transformOf },
    path.join(work, "rows.parquet"),
  );
}

/** Everything the service does for a run but moving files and the database. */
export async function wholeRun(session: WarehouseSession, work: string, run: BenchRun): Promise<void> {
  const file = (name: string): string => path.join(work, name);
  const shape = shapeOf(run.plan);
  await rm(file("gmcfeed.txt.gz"), { force: true });
  await writeTransformed(session, work, run);
  const [counts] = await session.all(runCounts(file("rows.parquet")));
  await session.run(writeCanonical(file("rows.parquet"), shape.columns, Number(counts?.["included"]), file("gmcfeed.txt")));
  const indexAndCount = async (): Promise<void> => {
    await session.run(
      writeRunIndex(file("rows.parquet"), shape, file("index.parquet")),
      writeExcluded(file("rows.parquet"), shape.columns, file("excluded.txt")),
    );
    const side = { index: file("index.parquet"), rows: file("rows.parquet"), columns: valueNames(shape), split: false };
    await session.all(differenceCounts(side, side, true));
  };
  await Promise.all([session.pack(file("gmcfeed.txt"), file("gmcfeed.txt.gz")), indexAndCount()]);
  if (run.translated !== undefined) await session.all(countTranslated(file("rows.parquet"), run.translated));
}
