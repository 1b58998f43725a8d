import { z } from "zod";
import type { FeedId } from "../../kernel/ids.ts";
import { REST_OF_REASONS } from "../../engine/run/run-counts.ts";
import { findFeed, type FeedRow, showFeed } from "../feeds/index.ts";
import { type FindingHead, listFindingHeads } from "../findings/index.ts";
import type { ShopCall } from "../operation.ts";
import { itemCounts, type ItemReading, listItemCounts } from "../platform-issues/index.ts";
import { lintInPassing } from "../rules/index.ts";
import { listPresentRuns, type PresentRun, runAnswer } from "../runs/index.ts";
import { findScope } from "../scopes/index.ts";
import type { Snapshot } from "../snapshots/index.ts";
import type { FeedHealthShape } from "./health-shapes.ts";
import { type Facts, nextSteps } from "./next-steps.ts";

const REASONS_MAX = 10;
const FINDINGS_MAX = 5;
const LINTS_MAX = 3;

/** Everything there is to say of a feed, out of what is stored: nothing is transformed for it. */
export async function feedHealth(call: ShopCall, feedId: FeedId, snapshot: Snapshot | undefined): Promise<FeedHealthShape | undefined> {
  const feed = await findFeed(call.shop, feedId);
  if (feed === undefined) return undefined;
  const detail = await showFeed(call, feedId);
  const found = await listFindingHeads(call.shop, feedId);
  const readings = await listItemCounts(call.shop, feedId);
  const facts = {
    feed_id: detail.id,
    name: detail.display_name,
    ...{ feed_type: detail.feed_type, active: detail.active, status: detail.status, not_extracted: detail.not_extracted },
    ...runsOf(await listPresentRuns(call.shop, feedId), feed, snapshot),
    rows: await rowsOf(call, feedId),
    lint: await lintOf(call, feed, snapshot),
    channels: detail.channels.map((slug) => ({
      ...channelOf(
        slug,
        found.filter(({ channel }) => channel === slug),
      ),
      platform: platformOf(readings.find(({ channel }) => channel === slug)),
    })),
  };
  const steps = nextSteps({ ...facts, hasCatalog: snapshot !== undefined });
  return { object: "feed_health", ...facts, health: healthOf(facts, steps.length), what_to_do_first: steps };
}

function healthOf({ active, live_run: live }: Pick<Facts, "active" | "live_run">, steps: number): FeedHealthShape["health"] {
  if (!active || live === null) return "down";
  return steps === 0 ? "good" : "attention";
}

function runsOf(
  runs: readonly PresentRun[],
  feed: FeedRow,
  snapshot: Snapshot | undefined,
): Pick<FeedHealthShape, "live_run" | "last_run" | "held_run"> {
  const live = runs.find(({ is_live: isLive }) => isLive);
  const last = runs.find(({ is_newest: isNewest }) => isNewest);
  const held = runs.find(({ is_held: isHeld }) => isHeld);
  const isOutdated = live !== undefined && (live.definition_version !== feed.definition_version || live.extract_id !== snapshot?.extractId);
  return {
    live_run: live === undefined ? null : { ...liveAnswer(live), outdated: isOutdated },
    last_run: last === undefined ? null : lastAnswer(last),
    held_run: held === undefined ? null : { id: runAnswer(held).id, reasons: runAnswer(held).held_reasons.map(({ message }) => message) },
  };
}

function liveAnswer(run: PresentRun) {
  const { id, included_count: included, excluded_count: excluded, completed_at: completedAt } = runAnswer(run);
  return { id, included_count: included ?? 0, excluded_count: excluded ?? 0, completed_at: completedAt };
}

function lastAnswer(run: PresentRun): NonNullable<FeedHealthShape["last_run"]> {
  const { id, status, publication, trigger, error_code, error_details, created_at, completed_at } = runAnswer(run);
  return { id, status, publication, trigger, error_code, error_details, created_at, completed_at };
}

async function rowsOf({ shop }: ShopCall, feedId: FeedId): Promise<FeedHealthShape["rows"]> {
  const scope = await findScope(shop, feedId);
  if (scope === undefined) return null;
  const reasons = Object.entries(scope.reasons)
    .filter(([reason]) => reason !== REST_OF_REASONS)
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .slice(0, REASONS_MAX);
  return {
    included: scope.included_count,
    excluded: scope.excluded_count,
    reasons,
    other_reasons: scope.excluded_count - reasons.reduce((sum, { count }) => sum + count, 0),
    computed_at: scope.computed_at.toISOString(),
  };
}

async function lintOf(call: ShopCall, feed: FeedRow, snapshot: Snapshot | undefined): Promise<FeedHealthShape["lint"]> {
  const findings = snapshot === undefined ? undefined : await lintInPassing(call, feed, snapshot);
  if (findings === undefined) return { warnings: null, infos: null, top: [] };
  const warnings = findings.filter(({ severity }) => severity === "warning");
  return {
    warnings: warnings.length,
    infos: findings.length - warnings.length,
    top: warnings.slice(0, LINTS_MAX).map(({ code, message }) => ({ code, message })),
  };
}

const Rule = z.record(z.string(), z.unknown()).nullable();

/** `found`: errors first, then by how many rows they affect. */
function channelOf(slug: string, found: readonly FindingHead[]): Omit<FeedHealthShape["channels"][number], "platform"> {
  const open = found.filter(({ is_muted: isMuted }) => !isMuted);
  const count = (severity: string): number => open.filter((finding) => finding.severity === severity).length;
  return {
    slug,
    errors: count("error"),
    warnings: count("warning"),
    muted: found.length - open.length,
    top: open.slice(0, FINDINGS_MAX).map(({ code, severity, field, affected_count, message, suggested_rule }) => {
      return { code, severity, field, affected_count, message, suggested_rule: Rule.parse(suggested_rule) };
    }),
  };
}

function platformOf(reading: ItemReading | undefined): FeedHealthShape["channels"][number]["platform"] {
  const fetchedAt = reading?.fetched_at ?? null;
  return reading === undefined || fetchedAt === null ? null : { items: itemCounts(reading.counts), fetched_at: fetchedAt.toISOString() };
}
