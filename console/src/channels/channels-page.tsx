import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Page } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { CatalogText } from "../ui/catalog-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Time } from "../ui/time.tsx";
import { type AssignedFeed, useAssignedFeeds } from "./assigned-feeds.ts";
import { type Channel, ChannelState } from "./channel-state.tsx";
import styles from "./channels.module.css";

const words = messages.channels;

/** Every channel of the shop: how it's connected, and which feeds go to it. */
export function ChannelsPage(): ReactNode {
  const { shopId } = useParams({ from: "/shops/$shopId/channels" });
  const shop = useShop();
  const channels = useApi("channels.list", {});
  const feeds = useAssignedFeeds();
  return (
    <Page title={words.title}>
      <p className={styles["prose"]}>{words.meansShop}</p>
      <Answer of={channels} rows={8}>
        {(found) => (
          <DataTable
            label={words.title}
            columns={columnsOf(shopId, feeds.data ?? [], shop.data?.time_zone)}
            rows={found}
            keyOf={({ slug }) => slug}
          />
        )}
      </Answer>
    </Page>
  );
}

function columnsOf(shopId: string, feeds: readonly AssignedFeed[], zone: string | undefined): readonly Column<Channel>[] {
  return [
    {
      id: "name",
      label: words.channel,
      cell: ({ slug, display_name: name }) => (
        <Link to="/shops/$shopId/channels/$slug" params={{ shopId, slug }}>
          {name}
        </Link>
      ),
    },
    { id: "state", label: words.connection, cell: ({ status }) => <ChannelState status={status} /> },
    {
      id: "account",
      label: words.account,
      isExtra: true,
      cell: ({ account }) => (account === null ? null : <CatalogText isOneLine>{account.name}</CatalogText>),
    },
    {
      id: "feeds",
      label: words.feeds,
      cell: ({ slug }) => {
        const of = feeds.filter(({ channels }) => channels.some((one) => one.slug === slug));
        if (of.length === 0) return <span className={styles["quiet"]}>{words.noFeeds}</span>;
        return (
          <span className={styles["links"]}>
            {of.map(({ id, name }) => (
              <Link key={id} to="/shops/$shopId/feeds/$feedId/channels/$slug" params={{ shopId, feedId: shortId(id), slug }}>
                {name}
              </Link>
            ))}
          </span>
        );
      },
    },
    {
      id: "synced",
      label: words.lastSynced,
      isExtra: true,
      cell: ({ last_synced_at: at }) =>
        at === null ? <span className={styles["quiet"]}>{words.never}</span> : <Time at={at} zone={zone} />,
    },
  ];
}
