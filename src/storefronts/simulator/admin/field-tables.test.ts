import { isObjectType } from "graphql";
import { expect, test } from "vitest";
import { adminSchema } from "../../shopify-schema/admin-schema.ts";
import { FIELD_TABLES } from "./field-tables.ts";

/** Their fields are members of what the tables answer. */
const PLAIN =
  /^(?:(?:BulkOperation)?UserError|AccessScope|AppSubscription(?:Cancel|Create)Payload|BulkOperation(?:Cancel|RunQuery)Payload|Count|CurrencySetting|Domain|InventoryItemMeasurement|InventoryQuantity|MarketConditions|MarketCurrencySettings|MarketWebPresenceRootUrl|MetaobjectField|MoneyV2|PageInfo|SEO|ShopAddress|ShopLocale|ShopPlan|TranslatableContent|Translation|WebhookSubscription(?:Create|Delete|Update)Payload|Weight|\w+(?:Connection|Edge))$/;
/** The sample has none of these. */
const ABSENT = [
  "Company",
  "CompanyLocationCatalog",
  "Customer",
  "MarketRegionSubdivision",
  "Model3d",
  "Order",
  "Model3dSource",
  "Video",
  "VideoSource",
  "Article",
];

test("every field of the schema has an answer", () => {
  const missing = Object.values(adminSchema().getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith("__") && !PLAIN.test(name) && !ABSENT.includes(name))
    .flatMap((type) => Object.keys(type.getFields()).filter((field) => FIELD_TABLES[type.name]?.[field] === undefined).map((field) => `${type.name}.${field}`)); // prettier-ignore
  expect(missing).toEqual([]);
});
