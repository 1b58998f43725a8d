import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { formatCount, formatShare } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Cause } from "./cause.tsx";
import styles from "./feed-page.module.css";
import { useFeed } from "./use-feed.ts";

const words = messages.feeds;

type Scope = ApiAnswer<"feeds.scope">;

const REASONS_SHOWN = 12;
const POLL_MS = 1_000;

/** The rows of the catalog as a sum: those in the file, and those left out by reason. */
export function LeftOut(): ReactNode {
  const { id } = useFeed();
  const scope = useApi("feeds.scope", { path: { id } });
  const isMoving = scope.data !== undefined && scope.data.status !== "fresh";
  // Counts follow a change within moments.
  useApi("feeds.scope", { path: { id } }, isMoving ? { pollMs: POLL_MS } : {});
  return (
    <Section title={words.rows}>
      <Answer of={scope} rows={4}>
        {(found) => <Sum scope={found} />}
      </Answer>
    </Section>
  );
}

function Sum({
  scope: { total_count: total, included_count: included, excluded_count: excluded, reasons, status },
}: {
  readonly scope: Scope;
}): ReactNode {
  const at = useFeed();
  if (total === null || included === null || excluded === null) return <p>{words.counting}</p>;
  const shown = reasons.slice(0, REASONS_SHOWN);
  const rest = reasons.slice(REASONS_SHOWN).reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles["sum"]} data-stale={status !== "fresh"}>
      <p>{words.sum(total, included, excluded)}</p>
      <Bar
        parts={[
          { key: "in", count: included },
          ...shown.map(({ reason, count }) => ({ key: reason, count })),
          { key: "rest", count: rest },
        ]}
      />
      <ul className={styles["reasons"]} aria-label={words.reasons}>
        {shown.map(({ reason, count, cause }) => (
          <li key={reason}>
            <Link to="/shops/$shopId/feeds/$feedId/products" params={at} search={{ show: "excluded", reason }}>
              <CatalogText>{reason}</CatalogText>
            </Link>
            <span className={styles["figure"]}>{formatCount(count)}</span>
            <span className={styles["share"]} aria-hidden="true">
              <span style={{ width: formatWidth(count, excluded) }} />
            </span>
            <span className={styles["cause"]}>
              {formatShare(count, excluded)} <Cause cause={cause} at={at} />
            </span>
          </li>
        ))}
        {rest === 0 ? null : (
          <li>
            {words.otherReasons} <span className={styles["figure"]}>{formatCount(rest)}</span>
          </li>
        )}
      </ul>
    </div>
  );
}

/** One bar whose parts are the whole. */
function Bar({ parts }: { readonly parts: readonly { readonly key: string; readonly count: number }[] }): ReactNode {
  const whole = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles["bar"]} aria-hidden="true">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ key, count }) => (
          <span key={key} data-part={key === "in" ? "in" : "out"} style={{ width: formatWidth(count, whole) }} />
        ))}
    </div>
  );
}

function formatWidth(part: number, whole: number): string {
  return `${whole === 0 ? 0 : (100 * part) / whole}%`;
}
