import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { MarketTerms } from "../../engine/plan/feed-definition.ts";
import { candidateCells } from "../../engine/plan/source-cells.ts";
import { SELECTED } from "../../engine/plan/stages/selection.ts";
import { COUNTRY_COLUMNS } from "../../engine/source/country-prices.ts";
import { MARKET_COLUMNS } from "../../engine/source/snapshot-files.ts";
import { type OverlayValue, writeAlignedRows, writeOverlay } from "../../engine/run/overlay-files.ts";
import type { ObjectStore, Scratch } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { storedId } from "../../kernel/ids.ts";
import { type FeedRow, findSellingPlaces, marketFileAt, marketTerms, type MissingPart, missingPart } from "../feeds/index.ts";
import { writeSelectedRows } from "../../engine/source/selected-rows.ts";
import { marketFile, type Snapshot, translationFile } from "../snapshots/index.ts";
import { findSelection, type OverlayRow, streamCells, streamOverrides } from "./overlay-queries.ts";

export interface AttachedFiles {
  /** Aligned Parquet files in the order of the sides that have columns: localised, cells, overrides. */
  readonly files: readonly string[];
  readonly columns: AttachedColumns;
  /** Of a market feed. */
  readonly market: MarketTerms | undefined;
  /** The language or market of the feed, where the snapshot lacks it. */
  readonly missing: MissingPart | undefined;
  /** Of a language feed: the aligned file of its texts. */
  readonly translated: string | undefined;
}

interface AttachedColumns {
  readonly localised: readonly string[];
  readonly cleanLocalised: readonly string[];
  readonly cells: readonly string[];
  readonly overrides: readonly string[];
}

/** What the feed's cells would be: in every column where any differs, all of them. */
export interface CandidateCells {
  readonly columns: readonly string[];
  readonly cells: readonly OverlayRow[];
}

/** What a row's cells would be. */
export interface CellsInstead {
  readonly rowId: number;
  readonly values: Readonly<Record<string, string>>;
}

interface OverlayWork {
  readonly shop: ShopDb;
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  readonly source: string;
  /** The rows of `source` where those are not all of the snapshot. */
  readonly rows: readonly number[] | null;
  /** Cells to put in the place of a row's own: to see what they would do. */
  readonly cells?: CellsInstead;
  /** Cells to attach beside the stored ones, for a plan that tries them. */
  readonly candidates?: CandidateCells;
  readonly objects: ObjectStore;
  readonly recheck?: boolean;
  /** Holds what is read until the run is done. */
  readonly leases: AsyncDisposableStack;
}

/** Writes every overlay the feed has, aligned to the snapshot's order, so that the chain needs no join. */
export async function attachOverlays(work: OverlayWork): Promise<AttachedFiles> {
  const { feed, snapshot, shop } = work;
  const own = feed.feed_type === "language" ? await languageOverlay(work) : await marketOverlay(work);
  const selected = await selectedOverlay(work, own.columns.length + 1);
  const stored = instead(work, streamCells(work.shop, work.feed.id, work.rows));
  const cells = await overlay(work, {
    letter: "c",
    values: withCandidates(work, stored),
    columns: work.candidates?.columns.map(candidateCells),
  });
  const overrides = await overlay(work, { letter: "o", values: streamOverrides(work.shop, work.rows) });
  const present = [own, selected, cells, overrides].flatMap(({ file }) => (file === undefined ? [] : [file]));
  const localised = [...own.columns, ...selected.columns];
  return {
    files: present,
    columns: { localised, cleanLocalised: own.clean ?? [], cells: cells.columns, overrides: overrides.columns },
    market: await termsOf(work),
    missing: missingPart(feed, snapshot.facts, await findSellingPlaces(shop)),
    translated: feed.feed_type === "language" ? own.file : undefined,
  };
}

async function termsOf({ shop, feed, snapshot }: OverlayWork): Promise<MarketTerms | undefined> {
  if (feed.feed_type !== "market" || feed.target_market === null) return undefined;
  return marketTerms({ aim: feed, snapshot: snapshot.facts, shop: await findSellingPlaces(shop) });
}

async function* instead({ cells }: OverlayWork, stored: AsyncIterable<OverlayRow>): AsyncGenerator<OverlayRow> {
  for await (const cell of stored) if (cell.row_id !== cells?.rowId) yield cell;
  for (const [column, value] of Object.entries(cells?.values ?? {})) yield { row_id: cells?.rowId ?? 0, column, value };
}

async function* withCandidates({ candidates }: OverlayWork, stored: AsyncIterable<OverlayRow>): AsyncGenerator<OverlayRow> {
  yield* stored;
  for (const cell of candidates?.cells ?? []) yield { ...cell, column: candidateCells(cell.column) };
}

interface Overlay {
  readonly file?: string;
  readonly columns: readonly string[];
  /** Those of them that are clean in every row. */
  readonly clean?: readonly string[];
}

async function marketOverlay(work: OverlayWork): Promise<Overlay> {
  const { shop, feed, snapshot } = work;
  if (feed.feed_type !== "market") return { columns: [] };
  const at = marketFileAt(snapshot.facts, feed, await findSellingPlaces(shop));
  if (at === -1) return { columns: [] };
  return { file: await alignedFile(work, marketFile(at)), columns: snapshot.facts.countries === null ? MARKET_COLUMNS : COUNTRY_COLUMNS };
}

async function languageOverlay(work: OverlayWork): Promise<Overlay> {
  const { feed, snapshot } = work;
  const at = feed.locale === null ? -1 : snapshot.facts.translations.indexOf(feed.locale);
  if (at === -1) return { columns: [] };
  const { translation_columns: columns, translation_clean: clean } = snapshot.facts;
  return { file: await alignedFile(work, translationFile(at)), columns: columns[at] ?? [], clean: clean[at] ?? [] };
}

/** A file of the snapshot, as it is or with the asked rows alone. */
async function alignedFile(work: OverlayWork, called: string): Promise<string> {
  const { snapshot, objects, leases, rows, session, scratch, source, recheck = false } = work;
  const whole = leases.use(await objects.local(`${snapshot.prefix}${called}`, { recheck }));
  if (rows === null) return whole.path;
  const file = scratch.file("overlay-l.parquet");
  await session.run(writeAlignedRows(whole.path, source, file));
  return file;
}

/** The mark of a manual selection, behind the localised columns. Where nothing is selected no row has one. */
async function selectedOverlay({ shop, feed, session, scratch, source }: OverlayWork, at: number): Promise<Overlay> {
  if (feed.product_selection_mode !== "manual") return { columns: [] };
  const productIds = await findSelection(shop, storedId("feed", feed.id));
  if (productIds.length === 0) return { columns: [] };
  const file = scratch.file("overlay-selected.parquet");
  await session.run(writeSelectedRows({ source, productIds, column: `l${at}`, file }));
  return { file, columns: [SELECTED] };
}

interface OverlayValues {
  readonly letter: "c" | "o";
  readonly values: AsyncIterable<OverlayRow>;
  /** Columns that are there also without a value. */
  readonly columns?: readonly string[] | undefined;
}

/** The overlay's values go to a file and from there into one aligned Parquet file. */
async function overlay(
  { session, scratch, source }: OverlayWork,
  { letter, values, columns: wanted = [] }: OverlayValues,
): Promise<Overlay> {
  const columns = [...wanted];
  const file = scratch.file(`overlay-${letter}.ndjson`);
  await pipeline(lines(values, columns), createWriteStream(file));
  if (columns.length === 0) return { columns };
  const aligned = scratch.file(`overlay-${letter}.parquet`);
  await session.run(writeOverlay({ source, values: file, letter, columns: columns.length, file: aligned }));
  return { file: aligned, columns };
}

async function* lines(values: AsyncIterable<OverlayRow>, columns: string[]): AsyncGenerator<string> {
  for await (const { row_id, column, value } of values) {
    if (!columns.includes(column)) columns.push(column);
    const line: OverlayValue = { row_id, column: columns.indexOf(column) + 1, value };
    yield `${JSON.stringify(line)}\n`;
  }
}
