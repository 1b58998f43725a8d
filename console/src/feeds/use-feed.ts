import { useParams } from "@tanstack/react-router";
import { fullId } from "../shell/paths.ts";

/** The feed of the address: as the address has it, and as the API calls it. */
export function useFeed(): { readonly shopId: string; readonly feedId: string; readonly id: string } {
  const { shopId, feedId } = useParams({ from: "/shops/$shopId/feeds/$feedId" });
  return { shopId, feedId, id: fullId("feed", feedId) };
}
