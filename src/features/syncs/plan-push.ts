import { stat } from "node:fs/promises";
import { countWaiting, type PushFiles, writePushChanges, writePushChoice } from "../../engine/channels/push-changes.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { listOthers, type PushPlan, type PushRow } from "./push-queries.ts";
import { sentKeyOf } from "./sent-format.ts";
import { type PushSource, writeSource } from "./push-source.ts";
import type { SyncRow } from "./sync-queries.ts";

/** A plan of five million rows takes a few minutes. */
const DEADLINE_MS = 30 * 60_000;
/** Rows are sent again a little early, so that a sync after a publish saves the one of its own. */
const FULL_AFTER_MS = 23 * 3_600_000;

export type PlanServices = Pick<Services, "objects" | "warehouse" | "clock" | "log">;

interface ToPlan {
  readonly row: SyncRow;
  readonly push: PushRow;
  /** Null: the place isn't wanted any more, so everything is taken away. */
  readonly source: PushSource | null;
  /** Objects of this plan lie below it. */
  readonly prefix: string;
  readonly signal: AbortSignal;
}

export interface Planned {
  readonly plan: PushPlan;
  readonly waiting: number;
}

/** Compares what the platform should have with what it was sent. The changes become an object, so that every worker sends the same batches. */
export async function planPush(services: PlanServices, shop: ShopDb, { push, source, prefix, signal }: ToPlan): Promise<Planned> {
  await using leases = new AsyncDisposableStack();
  await using scratch = await services.objects.scratch();
  await using session = await services.warehouse.of(shop.shopId).session({ signal, folder: scratch.path, deadlineMs: DEADLINE_MS });
  const local = async (key: string): Promise<string> => leases.use(await services.objects.local(key)).path;
  const others = (await listOthers(shop, push)).flatMap((other) => sentKeyOf(other) ?? []);
  const sent = sentKeyOf(push);
  const files: PushFiles = {
    rows: source === null ? null : await writeSource(services, shop, { session, scratch, leases }, source),
    sent: sent === null ? null : await local(sent),
    others: await Promise.all(others.map(local)),
    full: isFull(push, services.clock.now()),
  };
  const [choice, changes] = [scratch.file("push-choice.parquet"), scratch.file("changes.jsonl")];
  if (files.rows !== null) await session.run(writePushChoice(files.rows, files, choice));
  await session.run(writePushChanges(files, files.rows === null ? null : choice, changes));
  const [counted] = files.rows === null ? [] : await session.all(countWaiting(choice));
  const { size: end } = await stat(changes);
  const key = `${prefix}changes.jsonl`;
  await services.objects.put(key, changes);
  const kind = source === null ? ("remove" as const) : ("send" as const);
  const nothing = { at: { line: 0, byte: 0 }, begun: null, since: null, handle: null };
  return { plan: { pushId: push.id, kind, changes: key, full: files.full, end, ...nothing }, waiting: Number(counted?.["waiting"] ?? 0) };
}

function isFull({ reconciled_at: last }: PushRow, now: Date): boolean {
  return last === null || now.getTime() - last.getTime() > FULL_AFTER_MS;
}

/** Where the objects of a feed's pushes to a channel lie; ends in `/`. */
export function pushesPrefix(shopId: number, { feed_id: feedId, channel }: Pick<SyncRow, "feed_id" | "channel">): string {
  return `shops/${shopId}/pushes/${feedId}/${channel}/`;
}

/** The sync whose objects lie below a prefix. */
export function writtenBy(prefix: string): number {
  return Number(/([0-9]+)-[0-9]+-[0-9]+\/$/.exec(prefix)?.[1] ?? Number.NaN);
}

/** Every attempt writes below its own, and the nth object of one below the nth. */
export function planPrefix(shopId: number, row: SyncRow, nth: number): string {
  return `${pushesPrefix(shopId, row)}${row.id}-${row.attempts}-${nth}/`;
}
