export { removeOldRecords } from "./remove-old-records.ts";
