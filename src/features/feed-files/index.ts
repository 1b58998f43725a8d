export { listFiles } from "./list-files.ts";
export { noteFetches } from "./note-fetches.ts";
