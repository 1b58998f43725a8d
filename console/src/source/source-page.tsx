import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiError } from "../api/errors.ts";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/states.tsx";
import { EditBar } from "./edit-bar.tsx";
import { SourceFilters } from "./source-filters.tsx";
import { PAGE_ROWS } from "./row-pages.ts";
import { SourceSheet } from "./source-sheet.tsx";
import { useColumnFacts } from "./use-column-facts.ts";
import { useEditHistory } from "./use-edit-history.ts";

const words = messages.source;

/** Shown until a person chooses others, where the shop has them. */
const DEFAULT_COLUMNS = [
  ...["title", "vendor", "product_type", "price", "compare_at_price", "sku", "barcode", "inventory_quantity"],
  ...["status", "tags", "option1_value", "description"],
] as const;

/** What the shop says of every row, and what this feed says instead. */
export function SourcePage(): ReactNode {
  const { id } = useFeed();
  const search = useSearch({ from: "/shops/$shopId/feeds/$feedId/source" });
  const all = useApi("source.rows", { path: { id }, query: { per_page: 1 } });
  const names = Object.keys(all.data?.data[0]?.values ?? {});
  const chosen = search.columns?.split(",").filter((name) => names.includes(name)) ?? [];
  const preferred = DEFAULT_COLUMNS.filter((name) => names.includes(name));
  const columns = chosen.length > 0 ? chosen : preferred.length > 0 ? preferred : names.slice(0, DEFAULT_COLUMNS.length);
  // An address may name a column that the shop no longer has.
  const isSorted = search.sort !== undefined && names.includes(search.sort);
  const query = {
    columns: columns.join(","),
    ...{ search: search.find, filter: search.filter, edited: search.edited },
    ...(isSorted ? { sort: search.sort, order: search.order } : {}),
  };
  const first = useApi("source.rows", { path: { id }, query: { ...query, page: 1, per_page: PAGE_ROWS } }, { enabled: names.length > 0 });
  const fault = first.error instanceof ApiError ? first.error.faultOf("/filter") : undefined;
  const total = first.data?.meta.total;
  const facts = useColumnFacts(id);
  // Above the rows: other rows are found and filtered while edits wait.
  const history = useEditHistory();
  return (
    <Page title={words.title} facts={total === undefined ? null : <span>{words.rowCount(total)}</span>}>
      {all.data === undefined ? (
        <Answer of={all}>{() => null}</Answer>
      ) : all.data.meta.total === 0 ? (
        <Empty title={words.notExtracted}>{words.notExtractedNext}</Empty>
      ) : (
        <>
          <SourceFilters key={JSON.stringify([search.find, search.filter])} names={names} columns={columns} fault={fault?.message} />
          {fault === undefined ? (
            <Answer of={first}>
              {({ meta }) => (
                <SourceSheet
                  key={JSON.stringify([query.search, query.filter, query.edited])}
                  columns={columns}
                  query={query}
                  total={meta.total}
                  version={meta.version}
                  history={history}
                  facts={facts}
                />
              )}
            </Answer>
          ) : (
            <p>{words.filterFirst}</p>
          )}
          <EditBar history={history} facts={facts} version={first.data?.meta.version} rows={JSON.stringify(query)} />
        </>
      )}
    </Page>
  );
}
