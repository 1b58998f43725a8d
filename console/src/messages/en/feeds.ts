import { formatCount } from "../format.ts";

export const feeds = {
  findingsUncounted: "What this does to the channels' findings isn't known.",
  findingsSame: "No finding of the feed's channels changes.",
  findingsChange: "Findings that change",
  cleared: (rows: number) => `${formatCount(rows)} cleared`,
  caused: (rows: number) => `${formatCount(rows)} new`,
} as const;
