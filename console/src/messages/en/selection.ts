import { countOf, formatCount } from "../format.ts";

export const selection = {
  title: "Selection",
  inFile: (included: number, total: number) => `${formatCount(included)} of ${countOf(total, "row")} in the file`,
  toLeaveOut: "To leave products out, write an {rule}.",
  excludeRule: "exclude rule",
  all: "This feed has all products of the shop.",
  list: (count: number) => `This feed has a list of ${countOf(count, "product")}.`,
  collection: "This feed has the products of the collection {title}. The collection was chosen when the feed was made.",
  productIds: "Product ids",
  listCounts: (count: number, added: number, removed: number) =>
    `${countOf(count, "product")}: ${formatCount(added)} added, ${formatCount(removed)} removed. One id a line, or between commas.`,
  saveList: "Save the list",
  leaveAsk: "Leave the list without saving it?",
  discardList: "Discard the changes",
  wouldBeLost: "What you changed would be lost.",
} as const;
