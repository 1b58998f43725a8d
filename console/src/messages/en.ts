import { audit } from "./en/audit.ts";
import { keys } from "./en/keys.ts";
import { lookups } from "./en/lookups.ts";
import { organization } from "./en/organization.ts";
import { plan } from "./en/plan.ts";
import { shopSettings } from "./en/shop-settings.ts";
import { tests } from "./en/tests.ts";
import { webhooks } from "./en/webhooks.ts";
import { countOf } from "./format.ts";

/**
 * Every sentence of the console in English, by the folder that shows it: plain strings, and functions where a number or a name is in the sentence.
 * A long section has a file of its own in `en/`. Components import `messages`, never this file. Another language is an object that `satisfies Messages`.
 */
export const en = {
  audit,
  keys,
  lookups,
  organization,
  overview: {
    title: "Overview",
    extractNow: "Extract now",
    extracting: "Extracting",
    nothingNeedsAttention: "Nothing needs attention",
    needsAttention: (count: number) => `Needs attention (${count})`,
    feeds: "Feeds",
    catalog: "Catalog",
    noActiveFeed: "This shop has no active feed.",
    notExtracted: "The catalog hasn't been extracted yet.",
    notExtractedNext: "“Extract now” reads it from the shop; feeds are made from it.",
    extractProgress: (status: string, percent: number) => `Extract ${status}, ${percent} % done.`,
    productsExtracted: (count: number) => `${countOf(count, "product")}, extracted`,
    noneScheduled: "No extract is scheduled.",
    nextExtract: "The next extract is",
    seeWhy: "See why",
  },
  plan,
  shopSettings,
  tests,
  versions: {
    against: "Compared with",
    version: (number: number) => `Version ${number}`,
  },
  webhooks,
} as const;
