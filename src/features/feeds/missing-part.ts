import { z } from "zod";
import { REASON_START } from "../../engine/plan/exclusion-reasons.ts";
import { isOwnMarket, pricedCountry } from "./market-of.ts";
import type { SellingPlaces } from "./selling-queries.ts";

/** What a snapshot holds beside the catalog itself. Snapshots older than a member have none of it. */
const PartFacts = z.object({
  translations: z.array(z.string()).default([]),
  markets: z.array(z.string()).default([]),
  countries: z.array(z.string()).nullable().default(null),
  left_out: z.array(z.object({ kind: z.enum(["locale", "country"]), code: z.string(), reason: z.string() })).default([]),
});
export type PartFacts = z.output<typeof PartFacts>;

/** Null: the shop has no snapshot. */
export function readPartFacts(snapshot: unknown): PartFacts | null {
  return PartFacts.nullable().catch(null).parse(snapshot);
}

export interface PartOfFeed {
  readonly feed_type: "primary" | "language" | "market";
  readonly locale: string | null;
  readonly target_market: string | null;
  readonly target_country: string;
}

/** A language or market that a feed is about. */
export interface MissingPart {
  readonly kind: "locale" | "country";
  readonly code: string;
  /** As the feed calls it. */
  readonly name: string;
}

/** The part of a feed that a snapshot does not have; undefined where it has it, and where the platform has no prices by country. */
export function missingPart(
  feed: PartOfFeed,
  facts: PartFacts | null,
  shop: Pick<SellingPlaces, "country" | "markets">,
): MissingPart | undefined {
  const { feed_type: type, locale } = feed;
  if (type === "language" && locale !== null)
    return facts?.translations.includes(locale) === true ? undefined : { kind: "locale", code: locale, name: locale };
  const countries = facts?.countries ?? null;
  if (type !== "market" || facts === null || countries === null) return undefined;
  const market = feed.target_market ?? feed.target_country;
  const country = pricedCountry(feed, shop.markets);
  const isThere = isOwnMarket(market, shop) || countries.includes(country);
  return isThere ? undefined : { kind: "country", code: country, name: market };
}

/** Why every row of such a feed is left out. */
export function notExtractedReason({ name }: MissingPart): string {
  return `${REASON_START.notExtracted}${name}`;
}

/** Why a snapshot lacks it; undefined where nobody asked for it when the snapshot was made. */
export function leftOutReason({ kind, code }: MissingPart, facts: PartFacts | null): string | undefined {
  return facts?.left_out.find((part) => part.kind === kind && part.code === code)?.reason;
}
