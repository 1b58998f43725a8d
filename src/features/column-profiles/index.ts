export { listColumnValues } from "./list-column-values.ts";
export { profileColumns } from "./profile-columns.ts";
