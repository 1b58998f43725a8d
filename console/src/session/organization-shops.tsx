import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useApi } from "../api/queries.ts";
import type { ApiAnswer } from "../api/client.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty } from "../ui/states.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

const words = messages.session;

type OrganizationShop = ApiAnswer<"org.list_shops">["data"][number];

const PER_PAGE = 50;
const COLUMNS: readonly Column<OrganizationShop>[] = [
  {
    id: "name",
    label: words.shop,
    cell: ({ id, name, domain }) => (
      <Link to="/shops/$shopId" params={{ shopId: String(id) }}>
        {name ?? domain}
      </Link>
    ),
  },
  { id: "domain", label: words.domain, cell: ({ domain }) => domain },
  { id: "products", label: words.rows, isFigure: true, cell: ({ product_count: count }) => (count === null ? "–" : formatCount(count)) },
];

/** The shops that an organization acts for. */
export function OrganizationShops({ name }: { readonly name: string }): ReactNode {
  const [page, setPage] = useState(1);
  const shops = useApi("org.list_shops", { query: { page, per_page: PER_PAGE } });
  return (
    <main>
      <Page title={name} actions={<SignOutButton />}>
        <Answer of={shops}>
          {({ data, meta }, { isStale }) =>
            data.length === 0 ? (
              <Empty title={words.noShop}>{words.noShopNext}</Empty>
            ) : (
              <>
                <DataTable label={words.shops} columns={COLUMNS} rows={data} keyOf={({ id }) => String(id)} isStale={isStale} />
                <Pager page={page} perPage={PER_PAGE} total={meta.total} onChange={setPage} />
              </>
            )
          }
        </Answer>
      </Page>
    </main>
  );
}
