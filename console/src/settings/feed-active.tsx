import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { countOf } from "../messages/format.ts";
import { Section } from "../shell/page.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Fault } from "../ui/states.tsx";

const MARKS = ["feeds.", "shop."] as const;

/** Whether the feed is made and served. */
export function FeedActive({ feed }: { readonly feed: ApiAnswer<"feeds.get"> }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const deactivate = useChange("feeds.deactivate", { marks: MARKS });
  const activate = useChange("feeds.activate", { marks: MARKS });
  const path = { id: feed.id };
  if (!feed.active)
    return (
      <Section title="This feed is inactive" description="It isn't made, and its address answers 410.">
        <Fault error={activate.error} />
        <div>
          <Button isPending={activate.isPending} onPress={() => activate.mutate({ path })}>
            Activate the feed
          </Button>
        </div>
      </Section>
    );
  if (feed.feed_type === "primary") return null;
  return (
    <Section
      title="Deactivate"
      description="The file is no longer served, and channels that read it lose its products. Rules and settings stay."
    >
      <div>
        <Button kind="danger" onPress={() => setAsking(true)}>
          Deactivate {feed.display_name}
        </Button>
      </div>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Deactivate ${feed.display_name}?`}
        action="Deactivate the feed"
        isPending={deactivate.isPending}
        error={deactivate.error}
        onConfirm={() => deactivate.mutate({ path }, { onSuccess: () => setAsking(false) })}
      >
        {countOf(feed.product_count, "row")} leave the channels that read this feed. It can be activated again.
      </Confirm>
    </Section>
  );
}
