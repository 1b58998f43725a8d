import type { ChannelPack } from "../../channels/channel-port.ts";
import type { PlatformIssue, Processing } from "../../channels/platform-port.ts";
import { storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { callPlatform, type PlatformServices } from "../channel-connections/index.ts";
import { type DatafeedRow, listRegistered, requestedProcessing } from "../datafeeds/index.ts";
import type { SyncRow } from "./sync-queries.ts";

/** How the platform's readings of a sync ended. */
export interface ReadBack {
  readonly status: "success" | "failed";
  readonly errorsCount: number;
  readonly errorDetails: string | null;
}

interface Reading {
  readonly shop: ShopDb;
  readonly row: SyncRow;
  readonly pack: ChannelPack;
  readonly signal: AbortSignal;
}

/** Whether the platform took a request since this sync began, so it isn't asked again. */
export function isAskedBy(row: Pick<SyncRow, "started_at">, { fetch_run_at: at }: DatafeedRow): boolean {
  return at !== null && row.started_at !== null && at >= row.started_at;
}

/** What became of the readings that the platform named. `processing`: it is still at one. Null: it named none. */
export async function readBack(services: PlatformServices, reading: Reading): Promise<ReadBack | "processing" | null> {
  const { shop, row, pack, signal } = reading;
  if (pack.platform.processingOf === undefined) return null;
  const datafeeds = await listRegistered(shop, pack.slug, storedId("feed", row.feed_id));
  const asked = datafeeds.filter((datafeed) => datafeed.fetch_run !== null && isAskedBy(row, datafeed));
  const ended: Processing[] = [];
  for (const datafeed of asked) {
    const processing = await callPlatform(services, { pack, shop, signal }, async (call) => requestedProcessing(call, pack, datafeed));
    if (processing?.state === "processing") return "processing";
    if (processing !== undefined) ended.push(processing);
  }
  return ended.length === 0 ? null : resultOf(pack, ended);
}

const ISSUES_LISTED_MAX = 20;

function resultOf({ displayName }: ChannelPack, ended: readonly Processing[]): ReadBack {
  const errors = ended.flatMap(({ issues }) => issues).filter(({ severity }) => severity === "error");
  const hasFailed = ended.some(({ state }) => state === "failed");
  const left = ended.reduce((sum, { itemsInvalid }) => sum + (itemsInvalid ?? 0), 0);
  const listed = [...errors.slice(0, ISSUES_LISTED_MAX).map(lineOf), ...(errors.length > ISSUES_LISTED_MAX ? ["…"] : [])].join("\n");
  if (hasFailed)
    return {
      status: "failed",
      errorsCount: Math.max(1, left),
      errorDetails: linesOf(`${displayName} couldn't read the file. Check that its URL opens, then sync again.`, listed),
    };
  if (left === 0 && errors.length === 0) return { status: "success", errorsCount: 0, errorDetails: null };
  const count = left === 0 ? errors.length : left;
  const what = `${displayName} read the file and refused ${count} ${count === 1 ? "row" : "rows"}.`;
  return { status: "success", errorsCount: count, errorDetails: linesOf(what, listed) };
}

const linesOf = (...lines: readonly string[]): string => lines.filter((line) => line !== "").join("\n");

/** `price: Invalid price: use 10.00 USD (row 3, row 5)` */
function lineOf({ attribute, message, samples }: PlatformIssue): string {
  return `${attribute === null ? "" : `${attribute}: `}${message}${samples.length === 0 ? "" : ` (${samples.join(", ")})`}`;
}
