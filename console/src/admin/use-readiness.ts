import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { send } from "../api/client.ts";
import { ApiError, type NetworkError } from "../api/errors.ts";
import { promised } from "../unsafe.ts";

interface Readiness {
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
}

/** `/readyz`, which answers its checks whether or not they pass. */
export function useReadiness(pollMs: number): UseQueryResult<Readiness, ApiError | NetworkError> {
  return useQuery<Readiness, ApiError | NetworkError>({
    queryKey: ["readyz"],
    refetchInterval: pollMs,
    queryFn: async ({ signal }) => {
      const response = await send("/readyz", { signal });
      const text = await response.text();
      const answer: unknown = response.headers.get("content-type")?.includes("json") === true ? JSON.parse(text) : undefined;
      if (typeof answer === "object" && answer !== null && "checks" in answer) return promised<Readiness>(answer);
      throw ApiError.of(response, text);
    },
  });
}
