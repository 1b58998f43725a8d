import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import styles from "./templates.module.css";

type Drift = ApiAnswer<"templates.drift">["data"][number];

const words = messages.templates;
const PER_PAGE = 50;
const MARKS: Readonly<Record<Drift["status"], Status>> = { equal: "live", differs: "held", missing_values: "idle", invalid: "failed" };

const COLUMNS: readonly Column<Drift>[] = [
  {
    id: "shop",
    label: words.shop,
    cell: ({ shop_id: id, shop_name: name }) => (
      <Link to="/shops/$shopId" params={{ shopId: String(id) }}>
        <CatalogText isOneLine>{name}</CatalogText>
      </Link>
    ),
  },
  { id: "status", label: words.state, cell: ({ status }) => <StatusMark status={MARKS[status]}>{words.statuses[status]}</StatusMark> },
  { id: "changes", label: words.differences, cell: (drift) => <Differences drift={drift} /> },
];

/** Whether each shop's feed still is what the template says with its values. */
export function TemplateDrift({ templateId }: { readonly templateId: string }): ReactNode {
  const [page, setPage] = useState(1);
  const drift = useApi("templates.drift", { path: { template_id: templateId }, query: { page, per_page: PER_PAGE } });
  return (
    <Answer of={drift}>
      {({ data, meta }, { isStale }) => (
        <>
          <DataTable label={words.drift} columns={COLUMNS} rows={data} keyOf={({ feed_id: feed }) => feed} isStale={isStale} />
          <Pager page={page} meta={meta} onChange={setPage} />
        </>
      )}
    </Answer>
  );
}

function Differences({ drift: { message, changes, change_count: count } }: { readonly drift: Drift }): ReactNode {
  if (message !== null) return <CatalogText>{message}</CatalogText>;
  if (count === 0) return null;
  return (
    <details>
      <summary>{words.differ(count)}</summary>
      <ul className={styles["changes"]}>
        {changes.map((change) => (
          <li key={`${change.section} ${change.path} ${change.action}`}>
            <span className={styles["section"]}>
              {change.section.replaceAll("_", " ")} · {change.action}
            </span>{" "}
            <CatalogText>{change.summary}</CatalogText>
          </li>
        ))}
      </ul>
    </details>
  );
}
