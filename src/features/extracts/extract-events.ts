import { z } from "zod";
import { defineEvent } from "../events/index.ts";
import { ExtractShape } from "./extract-shapes.ts";

/** Percent that subscribers are told of, each once an extract (contract, section 13). */
export const PROGRESS_STEPS = [25, 50, 75] as const;

export const extractStarted = defineEvent({ name: "extract.started", data: ExtractShape });

export const extractProgress = defineEvent({
  name: "extract.progress",
  data: z.strictObject({
    ...ExtractShape.shape,
    progress: z.literal(PROGRESS_STEPS).meta({ description: "What it has reached; each is told once." }),
  }),
});

export const extractCompleted = defineEvent({ name: "extract.completed", data: ExtractShape });

export const extractFailed = defineEvent({ name: "extract.failed", data: ExtractShape });

const against = (what: string) =>
  z
    .int()
    .min(0)
    .nullable()
    .meta({ description: `${what} Null where the files of the snapshot before could not be read.` });

export const productsImported = defineEvent({
  name: "products.imported",
  data: z.strictObject({
    extract: ExtractShape,
    product_count: z.int().min(0).meta({ description: "Variants in the snapshot." }),
    added: against("Variants that the snapshot before did not have; all of them in a shop's first."),
    removed: against("Variants that only the snapshot before had."),
    changed: against("Variants of both of which a source column differs."),
  }),
});
