import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { send } from "../api/client.ts";
import { isEmbedded } from "../api/embedded.ts";
import { ApiError, type NetworkError } from "../api/errors.ts";
import { useApi } from "../api/queries.ts";
import { promised } from "../unsafe.ts";

/** Whose session it is: `GET /session`, which is the console's own and not part of the reference. */
export interface Who {
  readonly kind: "merchant" | "organization" | "admin";
  readonly key: { readonly name: string; readonly key_prefix: string; readonly scopes: readonly string[] };
  readonly shop: { readonly id: string; readonly name: string } | null;
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly expires_at: string | null;
}

export function useWho(): UseQueryResult<Who, ApiError | NetworkError> {
  return useQuery<Who, ApiError | NetworkError>({
    queryKey: ["session.get"],
    queryFn: async ({ signal }) => {
      await openEmbedded(signal);
      const response = await send("/session", { signal });
      const text = await response.text();
      if (!response.ok) throw ApiError.of(response, text);
      return promised<{ readonly data: Who }>(JSON.parse(text)).data;
    },
  });
}

/** Inside the Shopify admin, the first request makes sure that the shop is installed and that we may still read it. */
async function openEmbedded(signal: AbortSignal): Promise<void> {
  if (!isEmbedded()) return;
  const response = await send("/shopify/session", { method: "POST", signal });
  if (!response.ok) throw ApiError.of(response, await response.text());
}

/** The shop whose pages are open. */
export function useShop() {
  return useApi("shop.get", {});
}
