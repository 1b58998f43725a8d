import { isSupported, type PlatformCall, type PushOutcome, type Verb } from "../../channels/platform-port.ts";
import { PlatformFault } from "../../channels/platform-request.ts";
import { PlainError } from "../../kernel/errors.ts";
import { transact } from "../../platform/postgres/postgres-port.ts";
import { findConnection } from "../channel-connections/index.ts";
import { findPack } from "../channel-files/index.ts";
import { endOrPutOff, finish, giveUp } from "./end-push.ts";
import { planPush } from "./plan-push.ts";
import { type Batch, readBatch } from "./push-batch.ts";
import { addRefusals, keepPush, listPushes, pausePush, type PushPlan, type PushRow } from "./push-queries.ts";
import { countedIn, NOTHING_SENT, refusalsOf } from "./push-report.ts";
import { findSource, type PushSource } from "./push-source.ts";
import { call, keep, newPrefix, placeOf, type Pushing, settle, store } from "./pushing.ts";
import type { SyncServices } from "./work-sync.ts";

/** A push that has taken this long lets other work go first. */
const TURN_MS = 60_000;

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
    if ((await pushPlaces(pushing)) === "paused") return;
    await finish(pushing, null);
  } catch (error) {
    signal.throwIfAborted();
    await endOrPutOff(pushing, error);
  }
}

/** Place by place: first those that aren't wanted any more, then the one that is. */
async function pushPlaces(pushing: Pushing): Promise<"done" | "paused"> {
  const turnEnds = pushing.services.clock.now().getTime() + TURN_MS;
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
      const isTurnOver = pushing.services.clock.now().getTime() > turnEnds;
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
  else await keep(pushing);
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

function verbOf<Input, Output>(verb: Verb<Input, Output>): (platform: PlatformCall, input: Input) => Promise<Output> {
  if (isSupported(verb)) return verb;
  throw new PlatformFault("refused", verb.instead);
}
