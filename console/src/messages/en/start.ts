import { countOf, formatBytes } from "../format.ts";

interface Found {
  readonly errors: number;
  readonly warnings: number;
}

export const start = {
  title: "Set up",
  toOverview: "Go to the overview",
  hint: "The feed is made from your catalog again and again by itself. Choose who reads it, look at what they would refuse, and give them its address.",
  catalog: "Catalog",
  notExtracted: "The catalog hasn't been extracted yet.",
  extracted: (variants: number, excluded: number) =>
    `${countOf(variants, "variant")} extracted${excluded === 0 ? "" : `, ${countOf(excluded, "row")} left out of the feed`}`,
  extracting: (percent: number) => `Extracting, ${percent} %`,
  extractFailed: "The extract failed.",
  toExtracts: "All about the extract",
  channels: "Channels",
  channelsHint: "Each gets a file of its own, in the form it reads. You can change this at any time.",
  chooseFirst: "Choose a channel first.",
  problems: "What they would refuse",
  problemsHint: "The file is checked by each channel's own rules before the channel reads it.",
  found: (name: string, findings: Found | null) =>
    findings === null
      ? `${name}: being checked`
      : findings.errors + findings.warnings === 0
        ? `${name}: nothing to fix`
        : `${name}: ${countOf(findings.errors, "error")}, ${countOf(findings.warnings, "warning")}`,
  fixThem: (name: string) => `See and fix them for ${name}`,
  addresses: "Addresses",
  addressesHint: "Give the address to the channel, or connect your account and let Feedwright register it.",
  addressOf: (name: string) => `address for ${name}`,
  fileComes: "The file is being made",
  fileIs: (rows: number, bytes: number) => `${countOf(rows, "row")}, ${formatBytes(bytes)}`,
  register: (name: string) => `Set up ${name}`,
};
