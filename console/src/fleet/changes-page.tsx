import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { CHANGE_MARKS, isMoving, settledOf } from "./change-words.ts";

type Change = ApiAnswer<"fleet.list_changes">["data"][number];

const words = messages.fleet;
const PER_PAGE = 25;
const POLL_MS = 2_000;

const COLUMNS: readonly Column<Change>[] = [
  {
    id: "change",
    label: words.change,
    cell: ({ id, title }) => (
      <Link to="/org/fleet/changes/$changeId" params={{ changeId: String(id) }}>
        <CatalogText isOneLine>{title}</CatalogText>
      </Link>
    ),
  },
  {
    id: "status",
    label: words.status,
    cell: ({ status }) => <StatusMark status={CHANGE_MARKS[status]}>{words.statuses[status]}</StatusMark>,
  },
  { id: "progress", label: words.progress, isFigure: true, cell: ({ counts }) => words.done(...settledOf(counts)) },
  { id: "by", label: words.by, isExtra: true, cell: ({ created_by: by }) => by },
  { id: "when", label: words.when, cell: ({ created_at: at }) => <Time at={at} /> },
];

/** What was changed in many shops at once, and what is under way. */
export function ChangesPage(): ReactNode {
  const { page = 1 } = useSearch({ from: "/org/fleet/changes" });
  const navigate = useNavigate({ from: "/org/fleet/changes" });
  const changes = useApi("fleet.list_changes", { query: { page, per_page: PER_PAGE } }, { pollMs: POLL_MS });
  const moving = changes.data?.data.filter(({ status }) => isMoving(status)).length ?? 0;
  return (
    <Page title={words.changes} state={moving === 0 ? undefined : String(moving)}>
      <Answer of={changes}>
        {({ data, meta }, { isStale }) =>
          meta.total === 0 ? (
            <Empty title={words.noChanges} action={<Link to="/org/fleet">{words.toFleet}</Link>}>
              {words.noChangesNext}
            </Empty>
          ) : (
            <>
              <DataTable label={words.changes} columns={COLUMNS} rows={data} keyOf={({ id }) => String(id)} isStale={isStale} />
              <Pager page={page} meta={meta} onChange={(next, how) => void navigate({ search: { page: next }, ...how })} />
            </>
          )
        }
      </Answer>
    </Page>
  );
}
