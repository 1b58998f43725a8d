import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { CatalogText, type Maker } from "../ui/catalog-text.tsx";
import { LongText } from "../ui/long-text.tsx";
import styles from "./changed-rows.module.css";
import { useFeed } from "./use-feed.ts";

type ChangedRow = ApiAnswer<"rules.preview">["results"][number];

const words = messages.feeds;

interface ChangedRowsProps {
  readonly rows: readonly ChangedRow[];
  /** Who makes the new values. */
  readonly by: Maker;
}

/** Some rows of a preview, each with its values before and after. */
export function ChangedRows({ rows, by }: ChangedRowsProps): ReactNode {
  const { shopId, feedId } = useFeed();
  if (rows.length === 0) return null;
  return (
    <ul className={styles["rows"]} aria-label={words.rowsBeforeAfter}>
      {rows.map((row) => (
        <li key={`${row.row_id} ${JSON.stringify(row.changes)}`}>
          <Link to="/shops/$shopId/products/$productId" params={{ shopId, productId: row.product_id }} search={{ feed: feedId }}>
            <CatalogText isOneLine>{row.product_title === "" ? words.noTitle : row.product_title}</CatalogText>
          </Link>
          {row.excluded === row.excluded_before ? null : (
            <span className={styles["verdict"]}>{row.excluded ? words.leaves(row.excluded_reason ?? "") : words.comesBack}</span>
          )}
          {row.changes.map(({ field, before, after }) => (
            <span key={field} className={styles["change"]}>
              <span className={styles["field"]}>{field}</span>
              <s>{before === "" ? words.blank : <LongText>{before}</LongText>}</s>
              {after === "" ? (
                words.blank
              ) : (
                <span>
                  <LongText by={by}>{after}</LongText>
                </span>
              )}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
