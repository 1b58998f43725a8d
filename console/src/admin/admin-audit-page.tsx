import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { whoOf } from "../audit/who-of.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty, NoResults } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { Time } from "../ui/time.tsx";
import { useSettled } from "../ui/use-settled.ts";
import styles from "./admin.module.css";

type Entry = ApiAnswer<"admin.list_audit">["data"][number];

const words = messages.audit;
const own = messages.admin;
const PER_PAGE = 50;
const SETTLE_MS = 200;

/** Who changed what in the whole installation. */
export function AdminAuditPage(): ReactNode {
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState("");
  const actor = useSettled(typed.trim(), SETTLE_MS);
  const entries = useApi("admin.list_audit", { query: { page, per_page: PER_PAGE, ...(actor === "" ? {} : { actor }) } });
  return (
    <Page title={words.title}>
      <div className={styles["search"]}>
        <TextField
          label={words.actor}
          description={words.actorHint}
          type="search"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setPage(1);
          }}
        />
      </div>
      <Answer of={entries} rows={10}>
        {({ data, meta }, { isStale }) =>
          meta.total === 0 ? (
            actor === "" ? (
              <Empty title={words.none}>{words.noneNext}</Empty>
            ) : (
              <NoResults filter={actor} onClear={() => setTyped("")} />
            )
          ) : (
            <>
              <DataTable label={words.title} columns={COLUMNS} rows={data} keyOf={({ id }) => String(id)} isStale={isStale} />
              <Pager page={page} meta={meta} onChange={setPage} />
            </>
          )
        }
      </Answer>
    </Page>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  { id: "what", label: words.column.what, cell: ({ action }) => action.replaceAll("_", " ").replace(".", " ") },
  { id: "shop", label: own.shop, cell: ({ shop_id: shop }) => shop ?? "–" },
  { id: "who", label: words.column.who, cell: (entry) => <CatalogText>{whoOf(entry)}</CatalogText> },
  { id: "when", label: words.column.when, cell: ({ created_at: at }) => <Time at={at} /> },
];
