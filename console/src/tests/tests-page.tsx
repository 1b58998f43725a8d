import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { useSeenVersion } from "../feeds/use-seen-version.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import { TestForm } from "./test-form.tsx";
import { TestResult } from "./test-result.tsx";
import styles from "./tests.module.css";
import { type FeedTest, NEW_TEST, resentTest, sentTest, type WrittenTest, writtenTest } from "./written-test.ts";

const words = messages.tests;
const STATES: Readonly<Record<NonNullable<FeedTest["result"]>["status"], Status>> = {
  passed: "live",
  failed: "failed",
  row_missing: "held",
};

/** Do my promises hold? */
export function TestsPage(): ReactNode {
  const { id } = useFeed();
  const kept = useApi("tests.get", { path: { id } });
  const run = useChange("tests.run");
  /** Which test the form is about; -1: a new one. */
  const [editing, setEditing] = useState<number>();
  const start = () => run.mutate({ path: { id }, body: {} });
  const all = kept.data?.tests ?? [];
  useCommands([
    { id: "new test", label: words.add, keys: "n", group: words.group, run: () => setEditing(-1) },
    { id: "run tests", label: words.run, keys: "Ctrl+Enter", group: words.group, run: start },
  ]);
  // Results of now, where they are of the tests that are listed.
  const results = run.data !== undefined && run.data.tests.length === all.length ? run.data.tests : undefined;
  const add = (
    <Button kind={all.length === 0 ? "primary" : "plain"} keys="n" onPress={() => setEditing(-1)}>
      {words.add}
    </Button>
  );
  return (
    <Page
      title={words.title}
      actions={
        all.length === 0 ? undefined : (
          <>
            {add}
            <Button kind="primary" isPending={run.isPending} onPress={start}>
              {words.run}
            </Button>
          </>
        )
      }
    >
      <Fault error={run.error} />
      <Section title={words.all(kept.data?.tests.length)} description={words.description}>
        <Answer of={kept} rows={4}>
          {(found, { isStale }) =>
            found.tests.length === 0 ? (
              <Empty title={words.none} action={add}>
                {words.noneNext}
              </Empty>
            ) : (
              <>
                <Summary ran={results === undefined ? undefined : run.data} lastRun={found.last_run} />
                <DataTable
                  label={words.title}
                  columns={columnsOf((test) => setEditing(found.tests.indexOf(test)), results, found.tests)}
                  rows={found.tests}
                  keyOf={(test) => `${found.tests.indexOf(test)}`}
                  isStale={isStale}
                />
              </>
            )
          }
        </Answer>
      </Section>
      {editing === undefined ? null : (
        <Editor
          tests={all}
          at={editing}
          onClose={() => {
            setEditing(undefined);
            run.reset();
          }}
        />
      )}
    </Page>
  );
}

interface SummaryProps {
  readonly ran: ApiAnswer<"tests.run"> | undefined;
  readonly lastRun: ApiAnswer<"tests.get">["last_run"];
}

function Summary({ ran, lastRun }: SummaryProps): ReactNode {
  const failed = ran?.failed ?? lastRun?.failed ?? 0;
  return (
    <div className={styles["summary"]} data-failed={failed > 0}>
      <p role="status">
        {ran !== undefined
          ? words.ranNow(ran.passed, ran.failed, ran.missing)
          : lastRun === null
            ? words.notYet
            : words.fromRun(shortId(lastRun.run_id), lastRun.failed)}
      </p>
      {failed > 0 ? <p>{words.holds}</p> : null}
    </div>
  );
}

function columnsOf(
  onEdit: (test: FeedTest) => void,
  results: readonly FeedTest[] | undefined,
  tests: readonly FeedTest[],
): readonly Column<FeedTest>[] {
  const resultOf = (test: FeedTest) => (results === undefined ? test.result : (results[tests.indexOf(test)]?.result ?? null));
  const { column } = words;
  return [
    {
      id: "name",
      label: column.name,
      cell: (test) => (
        <Button kind="quiet" aria-label={words.editNamed(test.name)} onPress={() => onEdit(test)} className={styles["name"]}>
          <CatalogText>{test.name}</CatalogText>
        </Button>
      ),
    },
    { id: "expects", label: column.expects, cell: (test) => <CatalogText>{expectationOf(test)}</CatalogText> },
    {
      id: "result",
      label: column.result,
      cell: (test) => {
        const result = resultOf(test);
        return result === null ? (
          <StatusMark status="idle">{words.unknown}</StatusMark>
        ) : (
          <>
            <StatusMark status={STATES[result.status]}>{words.resultIs[result.status]}</StatusMark>
            <TestResult result={result} />
          </>
        );
      },
    },
  ];
}

function expectationOf({ expect, excluded, excluded_reason: reason }: FeedTest): string {
  const values = Object.entries(expect).map(([name, value]) => words.expectsValue(name, value));
  const place = excluded === undefined && reason === undefined ? [] : [excluded === false ? words.expectsIn : words.expectsOut(reason)];
  return [...place, ...values].join(", ");
}

interface EditorProps {
  readonly tests: readonly FeedTest[];
  readonly at: number;
  readonly onClose: () => void;
}

/** The list is sent as a whole, against the version that was seen: two people don't overwrite each other. */
function Editor({ tests, at, onClose }: EditorProps): ReactNode {
  const { id } = useFeed();
  const { version } = useSeenVersion(id);
  const set = useChange("tests.set", { marks: ["tests.", "config.", "feeds."] });
  const edited = tests[at];
  const send = (written: WrittenTest | undefined) => {
    const others = tests.map(resentTest);
    const sent = written === undefined ? [] : [sentTest(written)];
    const next = edited === undefined ? [...others, ...sent] : [...others.slice(0, at), ...sent, ...others.slice(at + 1)];
    set.mutate(
      { path: { id }, query: version === undefined ? {} : { expected_version: version }, body: { tests: next } },
      { onSuccess: onClose },
    );
  };
  return (
    <Sheet isOpen onClose={onClose} title={edited === undefined ? words.addTitle : words.editTitle(edited.name)}>
      <TestForm
        start={edited === undefined ? NEW_TEST : writtenTest(edited)}
        place={edited === undefined ? tests.length : at}
        onSave={send}
        onRemove={edited === undefined ? undefined : () => send(undefined)}
        isPending={set.isPending}
        error={set.error}
      />
    </Sheet>
  );
}
