import { z } from "zod";
import { defineEvent } from "../events/index.ts";
import { ExtractShape, WAITING_EXTRACT_EXAMPLE } from "./extract-shapes.ts";

/** Percentages that subscribers get an event for, each once per extract. */
export const PROGRESS_STEPS = [25, 50, 75] as const;

const RUNNING = { ...WAITING_EXTRACT_EXAMPLE, status: "running", started_at: "2026-11-02T09:00:01.000Z" } as const;
/** Until the primary feed has run. */
const NOT_COUNTED = { excluded_count: 0 } as const;

export const extractStarted = defineEvent({ name: "extract.started", data: ExtractShape, example: RUNNING });

export const extractProgress = defineEvent({
  name: "extract.progress",
  data: z.strictObject({
    ...ExtractShape.shape,
    progress: z.literal(PROGRESS_STEPS).meta({ description: "Progress in percent. Each value is sent once." }),
  }),
  example: { ...RUNNING, progress: 25 },
});

export const extractCompleted = defineEvent({ name: "extract.completed", data: ExtractShape, example: NOT_COUNTED });

export const extractFailed = defineEvent({
  name: "extract.failed",
  data: ExtractShape,
  example: {
    ...RUNNING,
    status: "failed",
    failed_at: "2026-11-02T09:00:30.000Z",
    error_code: "internal_error",
    error_details: "Something went wrong on our side. The log of this extract has the details.",
  },
});

const against = (what: string) =>
  z
    .int()
    .min(0)
    .nullable()
    .meta({ description: `${what} Null if the files of the previous snapshot couldn't be read.` });

export const productsImported = defineEvent({
  name: "products.imported",
  data: z.strictObject({
    extract: ExtractShape,
    product_count: z.int().min(0).meta({ description: "Variants in the snapshot." }),
    added: against("Variants that the previous snapshot didn't have. For a shop's first snapshot, all of them."),
    removed: against("Variants that only the previous snapshot had."),
    changed: against("Variants in both snapshots that differ in a source column."),
  }),
  example: { extract: NOT_COUNTED, product_count: 4, added: 1, changed: 3 },
});
