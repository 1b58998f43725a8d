import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { DiffCause } from "../feeds/cause.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Section } from "../shell/page.tsx";
import { fullId, shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { CatalogText, type Maker } from "../ui/catalog-text.tsx";
import { CopiedId } from "../ui/copied-id.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Select } from "../ui/select.tsx";
import { Empty, NoResults } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { runState } from "./run-words.ts";
import styles from "./runs.module.css";

const words = messages.runs;

type Row = ApiAnswer<"runs.diff">["data"][number];
type Summary = ApiAnswer<"runs.diff_summary">;

const PER_PAGE = 25;
const FIELDS_SHOWN = 8;
const CAUSES_SHOWN = 8;
const BEFORE = "";

/** What this run's file has otherwise than another's: counted by kind, column and cause, then row by row. */
export function Difference({ runId }: { readonly runId: string }): ReactNode {
  const feed = useFeed();
  const search = useSearch({ from: "/shops/$shopId/feeds/$feedId/runs/$runId" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/runs/$runId" });
  const path = { id: feed.id, run_id: fullId("run", runId) };
  const against = search.against === undefined ? {} : { against: search.against === "live" ? "live" : fullId("run", search.against) };
  const runs = useApi("runs.list", { path: { id: feed.id }, query: { per_page: 50 } });
  const summary = useApi("runs.diff_summary", { path, query: against });
  useWalk(runId, runs.data?.data ?? []);
  const compare = useRef<HTMLDivElement>(null);
  useCommands([
    { id: "compare", label: words.compareWith, keys: "d", group: words.run, run: () => compare.current?.querySelector("button")?.click() },
  ]);
  const options = [
    { value: BEFORE, label: words.runBefore },
    { value: "live", label: words.liveRun },
    ...(runs.data?.data ?? [])
      .filter(({ id, has_output: hasOutput }) => hasOutput && shortId(id) !== runId)
      .map((run) => ({ value: shortId(run.id), label: words.namedWithState(shortId(run.id), runState(run).word) })),
  ];
  return (
    <Section
      title={summary.data?.against === null ? words.firstBrought : words.differs}
      actions={
        <div ref={compare}>
          <Select
            label={words.compareWith}
            hideLabel
            value={search.against ?? BEFORE}
            options={options}
            onChange={(value) => void navigate({ search: value === BEFORE ? {} : { against: value } })}
          />
        </div>
      }
    >
      <Answer of={summary} rows={3}>
        {(found) => <Counts summary={found} />}
      </Answer>
      <Rows path={path} against={against} />
    </Section>
  );
}

/** `j` and `k` lead to the next older and newer run, in the order of the list. */
function useWalk(runId: string, runs: readonly { readonly id: string }[]): void {
  const feed = useFeed();
  const navigate = useNavigate();
  const at = runs.findIndex(({ id }) => shortId(id) === runId);
  const go = (by: number) => {
    const next = at < 0 ? undefined : runs[at + by];
    if (next !== undefined) void navigate({ to: "/shops/$shopId/feeds/$feedId/runs/$runId", params: { ...feed, runId: shortId(next.id) } });
  };
  useCommands([
    { id: "older", label: words.olderRun, keys: "j", group: words.run, run: () => go(1) },
    { id: "newer", label: words.newerRun, keys: "k", group: words.run, run: () => go(-1) },
  ]);
}

/** Sums that add up: by kind of change, then the columns and the causes with the most rows. */
function Counts({ summary }: { readonly summary: Summary }): ReactNode {
  const feed = useFeed();
  const { change, field } = useSearch({ from: "/shops/$shopId/feeds/$feedId/runs/$runId" });
  const { added_count: added, removed_count: removed, changed_count: changed, fields, causes } = summary;
  const counts = { removed, changed, added };
  return (
    <>
      <p className={styles["counts"]}>
        <span>{words.rowsEqual(added + removed + changed)}</span>
        {(["removed", "changed", "added"] as const).map((kind) => (
          <Link
            key={kind}
            to="."
            search={(old) => ({ ...old, page: undefined, change: change === kind ? undefined : kind })}
            aria-current={change === kind ? "true" : undefined}
          >
            {words.changeCounts[kind](counts[kind])}
          </Link>
        ))}
      </p>
      {fields.length === 0 ? null : (
        <p className={styles["counts"]}>
          <span>{words.byColumn}</span>
          {fields.slice(0, FIELDS_SHOWN).map(({ field: name, count }) => (
            <Link
              key={name}
              to="."
              search={(old) => ({ ...old, page: undefined, field: field === name ? undefined : name })}
              aria-current={field === name ? "true" : undefined}
            >
              {name} {formatCount(count)}
            </Link>
          ))}
        </p>
      )}
      {causes.length === 0 ? null : (
        <p className={styles["counts"]}>
          <span>{words.byCause}</span>
          {causes.slice(0, CAUSES_SHOWN).map(({ change: kind, cause, count }) => (
            <span key={`${kind} ${JSON.stringify(cause)}`}>
              {words.changes[kind]}, <DiffCause cause={cause} at={feed} /> {formatCount(count)}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

interface RowsProps {
  readonly path: { readonly id: string; readonly run_id: string };
  readonly against: { readonly against?: string };
}

function Rows({ path, against }: RowsProps): ReactNode {
  const feed = useFeed();
  const { page = 1, change, field, find } = useSearch({ from: "/shops/$shopId/feeds/$feedId/runs/$runId" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/runs/$runId" });
  const [typed, setTyped] = useState(find ?? "");
  const rows = useApi("runs.diff", { path, query: { ...against, page, per_page: PER_PAGE, change, field, search: find } });
  const form = useRef<HTMLFormElement>(null);
  useCommands([
    { id: "find", label: words.findRows, keys: "/", group: words.run, run: () => form.current?.querySelector("input")?.focus() },
  ]);
  const filter = [change === undefined ? undefined : words.changes[change], field, find].filter((part) => part !== undefined).join(", ");
  return (
    <>
      <form
        ref={form}
        className={styles["filters"]}
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ search: (old) => ({ ...old, page: undefined, find: typed === "" ? undefined : typed }) });
        }}
      >
        <TextField label={words.findRows} hideLabel placeholder={words.findRows} value={typed} onChange={setTyped} />
      </form>
      <Answer of={rows}>
        {({ data, meta }, { isStale }) => {
          if (meta.total === 0)
            return filter === "" ? (
              <Empty title={words.same} />
            ) : (
              <NoResults filter={filter} onClear={() => void navigate({ search: ({ against: other }) => ({ against: other }) })} />
            );
          return (
            <>
              <DataTable
                label={words.rowsThatDiffer}
                columns={columnsOf(feed)}
                rows={data}
                keyOf={(row) => `${row.row_id} ${row.change} ${JSON.stringify(row.fields)}`}
                isStale={isStale}
              />
              <Pager
                page={page}
                meta={meta}
                onChange={(next, how) => void navigate({ search: (old) => ({ ...old, page: next }), ...how })}
              />
            </>
          );
        }}
      </Answer>
    </>
  );
}

function columnsOf(feed: ReturnType<typeof useFeed>): readonly Column<Row>[] {
  return [
    {
      id: "title",
      label: words.row,
      cell: ({ product_id: productId, title }) => (
        <Link to="/shops/$shopId/products/$productId" params={{ shopId: feed.shopId, productId }}>
          <CatalogText isOneLine>{title === "" ? words.noTitle : title}</CatalogText>
        </Link>
      ),
    },
    { id: "id", label: words.id, isExtra: true, cell: ({ row_id: row }) => <CopiedId id={row} label={words.rowId} /> },
    { id: "change", label: words.change, cell: ({ change }) => words.changes[change] },
    {
      id: "fields",
      label: words.beforeAfter,
      cell: ({ change, fields, cause }) =>
        change === "changed" ? (
          <ul className={styles["changes"]}>
            {fields.map(({ field, before, after }) => (
              <li key={field}>
                <span className={styles["field"]}>{field}</span> <s>{before === "" ? words.blank : <CatalogText>{before}</CatalogText>}</s>{" "}
                {after === "" ? words.blank : <CatalogText by={makerOf(cause)}>{after}</CatalogText>}
              </li>
            ))}
          </ul>
        ) : null,
    },
    { id: "cause", label: words.cause, cell: ({ cause }) => <DiffCause cause={cause} at={feed} /> },
  ];
}

/** In whose ink the new values of a row are. */
function makerOf({ type }: Row["cause"]): Maker {
  if (type === "rule" || type === "mapping") return type;
  return type === "cell" || type === "override" ? "person" : "shop";
}
