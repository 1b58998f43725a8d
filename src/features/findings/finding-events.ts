import { z } from "zod";
import { type FeedId, formatId, idSchema, type RunId } from "../../kernel/ids.ts";
import { defineEvent, emitAll, type EventSource } from "../events/index.ts";
import { findingCounts } from "./finding-queries.ts";
import { FindingsStatus, MutedEventShape } from "./finding-shapes.ts";

export const findingsUpdated = defineEvent({
  name: "findings.updated",
  data: z.strictObject({
    feed_id: idSchema("feed", "Feed the event is about."),
    channel: z.string().meta({ description: "Slug of the channel.", examples: ["google"] }),
    status: FindingsStatus,
    errors_count: z.int().min(0).meta({ description: "Findings that are errors and aren't muted." }),
    warnings_count: z.int().min(0).meta({ description: "Findings that are warnings and aren't muted." }),
    run_id: idSchema("run", "Run whose rows were checked.").nullable(),
  }),
});

export const findingMuteCreated = defineEvent({ name: "finding_mute.created", data: MutedEventShape });
export const findingMuteRemoved = defineEvent({ name: "finding_mute.removed", data: MutedEventShape });

/** Emits what a run found, when it goes live: its counts are then those the lists show. Called after that change, in its transaction. */
export async function emitFindings(
  source: EventSource,
  { feedId, runId, channels }: { readonly feedId: FeedId; readonly runId: RunId; readonly channels: readonly string[] },
): Promise<void> {
  const about = { feed_id: formatId("feed", feedId), run_id: formatId("run", runId), status: "fresh" as const };
  const events = [];
  for (const channel of channels) {
    const { errors, warnings } = await findingCounts(source.shop, feedId, channel);
    events.push({ ...about, channel, errors_count: errors, warnings_count: warnings });
  }
  await emitAll(source, findingsUpdated, events);
}
