import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { type Status, StatusMark } from "../ui/status.tsx";

export type Channel = ApiAnswer<"channels.get">;
export type ChannelOptions = ApiAnswer<"channels.options">;
export type FeedChannel = ApiAnswer<"feed_channels.get">;

/** What a change of a connection makes stale. */
export const CHANNEL_MARKS = ["channels.", "feed_channels.", "datafeeds.", "syncs.", "platform_issues.", "shop."] as const;
/** What a change of an assignment makes stale. */
export const ASSIGNMENT_MARKS = ["feed_channels.", "findings.", "feeds.", "runs.", "config.", "shop."] as const;

const STATES: Readonly<Record<Channel["status"], Status>> = { not_connected: "idle", pending: "held", connected: "live", error: "failed" };

export function ChannelState({ status }: { readonly status: Channel["status"] }): ReactNode {
  return <StatusMark status={STATES[status]}>{messages.channels.states[status]}</StatusMark>;
}
