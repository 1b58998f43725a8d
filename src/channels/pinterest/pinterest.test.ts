import { expect, test } from "vitest";
import { channelInput, columnsFor } from "../../../test/harness/checked-catalog.ts";
import { pinterest } from "./pack.ts";
import { attributeOf, findingCodeOf } from "./platform-issues.ts";

/** What Pinterest publishes an item with, although the field is dropped, cut or limited: API description 5.23.0. */
const WARNINGS = [
  ...["TITLE_LENGTH_TOO_LONG", "DESCRIPTION_LENGTH_TOO_LONG", "PRODUCT_TYPE_LENGTH_TOO_LONG", "ADDITIONAL_IMAGE_LINK_WARNING"],
  ...[
    "ADDITIONAL_IMAGE_LINK_LENGTH_TOO_LONG",
    "TOO_MANY_ADDITIONAL_IMAGE_LINKS",
    "AGE_GROUP_INVALID",
    "GENDER_INVALID",
    "SIZE_TYPE_INVALID",
  ],
  ...["SIZE_SYSTEM_INVALID", "OPTIONAL_CONDITION_INVALID", "OPTIONAL_CONDITION_MISSING", "OPTIONAL_PRODUCT_CATEGORY_INVALID"],
  ...["OPTIONAL_PRODUCT_CATEGORY_MISSING", "PRODUCT_CATEGORY_DEPTH_WARNING", "GTIN_INVALID", "MULTIPACK_INVALID", "IS_BUNDLE_INVALID"],
  ...["SALES_PRICE_INVALID", "SALES_PRICE_TOO_HIGH", "SALE_DATE_INVALID", "AVAILABILITY_DATE_INVALID", "EXPIRATION_DATE_INVALID"],
  ...["SHIPPING_INVALID", "SHIPPING_WEIGHT_INVALID", "SHIPPING_WIDTH_INVALID", "SHIPPING_HEIGHT_INVALID", "TAX_INVALID"],
  ...["MIN_AD_PRICE_INVALID", "COUNTRY_DOES_NOT_MAP_TO_CURRENCY", "INCONSISTENT_CURRENCY_VALUES", "AD_LINK_SAME_AS_LINK"],
  ...["AD_LINK_FORMAT_WARNING"],
];

const CHECKS = pinterest.checks(channelInput(pinterest, { columns: columnsFor(pinterest) }));
const severityOf = (code: string | null, field: string | null) =>
  CHECKS.find((check) => check.code === code && check.field === field)?.severity;

test("warns of what Pinterest only warns of", () => {
  const found = WARNINGS.map((code) => [code, severityOf(findingCodeOf({ code }), attributeOf(code))]);
  expect(found).toEqual(WARNINGS.map((code) => [code, "warning"]));
});

test("warns of every fault of a GTIN, which Pinterest drops", () => {
  const faults = ["invalid_gtin_length", "invalid_gtin_checksum", "repeated_digit_gtin", "bulk_gtin", "coupon_gtin", "reserved_gtin"];
  expect(faults.map((code) => severityOf(code, "gtin"))).toEqual(faults.map(() => "warning"));
});
