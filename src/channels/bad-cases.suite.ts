import { type BadRows, sharedBadRows } from "../../test/harness/bad-rows.ts";
import { channelInput, columnsFor, type PlacedRow } from "../../test/harness/checked-catalog.ts";
import { cleanRow, USD } from "../../test/harness/clean-catalog.ts";
import type { Check } from "../engine/channels/check.ts";
import { BAD_ROWS as amazon } from "./amazon/bad-rows.suite.ts";
import { BAD_ROWS as google } from "./google/bad-rows.suite.ts";
import { BAD_ROWS as meta } from "./meta/bad-rows.suite.ts";
import { BAD_ROWS as microsoft } from "./microsoft/bad-rows.suite.ts";
import { BAD_ROWS as openai } from "./openai/bad-rows.suite.ts";
import { BAD_ROWS as pinterest } from "./pinterest/bad-rows.suite.ts";
import { BAD_ROWS as snapchat } from "./snapchat/bad-rows.suite.ts";
import { BAD_ROWS as tiktok } from "./tiktok/bad-rows.suite.ts";
import type { ChannelPack } from "./channel-port.ts";

const OWN: Readonly<Record<string, readonly BadRows[]>> = { amazon, google, meta, microsoft, openai, pinterest, snapchat, tiktok };

/** Bad rows that a pack gives by itself. */
export function badRowsOf({ slug }: ChannelPack): readonly BadRows[] {
  return OWN[slug] ?? [];
}

export const nameOf = ({ code, field }: Pick<Check, "code" | "field">): string => `${code} ${field ?? "(feed)"}`;

/** The rows of a case, behind a clean catalog. Those without a product of their own are variants of one. */
export function placedRows({ rows }: BadRows, part: number): readonly PlacedRow[] {
  return rows.map(({ base = "shirt", columns, product, inventory, sku }, at) => {
    const own = 900_000 + part * 2_000 + (product === undefined ? at : product === "A" ? 1_998 : 1_999);
    const clean = cleanRow(base, own, USD);
    const id =
      product === undefined ? {} : { id: `${clean.columns["id"]}_${at}`, gtin: cleanRow(base, own * 10 + at, USD).columns["gtin"] ?? "" };
    const changed = { ...clean.columns, ...id, title: clean.columns["title"] + (product === undefined ? "" : `, ${at}`), ...columns };
    return { ...clean, inventory: inventory ?? clean.inventory, sku: sku ?? clean.sku, columns: changed, rowId: own * 10_000 + at, part };
  });
}

/** The bad rows of every check of a pack that has some: its own, then those of shared checks. */
export async function badCases(pack: ChannelPack): Promise<readonly BadRows[]> {
  const own = badRowsOf(pack);
  const isOwn = new Set(own.map(nameOf));
  const shared = pack.checks(channelInput(pack, { columns: columnsFor(pack) })).flatMap((check) => {
    const made = isOwn.has(nameOf(check)) ? undefined : sharedBadRows(check, pack.attributes);
    return made === undefined ? [] : [made];
  });
  return [...own, ...shared];
}
