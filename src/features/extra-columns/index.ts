export { changeExtraColumns } from "./change-extra-columns.ts";
export { getExtraColumns } from "./get-extra-columns.ts";
export { extraColumnsSection } from "./section.ts";
