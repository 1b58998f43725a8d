import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError, type NetworkError } from "../api/errors.ts";
import { messages } from "../messages/messages.ts";
import { Empty, Failed, Loading, NotRefreshed, Waiting } from "./states.tsx";

/** Nothing is wrong: a catalog or a run has to come first, as the answer says. */
const NO_DATA_YET: ReadonlySet<string> = new Set(["no_feed", "no_source_extract"]);

interface AnswerProps<Data> {
  readonly of: UseQueryResult<Data, ApiError | NetworkError>;
  readonly children: (data: Data, meta: { readonly isStale: boolean }) => ReactNode;
  /** How many lines the content will take. */
  readonly rows?: number;
}

/** What an answer becomes: its content, its shape while it comes, or what went wrong. Old content stays while new comes, or if none does. */
export function Answer<Data>({ of: query, children, rows = 6 }: AnswerProps<Data>): ReactNode {
  const retry = () => void query.refetch();
  if (query.data !== undefined)
    return (
      <>
        {query.error === null ? null : <NotRefreshed error={query.error} onRetry={retry} />}
        {children(query.data, { isStale: query.isPlaceholderData })}
      </>
    );
  if (query.error instanceof ApiError && NO_DATA_YET.has(query.error.code))
    return <Empty title={messages.ui.noDataYet}>{query.error.message}</Empty>;
  if (query.error !== null) return <Failed error={query.error} onRetry={retry} />;
  const { failureReason: reason } = query;
  if (reason instanceof ApiError && reason.status === 429) return <Waiting error={reason} />;
  return <Loading rows={rows} />;
}
