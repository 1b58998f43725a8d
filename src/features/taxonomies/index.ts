export { TaxonomyShape, taxonomyAnswers } from "./edition-shapes.ts";
export { currentTaxonomies } from "./current-taxonomies.ts";
export { type MappingFile, writeMappingFile, writeTaxonomyFile } from "./taxonomy-files.ts";
export { type EditionChange, type EditionPlaces, PUBLISHERS, updateTaxonomies } from "./update-taxonomies.ts";
