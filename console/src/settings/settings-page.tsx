import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { FeedActive } from "./feed-active.tsx";
import { FeedName } from "./feed-name.tsx";
import { SettingsForm } from "./settings-form.tsx";

const words = messages.settings;

/** How the feed is made and guarded. */
export function SettingsPage(): ReactNode {
  const { id } = useFeed();
  const feed = useApi("feeds.get", { path: { id } });
  const settings = useApi("settings.get", { path: { feed_id: id } });
  return (
    <Page title={words.title}>
      <Answer of={settings}>
        {(found) => (feed.data === undefined ? null : <SettingsForm settings={found} isMarket={feed.data.feed_type === "market"} />)}
      </Answer>
      <Answer of={feed} rows={2}>
        {(found) => (
          <>
            {found.feed_type === "primary" ? null : <FeedName key={found.display_name} feed={found} />}
            <FeedActive feed={found} />
          </>
        )}
      </Answer>
    </Page>
  );
}
