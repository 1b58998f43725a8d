import type { ChannelPack } from "../../channels/channel-port.ts";
import { PlainError } from "../../kernel/errors.ts";
import { isSupported, type PlatformCall, type PushOutcome, type Verb } from "../../channels/platform-port.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { callPlatform, findConnection } from "../channel-connections/index.ts";
import { findPack } from "../channel-files/index.ts";
import { againAfterS, ATTEMPTS_MAX, UNEXPECTED } from "./sync.ts";
import { finishSync } from "./sync-end.ts";
import { putOffSync, type SyncEnd, type SyncRow } from "./sync-queries.ts";
import { planPrefix, planPush, pushesPrefix, writtenBy } from "./plan-push.ts";
import { type Batch, readBatch } from "./push-batch.ts";
import {
  addRefusals,
  clearRefusals,
  deletePush,
  keepPush,
  listPushes,
  pausePush,
  type PushCursor,
  type PushPlan,
  type PushRow,
  storeCursor,
  storeSent,
} from "./push-queries.ts";
import { findSource, type PushSource } from "./push-source.ts";
import { countedIn, NOTHING_SENT, refusalsOf, sentenceOf } from "./push-report.ts";
import { writeSentObject } from "./settle-push.ts";
import type { SyncServices } from "./work-sync.ts";

/** A push that has taken this long lets other work go first. */
const TURN_MS = 60_000;
const DAY_S = 24 * 3_600;
const FAILED_AGAIN_S = 3_600;

interface Pushing {
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

/**
 * Sends a platform the rows that differ from what it was sent. Changes are planned once, as an object; after each batch the row of the sync says
 * how far they have come. Whatever moment a worker dies at, the next one sends the batch again that was under way: platforms replace whole items,
 * so that does no harm.
 */
export async function workPush(services: SyncServices, work: Pick<Pushing, "shop" | "row" | "signal">): Promise<void> {
  const { row, signal } = work;
  const pack = findPack(services.channels, row.channel);
  if (pack === undefined) throw new PlainError("channel_unknown", "This version doesn't have the channel. Update Feedwright.");
  const pushing: Pushing = { ...work, services, pack, cursor: row.push ?? NOTHING_SENT, written: 0 };
  try {
    if ((await push(pushing)) === "paused") return;
    await finish(pushing, null);
  } catch (error) {
    signal.throwIfAborted();
    await endOrPutOff(pushing, error);
  }
}

/** Place by place: first those that aren't wanted any more, then the one that is. */
async function push(pushing: Pushing): Promise<"done" | "paused"> {
  const turnEnds = performance.now() + TURN_MS;
  const wanted = await findWanted(pushing);
  for (;;) {
    const { plan } = pushing.cursor;
    if (plan === null) {
      const next = await nextPlace(pushing, wanted);
      if (next === undefined) return "done";
      await begin(pushing, next, wanted);
    } else if (plan.at.byte === plan.end || isOutdated(plan, wanted)) await settle(pushing, plan);
    else {
      const askAgainMs = await sendNext(pushing, plan).catch((error: unknown) => giveUp(pushing, plan, error));
      const isTurnOver = performance.now() > turnEnds;
      if (askAgainMs === 0 && !isTurnOver) continue;
      await pausePush(pushing.shop, pushing.row, askAgainMs / 1_000);
      return "paused";
    }
  }
}

interface Wanted {
  readonly source: PushSource;
  readonly push: PushRow;
}

/** Where the feed's rows should be, and which; null: nowhere. */
async function findWanted(pushing: Pushing): Promise<Wanted | null> {
  const { services, shop, row } = pushing;
  const source = await findSource(services, shop, row);
  if (source === null || (await isDisconnecting(pushing))) return null;
  const { pack, settings } = source.channel;
  const place = await call(pushing, async (platform) => {
    const account = platform.account();
    return { seller: pack.pushing?.seller({ account, grant: platform.grant() }) ?? account.id, account };
  });
  const push = await keepPush(shop, row, { ...place, market: source.market, settings: { ...settings, ...source.market } });
  return push === undefined ? null : { source, push };
}

async function isDisconnecting({ shop, row }: Pushing): Promise<boolean> {
  const connection = await findConnection(shop, row.channel);
  return connection?.status === "removing";
}

/** Rows are no longer sent to a place that isn't wanted; what was sent there is taken away instead. */
function isOutdated({ kind, pushId }: PushPlan, wanted: Wanted | null): boolean {
  return kind === "send" ? wanted?.push.id !== pushId : wanted?.push.id === pushId;
}

async function nextPlace({ shop, row, cursor }: Pushing, wanted: Wanted | null): Promise<PushRow | undefined> {
  const left = (await listPushes(shop, row)).filter(({ id }) => !cursor.worked.includes(id));
  return left.find(({ id }) => id !== wanted?.push.id) ?? left[0];
}

async function begin(pushing: Pushing, next: PushRow, wanted: Wanted | null): Promise<void> {
  const { services, shop, row, signal, cursor } = pushing;
  const source = next.id === wanted?.push.id ? wanted.source : null;
  const { plan, waiting } = await planPush(services, shop, { row, push: next, source, prefix: newPrefix(pushing), signal });
  await store(pushing, { ...cursor, waiting: cursor.waiting + waiting, plan });
}

/** Sends a batch, or asks what became of it. Answers after how many milliseconds to go on. */
async function sendNext(pushing: Pushing, plan: PushPlan): Promise<number> {
  const { services, cursor } = pushing;
  const { pushLimits, push: sending, pushed } = pushing.pack.platform;
  const batch = await readBatch(services.objects, plan, pushLimits);
  const began: PushPlan = plan.begun === null ? { ...plan, begun: batch.end, since: services.clock.now().toISOString() } : plan;
  if (plan.begun === null) await store(pushing, { ...cursor, plan: began });
  const push = await placeOf(pushing, plan);
  const since = new Date(began.since ?? 0);
  const { handle } = plan;
  const outcome = await call(
    pushing,
    (platform) =>
      handle === null ? verbOf(sending)(platform, { rows: batch.rows, settings: push.settings, since }) : verbOf(pushed)(platform, handle),
    push,
  );
  if (outcome.kind === "done") return advance(pushing, began, { batch, outcome });
  await store(pushing, { ...cursor, plan: { ...began, handle: outcome.handle } });
  return outcome.askAgainMs;
}

interface Answered {
  readonly batch: Batch;
  readonly outcome: PushOutcome & { readonly kind: "done" };
}

/** What was refused is kept in the same transaction as how far the push has come. */
async function advance(pushing: Pushing, plan: PushPlan, { batch, outcome }: Answered): Promise<number> {
  const { shop, row } = pushing;
  const refusals = refusalsOf(batch, outcome.faults);
  const counted = countedIn(pushing.cursor, { rows: batch.rows.length, refusals });
  const cursor = { ...counted, plan: { ...plan, at: batch.end, begun: null, since: null, handle: null } };
  await transact(shop.db, async (transaction) => {
    const inside = { ...shop, db: transaction };
    await addRefusals(inside, row, [...refusals.keys()]);
    await store({ ...pushing, shop: inside }, cursor);
  });
  pushing.cursor = cursor;
  return 0;
}

/** Keeps what the platform has now, and ends the plan. */
async function settle(pushing: Pushing, plan: PushPlan): Promise<void> {
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

async function placeOf({ shop, row }: Pushing, { pushId }: PushPlan): Promise<PushRow> {
  const push = (await listPushes(shop, row)).find(({ id }) => id === pushId);
  if (push === undefined) throw new PlatformFault("refused", "What was sent isn't known any more. Sync again.");
  return push;
}

function newPrefix(pushing: Pushing): string {
  pushing.written += 1;
  return planPrefix(pushing.shop.shopId, pushing.row, pushing.written);
}

async function store(pushing: Pushing, cursor: PushCursor): Promise<void> {
  if (!(await storeCursor(pushing.shop, pushing.row, cursor))) throw new LostSync();
  pushing.cursor = cursor;
}

/** Another worker has the sync. */
class LostSync extends Error {
  override readonly name = "LostSync";
}

/** `push`: the place that the call is about, whose account may not be the one that is chosen now. */
async function call<T>(pushing: Pushing, work: (platform: PlatformCall) => Promise<T>, push?: PushRow): Promise<T> {
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

function verbOf<Input, Output>(verb: Verb<Input, Output>): (platform: PlatformCall, input: Input) => Promise<Output> {
  if (isSupported(verb)) return verb;
  throw new PlatformFault("refused", verb.instead);
}

/** Nobody can take away what the platform no longer lets us touch: such a place is forgotten. Other faults are thrown again. */
async function giveUp(pushing: Pushing, { kind, pushId }: PushPlan, error: unknown): Promise<0> {
  if (!(kind === "remove" && error instanceof PlatformFault && FUTILE.includes(error.code))) throw error;
  const { shop, cursor } = pushing;
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

const FUTILE: readonly PlatformFault["code"][] = ["reauth_required", "permission_missing", "account_required"];

async function endOrPutOff(pushing: Pushing, error: unknown): Promise<void> {
  if (error instanceof LostSync) return;
  const { services, shop, row, cursor } = pushing;
  const fault = error instanceof PlatformFault ? error : null;
  const about = { channel: row.channel, sync: row.id, fault: fault?.code ?? String(error), platform_code: fault?.platformCode ?? null };
  services.log.warn(about, "a push failed");
  if (fault?.code === "throttled" && fault.retryAfterMs !== null) return pausePush(shop, row, Math.ceil(fault.retryAfterMs / 1_000));
  const isPassing = fault === null || fault.code === "unavailable" || fault.code === "throttled";
  if (isPassing && row.failures < ATTEMPTS_MAX) return putOffSync(shop, row, againAfterS(row.failures));
  if (cursor.plan !== null) await settle(pushing, cursor.plan);
  await finish(pushing, fault?.message ?? UNEXPECTED);
}

/** Null: every place has what it should have. */
async function finish(pushing: Pushing, fault: string | null): Promise<void> {
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
