import { afterAll, expect, test } from "vitest";
import { testDuckdb } from "../../test/harness/duckdb.ts";
import { findingsQuery } from "../engine/channels/findings-query.ts";
import { name, sql } from "../engine/sql/fragment.ts";
import { openRows } from "./channel-under-test.suite.ts";
import type { ChannelPack } from "./channel-port.ts";
import { CHANNEL_PACKS } from "./packs.ts";
import { tiktok } from "./tiktok/pack.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const SEMICOLON = "US:CA:Ground:9.99 USD;US:NY:Air:1.00 USD";
const EIGHT_PARTS = "US:CA:G:1.00 USD:1:2:3:4";
const FIVE_PARTS = "US:NY:Air:2.00 USD,US:CA:G:1.00 USD:1";
const COMMA_IN_QUOTES = 'US:CA:"Ground, fast":9.99 USD,US:NY:Air:1.00 USD';
const GROUP_IN_QUOTES = '"US:CA:Ground, fast:9.99 USD", US:NY:"Air ""2:1""":1.00 USD';
const PRICE_IN_QUOTES = 'US:"CA:Ground":9.99 USD:1';
const NO_REGION = "US:9.99 USD";
const NO_SERVICE = "US:CA:9.99 USD";
const NO_PRICE = "US:::";
const TOO_FEW = [NO_REGION, NO_SERVICE, NO_PRICE];
const VALUES = [SEMICOLON, EIGHT_PARTS, FIVE_PARTS, COMMA_IN_QUOTES, GROUP_IN_QUOTES, PRICE_IN_QUOTES, ...TOO_FEW];

/** The values of shipping that a channel finds fault with. */
async function faultyShipping(pack: ChannelPack): Promise<readonly (string | undefined)[]> {
  const rows = VALUES.map((shipping, at) => ({ values: { id: `${at + 1}`, shipping } }));
  const { input, rows: opened } = await openRows(duckdb, pack, rows);
  const checks = pack.checks(input).filter(({ code }) => code === "shipping_format_invalid");
  expect(checks).toHaveLength(1);
  const found = await duckdb.all(sql`SELECT ord FROM (${findingsQuery(checks, opened, name("ord"))}) ORDER BY ord`);
  return found.map(({ ord }) => VALUES[Number(ord)]);
}

const OTHERS: Readonly<Record<string, readonly string[]>> = {
  tiktok: [EIGHT_PARTS, FIVE_PARTS, COMMA_IN_QUOTES, GROUP_IN_QUOTES, PRICE_IN_QUOTES, ...TOO_FEW],
  openai: [COMMA_IN_QUOTES, GROUP_IN_QUOTES, ...TOO_FEW],
};

test.each(CHANNEL_PACKS.filter(({ attributes }) => attributes.some(({ name: called }) => called === "shipping")))(
  "$displayName finds groups of shipping that it can't tell apart, and parts that it doesn't know or that are missing.",
  async (pack) => {
    expect(await faultyShipping(pack)).toEqual(OTHERS[pack.slug] ?? [SEMICOLON, EIGHT_PARTS, FIVE_PARTS, PRICE_IN_QUOTES, ...TOO_FEW]);
  },
);

test.each([
  ["csv", "US:CA:Ground, fast:9.99 USD;US:NY:Air:1.00 USD"],
  ["rss", COMMA_IN_QUOTES],
])("TikTok's %s has a comma in quotes within its part.", async (format, written) => {
  const { input, rows } = await openRows(duckdb, tiktok, [{ values: { id: "1", shipping: COMMA_IN_QUOTES } }], { settings: { format } });
  const cell = tiktok.cells(input).find(({ attribute }) => attribute.name === "shipping");
  expect(await duckdb.all(sql`SELECT ${cell?.value ?? sql`''`} AS shipping FROM (${rows})`)).toEqual([{ shipping: written }]);
});
