import { useNavigate, useParams } from "@tanstack/react-router";
import { type ApiAnswer, call } from "../api/client.ts";
import { useAsked } from "../api/queries.ts";
import { useSettled } from "../ui/use-settled.ts";
import { shortId } from "./paths.ts";

export type Hit = ApiAnswer<"search.find">[number];

export interface Hits {
  readonly found: readonly Hit[];
  /** Whether `found` answers what is typed now. */
  readonly isCurrent: boolean;
}

const SETTLED_MS = 120;
const LENGTH_MIN = 2;

/** What the shop has by this text: SKU, GTIN, id and handle exactly, then titles and names. */
export function useHits(typed: string): Hits {
  const text = typed.trim();
  const settled = useSettled(text, SETTLED_MS);
  const { shopId } = useParams({ strict: false });
  const isEnough = shopId !== undefined && settled.length >= LENGTH_MIN;
  const hits = useAsked(["search.find", settled], async (signal) => call("search.find", { query: { q: settled } }, { signal }), {
    enabled: isEnough,
  });
  const isCurrent = isEnough && settled === text && hits.data !== undefined && !hits.isPlaceholderData;
  // On the pages of an organization there is nothing to look through, so the answer is there at once.
  return { found: isEnough ? (hits.data ?? []) : [], isCurrent: isCurrent || shopId === undefined };
}

/** Opens what was found. What has no page in the console yet opens none. */
export function useOpenHit(): (hit: Hit) => void {
  const navigate = useNavigate();
  const { shopId = "" } = useParams({ strict: false });
  return ({ kind, id, feed_id: feed }) => {
    if (kind === "product") void navigate({ to: "/shops/$shopId/products/$productId", params: { shopId, productId: id } });
    if (kind === "feed") void navigate({ to: "/shops/$shopId/feeds/$feedId", params: { shopId, feedId: shortId(id) } });
    if (kind === "rule" && feed !== null)
      void navigate({ to: "/shops/$shopId/feeds/$feedId/rules/$ruleId", params: { shopId, feedId: shortId(feed), ruleId: shortId(id) } });
  };
}

/** Kinds that have a page. */
export function hasPage({ kind }: Hit): boolean {
  return kind === "product" || kind === "feed" || kind === "rule";
}
