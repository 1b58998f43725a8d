import { sql } from "../../sql/fragment.ts";
import type { Sql } from "../../../kernel/sql.ts";
import type { AttributeSource, ChannelAttribute } from "../attribute.ts";
import { longestTextBytes, rawText } from "../cells.ts";
import type { ChannelInput } from "../channel-input.ts";
import type { Check, FeedCheck, GroupCheck, RowCheck, Severity } from "../check.ts";

/** What channels read as a yes, in lower case. */
export const YES = sql`('yes', 'true')`;

/** What a channel changes about the shared checks. */
export interface CheckOptions {
  /** By code, or by code and field (`title_too_long title`). */
  readonly severities?: Readonly<Record<string, Severity>>;
  /** Codes this channel doesn't have. */
  readonly without?: readonly string[];
  /** Countries in which apparel must have its attributes. */
  readonly apparelCountries?: readonly string[];
  /** Whether ids that differ only in case are the same. */
  readonly idsIgnoreCase?: boolean;
  /** File name endings of images the channel reads. */
  readonly imageExtensions?: readonly string[];
  /** What the channel calls the brand of goods without one, in lower case. */
  readonly brandOfUnbranded?: string;
  /** Whether an item is refused if its link or image has an IP address as the host. */
  readonly refusesIpHosts?: boolean;
  /** Whether links must be on the shop's own domain. */
  readonly ownDomain?: boolean;
  /** Whether only products on preorder need an availability_date, which then has to be ahead. Not set: those on backorder need one, too. */
  readonly preordersAloneDated?: boolean;
  /** Forms of amounts that the channel reads in price and sale_price, as a pattern; `digits`: a pattern of the number. Not set: `15.00 USD` alone. */
  readonly priceForms?: (digits: string) => string;
  /** Patterns of words in titles that count as promotional besides the usual ones. */
  readonly promotional?: readonly string[];
  /** Where the channel sells, if that has a currency of its own, and how another one is chosen. Not set: the feed's currency counts. */
  readonly sellsAt?: { readonly place: string; readonly currency: string; readonly otherwise: string };
  /** Whether something may cost nothing. */
  readonly zeroPrices?: boolean;
  /** Whether a sale price may be the price itself. */
  readonly saleMayEqualPrice?: boolean;
  /** Characters that may separate the groups of shipping. Not set: a comma. */
  readonly shippingSeparators?: string;
  /** Names in the file besides those of the table. */
  readonly ownHeaders?: readonly string[];
  /** Bytes a file may have. */
  readonly fileBytesMax?: number;
}

type Made<C extends Check> = Omit<C, "kind" | "severity" | "field" | "source"> & { readonly severity: Severity };

/**
 * What shared checks are made with. They name attributes by the canonical column, and a channel that has no attribute for it
 * has no such check.
 */
export interface CheckKit {
  readonly attributes: readonly ChannelAttribute[];
  readonly input: ChannelInput;
  readonly options: CheckOptions;
  has(column: string): boolean;
  /** The text of an attribute before spelling and limits; blank if the channel or the run doesn't have it. */
  text(column: string): Sql;
  /** Bytes of the longest such text. */
  longestBytes(column: string): number;
  /** A check of one attribute: none if the channel doesn't have it. */
  row(column: string, check: Made<RowCheck>): readonly RowCheck[];
  group(column: string, check: Made<GroupCheck>): readonly GroupCheck[];
  feed(check: Made<FeedCheck>): readonly FeedCheck[];
}

/** Codes of checks that may find a row although the attribute itself is blank. */
const OF_BLANK = /missing|required|incomplete|conflict|unmapped/;

export function checkKit(attributes: readonly ChannelAttribute[], input: ChannelInput, options: CheckOptions): CheckKit {
  const byColumn = new Map(attributes.map((attribute) => [attribute.from ?? attribute.name, attribute]));
  for (const attribute of attributes) if (!byColumn.has(attribute.name)) byColumn.set(attribute.name, attribute);
  const facts = (column: string | null, code: string, usual: Severity) => {
    const attribute = column === null ? undefined : byColumn.get(column);
    const field = attribute?.name ?? null;
    const severity = options.severities?.[`${code} ${field ?? ""}`] ?? options.severities?.[code] ?? usual;
    const source: AttributeSource | null = attribute?.source ?? null;
    return { severity, field, source };
  };
  const wanted = (code: string): boolean => options.without?.includes(code) !== true;
  return {
    attributes,
    input,
    options,
    has: (column) => byColumn.has(column),
    text: (column) => {
      const attribute = byColumn.get(column);
      return attribute === undefined ? sql`''` : rawText(attribute, input);
    },
    longestBytes: (column) => {
      const attribute = byColumn.get(column);
      return attribute === undefined ? 0 : longestTextBytes(attribute, input);
    },
    row: (column, check) => {
      const attribute = byColumn.get(column);
      if (attribute === undefined || !wanted(check.code)) return [];
      const made: RowCheck = { ...check, kind: "row", ...facts(column, check.code, check.severity) };
      // Most attributes of a table are blank in all rows of a feed, and planning their checks would take longer than checking thousands of rows.
      const isIdle = rawText(attribute, input).text === "''" && !OF_BLANK.test(check.code);
      return [isIdle ? { ...made, when: sql`false` } : made];
    },
    group: (column, check) =>
      byColumn.has(column) && wanted(check.code) ? [{ ...check, kind: "group", ...facts(column, check.code, check.severity) }] : [],
    feed: (check) => (wanted(check.code) ? [{ ...check, kind: "feed", ...facts(null, check.code, check.severity) }] : []),
  };
}
