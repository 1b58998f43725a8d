import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { fullId, shortId } from "../shell/paths.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import type { AttentionItem, Discarded } from "./attention.tsx";

const words = messages.overview;

interface AttentionActionsProps {
  readonly shopId: string;
  readonly item: AttentionItem;
  readonly onDiscarded: (run: Discarded) => void;
}

/** What a row of the list can do at once; what needs a look first is a link. */
export function AttentionActions({ shopId, item, onDiscarded }: AttentionActionsProps): ReactNode {
  const run = useChange("feeds.regenerate", { marks: ["feeds.", "runs.", "shop."] });
  const extract = useChange("extracts.create", { marks: ["extracts.", "shop."] });
  const feed = item.object.feed_id;
  if (item.code === "extract_failed" || item.code === "no_catalog")
    return (
      <>
        <Button isPending={extract.isPending} onPress={() => extract.mutate({ body: { type: "full" } })}>
          {words.extractNow}
        </Button>
        <Fault error={extract.error} />
      </>
    );
  if ((item.code === "never_run" || item.code === "run_failed") && feed !== null)
    return (
      <>
        <Button isPending={run.isPending} onPress={() => run.mutate({ path: { id: fullId("feed", feed) } })}>
          {words.runFeed}
        </Button>
        <Fault error={run.error} />
      </>
    );
  if (item.object.type === "run" && feed !== null)
    return (
      <RunActions shopId={shopId} run={{ id: feed, run_id: item.object.id }} isHeld={item.code === "run_held"} onDiscarded={onDiscarded} />
    );
  const channel = item.code === "channel_errors" ? checkedChannel(item) : undefined;
  if (channel !== undefined && feed !== null)
    return (
      <Link to="/shops/$shopId/feeds/$feedId/channels/$slug/findings" params={{ shopId, feedId: shortId(feed), slug: channel }}>
        {messages.overview.seeFindings}
      </Link>
    );
  if (item.object.type === "webhook")
    return (
      <Link to="/shops/$shopId/webhooks/$webhookId" params={{ shopId, webhookId: shortId(item.object.id) }} search={{ status: "failed" }}>
        {messages.overview.seeWhy}
      </Link>
    );
  return feed === null ? null : (
    <Link to="/shops/$shopId/feeds/$feedId" params={{ shopId, feedId: shortId(feed) }}>
      {words.seeFeed}
    </Link>
  );
}

/** The channel that refuses rows: what the item suggests is to list its findings. */
function checkedChannel({ actions }: AttentionItem): string | undefined {
  const slug = actions.find(({ operation }) => operation === "findings.list")?.arguments["slug"];
  return typeof slug === "string" ? slug : undefined;
}

interface RunActionsProps {
  readonly shopId: string;
  readonly run: Discarded;
  readonly isHeld: boolean;
  readonly onDiscarded: (run: Discarded) => void;
}

function RunActions({ shopId, run, isHeld, onDiscarded }: RunActionsProps): ReactNode {
  const discard = useChange("runs.discard", { marks: ["runs.", "feeds.", "shop."] });
  return (
    <>
      <Link to="/shops/$shopId/feeds/$feedId/runs/$runId" params={{ shopId, feedId: shortId(run.id), runId: shortId(run.run_id) }}>
        {words.review}
      </Link>
      {isHeld ? (
        <Button
          isPending={discard.isPending}
          onPress={() =>
            // The row may be gone by then, and with it what `mutate` would call.
            void discard.mutateAsync({ path: { ...run }, body: {} }).then(
              () => onDiscarded(run),
              () => undefined,
            )
          }
        >
          {words.discard}
        </Button>
      ) : null}
      <Fault error={discard.error} />
    </>
  );
}
