import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import type { EventDefinition } from "./event.ts";

/** The published version of the interface. Receivers get it in every event. */
export const API_VERSION = "1.0.0";

/** The whole body of a delivery of an event. */
export function envelopeOf({ name, data }: EventDefinition) {
  return z.strictObject({
    id: z.string().meta({
      description: "Id of the event, the same in every attempt and for every webhook. Receivers can skip an id they have already handled.",
      examples: ["evt_01M8017BM036GV0QW0WPYWM6B5"],
    }),
    object: z.literal("event"),
    event: z.literal(name),
    api_version: z.literal(API_VERSION),
    created_at: z.iso.datetime().meta({ description: "Time of the event." }),
    shop_id: idSchema("shop", "Shop the event happened in."),
    data,
  });
}
