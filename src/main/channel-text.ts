import type { z } from "zod";
import type { AccountShape, ChannelShape } from "../features/channel-connections/index.ts";
import type { DatafeedShape, DatafeedStatusShape } from "../features/datafeeds/index.ts";
import type { SyncShape } from "../features/syncs/index.ts";
import { table } from "./text-table.ts";

/** Connections and datafeeds as a person reads them in a terminal. */

export type Channel = z.output<typeof ChannelShape>;
export type Datafeed = z.output<typeof DatafeedShape>;
export type DatafeedStatus = z.output<typeof DatafeedStatusShape>;

/** How the connection is, and what to do next. `named`: shop and channel, as commands take them. */
export function connectionText({ display_name: name, status, account, error }: Channel, named: string): string {
  const fault = error === null ? "" : ` ${error.message}`;
  if (status === "not_connected") return `${name} isn't connected.\n`;
  if (status === "error") return `${name} is connected, but it refuses us.${fault}\n`;
  if (account === null)
    return `${name} is connected. Choose the account that feeds go to: feedwright channel accounts ${named} lists them, feedwright channel account ${named} ID chooses one.\n`;
  return `${name} is connected. Feeds go to the account ${account.name} (${account.id}).${fault}\n`;
}

export function accountsText(accounts: readonly z.output<typeof AccountShape>[], chosen: string | null, named: string): string {
  if (accounts.length === 0) return "The signed-in person has no account there.\n";
  const rows = accounts.map(({ id, name, problem }) => [id, name, id === chosen ? "yes" : "", problem ?? ""]);
  return `${table(["Id", "Name", "Chosen", "Problem"], rows)}\nChoose one with: feedwright channel account ${named} ID\n`;
}

export function datafeedsText(datafeeds: readonly Datafeed[], named: string): string {
  if (datafeeds.length === 0) return `No feed is registered. Register one with: feedwright channel datafeeds ${named} --create feed_1\n`;
  const rows = datafeeds.map(({ id, feed_id: feed, datafeed_id: remote, datafeed_name: name, ...datafeed }) => [
    String(id),
    feed,
    name,
    targetsOf(datafeed),
    scheduleOf(datafeed),
    remote ?? "not registered yet",
  ]);
  return table(["Id", "Feed", "Name", "Targets", "Fetched daily at", "The platform's id"], rows);
}

const targetsOf = ({ targets }: Pick<Datafeed, "targets">): string =>
  targets.map(({ country, language }) => `${country}/${language}`).join(", ");

const scheduleOf = ({ hour, time_zone: zone }: Pick<Datafeed, "hour" | "time_zone">): string =>
  `${String(hour).padStart(2, "0")}:00 ${zone}`;

/** A datafeed that was just asked for. `status`: what keeps it from the platform; null where nothing does. */
export function createdText(datafeed: Datafeed, status: DatafeedStatus | null): string {
  const { id, feed_id: feed, datafeed_id: remote, fetch_url: url } = datafeed;
  const [issue] = status?.issues ?? [];
  const state =
    remote !== null
      ? `It's registered as ${remote}`
      : issue === undefined
        ? "It's registered within a minute while a service runs"
        : `It isn't registered yet: ${issue.message} This is tried again`;
  const lines = [
    `Datafeed ${id} is of ${feed}, for ${targetsOf(datafeed)}, fetched daily at ${scheduleOf(datafeed)}. ${state}.`,
    ...(url === null ? [] : [`  File  ${url}`]),
  ];
  return `${lines.join("\n")}\n`;
}

export type Sync = z.output<typeof SyncShape>;

interface SyncFacts {
  /** As people call the platform. */
  readonly platform: string;
  /** Shop and channel, as commands take them. */
  readonly named: string;
  /** Said where no service runs. */
  readonly note: string;
}

/** How a sync ended, with what the platform refused; or where to look for it. What failed it is told as the command's error. */
export function syncText(sync: Sync, { platform, named, note }: SyncFacts): string {
  const { id, feed_id: feed, mode, rows_sent: rows, errors_count: errors, error_details: details } = sync;
  if (sync.status === "pending")
    return `Sync ${id} of ${feed} with ${platform} is under way.${note} What comes of it: GET /v1/feeds/${feed}/channels/${sync.channel}/syncs\n`;
  const counts = [...(rows === null ? [] : [counted(rows, "row")]), counted(errors ?? 0, "error")].join(", ");
  if (sync.status === "failed") return `Sync ${id} of ${feed} with ${platform} failed: ${counts}.\n`;
  const done = mode === "fetch" ? `${platform} reads the file of ${feed}` : `${feed} was sent to ${platform}`;
  const next = mode === "fetch" ? `What it finds: feedwright channel issues ${named}\n` : "";
  return `${done}: ${counts}.\n${details === null ? "" : `${details}\n`}${next}`;
}

const counted = (count: number, what: string): string => `${count} ${count === 1 ? what : `${what}s`}`;

const STATES: Readonly<Record<DatafeedStatus["state"], string>> = {
  never_fetched: "not fetched yet",
  processing: "being processed",
  succeeded: "processed",
  failed: "failed",
};
const SEVERITIES = { error: "Error", warning: "Warning", info: "Hint" } as const;

/** What the platform made of the file, then its issues. */
export function statusText(datafeed: Datafeed, status: DatafeedStatus): string {
  const { last_fetched_at: at, items_total: total, items_valid: valid, items_invalid: invalid, issues } = status;
  const facts = [
    STATES[status.state],
    ...(at === null ? [] : [`fetched at ${at}`]),
    ...(total === null ? [] : [`${total} items`]),
    ...(valid === null ? [] : [`${valid} valid`]),
    ...(invalid === null ? [] : [`${invalid} invalid`]),
  ];
  const heading = `Datafeed ${datafeed.id}, ${datafeed.feed_id} for ${targetsOf(datafeed)}: ${facts.join(", ")}.`;
  if (issues.length === 0) return `${heading}\n${status.state === "succeeded" ? "The platform reports no issue.\n" : ""}`;
  const rows = issues.map(({ severity, affected_count: count, attribute, code, platform_code: theirs, message }) => [
    SEVERITIES[severity],
    count === null ? "" : String(count),
    attribute ?? "",
    code,
    theirs === null || theirs === code ? "" : theirs,
    message,
  ]);
  return `${heading}\n${table(["Severity", "Items", "Attribute", "Code", "The platform's code", "What is wrong"], rows)}`;
}
