import { formatId, storedId } from "../../kernel/ids.ts";
import { isolated } from "../../kernel/isolated.ts";
import type { DisabledWebhook } from "./overview-queries.ts";
import type { Attention, OverviewFeed, OverviewShape } from "./overview-shapes.ts";

export interface Situation extends Pick<OverviewShape, "feeds"> {
  readonly shopId: string;
  readonly hasCatalog: boolean;
  /** Of the newest extract, if it failed. */
  readonly failedExtract: { readonly id: string; readonly at: string | null; readonly details: string | null } | null;
  readonly isExtracting: boolean;
  /** Since when Shopify no longer accepts our access, which the merchant gave by installing the app. */
  readonly accessEndedAt: string | null;
  readonly disabledWebhooks: readonly DisabledWebhook[];
  /** Feeds with rows that a channel would refuse. */
  readonly refused: readonly RefusedRows[];
}

interface RefusedRows {
  readonly feedId: string;
  /** The channel's slug. */
  readonly channel: string;
  readonly channelName: string;
  readonly errors: number;
}

/** Errors first; among equals the shop before its feeds, and these in their order. */
export function attentionOf(situation: Situation): Attention[] {
  const all = [
    ...aboutAccess(situation),
    ...aboutExtracts(situation),
    ...situation.feeds.flatMap((feed) => aboutFeed(feed, situation)),
    ...situation.disabledWebhooks.map(aboutWebhook),
  ];
  return [...all.filter(({ severity }) => severity === "error"), ...all.filter(({ severity }) => severity === "warning")];
}

function aboutAccess({ shopId, accessEndedAt: since }: Situation): Attention[] {
  if (since === null) return [];
  const message = "Shopify no longer accepts Feedwright's access to the shop. Open Feedwright in the Shopify admin to renew it.";
  return [{ severity: "error", code: "access_ended", object: { type: "shop", id: shopId, feed_id: null }, since, message, actions: [] }];
}

function aboutExtracts({ shopId, failedExtract: failed, hasCatalog, isExtracting }: Situation): Attention[] {
  const actions = [{ operation: "extracts.create", arguments: { type: "full" } }];
  if (failed !== null) {
    const message = `The last extract failed. ${failed.details ?? "Extract the shop again."}`;
    return [
      {
        severity: "error",
        code: "extract_failed",
        object: { type: "extract", id: failed.id, feed_id: null },
        since: failed.at,
        message,
        actions,
      },
    ];
  }
  if (hasCatalog || isExtracting) return [];
  const message = "The shop has no catalog yet. Run a full extract.";
  return [{ severity: "warning", code: "no_catalog", object: { type: "shop", id: shopId, feed_id: null }, since: null, message, actions }];
}

function aboutFeed(feed: OverviewFeed, situation: Situation): Attention[] {
  return [...aboutRuns(feed, situation), ...aboutChannels(feed, situation)];
}

function aboutRuns(
  { feed_id: id, name, held_run: held, last_error: failed, ...feed }: OverviewFeed,
  { hasCatalog }: Situation,
): Attention[] {
  const rerun = { operation: "feeds.regenerate", arguments: { id } };
  const found: Attention[] = [];
  if (failed !== null) {
    const message = `The last run of ${isolated(name)} failed. ${failed.message ?? ""}`.trimEnd();
    found.push({
      severity: "error",
      code: "run_failed",
      object: { type: "run", id: failed.run_id, feed_id: id },
      since: failed.at,
      message,
      actions: [rerun],
    });
  }
  if (held !== null) {
    const run = { id, run_id: held.id };
    const message = `A run of ${isolated(name)} is held. ${held.reasons.join(" ")}`;
    const against = feed.live_run === null ? {} : { against: feed.live_run.id };
    const actions = [
      { operation: "runs.diff", arguments: { ...run, ...against } },
      { operation: "runs.publish", arguments: run },
      { operation: "runs.discard", arguments: run },
    ];
    found.push({
      severity: "warning",
      code: "run_held",
      object: { type: "run", id: held.id, feed_id: id },
      since: held.since,
      message,
      actions,
    });
  }
  if (found.length === 0 && hasCatalog && feed.live_run === null && feed.running_run === null)
    found.push({
      severity: "warning",
      code: "never_run",
      object: { type: "feed", id, feed_id: id },
      since: null,
      message: `${isolated(name)} has no file yet. Run it.`,
      actions: [rerun],
    });
  return found;
}

function aboutChannels({ feed_id: id, name, live_run: live }: OverviewFeed, { refused }: Situation): Attention[] {
  return refused
    .filter(({ feedId, errors }) => feedId === id && errors > 0)
    .map(({ channel, channelName, errors }) => ({
      severity: "warning",
      code: "channel_errors",
      object: { type: "feed", id, feed_id: id },
      since: live?.completed_at ?? null,
      message: `${isolated(name)} has ${errors} ${errors === 1 ? "kind of error" : "kinds of errors"} for ${channelName}.`,
      actions: [{ operation: "findings.list", arguments: { feed_id: id, slug: channel } }],
    }));
}

function aboutWebhook({ id: number, disabled_at: at, disabled_reason: reason }: DisabledWebhook): Attention {
  const id = formatId("wh", storedId("wh", number));
  return {
    severity: "error",
    code: "webhook_disabled",
    object: { type: "webhook", id, feed_id: null },
    since: at.toISOString(),
    message: `Webhook ${id} is disabled${reason === null ? "." : `: ${reason}`}`,
    actions: [
      { operation: "webhooks.list_deliveries", arguments: { id, status: "failed" } },
      { operation: "webhooks.update", arguments: { id, status: "active" } },
    ],
  };
}
