import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { useReadiness } from "./use-readiness.ts";

const words = messages.admin;

type Jobs = ApiAnswer<"admin.show_jobs">;
type Taxonomy = ApiAnswer<"admin.list_taxonomies">[number];

const POLL_MS = 5_000;

/** Whether the installation works: its parts, what waits and what failed, and the taxonomies in use. */
export function AdminHealthPage(): ReactNode {
  const readiness = useReadiness(POLL_MS);
  const jobs = useApi("admin.show_jobs", {}, { pollMs: POLL_MS });
  const taxonomies = useApi("admin.list_taxonomies", {});
  return (
    <Page title={words.health} facts={jobs.data === undefined ? null : <span>{words.workers(jobs.data.workers)}</span>}>
      <Section title={words.parts}>
        <Answer of={readiness}>
          {({ checks }) => <DataTable label={words.parts} columns={PARTS} rows={checks} keyOf={({ name }) => name} />}
        </Answer>
      </Section>
      <Section title={words.work}>
        <Answer of={jobs}>{({ work }) => <DataTable label={words.work} columns={WORK} rows={work} keyOf={({ kind }) => kind} />}</Answer>
      </Section>
      <Section title={words.failures}>
        <Answer of={jobs}>
          {({ failures }) =>
            failures.length === 0 ? (
              <Empty title={words.noFailure} />
            ) : (
              <DataTable label={words.failures} columns={FAILURES} rows={failures} keyOf={({ id }) => id} />
            )
          }
        </Answer>
      </Section>
      <Section title={words.queue} description={words.queueHint}>
        <Answer of={jobs}>
          {({ queue }) =>
            queue.length === 0 ? (
              <Empty title={words.noJobs} />
            ) : (
              <DataTable label={words.queue} columns={QUEUE} rows={queue} keyOf={({ job }) => job} />
            )
          }
        </Answer>
      </Section>
      <Section title={words.taxonomies} description={words.taxonomiesHint}>
        <Answer of={taxonomies}>
          {(editions) => <DataTable label={words.taxonomies} columns={EDITIONS} rows={editions} keyOf={({ name }) => name} />}
        </Answer>
      </Section>
    </Page>
  );
}

const PARTS: readonly Column<{ readonly name: string; readonly ok: boolean; readonly detail: string }>[] = [
  { id: "name", label: words.part, cell: ({ name }) => name },
  { id: "ok", label: words.state, cell: ({ ok, detail }) => <StatusMark status={ok ? "live" : "failed"}>{detail}</StatusMark> },
];

const WORK: readonly Column<Jobs["work"][number]>[] = [
  { id: "kind", label: words.kind, cell: ({ kind }) => words.kinds[kind] },
  { id: "running", label: words.running, isFigure: true, cell: ({ running }) => formatCount(running) },
  { id: "waiting", label: words.waiting, isFigure: true, cell: ({ waiting }) => formatCount(waiting) },
  { id: "failed", label: words.failedLastDay, isFigure: true, cell: ({ failed_last_day: failed }) => formatCount(failed) },
];

const FAILURES: readonly Column<Jobs["failures"][number]>[] = [
  { id: "what", label: words.what, cell: ({ id }) => <code>{id}</code> },
  { id: "shop", label: words.shop, cell: ({ shop_id: shop }) => <Link to="/admin/shops">{shop}</Link> },
  {
    id: "why",
    label: words.why,
    cell: ({ error_code: code, error_details: details }) => (
      <>
        {details ?? "–"} <code>{code}</code>
      </>
    ),
  },
  { id: "when", label: words.when, cell: ({ created_at: at }) => <Time at={at} /> },
];

const QUEUE: readonly Column<Jobs["queue"][number]>[] = [
  { id: "job", label: words.job, cell: ({ job }) => job },
  { id: "waiting", label: words.waiting, isFigure: true, cell: ({ waiting }) => formatCount(waiting) },
  { id: "running", label: words.running, isFigure: true, cell: ({ running }) => formatCount(running) },
  { id: "delayed", label: words.delayed, isFigure: true, cell: ({ delayed }) => formatCount(delayed) },
  { id: "failed", label: words.failed, isFigure: true, cell: ({ failed }) => formatCount(failed) },
];

const EDITIONS: readonly Column<Taxonomy>[] = [
  { id: "title", label: words.taxonomy, cell: ({ title }) => title },
  { id: "edition", label: words.edition, cell: ({ edition }) => edition },
  { id: "categories", label: words.categories, isFigure: true, cell: ({ categories }) => formatCount(categories) },
  { id: "loaded", label: words.loadedOn, isExtra: true, cell: ({ loaded_on: day }) => day ?? "–" },
  { id: "source", label: words.source, isExtra: true, cell: ({ source }) => source ?? "–" },
];
