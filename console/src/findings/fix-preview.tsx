import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call } from "../api/client.ts";
import { markStale, useAsked } from "../api/queries.ts";
import { sendChange } from "../api/send-change.ts";
import { runFeed } from "../feeds/run-feed.ts";
import { messages } from "../messages/messages.ts";
import { type Preview, RulePreview } from "../rules/rule-preview.tsx";
import { useCommands } from "../shell/commands.ts";
import { shortId } from "../shell/paths.ts";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { Fault } from "../ui/states.tsx";
import styles from "./findings.module.css";
import { type Finding, useFindingsPath } from "./use-findings.ts";

const words = messages.findings;
const MARKS = ["rules.", "feeds.", "config.", "products.", "findings.", "runs.", "shop."] as const;

/** The rule that clears the finding: in words, what it would do to findings and rows, and adding it with a run. */
export function FixPreview({ finding }: { readonly finding: Finding | undefined }): ReactNode {
  const { path } = useFindingsPath();
  // The finding is gone once its fix is live, and what was done to it is still said.
  const [of] = useState(finding);
  const rule = of?.suggested_rule ?? undefined;
  const check = useAsked(["rules.check", path.feed_id, rule ?? null], () =>
    call("rules.check", { path: { feed_id: path.feed_id }, body: { rule: rule ?? {} } }),
  );
  const fix = useFix(path.feed_id);
  useCommands([
    ...(fix.added === undefined && rule !== undefined
      ? [{ id: "add rule", label: words.addAndRun, keys: "Ctrl+Enter", group: words.keys, run: () => void fix.add(rule) }]
      : []),
  ]);
  if (of === undefined || rule === undefined) return <p>{words.noFix}</p>;
  return (
    <>
      <p className={styles["rule"]}>
        <CatalogText by="rule">{check.data?.sentence ?? ""}</CatalogText>
      </p>
      {fix.added === undefined ? (
        <>
          <div className={styles["doing"]}>
            <Button kind="primary" keys="Ctrl Enter" isPending={fix.isPending} onPress={() => void fix.add(rule)}>
              {words.addAndRun}
            </Button>
            <Fault error={fix.error} />
          </div>
          {fix.isUndone ? <p role="status">{words.undone}</p> : null}
          <RulePreview rule={rule} own={{}} about={(preview) => <BeforeAfter finding={of} preview={preview} />} />
        </>
      ) : (
        <Added rule={fix.added} isPending={fix.isPending} error={fix.error} onUndo={() => void fix.undo()} />
      )}
    </>
  );
}

interface BeforeAfterProps {
  readonly finding: Finding;
  readonly preview: Preview | undefined;
}

function BeforeAfter({ finding: { code, field, affected_count: before }, preview }: BeforeAfterProps): ReactNode {
  const { slug } = useFindingsPath();
  if (preview === undefined) return <p className={styles["source"]}>{words.fixCounting}</p>;
  if (preview.findings === null) return null;
  const change = preview.findings.find((one) => one.channel === slug && one.code === code && one.field === field);
  const after = Math.max(0, before - (change?.cleared ?? 0) + (change?.caused ?? 0));
  return <p className={styles["figure"]}>{words.fixBeforeAfter(before, after)}</p>;
}

interface AddedProps {
  readonly rule: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onUndo: () => void;
}

function Added({ rule, isPending, error, onUndo }: AddedProps): ReactNode {
  const { shopId, feedId } = useFindingsPath();
  const ruleId = shortId(rule);
  return (
    <div className={styles["doing"]} role="status">
      <span>{words.added(ruleId)}</span>
      <Link to="/shops/$shopId/feeds/$feedId/rules/$ruleId" params={{ shopId, feedId, ruleId }}>
        {words.seeRule(ruleId)}
      </Link>
      <Button isPending={isPending} onPress={onUndo}>
        {words.undo}
      </Button>
      <Fault error={error} />
    </div>
  );
}

/** Adds the rule and runs the feed, and takes both back. */
function useFix(feedId: string) {
  const client = useQueryClient();
  const [added, setAdded] = useState<string | undefined>();
  const [isUndone, setUndone] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const perform = async (act: () => Promise<unknown>) => {
    if (isPending) return;
    setPending(true);
    setError(null);
    try {
      await runFeed(feedId, await act());
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setPending(false);
      await markStale(client, MARKS);
    }
  };
  return {
    ...{ added, isUndone, isPending, error },
    add: (rule: object) =>
      perform(async () => {
        const { id } = await sendChange("rules.create", { path: { feed_id: feedId }, body: { rule: { ...rule } } });
        setAdded(id);
        setUndone(false);
        return { added: id };
      }),
    undo: () =>
      perform(async () => {
        if (added !== undefined) await sendChange("rules.delete", { path: { feed_id: feedId, id: added } });
        setAdded(undefined);
        setUndone(true);
        return { removed: added };
      }),
  };
}
