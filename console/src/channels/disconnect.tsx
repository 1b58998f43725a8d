import { type ReactNode, useState } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { type Channel, CHANNEL_MARKS } from "./channel-state.tsx";

const words = messages.channels;

/** Ends the connection, after naming what goes with it. */
export function Disconnect({ channel: { slug, display_name: name, account, status } }: { readonly channel: Channel }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const registered = useApi("datafeeds.list", { path: { slug } }, { enabled: isAsking });
  const disconnect = useChange("channels.disconnect", { marks: CHANNEL_MARKS });
  // Before a sign-in has ended there is nothing to disconnect.
  if (status === "pending" && account === null) return null;
  return (
    <>
      <Button kind="danger" onPress={() => setAsking(true)}>
        {words.disconnect(name)}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.disconnectAsk(name)}
        action={words.disconnect(name)}
        isPending={disconnect.isPending}
        error={disconnect.error}
        onConfirm={() => disconnect.mutate({ path: { slug } }, { onSuccess: () => setAsking(false) })}
      >
        {words.disconnectMeans(name, account?.name ?? null, registered.data?.length ?? 0)}
      </Confirm>
    </>
  );
}
