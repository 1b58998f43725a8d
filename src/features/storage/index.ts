export { countedObjects } from "./counted-objects.ts";
export { countStorage } from "./count-storage.ts";
export { requireRoom } from "./require-room.ts";
export { storageByKind } from "./storage-queries.ts";
export { storageAnswer, StorageShape } from "./storage-shapes.ts";
