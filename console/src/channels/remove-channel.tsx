import { type ReactNode, useState } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { ASSIGNMENT_MARKS, type FeedChannel } from "./channel-state.tsx";

const words = messages.channels;

/** Takes the channel from the feed, after naming what that removes. */
export function RemoveChannel({ own: { slug, display_name: name, file } }: { readonly own: FeedChannel }): ReactNode {
  const { id } = useFeed();
  const feed = useApi("feeds.get", { path: { id } });
  const [isAsking, setAsking] = useState(false);
  const remove = useChange("feed_channels.remove", { marks: ASSIGNMENT_MARKS });
  return (
    <div>
      <Button kind="danger" onPress={() => setAsking(true)}>
        {words.remove(name)}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.removeAsk(name, feed.data?.display_name ?? id)}
        action={words.remove(name)}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ path: { feed_id: id, slug } }, { onSuccess: () => setAsking(false) })}
      >
        {words.removeMeans(name, file?.rows ?? 0)}
      </Confirm>
    </div>
  );
}
