export { heldObjects, holdObjects, removeHeld } from "./hold-objects.ts";
export { ancestors, NAMED_OBJECTS, namedBy, type NamedObjects, NAMINGS, OBJECT_ROOTS } from "./named-objects.ts";
