import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { Page } from "../shell/page.tsx";
import { fullId } from "../shell/paths.ts";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";

/** Whether the feed is right and fresh. */
export function FeedPage(): ReactNode {
  const { feedId } = useParams({ from: "/shops/$shopId/feeds/$feedId/" });
  const id = fullId("feed", feedId);
  const feed = useApi("feeds.get", { path: { id } });
  const run = useChange("feeds.regenerate", { marks: ["feeds.", "runs.", "shop."] });
  return (
    <Page
      title={feed.data?.display_name ?? "Feed"}
      actions={
        <Button kind="primary" isPending={run.isPending} onPress={() => run.mutate({ path: { id } })}>
          Run now
        </Button>
      }
    >
      <Fault error={run.error} />
      <Answer of={feed}>{({ feed_url: url }) => <p>{url ?? "The feed has no file yet."}</p>}</Answer>
    </Page>
  );
}
