export { defineEvent, type EventDefinition } from "./event.ts";
export { envelopeOf } from "./envelope.ts";
export { composeEvents, emit, emitAll, type EventSource } from "./emit.ts";
export type { NewEvents } from "./event-queries.ts";
export { ALL_EVENTS, EVENTS, type EventName } from "./event-names.ts";
