export { createKey, type NewKey } from "./create-key.ts";
export { actorOf, type Caller, findCaller } from "./find-caller.ts";
