import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import { useApi, useChange } from "../api/queries.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Pager } from "../ui/pager.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { Time } from "../ui/time.tsx";
import styles from "./organization.module.css";

type ClientShop = ApiAnswer<"org.list_shops">["data"][number];

const words = messages.organization;
const PER_PAGE = 50;
const STATES: Readonly<Record<ClientShop["status"], Status>> = { pending: "held", active: "live", declined: "superseded" };

/** Which shops the organization acts for, and which it has asked. */
export function OrganizationShopsPage(): ReactNode {
  const [page, setPage] = useState(1);
  const [isAsking, setAsking] = useState(false);
  const [ending, setEnding] = useState<ClientShop>();
  const shops = useApi("org.list_shops", { query: { page, per_page: PER_PAGE } });
  const end = useChange("org.remove_connection", { marks: ["org."] });
  const invite = (
    <Button kind="primary" onPress={() => setAsking(true)}>
      {words.invite}
    </Button>
  );
  const nameOf = (shop: ClientShop | undefined) => shop?.name ?? shop?.client_label ?? shop?.domain ?? "";
  return (
    <Page title={words.shops} actions={invite}>
      <Section title={words.all.shops(shops.data?.meta.total)} description={words.shopsAre}>
        <Answer of={shops}>
          {({ data, meta }, { isStale }) =>
            meta.total === 0 ? (
              <Empty title={words.noShop}>{words.noShopNext}</Empty>
            ) : (
              <>
                <DataTable
                  label={words.shops}
                  columns={columnsOf(setEnding, nameOf)}
                  rows={data}
                  keyOf={({ id }) => String(id)}
                  isStale={isStale}
                />
                <Pager page={page} meta={meta} onChange={setPage} />
              </>
            )
          }
        </Answer>
      </Section>
      <Sheet isOpen={isAsking} onClose={() => setAsking(false)} title={words.inviteTitle}>
        <Invite onDone={() => setAsking(false)} />
      </Sheet>
      <Confirm
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={words.endTitle(nameOf(ending))}
        action={words.endNamed(nameOf(ending))}
        isPending={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate({ path: { shop_id: String(ending?.id ?? "") } }, { onSuccess: () => setEnding(undefined) })}
      >
        <p>{words.endBody}</p>
      </Confirm>
    </Page>
  );
}

function columnsOf(onEnd: (shop: ClientShop) => void, nameOf: (shop: ClientShop) => string): readonly Column<ClientShop>[] {
  const { column } = words;
  return [
    {
      id: "shop",
      label: column.shop,
      cell: (shop) =>
        shop.status === "active" ? (
          <Link to="/shops/$shopId" params={{ shopId: String(shop.id) }}>
            <CatalogText>{nameOf(shop)}</CatalogText>
          </Link>
        ) : (
          <CatalogText>{nameOf(shop)}</CatalogText>
        ),
    },
    { id: "domain", label: column.domain, isExtra: true, cell: ({ domain }) => domain },
    {
      id: "state",
      label: column.state,
      cell: ({ status }) => <StatusMark status={STATES[status]}>{words.stateIs[status]}</StatusMark>,
    },
    {
      id: "rows",
      label: column.rows,
      isFigure: true,
      cell: ({ product_count: count }) => (count === null ? "–" : formatCount(count)),
    },
    { id: "plan", label: column.plan, isExtra: true, cell: ({ subscription_plan: plan }) => plan ?? "–" },
    { id: "asked", label: column.asked, isExtra: true, cell: ({ invited_at: at }) => <Time at={at} /> },
    {
      id: "end",
      label: column.end,
      cell: (shop) => (
        <Button kind="quiet" aria-label={words.endNamed(nameOf(shop))} onPress={() => onEnd(shop)}>
          {words.end}
        </Button>
      ),
    },
  ];
}

function Invite({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [domain, setDomain] = useState("");
  const [label, setLabel] = useState("");
  const invite = useChange("org.invite_shop", { marks: ["org."] });
  const fault = (param: string) => (invite.error instanceof ApiError ? invite.error.faultOf(param)?.message : undefined);
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate({ body: { shop_domain: domain, ...(label.trim() === "" ? {} : { client_label: label }) } }, { onSuccess: onDone });
      }}
    >
      <TextField
        label={words.domain}
        autoFocus
        value={domain}
        onChange={setDomain}
        description={words.domainHint}
        fault={fault("/shop_domain")}
      />
      <TextField label={words.label} value={label} onChange={setLabel} description={words.labelHint} fault={fault("/client_label")} />
      <Fault error={invite.error} />
      <div>
        <SubmitButton isPending={invite.isPending} isDisabled={domain.trim() === ""}>
          {words.send}
        </SubmitButton>
      </div>
    </form>
  );
}
