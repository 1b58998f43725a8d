import { z } from "zod";
import type { ChannelPlatform, ItemStatus, Processing } from "../platform-port.ts";
import { PlatformFault } from "../platform-request.ts";
import { askStatuses, askStore } from "./platform-ask.ts";
import { isMissing, languageOf, listCatalogs } from "./platform-datafeeds.ts";
import { attributeOf } from "./platform-product.ts";

/** What Microsoft thinks: counts by catalog, and the products that have issues. */

const Status = z.object({ publishedCount: z.coerce.number().default(0), rejectedCount: z.coerce.number().default(0) });

const Issue = z.object({
  code: z.string().default(""),
  attributeName: z.string().default(""),
  description: z.string().default(""),
  servability: z.string().default(""),
});

const ProductStatus = z.object({
  /** `online:en:US:A1`, in lower case or not. */
  productId: z.string(),
  status: z.string().default(""),
  itemLevelIssues: z.array(Issue).nullish(),
});
type ProductStatus = z.output<typeof ProductStatus>;
const ProductStatuses = z.object({ resources: z.array(ProductStatus).nullish(), nextPageToken: z.string().nullish() });

/** Microsoft's most a page. */
const STATUSES_A_PAGE = 250;

export const microsoftProcessing: Pick<ChannelPlatform, "latestProcessing" | "itemStatuses" | "findingCodeOf"> = Object.freeze({
  async latestProcessing(call, id): Promise<Processing> {
    const none = { lastFetchedAt: null, issues: [] };
    try {
      const status = await askStore(call, { method: "GET", path: `catalogs/${id}/status`, isRepeatable: true }, Status);
      const [itemsValid, itemsInvalid] = [status.publishedCount, status.rejectedCount];
      return { ...none, state: "succeeded", itemsTotal: itemsValid + itemsInvalid, itemsValid, itemsInvalid };
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (!(await listCatalogs(call)).some((catalog) => catalog.id === id)) throw error;
      return { ...none, state: "never_fetched", itemsTotal: null, itemsValid: null, itemsInvalid: null };
    }
  },
  async itemStatuses(call, { after, settings }) {
    const query = { "max-results": STATUSES_A_PAGE, "continuation-token": after ?? undefined };
    try {
      const { resources, nextPageToken } = await askStatuses(
        call,
        { method: "GET", path: "productstatuses", query, isRepeatable: true },
        ProductStatuses,
      );
      return { items: (resources ?? []).flatMap((one) => itemOf(one, settings)), next: nextPageToken || null };
    } catch (error) {
      throw isMissing(error) ? notInBeta(error) : error;
    }
  },
  findingCodeOf: ({ code }) => FINDING_CODES[code] ?? null,
} satisfies Pick<ChannelPlatform, "latestProcessing" | "itemStatuses" | "findingCodeOf">);

function notInBeta(cause: PlatformFault): PlatformFault {
  const sentence =
    "Microsoft doesn't show this store's product statuses, which are in beta there. Ask Microsoft for access, or look at Merchant Center > Feeds.";
  return new PlatformFault("permission_missing", sentence, { platformCode: cause.platformCode, cause });
}

/** A store has the products of all markets, told apart by language and country. Products without issues aren't listed. */
function itemOf({ productId, status, itemLevelIssues }: ProductStatus, settings: Readonly<Record<string, unknown>>): readonly ItemStatus[] {
  const [, language = "", country = "", ...id] = productId.split(":");
  const { target_country: wantedCountry, content_language: wantedLanguage } = settings;
  if (typeof wantedCountry === "string" && wantedCountry !== country.toUpperCase()) return [];
  if (typeof wantedLanguage === "string" && languageOf(wantedLanguage) !== language.toLowerCase()) return [];
  const issues = (itemLevelIssues ?? []).map((issue) => ({
    code: issue.code,
    severity: issue.servability === "Disapproved" ? ("error" as const) : ("warning" as const),
    attribute: issue.attributeName === "" ? null : (attributeOf(issue.attributeName) ?? issue.attributeName),
    message: issue.description || issue.code,
    documentationUrl: null,
    countries: country === "" ? [] : [country.toUpperCase()],
  }));
  return [{ itemId: id.join(":"), status: status === "Disapproved" ? "disapproved" : "limited", issues }];
}

/** Microsoft publishes no list of its codes; these are the ones that its documents show. */
const FINDING_CODES: Readonly<Record<string, string>> = Object.freeze({
  TitleTooLongErr: "title_too_long",
  GtinPlusBrandRequiredWarn: "ms_gtin_plus_brand_required",
});
