import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { useRowKeys } from "../shell/use-row-keys.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Pager } from "../ui/pager.tsx";
import { Select } from "../ui/select.tsx";
import { Empty, NoResults } from "../ui/states.tsx";
import { withToggled } from "../ui/selection-bar.tsx";
import { statusGlyph } from "../ui/status.tsx";
import { TextField } from "../ui/text-field.tsx";
import { type FleetSearch, HEALTHS, SORTS } from "./fleet-search.ts";
import { FleetTable, shopKey } from "./fleet-table.tsx";
import styles from "./fleet.module.css";
import { SharedFindings } from "./shared-findings.tsx";

const words = messages.fleet;
const PER_PAGE = 50;
const EVERY = "every";
/** Runs of other shops come and go without this page being told. */
const POLL_MS = 15_000;

/** Which shop needs someone, and what several of them need alike. */
export function FleetPage(): ReactNode {
  const search = useSearch({ from: "/org/fleet" });
  const navigate = useNavigate({ from: "/org/fleet" });
  const { page = 1, find, show, sort } = search;
  const fleet = useApi("org.fleet", { query: { page, per_page: PER_PAGE, search: find, attention: show, sort } }, { pollMs: POLL_MS });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const needy = (fleet.data?.meta.health.error ?? 0) + (fleet.data?.meta.health.warning ?? 0);
  const change = () => void navigate({ to: "/org/fleet/changes/new", search: { shops: [...chosen].join(",") } });
  useCommands(chosen.size === 0 ? [] : [{ id: "change", label: words.changeChosen, keys: "Ctrl+Enter", group: words.title, run: change }]);
  const at = useRowKeys({
    ...{ rows: fleet.data?.data ?? [], group: words.title },
    onOpen({ id, connection }) {
      if (connection === "active") void navigate({ to: "/shops/$shopId", params: { shopId: String(id) } });
    },
    choose: {
      label: words.chooseShop,
      run: (shop) => (shop.installed ? setChosen((old) => withToggled(old, shopKey(shop))) : undefined),
    },
  });
  const isFiltered = find !== undefined || show !== undefined;
  return (
    <Page
      title={words.title}
      state={fleet.data === undefined ? undefined : needy === 0 ? statusGlyph("live") : `${statusGlyph("held")} ${needy}`}
      facts={fleet.data === undefined ? null : <span>{words.ofShops(fleet.data.meta.total)}</span>}
    >
      <Filters key={JSON.stringify(search)} search={search} />
      <Section title={words.shops}>
        <Answer of={fleet}>
          {({ data, meta }, { isStale }) => {
            if (meta.total > 0)
              return (
                <>
                  <FleetTable
                    shops={data}
                    at={at}
                    isStale={isStale}
                    selection={{
                      ...{ chosen, onChoose: setChosen, said: words.chosen(chosen.size) },
                      actions: (
                        <Button kind="primary" keys="Ctrl Enter" onPress={change}>
                          {words.changeChosen}
                        </Button>
                      ),
                    }}
                  />
                  <Pager page={page} meta={meta} onChange={(next, how) => void navigate({ search: { ...search, page: next }, ...how })} />
                </>
              );
            if (!isFiltered) return <Empty title={words.noShops}>{words.noShopsNext}</Empty>;
            return <NoResults filter={filterText(search)} onClear={() => void navigate({ search: {} })} />;
          }}
        </Answer>
      </Section>
      <SharedFindings />
    </Page>
  );
}

function filterText({ find, show }: FleetSearch): string {
  const parts = [show === undefined ? undefined : words.healths[show], find === undefined ? undefined : `“${find}”`];
  return words.filterText(parts.filter((part) => part !== undefined));
}

function Filters({ search }: { readonly search: FleetSearch }): ReactNode {
  const navigate = useNavigate({ from: "/org/fleet" });
  const [find, setFind] = useState(search.find ?? "");
  const form = useRef<HTMLFormElement>(null);
  useCommands([
    {
      ...{ id: "find", label: words.find, keys: "/", group: words.title },
      run: () => form.current?.querySelector<HTMLInputElement>("input[name=find]")?.focus(),
    },
  ]);
  const go = (wanted: FleetSearch) => void navigate({ search: { ...search, page: undefined, ...wanted } });
  return (
    <form
      ref={form}
      role="search"
      className={styles["filters"]}
      onSubmit={(event) => {
        event.preventDefault();
        go({ find: find.trim() === "" ? undefined : find.trim() });
      }}
    >
      <TextField label={words.find} name="find" value={find} onChange={setFind} placeholder={words.findHint} />
      <Select
        label={words.show}
        value={search.show ?? EVERY}
        options={[{ value: EVERY, label: words.every }, ...HEALTHS.map((value) => ({ value, label: words.healths[value] }))]}
        onChange={(show) => go({ show: show === EVERY ? undefined : show })}
      />
      <Select
        label={words.sort}
        value={search.sort ?? "need"}
        options={SORTS.map((value) => ({ value, label: words.sorts[value] }))}
        onChange={(sort) => go({ sort })}
      />
      <Button type="submit">{words.apply}</Button>
      <Link to="/org/fleet/changes" className={styles["aside"]}>
        {words.changes}
      </Link>
    </form>
  );
}
