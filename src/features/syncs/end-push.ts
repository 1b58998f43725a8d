import { PlatformFault } from "../../channels/platform-request.ts";
import { transact } from "../../platform/postgres/postgres-port.ts";
import { pushesPrefix, writtenBy } from "./plan-push.ts";
import { sentenceOf } from "./push-report.ts";
import { deletePush, listPushes, pausePush, type PushPlan } from "./push-queries.ts";
import { LostSync, type Pushing, settle, store } from "./pushing.ts";
import { againAfterS, ATTEMPTS_MAX, UNEXPECTED } from "./sync.ts";
import { finishSync } from "./sync-end.ts";
import { putOffSync, type SyncEnd } from "./sync-queries.ts";

/**
 * Nobody can take away what the platform no longer lets us touch: such a place is forgotten. A platform that once refuses a token that works would
 * otherwise keep the rows for good, so it's asked three times. Other faults are thrown again.
 */
export async function giveUp(pushing: Pushing, { kind, pushId }: PushPlan, error: unknown): Promise<0> {
  if (!(kind === "remove" && error instanceof PlatformFault && FUTILE.includes(error.code))) throw error;
  const { shop, row, cursor } = pushing;
  if (row.failures < REFUSALS_BEFORE_GIVING_UP) throw new PlatformFault("unavailable", error.message);
  pushing.services.log.info({ channel: pushing.row.channel, fault: error.code }, "rows stay where they were sent");
  const next = { ...cursor, plan: null, shown: [...cursor.shown, error.message] };
  await transact(shop.db, async (transaction) => {
    const inside = { ...shop, db: transaction };
    await deletePush(inside, pushId);
    await store({ ...pushing, shop: inside }, next);
  });
  pushing.cursor = next;
  return 0;
}

const REFUSALS_BEFORE_GIVING_UP = 3;

const FUTILE: readonly PlatformFault["code"][] = ["reauth_required", "permission_missing", "account_required"];

export async function endOrPutOff(pushing: Pushing, error: unknown): Promise<void> {
  if (error instanceof LostSync) return;
  const { services, shop, row, cursor } = pushing;
  const { code, retryAfterMs, message } = faultOf(error);
  services.log.warn({ channel: row.channel, sync: row.id, fault: code, error: String(error) }, "a push failed");
  if (code === "throttled" && retryAfterMs !== null) return pausePush(shop, row, Math.ceil(retryAfterMs / 1_000));
  if (PASSING.includes(code) && row.failures < ATTEMPTS_MAX) return putOffSync(shop, row, againAfterS(row.failures));
  if (cursor.plan !== null) await settle(pushing, cursor.plan);
  await finish(pushing, message);
}

const PASSING: readonly PlatformFault["code"][] = ["unavailable", "throttled"];

/** What isn't the platform's fault is ours, and may pass. */
function faultOf(error: unknown): Pick<PlatformFault, "code" | "retryAfterMs" | "message"> {
  return error instanceof PlatformFault ? error : { code: "unavailable", retryAfterMs: null, message: UNEXPECTED };
}

/** Null: every place has what it should have. */
export async function finish(pushing: Pushing, fault: string | null): Promise<void> {
  const { services, shop, row, cursor, pack } = pushing;
  const { sent, refused } = cursor;
  const isFailed = fault !== null || (sent === 0 && refused > 0);
  const details = [fault, sentenceOf(cursor, pack.displayName)].filter((sentence) => sentence !== null);
  const end: SyncEnd = {
    ...{ status: isFailed ? "failed" : "success", rowsSent: sent, errorsCount: refused + (fault === null ? 0 : 1) },
    errorDetails: details.length === 0 ? null : details.join("\n"),
  };
  if (await finishSync(services, { shop, row }, () => Promise.resolve(end))) await sweep(pushing);
}

/** Removes what this sync and those before it wrote and nothing names any more, what workers left that died included. */
async function sweep({ services: { objects }, shop, row }: Pushing): Promise<void> {
  const named = (await listPushes(shop, row)).flatMap(({ sent_key: key }) => key ?? []);
  const found = new Set<string>();
  for await (const { key } of objects.list(pushesPrefix(shop.shopId, row))) found.add(key.slice(0, key.lastIndexOf("/") + 1));
  for (const prefix of found) if (writtenBy(prefix) <= row.id && !named.some((key) => key.startsWith(prefix))) await objects.remove(prefix);
}
