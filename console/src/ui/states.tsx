import { type ReactNode, useEffect, useState } from "react";
import type { ApiError, NetworkError } from "../api/errors.ts";
import { ApiError as RefusedByApi } from "../api/errors.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "./button.tsx";
import { CopiedId } from "./copied-id.tsx";
import styles from "./states.module.css";

const words = messages.ui;

/** What a page shows instead of its content, in the place of the content. */

/** How long an answer may take before its absence is shown. */
const PATIENCE_MS = 150;

/** The shape of what comes, after a moment. */
export function Loading({ rows = 6, label = words.loading }: { readonly rows?: number; readonly label?: string }): ReactNode {
  const isShown = useAfter(PATIENCE_MS);
  return (
    <div className={styles["loading"]} role="status" aria-label={label} data-shown={isShown}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles["bone"]} />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The first thing to do here. */
  readonly action?: ReactNode;
}

/** What will be here, and how it gets here. */
export function Empty({ title, children, action }: EmptyProps): ReactNode {
  return (
    <div className={styles["state"]}>
      <h2>{title}</h2>
      {children === undefined ? null : <p>{children}</p>}
      {action}
    </div>
  );
}

interface NoResultsProps {
  /** The filter, as a person would say it: "excluded, Draft in the shop". */
  readonly filter: string;
  readonly onClear: () => void;
}

/** Nothing matches; what asks for it is named and can be cleared. */
export function NoResults({ filter, onClear }: NoResultsProps): ReactNode {
  return <Empty title={words.nothingMatches(filter)} action={<Button onPress={onClear}>{words.clearFilter}</Button>} />;
}

interface FailedProps {
  readonly error: ApiError | NetworkError;
  readonly onRetry?: () => void;
}

/** A sentence of the API, its code and its request id; what to do depends on which it is. */
export function Failed({ error, onRetry }: FailedProps): ReactNode {
  const refused = error instanceof RefusedByApi ? error : undefined;
  const isScope = refused?.code === "insufficient_scope";
  return (
    <div className={styles["state"]} role="alert" data-kind="failed">
      <h2>{isScope ? words.keyRefused : words.notLoaded}</h2>
      <p>{error.message}</p>
      {refused?.status === 429 ? <Countdown key={refused.requestId} seconds={refused.retryAfter ?? 1} onEnd={onRetry} /> : null}
      <Codes error={refused} />
      {onRetry === undefined || isScope ? null : <Button onPress={onRetry}>{words.tryAgain}</Button>}
    </div>
  );
}

/** What stays on the page is older than the last question for it. */
export function NotRefreshed({ error, onRetry }: Required<FailedProps>): ReactNode {
  const refused = error instanceof RefusedByApi ? error : undefined;
  return (
    <div className={styles["band"]} role="alert">
      <span>
        {words.notRefreshed} {error.message}
      </span>
      <Codes error={refused} />
      <Button onPress={onRetry}>{words.tryAgain}</Button>
    </div>
  );
}

/** Too many requests: the page waits as long as it's told to, and continues by itself. */
export function Waiting({ error }: { readonly error: ApiError }): ReactNode {
  return (
    <div className={styles["state"]} role="status" data-kind="waiting">
      <h2>{words.tooMany}</h2>
      <Countdown key={error.requestId} seconds={error.retryAfter ?? 1} />
      <Codes error={error} />
    </div>
  );
}

/** For the person who helps: the API's code, and the request to look for. */
function Codes({ error }: { readonly error: ApiError | undefined }): ReactNode {
  if (error === undefined) return null;
  return (
    <span className={styles["small"]}>
      <code>{error.code}</code>
      {error.requestId === "" ? null : <CopiedId id={error.requestId} label={words.requestId} />}
    </span>
  );
}

/** A failure of an action, beside the button that failed. */
export function Fault({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return null;
  const refused = error instanceof RefusedByApi ? error : undefined;
  return (
    <div className={styles["fault"]} role="alert">
      <span>{error.message}</span>
      {refused?.status === 429 ? <Countdown key={refused.requestId} seconds={refused.retryAfter ?? 1} /> : null}
      <Codes error={refused} />
    </div>
  );
}

function Countdown({ seconds, onEnd }: { readonly seconds: number; readonly onEnd?: (() => void) | undefined }): ReactNode {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left <= 0) {
      onEnd?.();
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, onEnd]);
  return <span>{left > 0 ? words.continuesIn(left) : words.continues}</span>;
}

function useAfter(ms: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isPast;
}
