import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check } from "../../engine/channels/check.ts";
import type { CheckKit, CheckOptions } from "../../engine/channels/checks/check-kit.ts";
import { SALE_DATE_INVALID } from "../../engine/channels/checks/price-checks.ts";
import { standardChecks } from "../../engine/channels/checks/standard-checks.ts";
import { endOf, momentOf, saleTime } from "../../engine/channels/sale-dates.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { OPENAI_ATTRIBUTES } from "./attributes.ts";

const OPTIONS: CheckOptions = {
  severities: {
    title_too_long: "error",
    description_too_long: "error",
    "placeholder_identifier brand": "error",
    "text_attribute_too_long brand": "error",
    sale_price_not_lower: "error",
    // The file has to say it, and what isn't true or false is left out.
    is_eligible_search_invalid: "error",
  },
  // Identifiers are optional here.
  without: ["missing_gtin", "missing_gtin_and_mpn", "id_equals_item_group_id", "item_group_id_single_variant"],
  preordersAloneDated: true,
  saleMayEqualPrice: true,
  shippingSeparators: ",;",
  imageExtensions: ["jpg", "jpeg", "png"],
  // A shard may have 500 MB.
  fileBytesMax: 500 * 2 ** 20,
};

export function openaiChecks(input: ChannelInput): readonly Check[] {
  return standardChecks(OPENAI_ATTRIBUTES, input, OPTIONS, saleDates);
}

/** Dates of their own take the place of the parts of `sale_price_effective_date`. One of them may be alone. */
function saleDates(kit: CheckKit): readonly Check[] {
  const { rows, feed } = kit.input;
  const dates = rows.of("sale_price_effective_date");
  const [from, until] = [rows.of("sale_price_start_date"), rows.of("sale_price_end_date")];
  if ([dates, from, until].every(({ text }) => text === "''"))
    return kit.row("sale_price_start_date", { ...SALE_DATE_INVALID, when: sql`false` });
  const parts = saleTime(dates);
  const start = sql`CASE WHEN ${from} <> '' THEN ${momentOf(from)} ELSE ${parts.start} END`;
  const end = sql`CASE WHEN ${until} <> '' THEN ${endOf(until)} ELSE ${parts.end} END`;
  const unread = sql`((${from} <> '' OR ${dates} <> '') AND ${start} IS NULL) OR ((${until} <> '' OR ${dates} <> '') AND ${end} IS NULL)`;
  const when = sql`(${unread}) OR coalesce(${start} >= ${end}, false) OR coalesce(${end} <= TIMESTAMPTZ ${literal(feed.now)}, false)`;
  const value = sql`CASE WHEN ${from} <> '' THEN ${from} ELSE ${dates} END`;
  // The attribute itself may be blank in every row.
  return kit.row("sale_price_start_date", { ...SALE_DATE_INVALID, when, value }).map((check) => ({ ...check, when }));
}
