import { z } from "zod";
import { sayFailure, TestResult } from "../engine/run/feed-tests.ts";
import type { FeedRunShape } from "../features/runs/index.ts";

/** Runs as people read them on a terminal. */

/** `+5 −0 ~3`: rows added, removed and changed against the live run before it. */
export function changesText({ added_count: added, removed_count: removed, changed_count: changed }: FeedRunShape): string {
  return added === null || removed === null || changed === null ? "" : `+${added} −${removed} ~${changed}`;
}

/** `2026-11-21 18:33:44`, in UTC. */
export function timeText(iso: string): string {
  return iso.slice(0, 19).replace("T", " ");
}

/** Why a run is held, each reason with its evidence, and the command that publishes it all the same. */
export function heldText(run: FeedRunShape): string {
  const reasons = run.held_reasons.flatMap(({ code, message, details }) => [
    `- ${code}: ${message}`,
    ...evidence(details).map((line) => `    ${line}`),
  ]);
  return ["Held because:", ...reasons, `Publish it anyway with: feedwright runs publish --feed ${run.feed_id} --run ${run.id}`, ""].join(
    "\n",
  );
}

const Failures = z.array(TestResult.omit({ status: true }).extend({ name: z.string(), row_id: z.string(), item: z.int() }));

function evidence({ failures, ...facts }: Readonly<Record<string, unknown>>): readonly string[] {
  const told = Object.entries(facts).map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(", ") : String(value)}`);
  if (failures === undefined) return [told.join(", ")];
  return Failures.parse(failures).map(
    ({ name, row_id: rowId, item, ...result }) =>
      `"${name}", row ${rowId}${item === 1 ? "" : ` item ${item}`}: ${sayFailure({ status: "failed", ...result })}`,
  );
}
