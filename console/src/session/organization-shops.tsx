import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useApi } from "../api/queries.ts";
import type { ApiAnswer } from "../api/client.ts";
import { formatCount } from "../messages/format.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty } from "../ui/states.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

type OrganizationShop = ApiAnswer<"org.list_shops">["data"][number];

const PER_PAGE = 50;
const COLUMNS: readonly Column<OrganizationShop>[] = [
  {
    id: "name",
    label: "Shop",
    cell: ({ id, name, domain }) => (
      <Link to="/shops/$shopId" params={{ shopId: String(id) }}>
        {name ?? domain}
      </Link>
    ),
  },
  { id: "domain", label: "Domain", cell: ({ domain }) => domain },
  { id: "products", label: "Rows", isFigure: true, cell: ({ product_count: count }) => (count === null ? "–" : formatCount(count)) },
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
              <Empty title="No shop is connected yet.">
                A shop appears here when it accepts the connection request of your organization.
              </Empty>
            ) : (
              <>
                <DataTable label="Shops" columns={COLUMNS} rows={data} keyOf={({ id }) => String(id)} isStale={isStale} />
                <Pager page={page} perPage={PER_PAGE} total={meta.total} onChange={setPage} />
              </>
            )
          }
        </Answer>
      </Page>
    </main>
  );
}
