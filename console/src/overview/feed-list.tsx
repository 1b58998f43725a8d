import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Sparkline } from "../chart/sparkline.tsx";
import type { ApiAnswer } from "../api/client.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { shortId } from "../shell/paths.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { feedState } from "./feed-state.ts";

const words = messages.overview;

type OverviewFeed = ApiAnswer<"shop.overview">["feeds"][number];

interface FeedListProps {
  readonly shopId: string;
  readonly feeds: readonly OverviewFeed[];
  readonly zone: string | undefined;
}

/** Every active feed in a line: its rows, how they went, what is left out, how fresh it is. */
export function FeedList({ shopId, feeds, zone }: FeedListProps): ReactNode {
  const columns: readonly Column<OverviewFeed>[] = [
    {
      id: "name",
      label: words.feed,
      cell: (feed) => (
        <Link to="/shops/$shopId/feeds/$feedId" params={{ shopId, feedId: shortId(feed.feed_id) }}>
          {feed.name}
        </Link>
      ),
    },
    {
      id: "rows",
      label: words.rows,
      isFigure: true,
      cell: ({ live_run: live }) => (live === null ? "–" : formatCount(live.included_count)),
    },
    {
      id: "series",
      label: words.lastRuns,
      isExtra: true,
      cell: ({ sparkline }) => <Sparkline values={sparkline.map((point) => point.included_count)} label={seriesLabel(sparkline)} />,
    },
    {
      id: "excluded",
      label: words.leftOut,
      isFigure: true,
      cell: ({ live_run: live }) => (live === null ? "–" : formatCount(live.excluded_count)),
    },
    {
      id: "findings",
      label: words.findings,
      isExtra: true,
      cell: ({ findings: { errors, warnings } }) => (errors + warnings === 0 ? words.noFindings : words.findingCounts(errors, warnings)),
    },
    {
      id: "run",
      label: words.lastRun,
      cell: ({ live_run: live }) => {
        const at = live?.completed_at ?? null;
        return at === null ? "–" : <Time at={at} zone={zone} />;
      },
    },
    {
      id: "state",
      label: words.state,
      cell: (feed) => {
        const { status, word } = feedState(feed);
        return <StatusMark status={status}>{word}</StatusMark>;
      },
    },
  ];
  return <DataTable label={words.feeds} columns={columns} rows={feeds} keyOf={({ feed_id }) => feed_id} />;
}

function seriesLabel(points: OverviewFeed["sparkline"]): string {
  const [first, last] = [points.at(0), points.at(-1)];
  if (first === undefined || last === undefined) return words.noRuns;
  return words.series(points.length, first.included_count, last.included_count);
}
