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
  readonly error: Error | null;
}

const SETTLED_MS = 120;
const LENGTH_MIN = 2;

/** What the shop has by this text: SKU, GTIN, id and handle exactly, then titles and names. */
export function useHits(typed: string): Hits {
  // Elsewhere there's nothing to search in: the API searches one shop.
  const isInShop = useParams({ strict: false }).shopId !== undefined;
  const text = typed.trim();
  const settled = useSettled(text, SETTLED_MS);
  const isEnough = isInShop && settled.length >= LENGTH_MIN;
  const hits = useAsked(["search.find", settled], async (signal) => call("search.find", { query: { q: settled } }, { signal }), {
    enabled: isEnough,
  });
  const isCurrent = !isInShop || (isEnough && settled === text && hits.data !== undefined && !hits.isPlaceholderData);
  return { found: isEnough ? (hits.data ?? []) : [], isCurrent, error: isEnough ? hits.error : null };
}

/** Opens what was found. */
export function useOpenHit(): (hit: Hit) => void {
  const navigate = useNavigate();
  const { shopId } = useParams({ strict: false });
  return ({ kind, id, feed_id: feed }) => {
    if (shopId === undefined) return;
    if (kind === "product") void navigate({ to: "/shops/$shopId/products/$productId", params: { shopId, productId: id } });
    if (kind === "feed") void navigate({ to: "/shops/$shopId/feeds/$feedId", params: { shopId, feedId: shortId(id) } });
    if (kind === "lookup") void navigate({ to: "/shops/$shopId/lookups/$name", params: { shopId, name: id } });
    if (kind === "webhook") void navigate({ to: "/shops/$shopId/webhooks/$webhookId", params: { shopId, webhookId: shortId(id) } });
    if (kind === "rule" && feed !== null)
      void navigate({ to: "/shops/$shopId/feeds/$feedId/rules/$ruleId", params: { shopId, feedId: shortId(feed), ruleId: shortId(id) } });
  };
}
