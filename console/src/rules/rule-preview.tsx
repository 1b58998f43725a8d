import { type ReactNode, useState } from "react";
import { Link } from "@tanstack/react-router";
import { call } from "../api/client.ts";
import type { ApiAnswer } from "../api/client.ts";
import { useAsked } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Fault } from "../ui/states.tsx";
import type { Definition } from "./rule-members.ts";
import styles from "./rules.module.css";

const words = messages.rules;

type Preview = ApiAnswer<"rules.preview">;
type Sample = "changed" | "newly_excluded" | "newly_included";

interface RulePreviewProps {
  /** Undefined while it's being written: what the last complete one did stays, greyed. */
  readonly rule: Definition | undefined;
  readonly own: { readonly rule_id?: string };
}

/** What the rule would do to the rows: counts, and some rows before and after. */
export function RulePreview({ rule, own }: RulePreviewProps): ReactNode {
  const { id } = useFeed();
  const [sample, setSample] = useState<Sample | undefined>();
  const [complete, setComplete] = useState(rule);
  if (rule !== undefined && JSON.stringify(rule) !== JSON.stringify(complete)) setComplete(rule);
  const preview = useAsked(
    ["rules.preview", id, complete, sample ?? null],
    (signal) => {
      const body = { rule: complete ?? {}, ...own, ...(sample === undefined ? {} : { sample }) };
      return call("rules.preview", { path: { feed_id: id }, body }, { signal });
    },
    { enabled: complete !== undefined },
  );
  const isStale = rule === undefined || preview.isPlaceholderData;
  return (
    <section className={styles["preview"]} aria-label={words.preview} aria-busy={isStale}>
      <Fault error={rule === undefined ? null : preview.error} />
      {preview.data === undefined ? (
        <p className={styles["counts"]}>{words.incomplete}</p>
      ) : (
        <div data-stale={isStale} className={styles["effect"]}>
          <Counts summary={preview.data.summary} sample={sample} onSample={setSample} />
          {preview.data.warnings.map(({ code, message }) => (
            <p key={code} className={styles["warning"]}>
              {message}
            </p>
          ))}
          <Rows preview={preview.data} />
        </div>
      )}
    </section>
  );
}

interface CountsProps {
  readonly summary: Preview["summary"];
  readonly sample: Sample | undefined;
  readonly onSample: (sample: Sample | undefined) => void;
}

function Counts({ summary, sample, onSample }: CountsProps): ReactNode {
  const kinds = [
    ["changed", summary.changed],
    ["newly_excluded", summary.newly_excluded],
    ["newly_included", summary.newly_included],
  ] as const;
  return (
    <p className={styles["counts"]} aria-live="polite">
      <span>{words.matching(summary.matched)}</span>
      {kinds.map(([kind, count]) => (
        <button
          key={kind}
          type="button"
          className={styles["kind"]}
          aria-pressed={sample === kind}
          disabled={count === 0 && sample !== kind}
          onClick={() => onSample(sample === kind ? undefined : kind)}
        >
          {words.effects[kind](count)}
        </button>
      ))}
      <span>{words.ofRows(summary.total)}</span>
    </p>
  );
}

function Rows({ preview: { results } }: { readonly preview: Preview }): ReactNode {
  const { shopId, feedId } = useFeed();
  if (results.length === 0) return null;
  return (
    <ul className={styles["rows"]} aria-label={words.rowsBeforeAfter}>
      {results.map((row) => (
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
              <s>{before === "" ? words.blank : <CatalogText isOneLine>{before}</CatalogText>}</s>
              {after === "" ? (
                words.blank
              ) : (
                <CatalogText by="rule" isOneLine>
                  {after}
                </CatalogText>
              )}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
