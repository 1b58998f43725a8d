import { z } from "zod";
import { parseJson } from "../../kernel/unsafe.ts";
import type { ItemIssue, ItemPage, ItemStatus, PlatformCall } from "../platform-port.ts";
import type { RateLimit } from "../platform-request.ts";
import { AMAZON_ATTRIBUTES } from "./attributes.ts";
import { localeOf } from "./platform-push.ts";
import { apiOf } from "./platform-regions.ts";

/** Listings Items API 2021-08-01. */
const SEARCH_RATE: RateLimit = { name: "searchListingsItems", perSecond: 5, burst: 5, of: "account" };
const PAGE_SIZE = 20;
/** A search shows no more; the next one begins where it ended. */
const SEARCH_ITEMS_MAX = 1_000;

const Listing = z.object({
  sku: z.string().min(1),
  summaries: z.array(z.object({ marketplaceId: z.string(), status: z.array(z.string()), createdDate: z.string() })).default([]),
  issues: z
    .array(
      z.object({
        code: z.string(),
        message: z.string(),
        severity: z.enum(["ERROR", "WARNING", "INFO"]).catch("INFO"),
        attributeNames: z.array(z.string()).default([]),
        marketplaceIds: z.array(z.string()).optional(),
        enforcements: z.object({ actions: z.array(z.object({ action: z.string() })) }).optional(),
      }),
    )
    .default([]),
});
type ListingIssue = z.output<typeof Listing>["issues"][number];

const Listings = z.object({
  items: z.array(Listing),
  pagination: z.object({ nextToken: z.string().optional() }).optional(),
});

/** A place among all listings: those since a time, how many of them came already, and the search's own page. */
const Cursor = z.tuple([z.string(), z.number(), z.string()]);
type Cursor = z.output<typeof Cursor>;

export async function amazonItems(
  call: PlatformCall,
  { after, settings }: { readonly after: string | null; readonly settings: Readonly<Record<string, unknown>> },
): Promise<ItemPage> {
  const marketplace = typeof settings["marketplace_id"] === "string" ? settings["marketplace_id"] : call.account().id;
  const [since, count, page]: Cursor = after === null ? ["", 0, ""] : Cursor.parse(parseJson(after));
  const seller = encodeURIComponent(call.grant().parts["selling_partner_id"] ?? "");
  const query = {
    ...{ marketplaceIds: marketplace, includedData: "summaries,issues", issueLocale: localeOf(call) },
    ...{ sortBy: "createdDate", sortOrder: "ASC", pageSize: PAGE_SIZE },
    ...{ createdAfter: since || undefined, pageToken: page || undefined },
  };
  const url = `${apiOf(call)}/listings/2021-08-01/items/${seller}`;
  const request = { method: "GET", url, query, rates: [SEARCH_RATE], isRepeatable: true, isSigned: true } as const;
  const { items, pagination } = await call.ask(request, Listings);
  const token = pagination?.nextToken ?? "";
  const last = createdSecond(items.at(-1)?.summaries.at(-1)?.createdDate);
  return {
    items: items.map((item) => statusOf(item, marketplace)),
    next: nextOf([since, count + items.length, token], last),
  };
}

/** A full search goes on from the last listing's time, unless all of it was of one time. */
function nextOf([since, count, token]: Cursor, last: string): string | null {
  if (count >= SEARCH_ITEMS_MAX) return last > since ? JSON.stringify([last, 0, ""]) : null;
  return token === "" ? null : JSON.stringify([since, count, token]);
}

/** One second earlier: listings of the same time may be on both sides, and seeing one twice does no harm. */
function createdSecond(date: string | undefined): string {
  const at = Date.parse(date ?? "");
  return Number.isNaN(at) ? "" : new Date(at - 1_000).toISOString();
}

function statusOf({ sku, summaries, issues }: z.output<typeof Listing>, marketplace: string): ItemStatus {
  const own = issues.filter(({ marketplaceIds }) => marketplaceIds === undefined || marketplaceIds.includes(marketplace));
  const shown = summaries.find(({ marketplaceId }) => marketplaceId === marketplace)?.status ?? [];
  return { itemId: sku, status: standingOf(shown, own), issues: own.map(issueOf) };
}

/** Amazon has no single word for it: whether it's buyable, found, and held back. */
function standingOf(shown: readonly string[], issues: readonly ListingIssue[]): ItemStatus["status"] {
  const isFaulty = issues.some(({ severity, enforcements }) => severity === "ERROR" || (enforcements?.actions.length ?? 0) > 0);
  if (shown.includes("BUYABLE")) return isFaulty ? "limited" : "approved";
  if (shown.includes("DISCOVERABLE")) return "limited";
  return isFaulty ? "disapproved" : "pending";
}

const SEVERITIES = { ERROR: "error", WARNING: "warning", INFO: "info" } as const;

function issueOf({ code, message, severity, attributeNames }: ListingIssue): ItemIssue {
  return {
    ...{ code, message, severity: SEVERITIES[severity], attribute: attributeNames[0] ?? null },
    ...{ documentationUrl: null, countries: [] },
  };
}

/** `90220`: a required attribute is missing. `99022`: too few values. `18448`: recommended attributes are missing. */
export function amazonFindingOf({ code, attribute }: { readonly code: string; readonly attribute: string | null }): string | null {
  if (code === "99022") return "amz_attribute_too_few_values";
  if (code === "18448") return "amz_relevant_attributes_incomplete";
  return code === "90220" ? missing(attribute) : null;
}

/** Amazon may miss these, but we don't: they are always written. */
const ALWAYS_THERE = ["sku", "productType", "condition_type"];

function missing(attribute: string | null): string {
  if (attribute === "externally_assigned_product_identifier") return "amz_missing_product_identifier";
  const known = AMAZON_ATTRIBUTES.find(({ name, requirement }) => name === attribute && requirement === "required");
  // What a product type requires besides has no check of ours.
  if (known === undefined || ALWAYS_THERE.includes(known.name)) return "amz_required_attribute_missing";
  return `missing_${known.from ?? known.name}`;
}
