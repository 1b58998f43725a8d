import type { LiveFinding, FeedRuns } from "./membership-queries.ts";
import type { Membership } from "./membership.ts";
import type { What } from "./why.ts";

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
  excluded_by_merchant: "Somebody excluded the product by hand, in every feed. Clear the override `excluded` to let it in.",
  not_selected: "The feed does not select it. Change the feed's selection to let it in.",
  draft: "It is a draft in the shop. Make it active there, or set `import_unpublish_product`.",
  archived: "It is archived in the shop. Make it active there.",
  unpublished: "It is not published on the online store. Publish it there, or set `import_unpublish_product`.",
  unlisted: "It is unlisted in the shop. List it there, or set `import_unpublish_product`.",
  gift_card: "It is a gift card, and the feed's setting `gift_cards` is off.",
  no_price: "It has no price in the feed's market.",
  not_sold: "The feed's market does not sell it.",
  not_extracted: "The catalog was extracted without the feed's language or market. Run a full extract.",
  allowance: "The plan allows no more rows in a feed.",
  duplicate_id: "An earlier row of the feed has the same id. Change `id_format` or what the column `id` reads.",
};

export function membershipSentence(told: Told): string {
  const { what, reason } = told;
  switch (what) {
    case "live":
      return told.feed.held_id === null
        ? "It is in the file being served."
        : `It is in the file being served. Run run_${told.feed.held_id} is held and would keep it.`;
    case "has_findings":
      return `It is in the file being served, but checks found errors: ${errorsOf(told.findings)}.`;
    case "run_held":
      return heldSentence(told);
    case "feed_inactive":
      return "The feed is inactive: nothing of it is served.";
    case "excluded_by_rule":
      return `${ruleSentence(told.rules)} leaves it out: "${reason ?? ""}".`;
    case "other":
      return reason === null ? missingSentence(told.feed) : `It is left out: ${reason}.`;
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
  if (state === "not_in_feed") return `Run ${run} is held and has it. It is served once that run is published.`;
  const why = reason === null ? "" : ` for the reason "${reason}"`;
  return `It is in the file being served, but run ${run}, which is held, would take it out${why}.`;
}

function ruleSentence(rules: readonly string[]): string {
  const [first, ...others] = rules;
  if (first === undefined) return "A rule that is gone or inactive now";
  return others.length === 0 ? `Rule ${first}` : `One of the rules ${rules.slice(0, 5).join(", ")}`;
}

function missingSentence({ live_id: live, held_id: held }: FeedRuns): string {
  if (live === null && held === null) return "The feed has no run to tell by yet. Run it.";
  return "The feed has not run since the product was extracted. Run it.";
}
