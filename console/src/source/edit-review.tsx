import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Fault } from "../ui/states.tsx";
import { type CellEdits, countEdits, listEdits, requestsOf } from "./cell-edits.ts";
import styles from "./source.module.css";

const words = messages.source;

interface EditReviewProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly edits: CellEdits;
  readonly preview: ApiAnswer<"cells.set_many"> | undefined;
  readonly error: Error | null;
  /** What is done with them. */
  readonly children: ReactNode;
}

const SHOWN_MAX = 100;

/** The edits before and after, and what they'd do to the file. */
export function EditReview({ isOpen, onClose, edits, preview, error, children }: EditReviewProps): ReactNode {
  const count = countEdits(edits);
  const [first = [], ...others] = requestsOf(edits);
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.reviewCounted(count)}>
      <Fault error={error} />
      {others.length === 0 ? null : <p>{words.previewOfFirst(first.length)}</p>}
      <p>{preview?.object === "feed_preview" ? effectText(preview) : error === null ? words.looking : ""}</p>
      <ul className={styles["edits"]}>
        {listEdits(edits)
          .slice(0, SHOWN_MAX)
          .map(({ rowId, column, before, after }) => (
            <li key={`${rowId} ${column}`}>
              <span className={styles["where"]}>
                {column} · {rowId}
              </span>
              <s>
                <CatalogText>{before === "" ? words.blank : before}</CatalogText>
              </s>
              <span>
                <CatalogText by="person">{after === null ? words.shopsValue : after === "" ? words.blank : after}</CatalogText>
              </span>
            </li>
          ))}
        {count > SHOWN_MAX ? <li>{words.andMore(count - SHOWN_MAX)}</li> : null}
      </ul>
      {children}
    </Sheet>
  );
}

type Preview = Extract<ApiAnswer<"cells.set_many">, { readonly object: "feed_preview" }>;

function effectText({ summary: { changed, newly_excluded: leaving, newly_included: coming } }: Preview): string {
  return words.effect(changed, leaving, coming);
}
