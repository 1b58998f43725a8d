import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { countOf, formatCount } from "../messages/format.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { Fault } from "../ui/states.tsx";
import { type CellEdits, countEdits, listEdits } from "./cell-edits.ts";
import styles from "./source.module.css";

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
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={`Review ${countOf(count, "edit")}`}>
      <Fault error={error} />
      <p>{preview?.object === "feed_preview" ? effectText(preview) : error === null ? "Looking at what would change…" : ""}</p>
      <ul className={styles["edits"]}>
        {listEdits(edits)
          .slice(0, SHOWN_MAX)
          .map(({ rowId, column, before, after }) => (
            <li key={`${rowId} ${column}`}>
              <span className={styles["where"]}>
                {column} · {rowId}
              </span>
              <s>
                <CatalogText>{before === "" ? "blank" : before}</CatalogText>
              </s>
              <span>
                <CatalogText by="person">{after === null ? "the shop's value" : after === "" ? "blank" : after}</CatalogText>
              </span>
            </li>
          ))}
        {count > SHOWN_MAX ? <li>and {formatCount(count - SHOWN_MAX)} more</li> : null}
      </ul>
      {children}
    </Sheet>
  );
}

type Preview = Extract<ApiAnswer<"cells.set_many">, { readonly object: "feed_preview" }>;

function effectText({ summary: { changed, newly_excluded: leaving, newly_included: coming } }: Preview): string {
  return `${countOf(changed, "row")} of the file would change, ${formatCount(leaving)} would leave and ${formatCount(coming)} would come back.`;
}
