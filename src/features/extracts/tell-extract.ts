import { storedId } from "../../kernel/ids.ts";
import { emit, emitAll, type EventSource } from "../events/index.ts";
import { extractCompleted, extractFailed, extractProgress, extractStarted, PROGRESS_STEPS } from "./extract-events.ts";
import { type ExtractRow, moveProgressTold } from "./extract-queries.ts";
import { extractAnswer } from "./extract-shapes.ts";

/** What subscribers hear of an extract, in the transaction that makes it so. Deltas are told of by the feeds they change. */

export async function tellStarted(source: EventSource, extract: ExtractRow): Promise<void> {
  await emit(source, extractStarted, extractAnswer(extract));
}

/** The steps that `progress` has reached and nobody was told of. */
export function untoldSteps({ progress_told: told }: ExtractRow, progress: number): readonly (typeof PROGRESS_STEPS)[number][] {
  return PROGRESS_STEPS.filter((step) => step > told && step <= progress);
}

/**
 * Tells of every step up to `progress` that was not told yet, each by itself. Of two workers that both think they have the extract, one
 * moves the mark from where both saw it; the other tells nothing.
 */
export async function tellProgress(source: EventSource, extract: ExtractRow, progress: number): Promise<void> {
  const steps = untoldSteps(extract, progress);
  const last = steps.at(-1);
  if (last === undefined) return;
  const seen = { id: storedId("ext", extract.id), attempt: extract.attempt, told: extract.progress_told };
  const moved = await moveProgressTold(source.shop, { ...seen, to: last });
  if (moved === undefined) return;
  await emitAll(
    source,
    extractProgress,
    steps.map((step) => ({ ...extractAnswer(moved), progress: step })),
  );
}

/** `extract`: as its end left it. */
export async function tellEnded(source: EventSource, extract: ExtractRow): Promise<void> {
  await emit(source, extract.status === "failed" ? extractFailed : extractCompleted, extractAnswer(extract));
}
