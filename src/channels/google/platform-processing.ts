import { z } from "zod";
import type { ChannelPlatform, ItemIssue, ItemStatus, PlatformIssue, Processing } from "../platform-port.ts";
import { askAccount } from "./platform-ask.ts";
import { askSources, isMissing, languageOf, requireDatafeed } from "./platform-datafeeds.ts";

/** What Google thinks: of a file as a whole by its latest upload, and of items by the account's processed products. */

/** int64 in JSON. */
const Count = z
  .string()
  .regex(/^[0-9]+$/)
  .transform(Number);

const FileUpload = z.object({
  processingState: z.enum(["FAILED", "IN_PROGRESS", "SUCCEEDED"]),
  itemsTotal: Count.optional(),
  uploadTime: z.string().optional(),
  issues: z
    .array(
      z.object({
        title: z.string().default(""),
        description: z.string().default(""),
        /** `?` where Google has none. */
        code: z.string().default("?"),
        count: Count.optional(),
        severity: z.string().default(""),
        documentationUri: z.string().optional(),
      }),
    )
    .default([]),
});
type UploadIssue = z.output<typeof FileUpload>["issues"][number];

const STATES = { FAILED: "failed", IN_PROGRESS: "processing", SUCCEEDED: "succeeded" } as const;

const NEVER: Processing = Object.freeze({
  ...{ state: "never_fetched", lastFetchedAt: null, itemsTotal: null, itemsValid: null, itemsInvalid: null, issues: [] },
} satisfies Processing);

const Issue = z.object({
  code: z.string(),
  severity: z.string().default(""),
  /** With spaces: `image link`. */
  attribute: z.string().default(""),
  description: z.string().default(""),
  detail: z.string().default(""),
  documentation: z.string().optional(),
  applicableCountries: z.array(z.string()).default([]),
});

const Countries = z.array(z.string()).default([]);
const Destination = z.object({ approvedCountries: Countries, pendingCountries: Countries, disapprovedCountries: Countries });

const Product = z.object({
  offerId: z.string(),
  contentLanguage: z.string().default(""),
  feedLabel: z.string().default(""),
  productStatus: z
    .object({ destinationStatuses: z.array(Destination).default([]), itemLevelIssues: z.array(Issue).default([]) })
    .optional(),
});
type Product = z.output<typeof Product>;
const Products = z.object({ products: z.array(Product).default([]), nextPageToken: z.string().optional() });

/** Google's most a page. */
const PRODUCTS_A_PAGE = 1_000;
/** Without it, an answer has every attribute of every product. */
const FIELDS = "nextPageToken,products(offerId,contentLanguage,feedLabel,productStatus(destinationStatuses,itemLevelIssues))";

export const googleProcessing: Pick<ChannelPlatform, "latestProcessing" | "itemStatuses" | "findingCodeOf"> = Object.freeze({
  async latestProcessing(call, id): Promise<Processing> {
    try {
      const upload = await askSources(call, { method: "GET", path: `/${id}/fileUploads/latest`, isRepeatable: true }, FileUpload);
      return processingOf(upload);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await requireDatafeed(call, id);
      return NEVER;
    }
  },
  async itemStatuses(call, { after, settings }) {
    const { id } = call.account();
    const query = { pageSize: PRODUCTS_A_PAGE, pageToken: after ?? undefined, fields: FIELDS };
    const request = { method: "GET", path: `products/v1/accounts/${id}/products`, query, isRepeatable: true } as const;
    const { products, nextPageToken } = await askAccount(call, id, request, Products);
    return { items: products.filter((product) => isOf(product, settings)).map(itemOf), next: nextPageToken || null };
  },
  findingCodeOf({ code, attribute }) {
    const found = FINDING_CODES[code];
    return found === undefined || typeof found === "string" ? (found ?? null) : (found[attribute ?? ""] ?? null);
  },
} satisfies Pick<ChannelPlatform, "latestProcessing" | "itemStatuses" | "findingCodeOf">);

/** Google counts items it created and changed, which says nothing about those it left as they were, so valid items aren't counted. */
function processingOf({ processingState, uploadTime, itemsTotal, issues }: z.output<typeof FileUpload>): Processing {
  return {
    state: STATES[processingState],
    lastFetchedAt: uploadTime ?? null,
    itemsTotal: itemsTotal ?? null,
    itemsValid: null,
    itemsInvalid: null,
    issues: issues.map(issueOf),
  };
}

function issueOf({ code, title, description, count, severity, documentationUri }: UploadIssue): PlatformIssue {
  return {
    code,
    severity: severity === "ERROR" ? "error" : "warning",
    attribute: null,
    message: description || title || code,
    affectedCount: count ?? null,
    documentationUrl: documentationUri ?? null,
    samples: [],
  };
}

/** An account has the products of all its feeds, told apart by label and language. */
function isOf({ feedLabel, contentLanguage }: Product, settings: Readonly<Record<string, unknown>>): boolean {
  const label = settings["feed_label"] ?? settings["target_country"];
  const language = settings["content_language"];
  return (typeof label !== "string" || label === feedLabel) && (typeof language !== "string" || languageOf(language) === contentLanguage);
}

function itemOf({ offerId, productStatus }: Product): ItemStatus {
  const destinations = productStatus?.destinationStatuses ?? [];
  const has = (of: keyof z.output<typeof Destination>): boolean => destinations.some((destination) => destination[of].length > 0);
  const issues = mergedIssues(productStatus?.itemLevelIssues ?? []);
  return { itemId: offerId, status: statusOf(has, issues), issues };
}

function statusOf(has: (of: keyof z.output<typeof Destination>) => boolean, issues: readonly ItemIssue[]): ItemStatus["status"] {
  if (has("approvedCountries"))
    return has("disapprovedCountries") || issues.some(({ severity }) => severity !== "info") ? "limited" : "approved";
  if (has("disapprovedCountries")) return "disapproved";
  return issues.some(({ severity }) => severity === "error") ? "disapproved" : "pending";
}

const SEVERITIES = ["error", "warning", "info"] as const;

/** Google lists an issue once for each place that products are shown in. */
function mergedIssues(listed: readonly z.output<typeof Issue>[]): readonly ItemIssue[] {
  const merged = new Map<string, ItemIssue>();
  for (const issue of listed.map(itemIssueOf)) {
    const key = `${issue.code} ${issue.attribute}`;
    const other = merged.get(key);
    const severity = SEVERITIES.find((one) => one === issue.severity || one === other?.severity) ?? issue.severity;
    merged.set(key, { ...issue, severity, countries: [...new Set([...(other?.countries ?? []), ...issue.countries])] });
  }
  return [...merged.values()];
}

function itemIssueOf({
  code,
  severity,
  attribute,
  description,
  detail,
  documentation,
  applicableCountries,
}: z.output<typeof Issue>): ItemIssue {
  return {
    code,
    severity: severity === "DISAPPROVED" ? "error" : severity === "DEMOTED" ? "warning" : "info",
    attribute: attribute === "" ? null : attribute.replace(/^n:/, "").trim().toLowerCase().replaceAll(/[ -]/g, "_"),
    message: detail || description || code,
    documentationUrl: documentation ?? null,
    countries: applicableCountries,
  };
}

const MISSING = {
  ...{
    id: "missing_id",
    title: "missing_title",
    description: "missing_description",
    link: "missing_link",
    image_link: "missing_image_link",
  },
  ...{ price: "missing_price", availability: "missing_availability", brand: "missing_brand", condition: "missing_condition" },
};

/** Ours by Google's; where Google's depends on the attribute, by that. */
const FINDING_CODES: Readonly<Record<string, string | Readonly<Record<string, string>>>> = Object.freeze({
  item_missing_required_attribute: MISSING,
  missing_item_attribute_for_product_type: {
    ...{
      color: "missing_apparel_color",
      gender: "missing_apparel_gender",
      age_group: "missing_apparel_age_group",
      size: "missing_apparel_size",
    },
    ...{ brand: "missing_brand", item_group_id: "missing_item_group_id" },
  },
  text_value_too_long: {
    ...{ id: "id_too_long", title: "title_too_long", description: "description_too_long", link: "link_too_long" },
    ...{ image_link: "image_link_too_long", product_type: "product_type_too_long", brand: "text_attribute_too_long" },
    ...{
      color: "text_attribute_too_long",
      size: "text_attribute_too_long",
      material: "text_attribute_too_long",
      mpn: "text_attribute_too_long",
    },
  },
  attribute_has_too_many_values: { additional_image_link: "too_many_additional_images" },
  invalid_url: "invalid_url",
  url_does_not_match_homepage: "link_domain_mismatch",
  google_category_unrecognized: "unknown_google_product_category",
  reserved_gtin: "reserved_gtin",
  coupon_gtin: "coupon_gtin",
  bulk_gtin: "bulk_gtin",
  item_duplicate_by_gtin: "duplicate_gtin",
  identifier_exists_false_misuse: "identifier_exists_conflict",
  image_link_generic: "image_link_generic",
  image_link_too_small: "image_too_small",
  image_too_small: "image_too_small",
  missing_shipping: "missing_shipping",
  unit_pricing_base_measure_without_measure: "unit_pricing_incomplete",
  encoding_problem: "invalid_characters",
});
