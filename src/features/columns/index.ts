export { changeColumnMappings } from "./change-column-mappings.ts";
export { effectiveMappings, type EffectiveMappings } from "./effective-mappings.ts";
export { mappingText } from "./default-texts.ts";
export { getColumnMappings } from "./get-column-mappings.ts";
export { isMappable } from "./read-mappings.ts";
export { mappingsSection } from "./section.ts";
