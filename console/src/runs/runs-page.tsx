import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { LineChart } from "../chart/line-chart.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { formatCount, formatDuration } from "../messages/format.ts";
import { useShop } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
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
  useCommands([
    { id: "run", label: "Run the feed", keys: "Ctrl+Enter", group: "Runs", run: start },
    ...(newest === undefined
      ? []
      : [
          {
            ...{ id: "compare", label: `Compare run ${shortId(newest.id)} with the one before`, keys: "d", group: "Runs" },
            run: () => void navigate({ to: "/shops/$shopId/feeds/$feedId/runs/$runId", params: { ...feed, runId: shortId(newest.id) } }),
          },
        ]),
  ]);
  return (
    <Page
      title="Runs"
      actions={
        <Button kind="primary" isPending={run.isPending} isDisabled={isRunning} onPress={start}>
          {isRunning ? "Running" : "Run now"}
        </Button>
      }
    >
      <Fault error={run.error} />
      <History zone={shop.data?.time_zone} />
      <Section title={runs.data === undefined ? "All runs" : `All runs (${formatCount(runs.data.meta.total)})`}>
        <Answer of={runs}>
          {({ data, meta }, { isStale }) =>
            data.length === 0 ? (
              <Empty title="This feed has never run.">A run transforms the catalog by the feed's rules and publishes the file.</Empty>
            ) : (
              <>
                <DataTable
                  label="Runs"
                  columns={columnsOf(feed, shop.data?.time_zone)}
                  rows={data}
                  keyOf={({ id }) => id}
                  isStale={isStale}
                />
                <Pager
                  page={page}
                  perPage={PER_PAGE}
                  total={meta.total}
                  onChange={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
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
      label: "Run",
      cell: ({ id }) => (
        <Link to="/shops/$shopId/feeds/$feedId/runs/$runId" params={{ ...feed, runId: shortId(id) }}>
          Run {shortId(id)}
        </Link>
      ),
    },
    {
      id: "state",
      label: "State",
      cell: (run) => {
        const { status, word } = runState(run);
        return <StatusMark status={status}>{word}</StatusMark>;
      },
    },
    { id: "rows", label: "In the file", isFigure: true, cell: ({ included_count: rows }) => count(rows) },
    { id: "out", label: "Left out", isFigure: true, isExtra: true, cell: ({ excluded_count: rows }) => count(rows) },
    { id: "added", label: "Added", isFigure: true, isExtra: true, cell: ({ added_count: rows }) => count(rows) },
    { id: "removed", label: "Removed", isFigure: true, isExtra: true, cell: ({ removed_count: rows }) => count(rows) },
    { id: "changed", label: "Changed", isFigure: true, isExtra: true, cell: ({ changed_count: rows }) => count(rows) },
    { id: "took", label: "Took", isFigure: true, isExtra: true, cell: ({ duration_ms: ms }) => (ms === null ? "–" : formatDuration(ms)) },
    { id: "why", label: "Started", isExtra: true, cell: triggerText },
    { id: "when", label: "When", cell: ({ created_at: at }) => <Time at={at} zone={zone} /> },
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
      title="Over time"
      actions={
        <nav aria-label="Time" className={styles["ranges"]}>
          {RANGES.map((one) => (
            <Link key={one} to="." search={(old) => ({ ...old, range: one })} aria-current={one === range ? "true" : undefined}>
              {DAYS[one]} days
            </Link>
          ))}
        </nav>
      }
    >
      <Answer of={series}>
        {({ points }) => (
          <div className={styles["charts"]}>
            <LineChart
              title="Rows in the file"
              zone={zone}
              points={points.map(({ at, included_count: value, held_run_ids: held }) => ({
                at,
                value,
                mark: held.length === 0 ? undefined : "held",
              }))}
            />
            <LineChart
              title="How long runs took"
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
