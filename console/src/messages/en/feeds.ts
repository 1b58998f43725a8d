import { countOf, formatCount } from "../format.ts";

export const feeds = {
  findingsUncounted: "What this does to the channels' findings isn't known.",
  findingsSame: "No finding of the feed's channels changes.",
  findingsChange: "Findings that change",
  cleared: (rows: number) => `${formatCount(rows)} cleared`,
  caused: (rows: number) => `${formatCount(rows)} new`,
  rowsBeforeAfter: "Rows before and after",
  noTitle: "(no title)",
  leaves: (reason: string) => `leaves: ${reason}`,
  comesBack: "comes back",
  blank: "blank",
  effect: (changed: number, leaving: number, coming: number, total: number) =>
    `${countOf(changed, "row")} would change, ${formatCount(leaving)} would leave and ${formatCount(coming)} would come back, of ${formatCount(total)}.`,
} as const;
