import type { ChannelPack } from "../../src/channels/channel-port.ts";
import type { Check } from "../../src/engine/channels/check.ts";
import { branded } from "../../src/kernel/unsafe.ts";
import { type BadRows, sharedBadRows } from "./bad-rows.ts";
import { channelInput, columnsFor, type PlacedRow } from "./checked-catalog.ts";
import { cleanRow, MARKETS } from "./clean-catalog.ts";

export const USD = MARKETS[0] ?? { currency: "USD", country: "US" };

export const nameOf = ({ code, field }: Pick<Check, "code" | "field">): string => `${code} ${field ?? "(feed)"}`;

/** The pack's own bad rows, then the shared ones of its other checks. */
export async function badRowCases(pack: ChannelPack): Promise<readonly BadRows[]> {
  const suite: unknown = await import(`../../src/channels/${pack.slug}/bad-rows.suite.ts`);
  const own = branded<{ readonly BAD_ROWS: readonly BadRows[] }>(suite).BAD_ROWS;
  const isOwn = new Set(own.map(nameOf));
  const checks = pack.checks(channelInput(pack, { columns: columnsFor(pack) }));
  const shared = checks.filter((check) => !isOwn.has(nameOf(check))).flatMap((check) => sharedBadRows(check, pack.attributes) ?? []);
  return [...own, ...shared];
}

/** Row ids of a case are those of no other and of no clean row. Rows without a product of their own are variants of one. */
export function placedRows({ rows }: BadRows, part: number): readonly PlacedRow[] {
  return rows.map(({ base = "shirt", columns, product, inventory }, at) => {
    const own = 900_000 + part * 2_000 + (product === undefined ? at : product === "A" ? 1_998 : 1_999);
    const clean = cleanRow(base, own, USD);
    const gtin = cleanRow(base, own * 10 + at, USD).columns["gtin"] ?? "";
    const variant = { id: `${clean.columns["id"]}_${at}`, gtin, title: `${clean.columns["title"]}, ${at}` };
    const changed = { ...clean.columns, ...(product === undefined ? {} : variant), ...columns };
    return { ...clean, inventory: inventory ?? clean.inventory, columns: changed, rowId: own * 10_000 + at, part };
  });
}
