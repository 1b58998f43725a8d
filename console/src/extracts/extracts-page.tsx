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
  const waiting = latest.data?.waiting ?? null;
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
      {waiting === null ? null : <p role="status">{waiting}</p>}
      <Warnings extract={latest.data} hasCatalog={shop.data?.last_sync_at !== null} />
      <Section title={extracts.data === undefined ? words.all : words.allCounted(extracts.data.meta.total)}>
        <Answer of={extracts}>
          {({ data, meta }, { isStale }) =>
            meta.total === 0 ? (
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
                  meta={meta}
                  onChange={(next, how) => void navigate({ search: (old) => ({ ...old, page: next }), ...how })}
                />
              </>
            )
          }
        </Answer>
      </Section>
      {shop.data?.storefront === "csv" ? <Upload /> : null}
    </Page>
  );
}

interface WarningsProps {
  readonly extract: Extract | undefined;
  readonly hasCatalog: boolean;
}

function Warnings({ extract, hasCatalog }: WarningsProps): ReactNode {
  if (extract === undefined) return null;
  const { warnings, status, error_details: why, error_code: code } = extract;
  if (status !== "failed" && warnings.length === 0) return null;
  return (
    <Section title={status === "failed" ? words.latestFailed : words.latestWarns}>
      {status === "failed" ? (
        <p role="alert">
          {why ?? words.failed} <code>{code}</code> {hasCatalog ? words.lastGood : words.noCatalog}
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

/** Nothing came of it. */
const isOver = (status: Extract["status"]): boolean => status === "failed" || status === "cancelled";

function columnsOf(zone: string | undefined): readonly Column<Extract>[] {
  return [
    { id: "extract", label: words.extract, cell: ({ id, type }) => words.named(shortId(id), words.types[type]) },
    {
      id: "state",
      label: words.state,
      cell: ({ status, progress, error_details: why }) => (
        <>
          <StatusMark status={STATES[status]}>{status === "running" ? words.running(progress) : words.states[status]}</StatusMark>
          {why === null ? null : <p className={styles["why"]}>{why}</p>}
        </>
      ),
    },
    {
      id: "variants",
      label: words.variants,
      isFigure: true,
      cell: ({ status, product_count: count }) => (isOver(status) ? words.nothing : formatCount(count)),
    },
    { id: "warnings", label: words.warnings, isFigure: true, isExtra: true, cell: ({ warnings }) => formatCount(warnings.length) },
    { id: "why", label: words.started, isExtra: true, cell: ({ scheduled }) => (scheduled ? words.bySchedule : words.byRequest) },
    {
      id: "took",
      label: words.took,
      isFigure: true,
      isExtra: true,
      cell: ({ started_at: from, completed_at: completed, failed_at: failed }) => {
        const to = completed ?? failed;
        return from === null || to === null ? words.nothing : formatDuration(Date.parse(to) - Date.parse(from));
      },
    },
    { id: "when", label: words.when, cell: ({ created_at: at }) => <Time at={at} zone={zone} /> },
  ];
}
