import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { StatusMark } from "../ui/status.tsx";
import { type Change, TARGET_MARKS, type Target } from "./change-words.ts";
import styles from "./fleet.module.css";

const words = messages.fleet;

/** Stage by stage: what would change in each shop, and what has become of it. */
export function Stages({ change }: { readonly change: Change }): ReactNode {
  const hasBegun = change.started_at !== null;
  return change.stages.map((shops, at) => {
    const stage = at + 1;
    const own = change.shops.filter((target) => target.stage === stage);
    return (
      <Section
        key={stage}
        title={words.stage(stage, shops)}
        actions={hasBegun ? <span className={styles["quiet"]}>{stageWord(own, stage === change.stage)}</span> : null}
      >
        <DataTable label={words.stage(stage, shops)} columns={COLUMNS} rows={own} keyOf={({ id }) => String(id)} />
      </Section>
    );
  });
}

function stageWord(targets: readonly Target[], isPresent: boolean): string {
  const open = targets.some(({ status }) => status === "waiting" || status === "applied");
  if (!open) return words.stageDone;
  return isPresent ? words.stageNow : words.stageNext;
}

const figure = (value: number | null | undefined): string => (value === null || value === undefined ? "–" : formatCount(value));

const COLUMNS: readonly Column<Target>[] = [
  { id: "shop", label: words.targetColumns.shop, cell: (target) => <TargetName target={target} /> },
  {
    id: "state",
    label: words.targetColumns.state,
    cell: ({ status }) => <StatusMark status={TARGET_MARKS[status]}>{words.targets[status]}</StatusMark>,
  },
  { id: "before", label: words.targetColumns.before, isFigure: true, cell: ({ preview }) => figure(preview?.rows_before) },
  { id: "after", label: words.targetColumns.after, isFigure: true, cell: ({ preview }) => figure(preview?.rows_after) },
  { id: "changed", label: words.targetColumns.changed, isFigure: true, cell: ({ preview }) => figure(preview?.changed) },
  { id: "cleared", label: words.targetColumns.cleared, isFigure: true, cell: ({ preview }) => figure(preview?.findings_cleared) },
  {
    id: "caused",
    label: words.targetColumns.caused,
    isFigure: true,
    isExtra: true,
    cell: ({ preview }) => figure(preview?.findings_caused),
  },
  { id: "reason", label: words.targetColumns.reason, cell: (target) => <Reason target={target} /> },
];

function TargetName({ target }: { readonly target: Target }): ReactNode {
  const name = <CatalogText isOneLine>{target.client_label ?? target.shop_name}</CatalogText>;
  if (!target.connected) return name;
  const shopId = String(target.shop_id);
  return (
    <Link to="/shops/$shopId" params={{ shopId }}>
      {name}
    </Link>
  );
}

/** Why it is as it is, with the run to look at; before the start what the preview says. */
function Reason({ target }: { readonly target: Target }): ReactNode {
  const { reason, preview, status, run_id: run, feed_id: feed } = target;
  if (!target.connected) return words.disconnected;
  if (reason !== null) {
    const isRun = run !== null && feed !== null && (status === "held" || status === "failed");
    return (
      <>
        <CatalogText>{reason}</CatalogText>{" "}
        {isRun ? (
          <Link
            to="/shops/$shopId/feeds/$feedId/runs/$runId"
            params={{ shopId: String(target.shop_id), feedId: shortId(feed), runId: shortId(run) }}
          >
            {words.review}
          </Link>
        ) : null}
      </>
    );
  }
  if (preview === null) return status === "waiting" ? <span className={styles["quiet"]}>{words.counting}</span> : null;
  const problem = preview.error?.message ?? preview.nothing;
  if (problem !== null && problem !== undefined) return <CatalogText>{problem}</CatalogText>;
  return <Samples preview={preview} />;
}

function Samples({ preview: { samples, changes } }: { readonly preview: NonNullable<Target["preview"]> }): ReactNode {
  const [sample] = samples;
  if (sample !== undefined)
    return (
      <span className={styles["sample"]}>
        <span className={styles["quiet"]}>{sample.field}</span> <s>{<CatalogText isOneLine>{sample.before || words.blank}</CatalogText>}</s>{" "}
        <CatalogText by="rule" isOneLine>
          {sample.after || words.blank}
        </CatalogText>
      </span>
    );
  const [change] = changes;
  return change === undefined ? null : <CatalogText>{change}</CatalogText>;
}
