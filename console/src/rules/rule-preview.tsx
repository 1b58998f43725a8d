import { type ReactNode, useState } from "react";
import { call } from "../api/client.ts";
import type { ApiAnswer } from "../api/client.ts";
import { useAsked } from "../api/queries.ts";
import { ChangedRows } from "../feeds/changed-rows.tsx";
import { FindingChanges } from "../feeds/finding-changes.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { formatCount } from "../messages/format.ts";
import { Fault } from "../ui/states.tsx";
import { useSettled } from "../ui/use-settled.ts";
import type { Definition } from "./rule-members.ts";
import styles from "./rules.module.css";

export type Preview = ApiAnswer<"rules.preview">;
type Sample = "changed" | "newly_excluded" | "newly_included";

/** After typing stops. */
const PREVIEW_MS = 180;

interface RulePreviewProps {
  /** Undefined while it's being written: what the last complete one did stays, greyed. */
  readonly rule: Definition | undefined;
  readonly own: { readonly rule_id?: string };
  /** Above the counts: what the preview says of the one finding that the rule is for. */
  readonly about?: (preview: Preview | undefined) => ReactNode;
}

/** What the rule would do to the rows: counts, and some rows before and after. */
export function RulePreview({ rule, own, about }: RulePreviewProps): ReactNode {
  const { id } = useFeed();
  const [sample, setSample] = useState<Sample | undefined>();
  const [complete, setComplete] = useState(rule);
  if (rule !== undefined && JSON.stringify(rule) !== JSON.stringify(complete)) setComplete(rule);
  const settled = useSettled(complete, PREVIEW_MS);
  const preview = useAsked(
    ["rules.preview", id, settled, sample ?? null],
    () =>
      call("rules.preview", { path: { feed_id: id }, body: { rule: settled ?? {}, ...own, ...(sample === undefined ? {} : { sample }) } }),
    { enabled: settled !== undefined },
  );
  const isStale = rule === undefined || preview.isPlaceholderData || settled !== complete;
  return (
    <section className={styles["preview"]} aria-label="Preview" aria-busy={isStale}>
      {about?.(preview.data)}
      <Fault error={rule === undefined ? null : preview.error} />
      {preview.data === undefined ? (
        <p className={styles["counts"]}>{rule === undefined ? "The rule's effect is counted once it's complete." : null}</p>
      ) : (
        <div data-stale={isStale} className={styles["effect"]}>
          <Counts summary={preview.data.summary} sample={sample} onSample={setSample} />
          {preview.data.warnings.map(({ code, message }) => (
            <p key={code} className={styles["warning"]}>
              {message}
            </p>
          ))}
          <FindingChanges findings={preview.data.findings} />
          <ChangedRows rows={preview.data.results} by="rule" />
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
    ["changed", "change", summary.changed],
    ["newly_excluded", "leave", summary.newly_excluded],
    ["newly_included", "come back", summary.newly_included],
  ] as const;
  return (
    <p className={styles["counts"]} aria-live="polite">
      <span>{formatCount(summary.matched)} match</span>
      {kinds.map(([kind, word, count]) => (
        <button
          key={kind}
          type="button"
          className={styles["kind"]}
          aria-pressed={sample === kind}
          disabled={count === 0 && sample !== kind}
          onClick={() => onSample(sample === kind ? undefined : kind)}
        >
          {formatCount(count)} {word}
        </button>
      ))}
      <span>of {formatCount(summary.total)} rows</span>
    </p>
  );
}
