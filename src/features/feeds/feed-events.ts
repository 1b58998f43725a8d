import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { defineEvent } from "../events/index.ts";
import { FeedShape } from "./feed-shapes.ts";

/** With the first live run of any of the shop's feeds; `feed.updated` follows for the same run. */
export const feedCreated = defineEvent({ name: "feed.created", data: FeedShape });

const count = (description: string) =>
  z
    .int()
    .nullable()
    .meta({ description, examples: [3] });

/** How the file of a run that goes live differs from the one that was served until then. */
export const FileDifference = z.strictObject({
  changed: z
    .boolean()
    .meta({ description: "Whether the file's bytes differ from those of the file served until now; `true` for a first file." }),
  added_count: count("Rows that the file served until now didn't have. Null if they couldn't be counted, as for the next two."),
  removed_count: count("Rows that only the file served until now had."),
  changed_count: count("Rows of both files that differ."),
});
export type FileDifference = z.output<typeof FileDifference>;

export const feedUpdated = defineEvent({
  name: "feed.updated",
  data: z.strictObject({ ...FeedShape.shape, run_id: idSchema("run", "The live run, whose file it is."), ...FileDifference.shape }),
});
