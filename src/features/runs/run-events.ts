import { defineEvent } from "../events/index.ts";
import { FeedRunShape } from "./run-shapes.ts";

export const runHeld = defineEvent({ name: "run.held", data: FeedRunShape });

/** Not for the run of a regenerate that somebody cancelled: whoever did so knows. */
export const runFailed = defineEvent({ name: "run.failed", data: FeedRunShape });
