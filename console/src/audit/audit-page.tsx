import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Page, Section } from "../shell/page.tsx";
import { fullId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty, NoResults } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { EntryDrawer } from "./entry-drawer.tsx";
import { whoOf } from "./who-of.ts";

type Entry = ApiAnswer<"audit.list">["data"][number];

const words = messages.audit;
const PER_PAGE = 50;
const DAY_MS = 86_400_000;
const SPAN_MS = { any: null, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };

/** Who changed what, when, and how it was before. */
export function AuditPage(): ReactNode {
  const { page = 1, action, actor, feed, span = "any", entry } = useSearch({ from: "/shops/$shopId/audit" });
  const navigate = useNavigate({ from: "/shops/$shopId/audit" });
  const shop = useShop();
  // The moment of the first look: a page that moved with the clock would be asked for again and again.
  const [now] = useState(() => Date.now());
  const long = SPAN_MS[span];
  const filter = {
    action,
    actor,
    feed_id: feed === undefined ? undefined : fullId("feed", feed),
    from: long === null ? undefined : new Date(now - long).toISOString(),
  };
  const entries = useApi("audit.list", { query: { page, per_page: PER_PAGE, ...filter } });
  const named = [action, actor, feed === undefined ? undefined : `${words.feed} ${feed}`, span === "any" ? undefined : words.spanIs[span]];
  const parts = named.filter((part) => part !== undefined);
  const clear = () => void navigate({ search: {} });
  return (
    <Page title={words.title}>
      <AuditFilters key={actor ?? ""} />
      <Section title={words.all(entries.data?.meta.total)} description={words.description}>
        <Answer of={entries} rows={10}>
          {({ data, meta }, { isStale }) =>
            meta.total === 0 ? (
              parts.length === 0 ? (
                <Empty title={words.none}>{words.noneNext}</Empty>
              ) : (
                <NoResults filter={words.filterIs(parts)} onClear={clear} />
              )
            ) : (
              <>
                <DataTable
                  label={words.title}
                  columns={columnsOf(shop.data?.time_zone)}
                  rows={data}
                  keyOf={({ id }) => String(id)}
                  selected={entry}
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
      <EntryDrawer
        entryId={entry}
        zone={shop.data?.time_zone}
        onClose={() => void navigate({ search: (old) => ({ ...old, entry: undefined }) })}
      />
    </Page>
  );
}

function columnsOf(zone: string | undefined): readonly Column<Entry>[] {
  const { column } = words;
  return [
    {
      id: "what",
      label: column.what,
      cell: ({ id, action }) => (
        <Link from="/shops/$shopId/audit" to="." search={(old) => ({ ...old, entry: String(id) })}>
          {action.replaceAll("_", " ").replace(".", " ")}
        </Link>
      ),
    },
    {
      id: "about",
      label: column.about,
      isExtra: true,
      cell: ({ request: { path } }) => <CatalogText isOneLine>{aboutOf(path)}</CatalogText>,
    },
    { id: "who", label: column.who, cell: (entry) => <CatalogText>{whoOf(entry)}</CatalogText> },
    { id: "when", label: column.when, cell: ({ created_at: at }) => <Time at={at} zone={zone} /> },
  ];
}

function aboutOf(path: Readonly<Record<string, unknown>>): string {
  return Object.values(path).map(String).join(" · ");
}
