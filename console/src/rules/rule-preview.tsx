import { type ReactNode, useState } from "react";
import { call } from "../api/client.ts";
import type { ApiAnswer, ApiRequest } from "../api/client.ts";
import { useAsked } from "../api/queries.ts";
import { ChangedRows } from "../feeds/changed-rows.tsx";
import { FindingChanges } from "../feeds/finding-changes.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Fault } from "../ui/states.tsx";
import type { Definition } from "./rule-members.ts";
import styles from "./rules.module.css";
import { useMatching } from "./use-matching.ts";

const words = messages.rules;

export type Preview = ApiAnswer<"rules.preview">;
type Sample = "changed" | "newly_excluded" | "newly_included";

interface RulePreviewProps {
  /** Undefined while it's being written: what the last complete one did stays, greyed. */
  readonly rule: Definition | undefined;
  /** Why nobody could say whether it's complete. */
  readonly fault?: Error | null;
  readonly own: { readonly rule_id?: string };
  /** The rule's condition, if known. The rows that meet it are counted first, because that takes milliseconds. */
  readonly condition?: string | undefined;
  /** Above the counts: what the preview says of the one finding that the rule is for. */
  readonly about?: (preview: Preview | undefined) => ReactNode;
}

/** What the rule would do to the rows: counts, and some rows before and after. */
export function RulePreview({ rule, fault = null, own, condition, about }: RulePreviewProps): ReactNode {
  const { id } = useFeed();
  const [sample, setSample] = useState<Sample | undefined>();
  const [complete, setComplete] = useState(rule);
  if (rule !== undefined && JSON.stringify(rule) !== JSON.stringify(complete)) setComplete(rule);
  const asked = { rule: complete ?? {}, ...own, ...(sample === undefined ? {} : { sample }) };
  const preview = usePreview(id, { ...asked, findings: false }, complete !== undefined);
  const isStale = rule === undefined || preview.isPlaceholderData || preview.isLoading;
  // What becomes of findings is asked afterwards, because people wait for the counts while they write.
  const whole = usePreview(id, asked, complete !== undefined && preview.isSuccess && !isStale);
  const ofFindings = whole.isPlaceholderData || whole.isPending ? undefined : whole.data;
  const matching = useMatching(isStale || preview.data === undefined ? condition : undefined);
  return (
    <section className={styles["preview"]} aria-label={words.preview} aria-busy={isStale}>
      {about?.(ofFindings)}
      <Fault error={rule === undefined ? fault : preview.error} />
      {preview.data === undefined ? (
        <Uncounted matching={matching} isIncomplete={rule === undefined && fault === null} />
      ) : (
        <div data-stale={isStale} className={styles["effect"]}>
          <Counts summary={preview.data.summary} matching={matching} sample={sample} onSample={setSample} />
          {preview.data.warnings.map(({ code, column, message }) => (
            <p key={`${code} ${column}`} className={styles["warning"]}>
              {message}
            </p>
          ))}
          {ofFindings === undefined ? (
            <p className={styles["counts"]}>{words.countingFindings}</p>
          ) : (
            <FindingChanges findings={ofFindings.findings} />
          )}
          <ChangedRows rows={preview.data.results} by="rule" />
        </div>
      )}
    </section>
  );
}

function usePreview(id: string, body: ApiRequest<"rules.preview">["body"], enabled: boolean) {
  return useAsked(["rules.preview", id, body], (signal) => call("rules.preview", { path: { feed_id: id }, body }, { signal }), { enabled });
}

/** Before the first counts: what the condition alone meets, if it's known. */
function Uncounted({ matching, isIncomplete }: { readonly matching: number | undefined; readonly isIncomplete: boolean }): ReactNode {
  if (matching === undefined) return isIncomplete ? <p className={styles["counts"]}>{words.incomplete}</p> : null;
  return <p className={styles["counts"]}>{words.matchingCatalog(matching)}</p>;
}

interface CountsProps {
  readonly summary: Preview["summary"];
  /** Until the summary is that of the rule as it's written now. */
  readonly matching: number | undefined;
  readonly sample: Sample | undefined;
  readonly onSample: (sample: Sample | undefined) => void;
}

function Counts({ summary, matching, sample, onSample }: CountsProps): ReactNode {
  const kinds = [
    ["changed", summary.changed],
    ["newly_excluded", summary.newly_excluded],
    ["newly_included", summary.newly_included],
  ] as const;
  return (
    <p className={styles["counts"]} aria-live="polite">
      {matching === undefined ? (
        <span>{words.matching(summary.matched)}</span>
      ) : (
        <span className={styles["early"]}>{words.matchingCatalog(matching)}</span>
      )}
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
