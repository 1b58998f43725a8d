import type { FeedRunShape } from "../features/runs/index.ts";

/** What came of an extract and the runs it started, for people and as JSON. */

export interface CatalogOutcome {
  readonly extract_id: string;
  readonly status: "completed";
  /** Null where the snapshot is no longer kept. */
  readonly extracted_products: number | null;
  readonly extracted_variants: number | null;
  /** What was repaired or left out on the way in. */
  readonly warnings: readonly { readonly code: string; readonly count: number; readonly message: string }[];
  /** The primary feed first. */
  readonly feeds: readonly FeedOutcome[];
}

type OfRun = Pick<FeedRunShape, "feed_id" | "publication" | "included_count" | "excluded_count" | "held_reasons">;

export interface FeedOutcome extends OfRun {
  readonly name: string;
  readonly run_id: string;
  /** Most frequent first. */
  readonly excluded_reasons: readonly { readonly reason: string; readonly count: number }[];
}

/** Reasons that are listed before the rest are counted. */
const REASONS_MAX = 20;

/** The outcome with the primary feed's own counts beside it. `publication` is `held` where any feed is held, so that a script has one thing to look at. */
export function outcomeFacts(outcome: CatalogOutcome) {
  const { feeds, ...rest } = outcome;
  const [primary] = feeds;
  return {
    ...rest,
    publication: feeds.some(({ publication }) => publication === "held") ? "held" : (primary?.publication ?? "none"),
    included_count: primary?.included_count ?? null,
    excluded_count: primary?.excluded_count ?? null,
    excluded_reasons: primary?.excluded_reasons ?? [],
    held_reasons: primary?.held_reasons ?? [],
    feeds,
  };
}

export function outcomeText(outcome: CatalogOutcome): string {
  const { extracted_products: products, extracted_variants: variants, warnings, feeds } = outcome;
  const extracted = [counted(products, "product"), counted(variants, "variant")].filter((text) => text !== "").join(", ");
  return [
    `Extracted ${extracted}.`,
    ...(warnings.length === 0 ? [] : ["", "Warnings:", ...warnings.map(({ message }) => `  - ${message}`)]),
    ...feeds.flatMap((feed) => ["", ...feedLines(feed)]),
    "",
  ].join("\n");
}

function feedLines(feed: FeedOutcome): readonly string[] {
  const { name, feed_id, run_id, publication, included_count: included, excluded_count: excluded, excluded_reasons: reasons } = feed;
  const listed = reasons.slice(0, REASONS_MAX).map(({ reason, count }) => `    ${grouped(count)} ${reason}`);
  const rest = reasons.slice(REASONS_MAX).reduce((sum, { count }) => sum + count, 0);
  const held = publication === "held" ? `held: ${feed.held_reasons.map(({ message }) => message).join(" ")}` : publication;
  return [
    `${name} (${feed_id}, ${run_id}): ${held}`,
    `  ${grouped(included ?? 0)} included, ${grouped(excluded ?? 0)} excluded${listed.length === 0 ? "" : ":"}`,
    ...listed,
    ...(rest === 0 ? [] : [`    ${grouped(rest)} for other reasons`]),
    ...(publication === "held" ? heldAdvice(feed) : []),
  ];
}

function heldAdvice({ feed_id, run_id }: FeedOutcome): readonly string[] {
  const run = `--feed ${feed_id} --run ${run_id}`;
  return [
    "  This file isn't published. The feed URL still serves the last good file, if there is one.",
    `  See what changed:  feedwright runs diff ${run}`,
    `  Publish it anyway: feedwright runs publish ${run}`,
    `  Or discard it:     feedwright runs discard ${run}`,
  ];
}

function counted(count: number | null, noun: string): string {
  return count === null ? "" : `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
