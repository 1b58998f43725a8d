import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import type { EventDefinition } from "./event.ts";

/** The published version of the interface (spec, section 9). */
export const API_VERSION = "1.0.0";

/** The whole body of a delivery of an event (contract, section 13). */
export function envelopeOf({ name, data }: EventDefinition) {
  return z.strictObject({
    id: z.string().meta({
      description: "Of the event, the same in every attempt and to every webhook: who has seen it once need not do it again.",
      examples: ["evt_01M8017BM036GV0QW0WPYWM6B5"],
    }),
    object: z.literal("event"),
    event: z.literal(name),
    api_version: z.literal(API_VERSION),
    created_at: z.iso.datetime().meta({ description: "When it happened." }),
    shop_id: idSchema("shop", "The shop it happened in."),
    data,
  });
}
