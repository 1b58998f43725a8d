import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { formatBytes, formatCount } from "../messages/format.ts";
import { messages } from "../messages/messages.ts";
import { History } from "../runs/runs-page.tsx";
import { runState } from "../runs/run-words.ts";
import { useShop } from "../session/who.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { CopiedText } from "../ui/copied-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Empty, Fault } from "../ui/states.tsx";
import { StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import { FeedAddress } from "./feed-address.tsx";
import styles from "./feed-page.module.css";
import { LeftOut } from "./left-out.tsx";
import { useFeed } from "./use-feed.ts";

const words = messages.feeds;

const POLL_MS = 1_000;

/** Whether the feed is right and fresh: how its rows add up, how they went, and the files that channels read. */
export function FeedPage(): ReactNode {
  const { id } = useFeed();
  const shop = useShop();
  const feed = useApi("feeds.get", { path: { id } });
  const isMoving = feed.data?.status === "generating";
  const latest = useApi("runs.latest", { path: { id } }, isMoving ? { pollMs: POLL_MS } : {});
  const run = useChange("feeds.regenerate", { marks: ["feeds.", "runs.", "shop."] });
  const start = () => run.mutate({ path: { id } });
  useCommands([{ id: "run", label: words.runFeed, keys: "Ctrl+Enter", group: words.feed, run: start }]);
  const state = latest.data === undefined ? undefined : runState(latest.data);
  return (
    <Page
      title={feed.data?.display_name ?? words.feed}
      facts={state === undefined ? null : <StatusMark status={state.status}>{state.word}</StatusMark>}
      actions={
        <Button
          kind="primary"
          isPending={run.isPending}
          isDisabled={latest.data?.status === "running" || shop.data?.last_sync_at === null}
          onPress={start}
        >
          {latest.data?.status === "running" ? words.running : words.runNow}
        </Button>
      }
    >
      <Fault error={run.error} />
      <Held latest={latest.data} />
      <Answer of={feed}>{(found) => <FeedAddress feed={found} />}</Answer>
      {shop.data?.last_sync_at === null ? <NoCatalog /> : <LeftOut />}
      <History zone={shop.data?.time_zone} />
      <Files zone={shop.data?.time_zone} />
    </Page>
  );
}

/** Nothing can be counted or run before the shop's first extract. */
function NoCatalog(): ReactNode {
  const { shopId } = useFeed();
  const toExtracts = (
    <Link to="/shops/$shopId/extracts" params={{ shopId }}>
      {words.seeExtracts}
    </Link>
  );
  return (
    <Section title={words.rows}>
      <Empty title={words.notExtracted} action={toExtracts}>
        {words.notExtractedNext}
      </Empty>
    </Section>
  );
}

/** The newest run is held: what it says, and the page that decides. */
function Held({ latest }: { readonly latest: ApiAnswer<"runs.latest"> | undefined }): ReactNode {
  const { shopId, feedId } = useFeed();
  if (latest?.publication !== "held") return null;
  const runId = shortId(latest.id);
  return (
    <p className={styles["held"]}>
      <span>{words.held(runId, latest.held_reasons.map(({ message }) => message).join(" "))}</span>
      <Link to="/shops/$shopId/feeds/$feedId/runs/$runId" params={{ shopId, feedId, runId }}>
        {words.review(runId)}
      </Link>
    </p>
  );
}

type FeedFile = ApiAnswer<"feeds.files">[number];

function Files({ zone }: { readonly zone: string | undefined }): ReactNode {
  const { id } = useFeed();
  const files = useApi("feeds.files", { path: { id } });
  const columns: readonly Column<FeedFile>[] = [
    { id: "channel", label: words.file, cell: ({ channel, format }) => `${channel ?? words.canonical}, ${format}` },
    { id: "url", label: words.address, isExtra: true, cell: ({ url }) => <CopiedText text={url} label={words.fileUrl} /> },
    { id: "rows", label: words.rows, isFigure: true, cell: ({ rows }) => formatCount(rows) },
    { id: "size", label: words.size, isFigure: true, cell: ({ bytes }) => formatBytes(bytes) },
    { id: "published", label: words.published, isExtra: true, cell: ({ published_at: at }) => <Time at={at} zone={zone} /> },
    {
      id: "fetched",
      label: words.lastFetched,
      cell: ({ last_fetch: last }) =>
        last === null ? (
          words.never
        ) : (
          <>
            <Time at={last.at} zone={zone} /> {words.by} {words.agents[last.agent_class]}
          </>
        ),
    },
  ];
  return (
    <Section title={files.data === undefined ? words.files : words.filesCounted(files.data.length)}>
      <Answer of={files} rows={2}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={words.noFiles} />
          ) : (
            <DataTable label={words.files} columns={columns} rows={found} keyOf={({ url }) => url} />
          )
        }
      </Answer>
    </Section>
  );
}
