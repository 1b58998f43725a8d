import type { ChannelPack } from "../../channels/channel-port.ts";
import type { PlatformCall } from "../../channels/platform-port.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { callPlatform } from "../channel-connections/index.ts";
import { LEASE_SECONDS } from "../datafeeds/index.ts";
import { planPrefix } from "./plan-push.ts";
import {
  clearRefusals,
  deletePush,
  listPushes,
  type PushCursor,
  type PushPlan,
  type PushRow,
  storeCursor,
  storeSent,
} from "./push-queries.ts";
import { writeSentObject } from "./settle-push.ts";
import { keepSync, type SyncRow } from "./sync-queries.ts";
import type { SyncServices } from "./work-sync.ts";

const DAY_S = 24 * 3_600;
const FAILED_AGAIN_S = 3_600;

/** A push as one attempt works on it. */
export interface Pushing {
  readonly services: SyncServices;
  readonly shop: ShopDb;
  readonly row: SyncRow;
  readonly signal: AbortSignal;
  readonly pack: ChannelPack;
  /** As it's stored. */
  cursor: PushCursor;
  /** Objects that this attempt has written. */
  written: number;
}

/** Keeps what the platform has now, and ends the plan. */
export async function settle(pushing: Pushing, plan: PushPlan): Promise<void> {
  const { services, shop, row, signal, cursor } = pushing;
  const push = await placeOf(pushing, plan);
  const isWhole = plan.at.byte === plan.end;
  const sentKey = await writeSentObject(services, shop, { row, push, plan, prefix: newPrefix(pushing), signal });
  const next = { ...cursor, plan: null, worked: isWhole ? [...cursor.worked, push.id] : cursor.worked };
  await transact(shop.db, async (transaction) => {
    const inside = { ...shop, db: transaction };
    await store({ ...pushing, shop: inside }, next);
    await clearRefusals(inside, row);
    if (isWhole && plan.kind === "remove") await deletePush(inside, push.id);
    else await storeSent(inside, push.id, { sentKey, isFull: isWhole && plan.full, inS: isWhole ? DAY_S : FAILED_AGAIN_S });
  });
  pushing.cursor = next;
}

export async function placeOf({ shop, row }: Pushing, { pushId }: PushPlan): Promise<PushRow> {
  const push = (await listPushes(shop, row)).find(({ id }) => id === pushId);
  if (push === undefined) throw new PlatformFault("refused", "The record of the rows already sent is gone. Sync again.");
  return push;
}

export function newPrefix(pushing: Pushing): string {
  pushing.written += 1;
  return planPrefix(pushing.shop.shopId, pushing.row, pushing.written);
}

export async function store(pushing: Pushing, cursor: PushCursor): Promise<void> {
  if (!(await storeCursor(pushing.shop, pushing.row, cursor))) throw new LostSync();
  pushing.cursor = cursor;
}

/** Before the platform is asked about a batch that was under way already. */
export async function keep({ shop, row }: Pushing): Promise<void> {
  if (!(await keepSync(shop, row, LEASE_SECONDS))) throw new LostSync();
}

/** Another worker has the sync. */
export class LostSync extends Error {
  override readonly name = "LostSync";
}

/** `push`: the place that the call is about, whose account may not be the one that is chosen now. */
export async function call<T>(pushing: Pushing, work: (platform: PlatformCall) => Promise<T>, push?: PushRow): Promise<T> {
  const { services, shop, signal, pack } = pushing;
  const opening = { pack, shop, signal, isRemoving: true, ...(push === undefined ? {} : { account: push.account }) };
  return callPlatform(services, opening, async (platform) => {
    if (push !== undefined && pack.pushing?.seller({ account: push.account, grant: platform.grant() }) !== push.seller)
      throw new PlatformFault(
        "account_required",
        `Another account of ${pack.displayName} is connected now, so its rows stay where they are.`,
      );
    return work(platform);
  });
}
