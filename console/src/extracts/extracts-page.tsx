import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
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
import { type Status, StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import styles from "./extracts.module.css";
import { Upload } from "./upload.tsx";

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
  useCommands([{ id: "extract", label: "Extract the catalog", keys: "Ctrl+Enter", group: "Extracts", run: start }]);
  return (
    <Page
      title="Extracts"
      actions={
        <Button kind="primary" isPending={extract.isPending} isDisabled={isMoving} onPress={start}>
          {isMoving ? `Extracting, ${latest.data?.progress ?? 0} %` : "Extract now"}
        </Button>
      }
    >
      <Fault error={extract.error} />
      <Warnings extract={latest.data} />
      <Section title={extracts.data === undefined ? "All extracts" : `All extracts (${formatCount(extracts.data.meta.total)})`}>
        <Answer of={extracts}>
          {({ data, meta }, { isStale }) =>
            data.length === 0 ? (
              <Empty title="The catalog hasn't been extracted yet.">“Extract now” reads it from the shop; feeds are made from it.</Empty>
            ) : (
              <>
                <DataTable
                  label="Extracts"
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
    <Section title={status === "failed" ? "The latest extract failed" : "What the latest extract warns of"}>
      {status === "failed" ? (
        <p role="alert">
          {why ?? "The extract failed."} <code>{code}</code> The last good catalog is still used.
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
    { id: "extract", label: "Extract", cell: ({ id, type }) => `Extract ${shortId(id)}, ${type}` },
    {
      id: "state",
      label: "State",
      cell: ({ status, progress }) => (
        <StatusMark status={STATES[status]}>{status === "running" ? `running, ${formatCount(progress)} %` : status}</StatusMark>
      ),
    },
    { id: "products", label: "Products", isFigure: true, cell: ({ product_count: count }) => formatCount(count) },
    { id: "warnings", label: "Warnings", isFigure: true, isExtra: true, cell: ({ warnings }) => formatCount(warnings.length) },
    { id: "why", label: "Started", isExtra: true, cell: ({ scheduled }) => (scheduled ? "by schedule" : "by request") },
    {
      id: "took",
      label: "Took",
      isFigure: true,
      isExtra: true,
      cell: ({ started_at: from, completed_at: to }) =>
        from === null || to === null ? "–" : formatDuration(Date.parse(to) - Date.parse(from)),
    },
    { id: "when", label: "When", cell: ({ created_at: at }) => <Time at={at} zone={zone} /> },
  ];
}
