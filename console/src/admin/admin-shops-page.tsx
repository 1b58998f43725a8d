import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty, Fault, NoResults } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { TextField } from "../ui/text-field.tsx";
import { Time } from "../ui/time.tsx";
import { useSettled } from "../ui/use-settled.ts";
import styles from "./admin.module.css";
import { useOpenShop } from "./use-open-shop.ts";

const words = messages.admin;

type Shop = ApiAnswer<"admin.list_shops">["data"][number];

const PER_PAGE = 50;
const SETTLE_MS = 200;

/** Every shop of the installation: open one, add one, remove one. */
export function AdminShopsPage(): ReactNode {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<Shop | undefined>();
  const search = useSettled(typed, SETTLE_MS);
  const shops = useApi("admin.list_shops", { query: { page, per_page: PER_PAGE, ...(search === "" ? {} : { search }) } });
  const opening = useOpenShop();
  return (
    <Page
      title={words.shops}
      actions={
        <Button kind="primary" onPress={() => void navigate({ to: "/admin/add-shop" })}>
          {words.addShop}
        </Button>
      }
    >
      <Fault error={opening.error} />
      <div className={styles["search"]}>
        <TextField
          label={words.searchShops}
          type="search"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setPage(1);
          }}
        />
      </div>
      <Answer of={shops}>
        {({ data, meta }, { isStale }) =>
          meta.total === 0 ? (
            <NoShops search={search} onClear={() => setTyped("")} />
          ) : (
            <>
              <DataTable
                label={words.shops}
                columns={columnsOf(opening, setLeaving)}
                rows={data}
                keyOf={({ id }) => id}
                isStale={isStale || search !== typed}
              />
              <Pager page={page} meta={meta} onChange={setPage} />
            </>
          )
        }
      </Answer>
      {leaving === undefined ? null : <RemoveShop shop={leaving} onClose={() => setLeaving(undefined)} />}
    </Page>
  );
}

function NoShops({ search, onClear }: { readonly search: string; readonly onClear: () => void }): ReactNode {
  if (search !== "") return <NoResults filter={search} onClear={onClear} />;
  return (
    <Empty title={words.noShop} action={<Link to="/admin/add-shop">{words.addShop}</Link>}>
      {words.noShopNext}
    </Empty>
  );
}

function columnsOf(opening: ReturnType<typeof useOpenShop>, onRemove: (shop: Shop) => void): readonly Column<Shop>[] {
  return [
    { id: "name", label: words.shop, cell: ({ name }) => <CatalogText>{name}</CatalogText> },
    { id: "domain", label: words.domain, cell: ({ domain }) => <CatalogText>{domain}</CatalogText> },
    {
      id: "state",
      label: words.state,
      cell: ({ uninstalled_at: gone }) => (
        <StatusMark status={gone === null ? "live" : "idle"}>{gone === null ? words.installed : words.uninstalled}</StatusMark>
      ),
    },
    { id: "from", label: words.storefront, isExtra: true, cell: ({ storefront }) => words.storefronts[storefront] },
    { id: "plan", label: words.plan, isExtra: true, cell: ({ subscription_plan: plan }) => plan },
    { id: "products", label: words.rows, isFigure: true, cell: ({ product_count: count }) => formatCount(count) },
    {
      id: "synced",
      label: words.lastExtract,
      isExtra: true,
      cell: ({ last_sync_at: at, time_zone: zone }) => (at === null ? "–" : <Time at={at} zone={zone} />),
    },
    {
      id: "actions",
      label: words.actions,
      cell: (shop) => (
        <span className={styles["buttons"]}>
          <Button
            aria-label={words.openNamed(shop.name)}
            isDisabled={shop.uninstalled_at !== null}
            isPending={opening.opens === shop.id}
            onPress={() => opening.open(shop.id)}
          >
            {words.open}
          </Button>
          <Button kind="quiet" aria-label={words.removeNamed(shop.name)} onPress={() => onRemove(shop)}>
            {words.remove}
          </Button>
        </span>
      ),
    },
  ];
}

/** Once takes the shop out of service, twice erases it: the API keeps what is stored until then. */
function RemoveShop({ shop, onClose }: { readonly shop: Shop; readonly onClose: () => void }): ReactNode {
  const remove = useChange("admin.remove_shop", { marks: ["admin."] });
  const isGone = shop.uninstalled_at !== null;
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={isGone ? words.eraseNamed(shop.domain) : words.uninstallNamed(shop.domain)}
      action={isGone ? words.erase : words.uninstall}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ path: { id: shortId(shop.id) } }, { onSuccess: onClose })}
    >
      {isGone ? words.eraseMeans : words.uninstallMeans(shop.product_count)}
    </Confirm>
  );
}
