import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { LongText } from "../ui/long-text.tsx";
import { Pager } from "../ui/pager.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { type Status, StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import type { Channel } from "./channel-state.tsx";
import styles from "./channels.module.css";

type Sync = ApiAnswer<"syncs.list">["data"][number];

const words = messages.channels;
const PER_PAGE = 10;
const POLL_MS = 1_500;
const STATES: Readonly<Record<Sync["status"], Status>> = { pending: "running", success: "live", failed: "failed" };

/** The page's primary action where the channel is connected and its platform can be asked. */
export function SyncNow({ channel: { slug, status } }: { readonly channel: Channel }): ReactNode {
  const { id } = useFeed();
  const options = useApi("channels.options", { path: { slug } });
  const sync = useChange("syncs.start", { marks: ["syncs.", "channels.", "feed_channels."] });
  const isPossible = (status === "connected" || status === "error") && options.data?.sync.available === true;
  const start = () => sync.mutate({ path: { feed_id: id, slug } });
  useCommands(isPossible ? [{ id: "sync", label: words.syncNow, group: words.keys, run: start }] : []);
  if (!isPossible) return null;
  return (
    <>
      <Fault error={sync.error} />
      <Button kind="primary" isPending={sync.isPending} onPress={start}>
        {words.syncNow}
      </Button>
    </>
  );
}

/** How each sync went, with what was refused row by row. */
export function Syncs({ channel: { slug, status } }: { readonly channel: Channel }): ReactNode {
  const { id } = useFeed();
  const { slug: of } = useParams({ from: "/shops/$shopId/feeds/$feedId/channels/$slug" });
  const [page, setPage] = useState(1);
  const shop = useShop();
  const options = useApi("channels.options", { path: { slug } });
  const request = { path: { feed_id: id, slug: of }, query: { page, per_page: PER_PAGE } };
  const known = useApi("syncs.list", request);
  const isMoving = known.data?.data.some((sync) => sync.status === "pending") === true;
  const syncs = useApi("syncs.list", request, isMoving ? { pollMs: POLL_MS } : {});
  const isEmpty = syncs.data?.meta.total === 0;
  if (options.data === undefined || (isEmpty && (status === "not_connected" || !options.data.sync.available))) return null;
  return (
    <Section title={words.syncs} description={words.syncsMean}>
      <Answer of={syncs} rows={3}>
        {({ data, meta }, { isStale }) =>
          meta.total === 0 ? (
            <Empty title={words.noSyncs}>{words.noSyncsNext}</Empty>
          ) : (
            <>
              <DataTable
                label={words.syncs}
                columns={columnsOf(shop.data?.time_zone)}
                rows={data}
                keyOf={(sync) => String(sync.id)}
                isStale={isStale}
              />
              <Pager label={words.pages} page={page} meta={meta} onChange={setPage} />
            </>
          )
        }
      </Answer>
    </Section>
  );
}

function columnsOf(zone: string | undefined): readonly Column<Sync>[] {
  return [
    {
      id: "started",
      label: words.started,
      cell: ({ started_at: at }) => (at === null ? words.waiting : <Time at={at} zone={zone} />),
    },
    {
      id: "status",
      label: words.status,
      cell: ({ status }) => <StatusMark status={STATES[status]}>{words.syncStates[status]}</StatusMark>,
    },
    { id: "mode", label: words.mode, isExtra: true, cell: ({ mode }) => words.syncModes[mode] },
    { id: "rows", label: words.rows, isFigure: true, cell: ({ rows_sent: rows }) => (rows === null ? "–" : formatCount(rows)) },
    {
      id: "errors",
      label: words.errors,
      isFigure: true,
      cell: ({ errors_count: errors }) => (errors === null ? "–" : formatCount(errors)),
    },
    {
      id: "details",
      label: words.details,
      cell: ({ error_details: details }) =>
        details === null ? null : (
          <span className={styles["details-text"]}>
            <LongText>{details}</LongText>
          </span>
        ),
    },
  ];
}
