import type { LiveFinding, FeedRuns } from "./membership-queries.ts";
import type { Membership } from "./membership.ts";
import type { What } from "../causes/index.ts";

/** What a sentence may say besides. */
export interface Told extends Membership {
  readonly feed: FeedRuns;
  readonly findings: readonly LiveFinding[];
  /** The rule that leaves it out, or those of which one does. */
  readonly rules: readonly string[];
}

type Excluded = Exclude<What, "live" | "has_findings" | "run_held" | "feed_inactive" | "excluded_by_rule" | "other">;

/** Why it is left out, and what would bring it in. */
const EXCLUDED: Readonly<Record<Excluded, string>> = {
  excluded_by_merchant: "Someone excluded the product by hand in every feed. Clear the override `excluded` to include it.",
  not_selected: "The feed doesn't select the product. Change the feed's selection to include it.",
  draft: "The product is a draft in the shop. Activate it there, or set `import_unpublish_product`.",
  archived: "The product is archived in the shop. Activate it there.",
  unpublished: "The product isn't published on the online store. Publish it there, or set `import_unpublish_product`.",
  unlisted: "The product is unlisted in the shop. List it there, or set `import_unpublish_product`.",
  gift_card: "The product is a gift card, and the feed's setting `gift_cards` is off.",
  no_price: "The product has no price in the feed's market.",
  not_sold: "The feed's market doesn't sell the product.",
  not_extracted: "The catalog was extracted without the feed's language or market. Run a full extract.",
  allowance: "The feed already has as many rows as the plan allows.",
  duplicate_id: "An earlier row of the feed has the same id. Change `id_format` or the mapping of the column `id`.",
};

export function membershipSentence(told: Told): string {
  const { what, reason } = told;
  switch (what) {
    case "live":
      return told.feed.held_id === null
        ? "The product is in the file being served."
        : `The product is in the file being served. Run run_${told.feed.held_id} is held and would keep it.`;
    case "has_findings":
      return `The product is in the file being served, but checks found errors: ${errorsOf(told.findings)}.`;
    case "run_held":
      return heldSentence(told);
    case "feed_inactive":
      return "The feed is inactive, so its file isn't served.";
    case "excluded_by_rule":
      return `${ruleSentence(told.rules)} excludes the product: "${reason ?? ""}".`;
    case "other":
      return reason === null ? missingSentence(told.feed) : `The product is excluded: ${reason}.`;
    default:
      return EXCLUDED[what];
  }
}

function errorsOf(findings: readonly LiveFinding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").map(({ channel, code }) => `${code} (${channel})`);
  const [first = "", ...others] = new Set(errors);
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function heldSentence({ feed, state, reason }: Told): string {
  const run = `run_${feed.held_id}`;
  if (state === "not_in_feed") return `The product is in run ${run}, which is held. It is served once that run is published.`;
  const why = reason === null ? "" : ` for the reason "${reason}"`;
  return `The product is in the file being served, but run ${run}, which is held, would remove it${why}.`;
}

function ruleSentence(rules: readonly string[]): string {
  const [first, ...others] = rules;
  if (first === undefined) return "A rule that has since been removed or deactivated";
  return others.length === 0 ? `Rule ${first}` : `One of the rules ${rules.slice(0, 5).join(", ")}`;
}

function missingSentence({ live_id: live, held_id: held }: FeedRuns): string {
  if (live === null && held === null) return "The feed has never run. Run it.";
  return "The feed hasn't run since the product was extracted. Run it.";
}
