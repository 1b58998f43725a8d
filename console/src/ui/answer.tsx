import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiError, NetworkError } from "../api/errors.ts";
import { Failed, Loading } from "./states.tsx";

interface AnswerProps<Data> {
  readonly of: UseQueryResult<Data, ApiError | NetworkError>;
  readonly children: (data: Data, meta: { readonly isStale: boolean }) => ReactNode;
  /** How many lines the content will take. */
  readonly rows?: number;
}

/** What an answer becomes: its content, its shape while it comes, or what went wrong. Old content stays, greyed, while new comes. */
export function Answer<Data>({ of: query, children, rows = 6 }: AnswerProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data, { isStale: query.isPlaceholderData });
  if (query.error !== null) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading rows={rows} />;
}
