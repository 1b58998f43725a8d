import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Section } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Fault } from "../ui/states.tsx";

const words = messages.settings;

const MARKS = ["feeds.", "shop."] as const;

/** Whether the feed is made and served. */
export function FeedActive({ feed }: { readonly feed: ApiAnswer<"feeds.get"> }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const deactivate = useChange("feeds.deactivate", { marks: MARKS });
  const activate = useChange("feeds.activate", { marks: MARKS });
  const path = { id: feed.id };
  if (!feed.active)
    return (
      <Section title={words.inactive} description={words.inactiveHint}>
        <Fault error={activate.error} />
        <div>
          <Button isPending={activate.isPending} onPress={() => activate.mutate({ path })}>
            {words.activate}
          </Button>
        </div>
      </Section>
    );
  if (feed.feed_type === "primary") return null;
  return (
    <Section title={words.deactivate} description={words.deactivateHint}>
      <div>
        <Button kind="danger" onPress={() => setAsking(true)}>
          {words.deactivateFeed(feed.display_name)}
        </Button>
      </div>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.deactivateAsk(feed.display_name)}
        action={words.deactivateThis}
        isPending={deactivate.isPending}
        error={deactivate.error}
        onConfirm={() => deactivate.mutate({ path }, { onSuccess: () => setAsking(false) })}
      >
        {words.deactivateMeans(feed.product_count)}
      </Confirm>
    </Section>
  );
}
