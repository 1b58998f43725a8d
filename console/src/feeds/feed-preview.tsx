import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import type { Maker } from "../ui/catalog-text.tsx";
import { ChangedRows } from "./changed-rows.tsx";
import styles from "./feed-preview.module.css";
import { FindingChanges } from "./finding-changes.tsx";

type Preview = Extract<ApiAnswer<"columns.change_mappings">, { readonly object: "feed_preview" }>;

interface FeedPreviewProps {
  readonly preview: Preview;
  readonly by: Maker;
  readonly isStale: boolean;
}

/** What a change would do to the feed: rows in numbers, probable mistakes, findings, and some rows before and after. */
export function FeedPreview({ preview: { summary, warnings, findings, results }, by, isStale }: FeedPreviewProps): ReactNode {
  const { changed, newly_excluded: leaving, newly_included: coming, total } = summary;
  return (
    <div className={styles["preview"]} data-stale={isStale} aria-busy={isStale}>
      <p aria-live="polite">{messages.feeds.effect(changed, leaving, coming, total)}</p>
      {warnings.map(({ code, column, message }) => (
        <p key={`${code} ${column}`} className={styles["warning"]}>
          {message}
        </p>
      ))}
      <FindingChanges findings={findings} />
      <ChangedRows rows={results} by={by} />
    </div>
  );
}
