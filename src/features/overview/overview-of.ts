import { z } from "zod";
import { formatId, type ShopId, storedId } from "../../kernel/ids.ts";
import { extractAnswer, type ExtractRow } from "../extracts/index.ts";
import { feedUrl } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
import { attentionOf, type Situation } from "./attention.ts";
import type { DisabledWebhook, OverviewFeedRow } from "./overview-queries.ts";
import type { OverviewFeed, OverviewShape } from "./overview-shapes.ts";

/** What is stored about a shop, from which its overview follows. */
export interface OverviewFacts {
  readonly shopId: ShopId;
  readonly feeds: readonly OverviewFeedRow[];
  /** Counted by feed and channel. */
  readonly findings: readonly FeedFindings[];
  readonly hasCatalog: boolean;
  /** The newest; null where the reader may not know it. */
  readonly extract: ExtractRow | null;
  readonly nextExtractAt: Date | null;
  readonly disabledWebhooks: readonly DisabledWebhook[];
  /** Since when the platform no longer accepts our access. */
  readonly accessEndedAt: Date | null;
}

interface FeedFindings {
  readonly feed_id: number;
  readonly channel: string;
  readonly errors: number;
  readonly warnings: number;
}

export function overviewOf(facts: OverviewFacts, { filesUrl, channels }: Pick<Services, "filesUrl" | "channels">): OverviewShape {
  const findings = facts.findings.map((one) => ({
    ...one,
    feedId: formatId("feed", storedId("feed", one.feed_id)),
    channelName: channels.find(({ slug }) => slug === one.channel)?.displayName ?? one.channel,
  }));
  const feeds = facts.feeds.map((row) => feedOf(row, findings, filesUrl));
  const latest = facts.extract === null ? null : extractAnswer(facts.extract);
  const isFailed = latest?.status === "failed";
  return {
    object: "overview",
    feeds,
    attention: attentionOf({
      shopId: formatId("shop", facts.shopId),
      feeds,
      hasCatalog: facts.hasCatalog,
      failedExtract: isFailed ? { id: latest.id, at: latest.failed_at, details: latest.error_details } : null,
      isExtracting: latest?.status === "pending" || latest?.status === "running",
      accessEndedAt: facts.accessEndedAt?.toISOString() ?? null,
      disabledWebhooks: facts.disabledWebhooks,
      refused: findings,
    }),
    latest_extract:
      latest === null
        ? null
        : {
            id: latest.id,
            status: latest.status,
            progress: latest.progress,
            waiting: latest.waiting,
            product_count: latest.product_count,
            completed_at: latest.completed_at,
          },
    next_extract_at: facts.nextExtractAt?.toISOString() ?? null,
  };
}

const Reasons = z.array(z.object({ message: z.string() })).nullable();

function feedOf(
  row: OverviewFeedRow,
  findings: readonly (Situation["refused"][number] & { readonly warnings: number })[],
  filesUrl: string,
): OverviewFeed {
  const id = formatId("feed", storedId("feed", row.id));
  const own = findings.filter(({ feedId }) => feedId === id);
  return {
    feed_id: id,
    name: row.display_name,
    feed_type: row.feed_type,
    feed_url: row.live_id === null ? null : feedUrl(filesUrl, row.feed_token, row.file_name),
    ...runsOf(row),
    findings: { errors: sum(own.map(({ errors }) => errors)), warnings: sum(own.map(({ warnings }) => warnings)) },
    sparkline: row.past.toReversed().map((run) => ({
      run_id: runText(run.run_id),
      completed_at: new Date(run.completed_at).toISOString(),
      included_count: run.included_count,
    })),
  };
}

function runsOf(row: OverviewFeedRow): Pick<OverviewFeed, "live_run" | "running_run" | "held_run" | "last_error"> {
  const { live_id: live, last_id: last, held_id: held, last_status: status } = row;
  return {
    live_run:
      live === null
        ? null
        : {
            id: runText(live),
            included_count: row.live_included ?? 0,
            excluded_count: row.live_excluded ?? 0,
            completed_at: timeText(row.live_at),
            outdated: row.is_outdated ?? false,
          },
    running_run:
      last !== null && status === "running"
        ? { id: runText(last), stage: row.last_stage ?? "waiting", progress: row.last_progress ?? 0 }
        : null,
    held_run:
      held === null
        ? null
        : {
            id: runText(held),
            since: timeText(row.held_at),
            reasons: (Reasons.parse(row.held_reasons) ?? []).map(({ message }) => message),
          },
    last_error:
      last !== null && status === "failed"
        ? { run_id: runText(last), code: row.last_error_code, message: row.last_error_details, at: timeText(row.last_completed_at) }
        : null,
  };
}

const runText = (id: number): string => formatId("run", storedId("run", id));
const timeText = (at: Date | null): string | null => at?.toISOString() ?? null;
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
