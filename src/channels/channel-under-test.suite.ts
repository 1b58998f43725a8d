import { readFile } from "node:fs/promises";
import { writeRun } from "../../test/golden/run-rows.ts";
import type { TestDuckdb } from "../../test/harness/duckdb.ts";
import { writeChannelFile } from "../engine/channels/channel-file.ts";
import type { ChannelInput, FeedFacts } from "../engine/channels/channel-input.ts";
import { CARRIED_COLUMNS, rowValues } from "../engine/channels/row-values.ts";
import { FEED_COLUMNS } from "../engine/plan/feed-columns.ts";
import { join, literal, name, sql } from "../engine/sql/fragment.ts";
import type { Sql } from "../kernel/sql.ts";
import type { ChannelPack } from "./channel-port.ts";

/** A row of a channel's test: feed columns and channel attributes by name, and what is carried along. */
export interface ChannelRow {
  readonly values: Readonly<Record<string, string>>;
  readonly sku?: string;
  readonly quantity?: string;
}

const FEED: FeedFacts = Object.freeze({
  country: "US",
  language: "en",
  currency: "USD",
  shopName: 'Ann "&" Sons',
  storeUrl: "https://shop.example",
  now: "2026-11-23T00:00:00Z",
});

export interface OpenedRows {
  readonly input: ChannelInput;
  /** The rows with what is carried and computed beside them, in feed order. */
  readonly rows: Sql;
}

/** Rows as a run has them, with the pack's asides. */
export async function openRows(
  duckdb: TestDuckdb,
  pack: ChannelPack,
  rows: readonly ChannelRow[],
  {
    settings = {},
    feed = {},
    taxonomy = null,
  }: { readonly settings?: object; readonly feed?: Partial<FeedFacts>; readonly taxonomy?: Sql | null } = {},
): Promise<OpenedRows> {
  const standard = FEED_COLUMNS.map(({ name: called }) => called);
  const columns = [...new Set([...standard, ...rows.flatMap(({ values }) => Object.keys(values))])];
  const run = await writeRun(
    duckdb,
    `${pack.slug}-${Math.random().toString(36).slice(2)}`,
    columns,
    rows.map(({ values }, at) => ({ rowId: at + 1, values: columns.map((column) => values[column] ?? "") })),
  );
  const input = {
    rows: rowValues(columns, CARRIED_COLUMNS),
    settings: pack.settings.parse(settings),
    feed: { ...FEED, ...feed },
    taxonomy,
  };
  const carried = rows.map(
    ({ sku = "", quantity = "" }, at) => sql`WHEN ${literal(String(at + 1))} THEN [${literal(sku)}, ${literal(quantity)}]`,
  );
  const its = sql`CASE CAST(row_id AS VARCHAR) ${carried.length === 0 ? sql`WHEN '' THEN ['', '']` : join(carried, sql` `)} END`;
  const read = sql`SELECT *, ${its}[1] AS its_sku, ${its}[2] AS its_inventory_quantity FROM read_parquet(${literal(run.rows)}) WHERE reason IS NULL`;
  const asides = Object.entries(pack.asides?.(input) ?? {}).map(([called, value]) => sql`, ${value} AS ${name(`aside_${called}`)}`);
  return { input, rows: sql`SELECT *${asides.reduce((all, one) => sql`${all}${one}`, sql``)} FROM (${read}) ORDER BY ord` };
}

/** The pack's file of some rows, as text. */
export async function renderedText(
  duckdb: TestDuckdb,
  pack: ChannelPack,
  rows: readonly ChannelRow[],
  settings: { readonly format?: string } & object = {},
): Promise<string> {
  const opened = await openRows(duckdb, pack, rows, { settings });
  const format = pack.formats.find((known) => known.name === opened.input.settings.format) ?? pack.formats[0];
  const file = duckdb.file(`${pack.slug}.out`);
  const content = { form: format, cells: pack.cells(opened.input), input: opened.input };
  await duckdb.run(writeChannelFile(content, { sent: opened.rows, count: rows.length }, file));
  return readFile(file, "utf8");
}
