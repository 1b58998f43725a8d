import {
  type MutationKey,
  QueryClient,
  keepPreviousData,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { type ApiAnswer, type ApiRequest, actingFor, call, type OperationName } from "./client.ts";
import { ApiError, NetworkError } from "./errors.ts";
import { promised } from "../unsafe.ts";
import { sendChange } from "./send-change.ts";
import { noteSignedOut } from "./session.ts";

/** What came a moment ago needn't come again because another part of the page asks for it too. */
const FRESH_MS = 5_000;
const RETRIES_MAX = 3;
const RETRY_MS = 1_000;

type Failure = ApiError | NetworkError;

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: isWorthRetrying, retryDelay: pause, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
}

/** Answers of the API by operation and request. `enabled: false` asks nothing. What was there stays while the next answer comes. */
export function useApi<Name extends OperationName>(
  name: Name,
  request: ApiRequest<Name>,
  { enabled = true, pollMs }: { readonly enabled?: boolean; readonly pollMs?: number } = {},
): UseQueryResult<ApiAnswer<Name>, Failure> {
  return useQuery<ApiAnswer<Name>, Failure>({
    queryKey: keyOf(name, request),
    queryFn: async ({ signal }) => {
      const answer = await watched(call(name, request, { signal }));
      // An empty answer is null here: the cache takes no undefined.
      return promised<ApiAnswer<Name>>(answer ?? null);
    },
    enabled,
    placeholderData: keepPreviousData,
    ...(pollMs === undefined ? {} : { refetchInterval: ({ state }) => (isForbidden(state.error) ? false : pollMs) }),
  });
}

/** The same for what isn't asked by operation and request alone: an answer to a POST that changes nothing, or several in one. */
export function useAsked<Data>(
  key: readonly [OperationName, ...(readonly unknown[])],
  ask: (signal: AbortSignal) => Promise<Data>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): UseQueryResult<Data, Failure> {
  const [name, ...request] = key;
  return useQuery<Data, Failure>({
    queryKey: keyOf(name, request),
    queryFn: ({ signal }) => watched(ask(signal)),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** A change. Afterwards everything that begins with one of `marks` (such as `feeds.`) is asked again where it is on the page. */
export function useChange<Name extends OperationName>(
  name: Name,
  { marks = [] }: { readonly marks?: readonly string[] } = {},
): UseMutationResult<ApiAnswer<Name>, Failure, ApiRequest<Name>> {
  const client = useQueryClient();
  const mutationKey: MutationKey = [name];
  return useMutation<ApiAnswer<Name>, Failure, ApiRequest<Name>>({
    mutationKey,
    mutationFn: (request) => watched(sendChange(name, request)),
    // Nobody waits for what is asked again: who made the change goes on at once.
    onSuccess: () => {
      void markStale(client, marks);
    },
  });
}

/** Queries whose operation's name begins with one of the prefixes are asked again. */
export async function markStale(client: QueryClient, prefixes: readonly string[]): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => prefixes.some((prefix) => String(queryKey[0]).startsWith(prefix)) });
}

function keyOf(name: OperationName, request: unknown): readonly unknown[] {
  return [name, actingFor(), request];
}

/** A session that has ended puts the sign-in above the page; the page stays. */
async function watched<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 401) noteSignedOut();
    throw thrown;
  }
}

/** Asking again brings the same answer until somebody signs in or the key may do more. */
function isForbidden(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

function isWorthRetrying(failures: number, error: Error): boolean {
  // A limit ends by itself.
  if (error instanceof ApiError && error.status === 429) return true;
  return failures < RETRIES_MAX && (error instanceof NetworkError || (error instanceof ApiError && error.status === 503));
}

function pause(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retryAfter : null;
  return asked === null ? RETRY_MS * 2 ** failures : asked * 1_000;
}
