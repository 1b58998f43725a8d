import { findGrant } from "../shopify-grants/index.ts";
import { z } from "zod";
import { formatId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { extractAnswer, findLatestExtract, findNextExtract } from "../extracts/index.ts";
import { feedUrl } from "../feeds/index.ts";
import { countLiveFindings } from "../findings/index.ts";
import { organizationBehind } from "../keys/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { attentionOf, type Situation } from "./attention.ts";
import { listDisabledWebhooks, listOverviewFeeds, type OverviewFeedRow } from "./overview-queries.ts";
import { type OverviewFeed, OverviewShape } from "./overview-shapes.ts";

export const getOverview = read({
  name: "shop.overview",
  title: "Get the overview",
  summary: "Shows the shop's feeds with their counts and runs, what needs attention, and the next extract.",
  description:
    "Everything that the first page of a console shows, from stored results. `attention` includes extracts if the key has `read_exports`, and webhooks if it has `read_webhooks`. For advice on one feed, use `feeds.health`.",
  scope: "read_feeds",
  http: { method: "GET", path: "/overview", status: 200 },
  output: dataOf(OverviewShape),
  errors: [],
  mcp: { hidden: "`feed_health` says the same to an agent, with the next tool and its arguments." },
  run: async (call) => ({ data: await overview(call) }),
});

async function overview(call: ShopCall): Promise<OverviewShape> {
  const { shop, scopes } = call;
  const [rows, found, snapshot, extract, next, disabledWebhooks, grant] = await Promise.all([
    listOverviewFeeds(shop),
    countLiveFindings(shop),
    findLiveSnapshot(shop),
    scopes.has("read_exports") ? findLatestExtract(shop) : undefined,
    findNextExtract(shop),
    scopes.has("read_webhooks") ? listDisabledWebhooks(shop, organizationBehind(call.actor)) : [],
    findGrant(shop),
  ]);
  const findings = found.map((one) => ({ ...one, feedId: formatId("feed", storedId("feed", one.feed_id)) }));
  const feeds = rows.map((row) => feedOf(row, findings, call.filesUrl));
  const latest = extract === undefined ? null : extractAnswer(extract);
  const isFailed = latest?.status === "failed";
  return {
    object: "overview",
    feeds,
    attention: attentionOf({
      shopId: formatId("shop", shop.shopId),
      feeds,
      hasCatalog: snapshot !== undefined,
      failedExtract: isFailed ? { id: latest.id, at: latest.failed_at, details: latest.error_details } : null,
      isExtracting: latest?.status === "pending" || latest?.status === "running",
      accessEndedAt: grant?.ended_at?.toISOString() ?? null,
      disabledWebhooks,
      refused: findings,
    }),
    latest_extract:
      latest === null
        ? null
        : {
            id: latest.id,
            status: latest.status,
            progress: latest.progress,
            product_count: latest.product_count,
            completed_at: latest.completed_at,
          },
    next_extract_at: next?.toISOString() ?? null,
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
