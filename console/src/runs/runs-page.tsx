import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { LineChart } from "../chart/line-chart.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { formatCount, formatDuration } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { useRowKeys } from "../shell/use-row-keys.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { type Run, runState, triggerText } from "./run-words.ts";
import { RANGES } from "./runs-search.ts";
import styles from "./runs.module.css";

const words = messages.runs;

const PER_PAGE = 25;
const DAYS = { "7d": 7, "30d": 30, "90d": 90 } as const;
const DAY_MS = 86_400_000;
const POLL_MS = 1_000;

/** What happened to the feed's file, run by run. */
export function RunsPage(): ReactNode {
  const feed = useFeed();
  const { page = 1 } = useSearch({ from: "/shops/$shopId/feeds/$feedId/runs" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/runs" });
  const shop = useShop();
  const latest = useApi("runs.latest", { path: { id: feed.id } });
  const isRunning = latest.data?.status === "running";
  const runs = useApi("runs.list", { path: { id: feed.id }, query: { page, per_page: PER_PAGE } }, isRunning ? { pollMs: POLL_MS } : {});
  const run = useChange("feeds.regenerate", { marks: ["feeds.", "runs.", "shop."] });
  const start = () => run.mutate({ path: { id: feed.id } });
  const newest = runs.data?.data.at(0);
  const open = ({ id }: Run) => void navigate({ to: "/shops/$shopId/feeds/$feedId/runs/$runId", params: { ...feed, runId: shortId(id) } });
  const chosen = useRowKeys({ rows: runs.data?.data ?? [], group: words.title, onOpen: open });
  useCommands([
    { id: "run", label: words.runFeed, keys: "Ctrl+Enter", group: words.title, run: start },
    ...(newest === undefined
      ? []
      : [
          {
            ...{ id: "compare", label: words.compareNewest(shortId(newest.id)), keys: "d", group: words.title },
            run: () => open(newest),
          },
        ]),
  ]);
  return (
    <Page
      title={words.title}
      actions={
        <Button kind="primary" isPending={run.isPending} isDisabled={isRunning} onPress={start}>
          {isRunning ? words.running : words.runNow}
        </Button>
      }
    >
      <Fault error={run.error} />
      <History zone={shop.data?.time_zone} />
      <Section title={runs.data === undefined ? words.all : words.allCounted(runs.data.meta.total)}>
        <Answer of={runs}>
          {({ data, meta }, { isStale }) =>
            meta.total === 0 ? (
              <Empty title={words.never}>{words.neverNext}</Empty>
            ) : (
              <>
                <DataTable
                  label={words.title}
                  columns={columnsOf(feed, shop.data?.time_zone)}
                  rows={data}
                  keyOf={({ id }) => id}
                  selected={chosen?.id}
                  isStale={isStale}
                />
                <Pager
                  page={page}
                  meta={meta}
                  onChange={(next, how) => void navigate({ search: (old) => ({ ...old, page: next }), ...how })}
                />
              </>
            )
          }
        </Answer>
      </Section>
    </Page>
  );
}

function columnsOf(feed: ReturnType<typeof useFeed>, zone: string | undefined): readonly Column<Run>[] {
  const count = (value: number | null): string => (value === null ? "–" : formatCount(value));
  return [
    {
      id: "run",
      label: words.run,
      cell: ({ id }) => (
        <Link to="/shops/$shopId/feeds/$feedId/runs/$runId" params={{ ...feed, runId: shortId(id) }}>
          {words.named(shortId(id))}
        </Link>
      ),
    },
    {
      id: "state",
      label: words.state,
      cell: (run) => {
        const { status, word } = runState(run);
        return <StatusMark status={status}>{word}</StatusMark>;
      },
    },
    { id: "rows", label: words.inFile, isFigure: true, cell: ({ included_count: rows }) => count(rows) },
    { id: "out", label: words.leftOut, isFigure: true, isExtra: true, cell: ({ excluded_count: rows }) => count(rows) },
    { id: "added", label: words.added, isFigure: true, isExtra: true, cell: ({ added_count: rows }) => count(rows) },
    { id: "removed", label: words.removed, isFigure: true, isExtra: true, cell: ({ removed_count: rows }) => count(rows) },
    { id: "changed", label: words.changed, isFigure: true, isExtra: true, cell: ({ changed_count: rows }) => count(rows) },
    {
      id: "took",
      label: words.took,
      isFigure: true,
      isExtra: true,
      cell: ({ duration_ms: ms }) => (ms === null ? "–" : formatDuration(ms)),
    },
    { id: "why", label: words.started, isExtra: true, cell: triggerText },
    { id: "when", label: words.when, cell: ({ created_at: at }) => <Time at={at} zone={zone} /> },
  ];
}

/** Rows of the file over time, and how long runs took. */
export function History({ zone }: { readonly zone: string | undefined }): ReactNode {
  const feed = useFeed();
  const { range = "30d" } = useSearch({ strict: false });
  const days = DAYS[range];
  // The time of the first look: a new one each moment would ask again each moment.
  const from = useMemo(() => new Date(Date.now() - days * DAY_MS).toISOString(), [days]);
  const series = useApi("runs.series", { path: { id: feed.id }, query: { from, bucket: "run" } });
  return (
    <Section
      title={words.overTime}
      actions={
        <nav aria-label={words.time} className={styles["ranges"]}>
          {RANGES.map((one) => (
            <Link key={one} to="." search={(old) => ({ ...old, range: one })} aria-current={one === range ? "true" : undefined}>
              {words.days(DAYS[one])}
            </Link>
          ))}
        </nav>
      }
    >
      <Answer of={series}>
        {({ points }) => (
          <div className={styles["charts"]}>
            <LineChart
              title={words.rowsInFile}
              band={words.bandLeftOut}
              zone={zone}
              points={points.map(({ at, included_count: value, total_count: whole, held_run_ids: held }) => ({
                ...{ at, value, whole },
                mark: held.length === 0 ? undefined : words.held,
              }))}
            />
            <LineChart
              title={words.durations}
              zone={zone}
              write={formatDuration}
              height={100}
              points={points.map(({ at, duration_ms: value }) => ({ at, value }))}
            />
          </div>
        )}
      </Answer>
    </Section>
  );
}
