import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useApi, useChange } from "../api/queries.ts";
import { countOf, formatBytes, formatCount } from "../messages/format.ts";
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
import { statusGlyph, StatusMark } from "../ui/status.tsx";
import { Time } from "../ui/time.tsx";
import styles from "./feed-page.module.css";
import { LeftOut } from "./left-out.tsx";
import { useFeed } from "./use-feed.ts";

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
  useCommands([{ id: "run", label: "Run the feed", keys: "Ctrl+Enter", group: "Feed", run: start }]);
  const state = latest.data === undefined ? undefined : runState(latest.data);
  return (
    <Page
      title={feed.data?.display_name ?? "Feed"}
      state={state === undefined ? undefined : statusGlyph(state.status)}
      facts={state === undefined ? null : <StatusMark status={state.status}>{state.word}</StatusMark>}
      actions={
        <Button kind="primary" isPending={run.isPending} isDisabled={latest.data?.status === "running"} onPress={start}>
          {latest.data?.status === "running" ? "Running" : "Run now"}
        </Button>
      }
    >
      <Fault error={run.error} />
      <Held latest={latest.data} />
      <Answer of={feed}>{(found) => <Address feed={found} />}</Answer>
      <LeftOut />
      <History zone={shop.data?.time_zone} />
      <Files zone={shop.data?.time_zone} />
    </Page>
  );
}

function Address({ feed: { feed_url: url, not_extracted: missing, active } }: { readonly feed: ApiAnswer<"feeds.get"> }): ReactNode {
  return (
    <div className={styles["address"]}>
      {url === null ? <p>The feed has no file yet. A run makes it.</p> : <CopiedText text={url} label="feed URL" />}
      {active ? null : <p>The feed is inactive, so its file isn't served.</p>}
      {missing === null ? null : <p role="alert">{missing}</p>}
    </div>
  );
}

/** The newest run is held: what it says, and the page that decides. */
function Held({ latest }: { readonly latest: ApiAnswer<"runs.latest"> | undefined }): ReactNode {
  const { shopId, feedId } = useFeed();
  if (latest?.publication !== "held") return null;
  const runId = shortId(latest.id);
  return (
    <p className={styles["held"]}>
      <span>
        Run {runId} is held. {latest.held_reasons.map(({ message }) => message).join(" ")}
      </span>
      <Link to="/shops/$shopId/feeds/$feedId/runs/$runId" params={{ shopId, feedId, runId }}>
        Review run {runId}
      </Link>
    </p>
  );
}

type FeedFile = ApiAnswer<"feeds.files">[number];

function Files({ zone }: { readonly zone: string | undefined }): ReactNode {
  const { id } = useFeed();
  const files = useApi("feeds.files", { path: { id } });
  const columns: readonly Column<FeedFile>[] = [
    { id: "channel", label: "File", cell: ({ channel, format }) => `${channel ?? "canonical"}, ${format}` },
    { id: "url", label: "Address", isExtra: true, cell: ({ url }) => <CopiedText text={url} label="file's URL" /> },
    { id: "rows", label: "Rows", isFigure: true, cell: ({ rows }) => formatCount(rows) },
    { id: "size", label: "Size", isFigure: true, cell: ({ bytes }) => formatBytes(bytes) },
    { id: "published", label: "Published", isExtra: true, cell: ({ published_at: at }) => <Time at={at} zone={zone} /> },
    {
      id: "fetched",
      label: "Last fetched",
      cell: ({ last_fetch: last }) =>
        last === null ? (
          "never"
        ) : (
          <>
            <Time at={last.at} zone={zone} /> by {last.agent_class}
          </>
        ),
    },
  ];
  return (
    <Section title={files.data === undefined ? "Files" : `Files (${countOf(files.data.length, "file")})`}>
      <Answer of={files} rows={2}>
        {(found) =>
          found.length === 0 ? (
            <Empty title="The feed has no file yet." />
          ) : (
            <DataTable label="Files" columns={columns} rows={found} keyOf={({ url }) => url} />
          )
        }
      </Answer>
    </Section>
  );
}
