import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { MARKET_COLUMNS } from "../../engine/source/snapshot-files.ts";
import { type OverlayValue, writeOverlay } from "../../engine/run/overlay-files.ts";
import type { ObjectStore, Scratch } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { FeedRow } from "../feeds/index.ts";
import { marketFile, type Snapshot } from "../snapshots/index.ts";
import { streamCells, streamOverrides } from "./overlay-queries.ts";

export interface AttachedFiles {
  /** Aligned Parquet files in the order of the sides that have columns: localised, cells, overrides. */
  readonly files: readonly string[];
  readonly columns: { readonly localised: readonly string[]; readonly cells: readonly string[]; readonly overrides: readonly string[] };
}

interface OverlayWork {
  readonly shop: ShopDb;
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  readonly source: string;
  readonly objects: ObjectStore;
  /** Holds what is read until the run is done. */
  readonly leases: AsyncDisposableStack;
}

/** Writes every overlay the feed has, aligned to the snapshot's order, so that the chain needs no join. */
export async function attachOverlays(work: OverlayWork): Promise<AttachedFiles> {
  const market = await marketOverlay(work);
  const cells = await overlay(work, "c", streamCells(work.shop, work.feed.id));
  const overrides = await overlay(work, "o", streamOverrides(work.shop));
  const present = [market, cells, overrides].flatMap(({ file }) => (file === undefined ? [] : [file]));
  return { files: present, columns: { localised: market.columns, cells: cells.columns, overrides: overrides.columns } };
}

interface Overlay {
  readonly file?: string;
  readonly columns: readonly string[];
}

async function marketOverlay({ feed, snapshot, objects, leases }: OverlayWork): Promise<Overlay> {
  const at = feed.target_market === null ? -1 : snapshot.facts.markets.indexOf(feed.target_market);
  if (feed.feed_type !== "market" || at === -1) return { columns: [] };
  const file = leases.use(await objects.local(`${snapshot.prefix}${marketFile(at)}`));
  return { file: file.path, columns: MARKET_COLUMNS };
}

/** The overlay's values go to a file and from there into one aligned Parquet file. */
async function overlay(
  { session, scratch, source }: OverlayWork,
  letter: "c" | "o",
  values: AsyncIterable<{ readonly row_id: number; readonly column: string; readonly value: string }>,
): Promise<Overlay> {
  const columns: string[] = [];
  const file = scratch.file(`overlay-${letter}.ndjson`);
  await pipeline(lines(values, columns), createWriteStream(file));
  if (columns.length === 0) return { columns };
  const aligned = scratch.file(`overlay-${letter}.parquet`);
  await session.run(writeOverlay({ source, values: file, letter, columns: columns.length, file: aligned }));
  return { file: aligned, columns };
}

async function* lines(
  values: AsyncIterable<{ readonly row_id: number; readonly column: string; readonly value: string }>,
  columns: string[],
): AsyncGenerator<string> {
  for await (const { row_id, column, value } of values) {
    if (!columns.includes(column)) columns.push(column);
    const line: OverlayValue = { row_id, column: columns.indexOf(column) + 1, value };
    yield `${JSON.stringify(line)}\n`;
  }
}
