import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { useApi } from "../api/queries.ts";
import { Cause } from "../feeds/cause.tsx";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Page } from "../shell/page.tsx";
import { fullId } from "../shell/paths.ts";
import { useRowKeys } from "../shell/use-row-keys.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { ColumnChoice } from "../ui/column-choice.tsx";
import { CopiedId } from "../ui/copied-id.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Icon } from "../ui/icon.tsx";
import { Pager } from "../ui/pager.tsx";
import { Select } from "../ui/select.tsx";
import { withToggled } from "../ui/selection-bar.tsx";
import { Empty, NoResults } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { TextField } from "../ui/text-field.tsx";
import { ChosenProducts, type Done, DoneToProducts } from "./chosen-products.tsx";
import styles from "./products.module.css";
import type { ProductsSearch } from "./products-search.ts";

const words = messages.products;

type Row = ApiAnswer<"feeds.products">["data"][number];

const PER_PAGE = 50;
/** Shown until a person chooses others. The title is always there: it leads to the product. */
const DEFAULT_COLUMNS = ["price", "availability", "brand"] as const;
const EVERY = "every";
const WORDS: Readonly<Record<string, string>> = { price: words.price, availability: words.availability, brand: words.brand };

/** Which rows are in the feed, which aren't, and why. */
export function ProductsPage(): ReactNode {
  const feed = useFeed();
  const search = useSearch({ from: "/shops/$shopId/feeds/$feedId/products" });
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/products" });
  const { page = 1 } = search;
  const all = useApi("feeds.products", { path: { id: feed.id }, query: { per_page: 1 } });
  const names = Object.keys(all.data?.data[0]?.fields ?? {});
  const chosenColumns = search.columns?.split(",").filter((name) => names.includes(name)) ?? [];
  const columns = chosenColumns.length > 0 ? chosenColumns : DEFAULT_COLUMNS;
  const rows = useApi("feeds.products", {
    path: { id: feed.id },
    query: {
      ...{ page, per_page: PER_PAGE, columns: ["title", "id", ...columns].join(","), search: search.find, filter: search.filter },
      ...{ excluded_reason: search.reason, finding: search.finding, sort: search.sort },
      rule_id: search.rule === undefined ? undefined : fullId("rule", search.rule),
      excluded: search.show === undefined ? undefined : search.show === "excluded",
    },
  });
  const shown = rows.data?.data ?? [];
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState<Done | undefined>();
  const chosen = useRowKeys({
    ...{ rows: shown, group: words.title },
    choose: { label: words.chooseRow, run: (row) => setMarked((old) => withToggled(old, keyOf(row))) },
    onOpen: ({ product_id: productId }) =>
      void navigate({
        to: "/shops/$shopId/products/$productId",
        params: { shopId: feed.shopId, productId },
        search: { feed: feed.feedId },
      }),
  });
  return (
    <Page title={words.title} facts={<Count found={rows.data?.meta.total} all={isFiltered(search) ? all.data?.meta.total : undefined} />}>
      <Filters key={JSON.stringify([search.find, search.filter])} search={search} fault={filterFault(rows.error)}>
        <ColumnChoice
          names={names}
          columns={columns}
          onChoose={(next) => void navigate({ search: (old) => ({ ...old, columns: next.join(",") }) })}
        />
      </Filters>
      {filterFault(rows.error) === undefined ? (
        <Answer of={rows}>
          {({ data, meta }, { isStale }) => {
            const clear = () => void navigate({ search: ({ columns: kept }) => ({ columns: kept }) });
            if (meta.total === 0) return isFiltered(search) ? <NoResults filter={filterText(search)} onClear={clear} /> : <NoRows />;
            return (
              <>
                {done === undefined ? null : <DoneToProducts done={done} onGone={() => setDone(undefined)} />}
                {meta.notice === undefined ? null : <p role="status">{meta.notice}</p>}
                <DataTable
                  label={words.rows}
                  columns={columnsOf(feed, columns)}
                  rows={data}
                  keyOf={keyOf}
                  selected={chosen === undefined ? undefined : keyOf(chosen)}
                  isStale={isStale}
                  selection={{
                    ...{ chosen: marked, onChoose: setMarked, said: words.chosen(marked.size) },
                    labelOf: ({ fields }) => words.choose(fields["title"] || words.noTitle),
                    actions: (
                      <ChosenProducts
                        ids={productsOf(marked)}
                        onDone={(said) => {
                          setDone(said);
                          setMarked(new Set());
                        }}
                      />
                    ),
                  }}
                />
                <Pager
                  page={page}
                  meta={meta}
                  onChange={(next, how) => void navigate({ search: (old) => ({ ...old, page: next }), ...how })}
                />
              </>
            );
          }}
        </Answer>
      ) : (
        <p>{words.filterFirst}</p>
      )}
    </Page>
  );
}

/** The product, and the item if a rule split its row. */
const keyOf = ({ product_id: product, fields }: Row): string => `${product} ${fields["id"] ?? ""}`;

const productsOf = (keys: ReadonlySet<string>): readonly string[] => [...new Set([...keys].flatMap((key) => key.split(" ", 1)))];

function Count({ found, all }: { readonly found: number | undefined; readonly all: number | undefined }): ReactNode {
  if (found === undefined) return null;
  return <span>{all === undefined ? words.rowCount(found) : words.rowsOfAll(found, all)}</span>;
}

function NoRows(): ReactNode {
  return <Empty title={words.noRows}>{words.noRowsNext}</Empty>;
}

function isFiltered({ show, reason, rule, finding, find, filter }: ProductsSearch): boolean {
  return [show, reason, rule, finding, find, filter].some((value) => value !== undefined);
}

function filterText({ show, reason, rule, finding, find, filter }: ProductsSearch): string {
  const parts = [
    show === undefined ? undefined : words.filters[show],
    reason,
    rule === undefined ? undefined : words.rule(rule),
    finding,
    find === undefined ? undefined : words.quoted(find),
    filter,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

function filterFault(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const fault = error.faultOf("/filter");
  return fault === undefined ? undefined : fault.message;
}

interface FiltersProps {
  readonly search: ProductsSearch;
  readonly fault: string | undefined;
  /** The choice of columns. */
  readonly children: ReactNode;
}

function Filters({ search, fault, children }: FiltersProps): ReactNode {
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/products" });
  const [find, setFind] = useState(search.find ?? "");
  const [filter, setFilter] = useState(search.filter ?? "");
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();
  useCommands([
    { id: "find", label: words.findRow, keys: "/", group: words.title, run: () => focus("find") },
    { id: "filter", label: words.filterByCondition, keys: "f", group: words.title, run: () => focus("filter") },
  ]);
  const given = (text: string) => (text.trim() === "" ? undefined : text.trim());
  const apply = () => void navigate({ search: (old) => ({ ...old, page: undefined, find: given(find), filter: given(filter) }) });
  return (
    <form
      ref={form}
      role="search"
      className={styles["filters"]}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField label={words.find} name="find" value={find} onChange={setFind} placeholder={words.findHint} />
      <TextField
        label={words.filter}
        name="filter"
        isMono
        value={filter}
        onChange={setFilter}
        placeholder={words.filterHint}
        fault={fault}
      />
      <Select
        label={words.rows}
        value={search.show ?? EVERY}
        options={[
          { value: EVERY, label: words.shown.every },
          { value: "included", label: words.shown.included },
          { value: "excluded", label: words.shown.excluded },
        ]}
        onChange={(show) => void navigate({ search: (old) => ({ ...old, page: undefined, show: show === EVERY ? undefined : show }) })}
      />
      <Button type="submit">{words.apply}</Button>
      {children}
      {isFiltered(search) ? (
        <Button kind="quiet" onPress={() => void navigate({ search: ({ columns }) => ({ columns }) })}>
          {messages.ui.clearFilter}
        </Button>
      ) : null}
      <Chips search={search} />
    </form>
  );
}

/** What another page has asked for, which no field of the form shows; each can be taken away. */
function Chips({ search: { reason, rule, finding } }: { readonly search: ProductsSearch }): ReactNode {
  const navigate = useNavigate({ from: "/shops/$shopId/feeds/$feedId/products" });
  const chips = [
    ["reason", reason],
    ["rule", rule === undefined ? undefined : words.rule(rule)],
    ["finding", finding],
  ] as const;
  if (chips.every(([, text]) => text === undefined)) return null;
  return (
    <p className={styles["chips"]}>
      {words.only}
      {chips.map(([name, text]) =>
        text === undefined ? null : (
          <Button
            key={name}
            kind="quiet"
            aria-label={words.without(text)}
            onPress={() => void navigate({ search: (old) => ({ ...old, page: undefined, [name]: undefined }) })}
          >
            <CatalogText>{text}</CatalogText> <Icon name="x" />
          </Button>
        ),
      )}
    </p>
  );
}

function columnsOf(feed: ReturnType<typeof useFeed>, names: readonly string[]): readonly Column<Row>[] {
  const column = (name: string): Column<Row> => ({
    ...{ id: name, label: WORDS[name] ?? name, isFigure: name.endsWith("price"), isExtra: name !== "price" },
    cell({ fields: { [name]: value = "" } }) {
      return value === "" ? "" : <CatalogText isOneLine>{value}</CatalogText>;
    },
  });
  return [
    {
      id: "title",
      label: words.rowTitle,
      cell: (row) => (
        <Link
          to="/shops/$shopId/products/$productId"
          params={{ shopId: feed.shopId, productId: row.product_id }}
          search={{ feed: feed.feedId }}
        >
          <CatalogText isOneLine>{row.fields["title"] || words.noTitle}</CatalogText>
        </Link>
      ),
    },
    { id: "id", label: words.id, isExtra: true, cell: ({ row_id: row }) => <CopiedId id={row} label={words.rowId} /> },
    ...names.map(column),
    {
      id: "state",
      label: words.state,
      cell: ({ excluded }) => <StatusMark status={excluded ? "idle" : "live"}>{excluded ? words.out : words.in}</StatusMark>,
    },
    {
      id: "why",
      label: words.why,
      cell: ({ excluded_reason: reason, cause }) =>
        reason === null ? null : (
          <>
            <CatalogText>{reason}</CatalogText>
            {cause === null ? null : (
              <span className={styles["cause"]}>
                {" · "}
                <Cause cause={cause} at={feed} />
              </span>
            )}
          </>
        ),
    },
  ];
}
