import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { ShareBar } from "../ui/share-bar.tsx";
import type { Shown } from "./findings-search.ts";
import styles from "./findings.module.css";
import { Unmute } from "./unmute.tsx";
import { type Finding, keyOfFinding, useFindingsPath } from "./use-findings.ts";

const words = messages.findings;
const SAMPLES_SHOWN = 2;
const SEVERITIES = ["error", "warning", "info"] as const;
const ICONS: Readonly<Record<Finding["severity"], IconName>> = { error: "circle-alert", warning: "triangle-alert", info: "info" };
const TONES = { error: "failed", warning: "held", info: "plain" } as const;

interface FindingListProps {
  readonly findings: readonly Finding[];
  /** The channel's file. */
  readonly rows: number | null;
  readonly chosen: Finding | undefined;
  readonly onShow: (finding: Finding, shown: Shown | undefined) => void;
}

/** Findings by severity, each with its rows, its samples and what to do. */
export function FindingList({ findings, ...rest }: FindingListProps): ReactNode {
  return SEVERITIES.map((severity) => {
    const of = findings.filter((finding) => finding.severity === severity);
    if (of.length === 0) return null;
    return (
      <Section key={severity} title={words.ofSeverity(words.severities[severity], of.length)} description={words.severityMeans[severity]}>
        <ul className={styles["findings"]} aria-label={words.severities[severity]}>
          {of.map((finding) => (
            <FindingItem key={keyOfFinding(finding)} finding={finding} {...rest} />
          ))}
        </ul>
      </Section>
    );
  });
}

type FindingItemProps = Omit<FindingListProps, "findings"> & { readonly finding: Finding };

function FindingItem({ finding, rows, chosen, onShow }: FindingItemProps): ReactNode {
  const { severity, message, field, muted, affected_count: affected, suggested_rule: rule, what_to_do: todo, source } = finding;
  const isChosen = chosen !== undefined && keyOfFinding(chosen) === keyOfFinding(finding);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) item.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <li ref={item} className={styles["finding"]} data-chosen={isChosen} data-severity={severity} aria-current={isChosen}>
      <Icon name={ICONS[severity]} />
      <div className={styles["what"]}>
        <div className={styles["name"]}>
          <h3>{message}</h3>
          <span className={styles["about"]}>
            <code>{field === null || message.startsWith(field) ? finding.code : `${finding.code} · ${field}`}</code>
            {muted ? ` · ${words.isMuted}` : ""}
          </span>
        </div>
        <p title={source === null ? undefined : words.source(source.document, source.date)}>{todo}</p>
        <Samples finding={finding} isWhole={isChosen} />
        {source === null || !isChosen ? null : <p className={styles["source"]}>{words.source(source.document, source.date)}</p>}
      </div>
      <div className={styles["count"]}>
        {finding.samples.length === 0 && affected === 0 ? (
          <span>{muted ? null : words.aboutFeed}</span>
        ) : (
          <>
            <span className={styles["figure"]}>{words.rows(affected)}</span>
            {rows === null ? null : (
              <>
                <ShareBar part={affected} whole={rows} tone={TONES[severity]} />
                <span className={styles["source"]}>{words.share(affected, rows)}</span>
              </>
            )}
          </>
        )}
      </div>
      <div className={styles["doing"]}>
        {rule === null ? null : <Button onPress={() => onShow(finding, "fix")}>{words.previewFix}</Button>}
        {finding.samples.length === 0 ? null : (
          <Button kind="quiet" onPress={() => onShow(finding, "rows")}>
            {words.showRows}
          </Button>
        )}
        {muted ? (
          <Unmute finding={finding} />
        ) : (
          <Button kind="quiet" onPress={() => onShow(finding, "mute")}>
            {words.mute}
          </Button>
        )}
      </div>
    </li>
  );
}

interface SamplesProps {
  readonly finding: Finding;
  readonly isWhole: boolean;
}

/** A few rows, each a way to its product. */
function Samples({ finding: { samples, affected_count: affected }, isWhole }: SamplesProps): ReactNode {
  const shown = isWhole ? samples : samples.slice(0, SAMPLES_SHOWN);
  const { shopId, feedId } = useFindingsPath();
  if (samples.length === 0) return null;
  return (
    <ul className={styles["samples"]}>
      {shown.map(({ row_id: row, product_id: product, title, value }) => (
        <li key={row} className={styles["sample"]}>
          <Link to="/shops/$shopId/products/$productId" params={{ shopId, productId: product }} search={{ feed: feedId }}>
            <CatalogText isOneLine>{title === "" ? words.noTitle : title}</CatalogText>
          </Link>
          <span className={styles["value"]}>{value === "" ? words.blank : <CatalogText isOneLine>{value}</CatalogText>}</span>
        </li>
      ))}
      {affected > shown.length ? <li className={styles["source"]}>{words.moreSamples(affected - shown.length)}</li> : null}
    </ul>
  );
}
