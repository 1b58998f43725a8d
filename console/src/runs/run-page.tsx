import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { formatDuration } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { fullId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Fault } from "../ui/states.tsx";
import { statusGlyph, StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { Difference } from "./difference.tsx";
import { RuleFlow } from "./rule-flow.tsx";
import { type Run, runState, triggerText } from "./run-words.ts";
import styles from "./runs.module.css";

const words = messages.runs;

const POLL_MS = 1_000;
const MARKS = ["runs.", "feeds.", "shop."] as const;

/** What one run did, what differs from another, and what may be done with it. */
export function RunPage(): ReactNode {
  const { id } = useFeed();
  const { runId } = useParams({ from: "/shops/$shopId/feeds/$feedId/runs/$runId" });
  const path = { id, run_id: fullId("run", runId) };
  const shop = useShop();
  const [isMoving, setMoving] = useState(true);
  const run = useApi("runs.get", { path }, isMoving ? { pollMs: POLL_MS } : {});
  const isRunning = run.data === undefined || run.data.status === "running";
  if (isRunning !== isMoving) setMoving(isRunning);
  const state = run.data === undefined ? undefined : runState(run.data);
  const overview = useApi("shop.overview", {});
  const isFirst = overview.data?.feeds.find(({ feed_id: feed }) => feed === id)?.live_run === null;
  return (
    <Page
      title={words.named(runId)}
      state={state === undefined ? undefined : statusGlyph(state.status)}
      facts={state === undefined ? null : <StatusMark status={state.status}>{state.word}</StatusMark>}
      actions={run.data === undefined ? null : <RunActions run={run.data} number={runId} isFirst={isFirst} />}
    >
      <Answer of={run}>
        {(found) => (
          <>
            {found.publication === "held" ? <HeldReasons run={found} isFirst={isFirst} /> : null}
            {found.status === "failed" ? (
              <p role="alert">
                {found.error_details ?? words.failed} <code>{found.error_code}</code>
              </p>
            ) : null}
            <Facts run={found} zone={shop.data?.time_zone} />
            {found.status === "completed" && found.has_output ? (
              <>
                <Difference runId={runId} />
                <Section title={words.flow}>
                  <RuleFlow path={path} />
                </Section>
              </>
            ) : null}
          </>
        )}
      </Answer>
    </Page>
  );
}

interface PublishableProps {
  readonly run: Run;
  /** No run of the feed is live. */
  readonly isFirst: boolean;
}

/** Why it isn't served, in the guard's sentences, and what is served instead. */
function HeldReasons({ run: { held_reasons: reasons }, isFirst }: PublishableProps): ReactNode {
  return (
    <div className={styles["held"]}>
      <strong>{isFirst ? words.heldFirst : words.heldNow}</strong>
      <ul>
        {reasons.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{message}</li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ run, zone }: { readonly run: Run; readonly zone: string | undefined }): ReactNode {
  const { total_count: total, included_count: included, excluded_count: excluded, duration_ms: ms, created_at: at, tests } = run;
  return (
    <dl className={styles["facts"]}>
      {total === null || included === null || excluded === null ? null : (
        <div>
          <dt>{words.rows}</dt>
          <dd>{words.sum(total, included, excluded)}</dd>
        </div>
      )}
      <div>
        <dt>{words.started}</dt>
        <dd>
          <Time at={at} zone={zone} />, {triggerText(run)}
        </dd>
      </div>
      {ms === null ? null : (
        <div>
          <dt>{words.took}</dt>
          <dd>{formatDuration(ms)}</dd>
        </div>
      )}
      {tests === null ? null : (
        <div>
          <dt>{words.tests}</dt>
          <dd>{words.testCounts(tests.passed, tests.failed)}</dd>
        </div>
      )}
    </dl>
  );
}

function RunActions({ run, number, isFirst }: PublishableProps & { readonly number: string }): ReactNode {
  const path = { id: run.feed_id, run_id: run.id };
  const [isAsking, setAsking] = useState(false);
  const publish = useChange("runs.publish", { marks: MARKS });
  const discard = useChange("runs.discard", { marks: MARKS });
  const restore = useChange("runs.restore", { marks: MARKS });
  const isHeld = run.publication === "held";
  const isOlder = run.publication === "superseded" && run.has_output;
  const ask = () => setAsking(true);
  const undiscard = () => restore.mutate({ path, body: {} });
  useCommands([
    ...(isHeld || isOlder ? [{ id: "publish", label: words.publish(number), keys: "p", group: words.run, run: ask }] : []),
    ...(isHeld ? [{ id: "publish anyway", label: words.publishAnyway, keys: "Ctrl+Enter", group: words.run, run: ask }] : []),
    ...(run.publication === "discarded"
      ? [{ id: "take back", label: words.undiscard, keys: "Ctrl+z", group: words.run, run: undiscard }]
      : []),
  ]);
  return (
    <>
      <Fault error={discard.error ?? restore.error} />
      {run.has_output ? <Download path={path} /> : null}
      {isHeld ? (
        <Button isPending={discard.isPending} onPress={() => discard.mutate({ path, body: {} })}>
          {words.discard(number)}
        </Button>
      ) : null}
      {run.publication === "discarded" ? (
        <Button isPending={restore.isPending} onPress={undiscard}>
          {words.undiscard}
        </Button>
      ) : null}
      {isHeld || isOlder ? (
        <Button kind={isHeld ? "primary" : "plain"} keys="p" onPress={ask}>
          {isHeld ? words.publishAnyway : words.publishAgain(number)}
        </Button>
      ) : null}
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.publishAsk(number)}
        action={words.publishRows(run.included_count ?? 0)}
        isPending={publish.isPending}
        error={publish.error}
        onConfirm={() => publish.mutate({ path, body: {} }, { onSuccess: () => setAsking(false) })}
      >
        {whatPublishingDoes({ run, isFirst })}
      </Confirm>
    </>
  );
}

function whatPublishingDoes({ run, isFirst }: PublishableProps): string {
  const { included_count: rows, added_count: added, removed_count: removed, changed_count: changed } = run;
  return isFirst ? words.publishFirst(rows ?? 0) : words.publishMeans(rows ?? 0, added ?? 0, removed ?? 0, changed ?? 0);
}

/** The address is made when it's asked for: it works for a few minutes. */
function Download({ path }: { readonly path: { readonly id: string; readonly run_id: string } }): ReactNode {
  const [error, setError] = useState<Error | null>(null);
  const download = async () => {
    try {
      const { url } = await call("runs.download", { path });
      location.assign(url);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  };
  return (
    <>
      <Fault error={error} />
      <Button kind="quiet" onPress={() => void download()}>
        {words.download}
      </Button>
    </>
  );
}
