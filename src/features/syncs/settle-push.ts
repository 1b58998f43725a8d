import { writeFile } from "node:fs/promises";
import { countRows, writeSent } from "../../engine/channels/push-changes.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { PlanServices } from "./plan-push.ts";
import { listRefusals, type PushPlan, type PushRow } from "./push-queries.ts";
import { sentKeyOf } from "./sent-format.ts";
import type { SyncRow } from "./sync-queries.ts";

const DEADLINE_MS = 10 * 60_000;
const PAGE = 10_000;

interface ToSettle {
  readonly row: SyncRow;
  readonly push: PushRow;
  readonly plan: PushPlan;
  readonly prefix: string;
  readonly signal: AbortSignal;
}

/**
 * Writes what the platform has after a plan, or after the part of it that was sent. Of rows that may have arrived, nobody knows: they are sent
 * again. Answers the object's key, null where the platform has nothing.
 */
export async function writeSentObject(services: PlanServices, shop: ShopDb, settling: ToSettle): Promise<string | null> {
  const { push, plan, prefix, signal, row } = settling;
  const sent = sentKeyOf(push);
  if ((plan.begun ?? plan.at).line === 0) return sent;
  await using leases = new AsyncDisposableStack();
  await using scratch = await services.objects.scratch();
  await using session = await services.warehouse.of(shop.shopId).session({ signal, folder: scratch.path, deadlineMs: DEADLINE_MS });
  const local = async (key: string): Promise<string> => leases.use(await services.objects.local(key)).path;
  const refused = scratch.file("refused.jsonl");
  const hasRefused = await writeRefusals(shop, row, refused);
  const file = scratch.file("sent.parquet");
  const files = {
    sent: sent === null ? null : await local(sent),
    changes: await local(plan.changes),
    refused: hasRefused ? refused : null,
  };
  await session.run(writeSent(files, { done: plan.at.line, begun: (plan.begun ?? plan.at).line }, file));
  const [counted] = await session.all(countRows(file));
  if (Number(counted?.["rows"]) === 0) return null;
  const key = `${prefix}sent.parquet`;
  await services.objects.put(key, file);
  return key;
}

async function writeRefusals(shop: ShopDb, row: SyncRow, file: string): Promise<boolean> {
  let any = false;
  for (let page = await listRefusals(shop, row, "", PAGE); page.length > 0; page = await listRefusals(shop, row, page.at(-1) ?? "", PAGE)) {
    await writeFile(file, page.map((id) => `${JSON.stringify({ id })}\n`).join(""), { flag: "a" });
    any = true;
  }
  return any;
}
