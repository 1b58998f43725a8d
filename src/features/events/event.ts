import type { z } from "zod";
import type { Partially } from "../../kernel/operation.ts";
import type { EventName } from "./event-names.ts";

/** An event as its feature defines it: what its `data` holds. The reference of events and the OpenAPI document are made from these. */
export interface EventDefinition<D extends z.ZodType = z.ZodType, N extends EventName = EventName> {
  readonly name: N;
  readonly data: D;
  /** What of the reference's example of `data` is another than elsewhere in the same shapes. */
  readonly example?: Partially<z.input<D>>;
}

export function defineEvent<D extends z.ZodType, const N extends EventName>(definition: EventDefinition<D, N>): EventDefinition<D, N> {
  return Object.freeze(definition);
}
