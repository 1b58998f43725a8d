import { type FeedId, parseId, storedId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { OrganizationDb, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type FeedRow, findFeed } from "../feeds/index.ts";
import { ensureRun } from "../runs/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { moveTarget } from "./change-queries.ts";
import type { FleetAction } from "./fleet-action.ts";
import type { FleetTargetRow } from "./fleet-change.ts";

/** What was done in a shop, noted in the transaction that did it, with the run that will show it. */
export interface AppliedChange {
  readonly organization: OrganizationDb;
  /** Of the same transaction. */
  readonly shop: ShopDb;
  readonly queue: JobQueue;
  readonly target: FleetTargetRow;
  readonly action: FleetAction;
  /** The feed's version before; null where it was not locked, because no definition changes. */
  readonly versionBefore: number | null;
  readonly auditId: number;
  /** What the operation answered. */
  readonly output: unknown;
}

export async function noteApplied(applied: AppliedChange): Promise<void> {
  const { organization, target, action, auditId, output } = applied;
  const id = String(members(members(output)["data"])["id"]);
  switch (action.type) {
    case "run":
      await moveTarget(organization, target.id, "apply", { audit_id: auditId, run_id: parseId("run", id) ?? null });
      return;
    case "extract":
      await moveTarget(organization, target.id, "apply", { audit_id: auditId, extract_id: parseId("ext", id) ?? null });
      return;
    case "publish_held":
    case "discard_held":
      await moveTarget(organization, target.id, "apply", { audit_id: auditId });
      await moveTarget(organization, target.id, "settle");
      return;
    case "add_rule":
    case "activate_rule":
    case "deactivate_rule":
    case "apply_config":
    case "apply_template":
      return noteDefinition(applied);
  }
}

async function noteDefinition({ organization, shop, queue, target, versionBefore, auditId }: AppliedChange): Promise<void> {
  const feed = await findFeed(shop, feedOf(target));
  if (feed === undefined || feed.definition_version === versionBefore) {
    await moveTarget(organization, target.id, "settle", { reason: "The feed was like this already." });
    return;
  }
  await moveTarget(organization, target.id, "apply", { audit_id: auditId, definition_version: feed.definition_version });
  const unrun = await runChanged(shop, queue, feed);
  if (unrun !== null) await moveTarget(organization, target.id, "settle", { reason: unrun });
}

/** In the transaction of the undoing. */
export async function noteUndone({
  organization,
  shop,
  queue,
  target,
  auditId,
}: Omit<AppliedChange, "action" | "versionBefore" | "output">): Promise<void> {
  await moveTarget(organization, target.id, "undo", { undo_audit_id: auditId });
  const feed = target.definition_version === null ? undefined : await findFeed(shop, feedOf(target));
  if (feed !== undefined) await runChanged(shop, queue, feed);
}

/** Why there is no run; null where there is one. */
async function runChanged(shop: ShopDb, queue: JobQueue, feed: FeedRow): Promise<string | null> {
  if (!feed.active) return "The feed is inactive, so it wasn't run.";
  const snapshot = await findLiveSnapshot(shop);
  if (snapshot === undefined) return "The shop has no catalog yet, so the feed wasn't run.";
  await ensureRun(shop, queue, { feed, extractId: snapshot.extractId, trigger: "settings" });
  return null;
}

const feedOf = ({ feed_id: feed }: FleetTargetRow): FeedId => storedId("feed", feed ?? 0);
