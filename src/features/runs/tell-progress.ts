import { formatId, storedId } from "../../kernel/ids.ts";
import { transact } from "../../platform/postgres/postgres-port.ts";
import { emitToStreams, type EventSource } from "../events/index.ts";
import { type RunStage, setRunProgress } from "./progress-queries.ts";
import type { RunRow } from "./run-queries.ts";

/** Of a run, in percent: it has begun; its rows are there; so are its files, and it is counted. What is left is storing and publishing. */
export const STAGE_STARTS = { transforming: 0, writing: 50, publishing: 75 } as const satisfies Record<RunStage, number>;

/** Notes that this attempt has reached a stage, for those who look and those who watch. A stale attempt says nothing. */
export async function tellStage({ shop, clock }: EventSource, run: RunRow, stage: RunStage): Promise<void> {
  const id = storedId("run", run.id);
  const progress = STAGE_STARTS[stage];
  await transact(shop.db, async (transaction) => {
    const inside = { ...shop, db: transaction };
    if (!(await setRunProgress(inside, { id, attempt: run.attempt, stage, progress }))) return;
    const about = { id: formatId("run", id), feed_id: formatId("feed", storedId("feed", run.feed_id)) };
    await emitToStreams({ shop: inside, clock }, "run.progress", { object: "run", ...about, status: "running", stage, progress });
  });
}
