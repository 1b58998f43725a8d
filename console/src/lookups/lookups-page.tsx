import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Empty } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { ImportTable } from "./import-table.tsx";
import { Uses } from "./uses.tsx";

type Table = ApiAnswer<"lookups.list">["data"][number];

const words = messages.lookups;
const PER_PAGE = 50;

/** Which tables rules can read, what reads them, and which keys they lack. */
export function LookupsPage(): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/lookups" });
  const { page = 1 } = useSearch({ from: "/shops/$shopId/lookups" });
  const navigate = useNavigate({ from: "/shops/$shopId/lookups" });
  const shop = useShop();
  const tables = useApi("lookups.list", { query: { page, per_page: PER_PAGE } });
  const [isNew, setNew] = useState(false);
  useCommands([{ id: "new table", label: words.add, keys: "n", group: words.group, run: () => setNew(true) }]);
  const add = (
    <Button kind="primary" keys="n" onPress={() => setNew(true)}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} actions={tables.data?.meta.total === 0 ? undefined : add}>
      <Section title={words.all(tables.data?.meta.total)} description={words.description}>
        <Answer of={tables}>
          {({ data, meta }, { isStale }) =>
            meta.total === 0 ? (
              <Empty title={words.none} action={add}>
                {words.noneNext}
              </Empty>
            ) : (
              <>
                <DataTable
                  label={words.title}
                  columns={columnsOf(shopId, shop.data?.time_zone)}
                  rows={data}
                  keyOf={({ name }) => name}
                  isStale={isStale}
                />
                <Pager page={page} meta={meta} onChange={(next, how) => void navigate({ search: { page: next }, ...how })} />
              </>
            )
          }
        </Answer>
      </Section>
      <Sheet isOpen={isNew} onClose={() => setNew(false)} title={words.importTitle}>
        <ImportTable
          name={undefined}
          onImported={(name) => {
            setNew(false);
            // What was written in the drawer is the table by now.
            void navigate({ to: "/shops/$shopId/lookups/$name", params: { shopId, name }, ignoreBlocker: true });
          }}
        />
      </Sheet>
    </Page>
  );
}

function columnsOf(shopId: string, zone: string | undefined): readonly Column<Table>[] {
  const { column } = words;
  return [
    {
      id: "name",
      label: column.name,
      cell: ({ name }) => (
        <Link to="/shops/$shopId/lookups/$name" params={{ shopId, name }}>
          {name}
        </Link>
      ),
    },
    { id: "rows", label: column.rows, isFigure: true, cell: ({ row_count: count }) => formatCount(count) },
    { id: "columns", label: column.columns, isExtra: true, cell: ({ columns }) => <CatalogText>{columns.join(", ")}</CatalogText> },
    { id: "used", label: column.used, isExtra: true, cell: ({ used_by: uses }) => <Uses uses={uses} /> },
    {
      id: "unmatched",
      label: column.unmatched,
      isFigure: true,
      cell: ({ unmatched_keys: keys }) =>
        keys === null ? words.notRun : keys.length === 0 ? words.noneUnmatched : formatCount(keys.length),
    },
    { id: "updated", label: column.updated, cell: ({ updated_at: at }) => <Time at={at} zone={zone} /> },
  ];
}
