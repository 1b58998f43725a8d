import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { defineEvent } from "../events/index.ts";
import { FeedShape } from "./feed-shapes.ts";

/** With the first live run of any of the shop's feeds; `feed.updated` tells of the same file, as of every later one. */
export const feedCreated = defineEvent({ name: "feed.created", data: FeedShape });

export const feedUpdated = defineEvent({
  name: "feed.updated",
  data: z.strictObject({ ...FeedShape.shape, run_id: idSchema("run", "The live run, whose file it is.") }),
});
