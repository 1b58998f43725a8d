import { countItems, noteLastLines, writeItemIssues } from "../../engine/channels/platform-items.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import type { ReadingRow } from "./reading-queries.ts";

/** A million items take seconds. */
const DEADLINE_MS = 300_000;

interface Storing {
  readonly shop: ShopDb;
  readonly scratch: Scratch;
  /** Of `openItemLines`. */
  readonly lines: string;
  readonly signal: AbortSignal;
  readonly prefix: string;
}

/** Keeps the issues as one object, and counts items by status. */
export async function storeItems({ objects, warehouse }: Pick<Services, "objects" | "warehouse">, storing: Storing) {
  const { shop, scratch, lines, signal, prefix } = storing;
  const file = scratch.file("items.parquet");
  const session = await warehouse.of(shop.shopId).session({ folder: scratch.path, deadlineMs: DEADLINE_MS, signal });
  const counts: Record<string, number> = {};
  try {
    await session.run(noteLastLines(lines), writeItemIssues(lines, file));
    for (const { status, items } of await session.all(countItems())) counts[String(status)] = Number(items);
  } finally {
    await session[Symbol.asyncDispose]();
  }
  const objectKey = `${prefix}items.parquet`;
  await objects.put(objectKey, file);
  return { objectKey, counts };
}

/** Where a claim's reading lies. */
export function readingPrefix({ shop_id: shop, id }: Pick<ReadingRow, "shop_id" | "id">, claim: number): string {
  return `${readingsPrefix({ shop_id: shop, id })}${claim}/`;
}

/** Where all readings of a feed's channel lie. */
export function readingsPrefix({ shop_id: shop, id }: Pick<ReadingRow, "shop_id" | "id">): string {
  return `shops/${shop}/platforms/${id}/`;
}
