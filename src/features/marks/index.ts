export { forgetDeliveries, markCatalog, markUnreported, rememberDelivery, type Report } from "./mark-catalog.ts";
export {
  countMarks,
  forgetMarks,
  type Mark,
  type MarkKind,
  readMarks,
  removeMarks,
  removeMarksThrough,
  settleQueue,
} from "./mark-queries.ts";
