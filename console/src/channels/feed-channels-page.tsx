import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { type Channel, ChannelState, type FeedChannel } from "./channel-state.tsx";
import styles from "./channels.module.css";

const words = messages.channels;
type At = ReturnType<typeof useFeed>;

/** The channels of a feed, with each one's file and what its checks find, and those that it could be assigned to. */
export function FeedChannelsPage(): ReactNode {
  const at = useFeed();
  const shop = useShop();
  const channels = useApi("channels.list", {});
  const assigned = useApi("feed_channels.list", { path: { feed_id: at.id } });
  const others = channels.data?.filter(({ slug }) => assigned.data?.some((one) => one.slug === slug) === false);
  return (
    <Page title={words.title}>
      <p className={styles["prose"]}>{words.meansFeed}</p>
      <Answer of={assigned} rows={3}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={words.noneAssigned}>{words.noneAssignedNext}</Empty>
          ) : (
            <Section title={words.assigned(found.length)}>
              <DataTable
                label={words.assigned(found.length)}
                columns={assignedColumns(at, shop.data?.time_zone)}
                rows={found}
                keyOf={({ slug }) => slug}
              />
            </Section>
          )
        }
      </Answer>
      {others === undefined || others.length === 0 ? null : (
        <Section title={words.others(others.length)}>
          <DataTable label={words.others(others.length)} columns={otherColumns(at)} rows={others} keyOf={({ slug }) => slug} />
        </Section>
      )}
    </Page>
  );
}

function nameColumn({ shopId, feedId }: At): Column<{ readonly slug: string; readonly display_name: string }> {
  return {
    id: "name",
    label: words.channel,
    cell: ({ slug, display_name: name }) => (
      <Link to="/shops/$shopId/feeds/$feedId/channels/$slug" params={{ shopId, feedId, slug }}>
        {name}
      </Link>
    ),
  };
}

function assignedColumns(at: At, zone: string | undefined): readonly Column<FeedChannel>[] {
  const { shopId, feedId } = at;
  return [
    nameColumn(at),
    {
      id: "findings",
      label: words.findings,
      cell: ({ slug, findings }) =>
        findings === null ? (
          <span className={styles["quiet"]}>{words.noFile}</span>
        ) : (
          <Link to="/shops/$shopId/feeds/$feedId/channels/$slug/findings" params={{ shopId, feedId, slug }}>
            {words.countsOf(findings.errors, findings.warnings)}
          </Link>
        ),
    },
    {
      id: "file",
      label: words.file,
      cell: ({ file }) =>
        file === null ? <span className={styles["quiet"]}>{words.noFile}</span> : words.fileOf(file.format, file.rows, file.bytes),
    },
    { id: "state", label: words.connection, cell: ({ status }) => <ChannelState status={status} /> },
    {
      id: "synced",
      label: words.lastSynced,
      isExtra: true,
      cell: ({ last_synced_at: time }) =>
        time === null ? <span className={styles["quiet"]}>{words.never}</span> : <Time at={time} zone={zone} />,
    },
  ];
}

function otherColumns(at: At): readonly Column<Channel>[] {
  const { shopId, feedId } = at;
  return [
    nameColumn(at),
    { id: "state", label: words.connection, cell: ({ status }) => <ChannelState status={status} /> },
    {
      id: "set-up",
      label: words.assign,
      cell: ({ slug, display_name: name }) => (
        <Link to="/shops/$shopId/feeds/$feedId/channels/$slug" params={{ shopId, feedId, slug }} aria-label={`${words.setUp} ${name}`}>
          {words.setUp}
        </Link>
      ),
    },
  ];
}
