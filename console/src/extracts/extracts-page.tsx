import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { formatCount, formatDuration } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import styles from "./extracts.module.css";
import { Upload } from "./upload.tsx";

const words = messages.extracts;

type Extract = ApiAnswer<"extracts.list">["data"][number];

const PER_PAGE = 25;
const POLL_MS = 1_000;
const STATES: Readonly<Record<Extract["status"], Status>> = {
  pending: "running",
  running: "running",
  completed: "live",
  failed: "failed",
  cancelled: "idle",
};

/** Whether the catalog is whole and fresh. */
export function ExtractsPage(): ReactNode {
  const { page = 1 } = useSearch({ from: "/shops/$shopId/extracts" });
  const navigate = useNavigate({ from: "/shops/$shopId/extracts" });
  const shop = useShop();
  const latest = useApi("extracts.latest", {});
  const isMoving = latest.data?.status === "pending" || latest.data?.status === "running";
  useApi("extracts.latest", {}, isMoving ? { pollMs: POLL_MS } : {});
  const extracts = useApi("extracts.list", { query: { page, per_page: PER_PAGE } }, isMoving ? { pollMs: POLL_MS } : {});
  const extract = useChange("extracts.create", { marks: ["extracts.", "shop."] });
  const start = () => extract.mutate({ body: { type: "full" } });
  useCommands([{ id: "extract", label: words.extractCatalog, keys: "Ctrl+Enter", group: words.title, run: start }]);
  return (
    <Page
      title={words.title}
      actions={
        <Button kind="primary" isPending={extract.isPending} isDisabled={isMoving} onPress={start}>
          {isMoving ? words.extracting(latest.data?.progress ?? 0) : words.extractNow}
        </Button>
      }
    >
      <Fault error={extract.error} />
      <Warnings extract={latest.data} />
      <Section title={extracts.data === undefined ? words.all : words.allCounted(extracts.data.meta.total)}>
        <Answer of={extracts}>
          {({ data, meta }, { isStale }) =>
            data.length === 0 ? (
              <Empty title={words.none}>{words.noneNext}</Empty>
            ) : (
              <>
                <DataTable
                  label={words.title}
                  columns={columnsOf(shop.data?.time_zone)}
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
      <Upload />
    </Page>
  );
}

function Warnings({ extract }: { readonly extract: Extract | undefined }): ReactNode {
  if (extract === undefined) return null;
  const { warnings, status, error_details: why, error_code: code } = extract;
  if (status !== "failed" && warnings.length === 0) return null;
  return (
    <Section title={status === "failed" ? words.latestFailed : words.latestWarns}>
      {status === "failed" ? (
        <p role="alert">
          {why ?? words.failed} <code>{code}</code> {words.lastGood}
        </p>
      ) : null}
      <ul className={styles["warnings"]}>
        {warnings.map(({ code: kind, message, count }) => (
          <li key={kind}>
            {message} <span className={styles["count"]}>{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function columnsOf(zone: string | undefined): readonly Column<Extract>[] {
  return [
    { id: "extract", label: words.extract, cell: ({ id, type }) => words.named(shortId(id), words.types[type]) },
    {
      id: "state",
      label: words.state,
      cell: ({ status, progress }) => (
        <StatusMark status={STATES[status]}>{status === "running" ? words.running(progress) : words.states[status]}</StatusMark>
      ),
    },
    { id: "variants", label: words.variants, isFigure: true, cell: ({ product_count: count }) => formatCount(count) },
    { id: "warnings", label: words.warnings, isFigure: true, isExtra: true, cell: ({ warnings }) => formatCount(warnings.length) },
    { id: "why", label: words.started, isExtra: true, cell: ({ scheduled }) => (scheduled ? words.bySchedule : words.byRequest) },
    {
      id: "took",
      label: words.took,
      isFigure: true,
      isExtra: true,
      cell: ({ started_at: from, completed_at: to }) =>
        from === null || to === null ? "–" : formatDuration(Date.parse(to) - Date.parse(from)),
    },
    { id: "when", label: words.when, cell: ({ created_at: at }) => <Time at={at} zone={zone} /> },
  ];
}
