import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { PageMeta } from "../../kernel/page.ts";
import type { RunRow } from "./run-queries.ts";
import { FeedRunShape, runAnswer } from "./run-shapes.ts";

/** What is said of a feed that has no live run because its newest run is held. */
const HeldNotice = z.strictObject({
  run_id: idSchema(
    "run",
    "The held run that the rows come from. This field and the next three are present only if the feed has never had a live run.",
  ),
  publication: z.literal("held"),
  held_reasons: FeedRunShape.shape.held_reasons,
  notice: z.string().meta({
    description: "Why the run is held and what to do.",
    examples: [
      "Run run_12 is held: The file would have no products. Publish it with POST /v1/feeds/feed_3/runs/run_12/publish, or change the feed and run it again.",
    ],
  }),
});
export type HeldNotice = z.output<typeof HeldNotice>;

/** Meta of a page of rows that may be those of a held run. */
export const ListedPageMeta = z.strictObject({ ...PageMeta.shape, ...HeldNotice.partial().shape }).meta({ id: "ListedPageMeta" });

export function heldNotice(run: RunRow): HeldNotice {
  const { id, feed_id: feedId, held_reasons: reasons } = runAnswer(run);
  const publish = `Publish it with POST /v1/feeds/${feedId}/runs/${id}/publish, or change the feed and run it again.`;
  return { run_id: id, publication: "held", held_reasons: reasons, notice: `${heldSentence(run)} ${publish}` };
}

/** `Run run_12 is held: The file would have no products.` */
export function heldSentence(run: RunRow): string {
  const { held_reasons: reasons } = runAnswer(run);
  return `Run ${formatId("run", storedId("run", run.id))} is held: ${reasons.map(({ message }) => message).join(" ")}`;
}
