import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { Sparkline } from "../chart/sparkline.tsx";
import { formatCount, formatRelative } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import type { Selection } from "../ui/selection-bar.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import styles from "./fleet.module.css";

export type FleetShop = ApiAnswer<"org.fleet">["data"][number];

const words = messages.fleet;
const MARKS: Readonly<Record<FleetShop["health"], Status>> = { error: "failed", warning: "held", ok: "live", unknown: "idle" };

interface FleetTableProps {
  readonly shops: readonly FleetShop[];
  /** The shop that the keys have come to. */
  readonly at: FleetShop | undefined;
  readonly selection: Pick<Selection<FleetShop>, "chosen" | "onChoose" | "said" | "actions">;
  readonly isStale: boolean;
}

const nameOf = ({ client_label: label, name, domain }: Pick<FleetShop, "client_label" | "name" | "domain">): string =>
  label ?? name ?? domain;

/** An installed shop's key is its number. */
export function shopKey({ id, installed, connection }: FleetShop): string {
  return installed ? String(id) : `${connection} ${id}`;
}

/** A shop in a line: what it needs first, its rows and how they went, what channels find. */
export function FleetTable({ shops, at, selection, isStale }: FleetTableProps): ReactNode {
  return (
    <DataTable
      label={words.shops}
      rows={shops}
      keyOf={shopKey}
      selected={at === undefined ? undefined : shopKey(at)}
      isStale={isStale}
      selection={{ ...selection, labelOf: (shop) => words.choose(nameOf(shop)), canChoose: ({ installed }) => installed }}
      columns={COLUMNS}
    />
  );
}

function ShopName({ shop }: { readonly shop: FleetShop }): ReactNode {
  const name = <CatalogText isOneLine>{nameOf(shop)}</CatalogText>;
  if (shop.connection !== "active") return name;
  return (
    <Link to="/shops/$shopId" params={{ shopId: String(shop.id) }}>
      {name}
    </Link>
  );
}

const COLUMNS: readonly Column<FleetShop>[] = [
  { id: "shop", label: words.columns.shop, cell: (shop) => <ShopName shop={shop} /> },
  {
    id: "health",
    label: words.columns.health,
    cell: ({ health }) => <StatusMark status={MARKS[health]}>{words.words[health]}</StatusMark>,
  },
  { id: "need", label: words.columns.need, cell: (shop) => <Need shop={shop} /> },
  {
    id: "rows",
    label: words.columns.rows,
    isFigure: true,
    cell: ({ included_count: rows }) => (rows === null ? "–" : formatCount(rows)),
  },
  {
    id: "runs",
    label: words.columns.runs,
    isExtra: true,
    cell: (shop) => {
      const [primary] = shop.overview?.feeds ?? [];
      if (primary === undefined) return null;
      return <Sparkline values={primary.sparkline.map((point) => point.included_count)} label={words.sparkline(nameOf(shop))} />;
    },
  },
  {
    id: "findings",
    label: words.columns.findings,
    isExtra: true,
    cell: ({ finding_errors: errors }) => (errors === null ? "–" : errors === 0 ? words.none : words.errors(errors)),
  },
  {
    id: "run",
    label: words.columns.run,
    isExtra: true,
    cell: ({ overview }) => {
      const times = overview?.feeds.flatMap(({ live_run: live }) => live?.completed_at ?? []) ?? [];
      const [oldest] = times.toSorted();
      return oldest === undefined ? "–" : <time dateTime={oldest}>{formatRelative(oldest, Date.now())}</time>;
    },
  },
];

/** The first thing that needs a person, and how many more there are. */
function Need({ shop }: { readonly shop: FleetShop }): ReactNode {
  if (shop.connection === "pending") return words.invited;
  if (shop.connection === "declined") return words.declined;
  if (!shop.installed) return words.uninstalled;
  const [first, ...others] = shop.overview?.attention ?? [];
  if (first === undefined) return <span className={styles["quiet"]}>{words.nothing}</span>;
  return (
    <span className={styles["need"]}>
      <CatalogText>{first.message}</CatalogText>
      {others.length === 0 ? null : <span className={styles["quiet"]}> {words.more(others.length)}</span>}
    </span>
  );
}
