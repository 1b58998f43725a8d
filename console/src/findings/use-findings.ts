import { useParams } from "@tanstack/react-router";
import type { ApiAnswer } from "../api/client.ts";
import { fullId } from "../shell/paths.ts";

export type Finding = ApiAnswer<"findings.list">["data"][number];

/** What a change of mutes makes stale. */
export const MUTE_MARKS = ["findings.", "finding_mutes.", "feed_channels.", "shop."] as const;

const ROUTE = "/shops/$shopId/feeds/$feedId/channels/$slug/findings";

/** The feed and channel of the address: as links have them, and as the API's paths do. */
export function useFindingsPath() {
  const { shopId, feedId, slug } = useParams({ from: ROUTE });
  return { shopId, feedId, slug, path: { feed_id: fullId("feed", feedId), slug } };
}

/** A channel may have a finding for several attributes. */
export function keyOfFinding({ code, field }: Pick<Finding, "code" | "field">): string {
  return `${code} ${field ?? ""}`;
}
