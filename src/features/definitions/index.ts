export { changeDefinition, type Edit, type ReadEdit, readChanges } from "./change-definition.ts";
export { describeItems, describeMembers, shownPart, textOf } from "./describe-parts.ts";
export { longestRise } from "./kept-order.ts";
export { type Excess, pastBounds } from "./past-bounds.ts";
export { draftOf, effectOf, previewChanges, previewEdit } from "./preview-edit.ts";
export { revertList, revertMembers } from "./revert-parts.ts";
export {
  type Bound,
  type Change,
  changeOf,
  type Difference,
  type DocumentSection,
  defineDocumentSection,
  type Draft,
  defineEditedSection,
  type Read,
  type Reading,
  type Reverted,
  type SectionChange,
  type States,
  type WrittenPattern,
} from "./section.ts";
export { FEEDWIDE_BOUND, PARTS_BOUND } from "./shared-bounds.ts";
export { FAULTS_MAX, sectionFaults, wrong } from "./written-section.ts";
