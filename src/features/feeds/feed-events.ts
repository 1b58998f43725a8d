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
  changed: z.boolean().meta({ description: "Whether the file's bytes differ from the file served before. `true` for a first file." }),
  added_count: count("Rows that the file served before didn't have. This count and the next two are null if the rows couldn't be counted."),
  removed_count: count("Rows that only the file served before had."),
  changed_count: count("Rows in both files that differ."),
});
export type FileDifference = z.output<typeof FileDifference>;

export const feedUpdated = defineEvent({
  name: "feed.updated",
  data: z.strictObject({ ...FeedShape.shape, run_id: idSchema("run", "The live run the file comes from."), ...FileDifference.shape }),
});
