import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApi } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Attributes } from "./attributes.tsx";
import { AssignmentForm } from "./assignment-form.tsx";
import { type Channel, ChannelState, type FeedChannel } from "./channel-state.tsx";
import { ChannelFile } from "./channel-file.tsx";
import { Connection } from "./connection.tsx";
import { Datafeeds } from "./datafeeds.tsx";
import { PlatformIssues } from "./platform-issues.tsx";
import { RemoveChannel } from "./remove-channel.tsx";
import { SyncNow, Syncs } from "./syncs.tsx";
import { UnknownChannel } from "./unknown-channel.tsx";

const words = messages.channels;
/** A file that isn't there yet is on its way. */
const POLL_MS = 1_500;

/** A channel of a feed: its file, how the shop is connected, its settings, and what the platform makes of it. */
export function FeedChannelPage(): ReactNode {
  const at = useFeed();
  const { slug } = useParams({ from: "/shops/$shopId/feeds/$feedId/channels/$slug" });
  const path = { feed_id: at.id };
  const channels = useApi("channels.list", {});
  const known = useApi("feed_channels.list", { path });
  const isMoving = known.data?.some((one) => one.slug === slug && one.feed_url === null) === true;
  const assigned = useApi("feed_channels.list", { path }, isMoving ? { pollMs: POLL_MS } : {});
  const channel = channels.data?.find((one) => one.slug === slug);
  const own = assigned.data?.find((one) => one.slug === slug);
  if (channels.data !== undefined && channel === undefined)
    return (
      <UnknownChannel slug={slug}>
        <Link to="/shops/$shopId/feeds/$feedId/channels" params={at}>
          {words.allChannels}
        </Link>
      </UnknownChannel>
    );
  return (
    <Page
      title={channel?.display_name ?? words.channel}
      facts={channel === undefined ? null : <ChannelState status={channel.status} />}
      actions={channel === undefined || own === undefined ? null : <SyncNow channel={channel} />}
    >
      <Answer of={channels}>
        {() => (
          <Answer of={assigned}>
            {() =>
              channel === undefined ? null : own === undefined ? <Unassigned channel={channel} /> : <Assigned channel={channel} own={own} />
            }
          </Answer>
        )}
      </Answer>
    </Page>
  );
}

function Unassigned({ channel }: { readonly channel: Channel }): ReactNode {
  return (
    <>
      <AssignmentForm channel={channel} own={undefined} />
      <Connection slug={channel.slug} />
      <Attributes channel={channel} />
    </>
  );
}

function Assigned({ channel, own }: { readonly channel: Channel; readonly own: FeedChannel }): ReactNode {
  return (
    <>
      <ChannelFile own={own} />
      <Connection slug={channel.slug} />
      <PlatformIssues channel={channel} />
      <Datafeeds channel={channel} />
      <Syncs channel={channel} />
      <AssignmentForm channel={channel} own={own} />
      <Attributes channel={channel} />
      <RemoveChannel own={own} />
    </>
  );
}
