export { listSourceRows } from "./list-source-rows.ts";
