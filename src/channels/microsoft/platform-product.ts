import { readItems, readParts } from "../../engine/channels/quoted-items.ts";

/** A row of the channel's file as a product of the Content API. */

/** Which offer of the store: where and in which language it's sold. */
export interface Market {
  /** Two letters. */
  readonly language: string;
  readonly country: string;
}

/** Undefined: a field of this type can't hold the value, so the product goes without it. */
type Read = (text: string) => unknown;

const text: Read = (value) => value;
const yesNo: Read = (value) => (value === "true" ? true : value === "false" ? false : undefined);
const list: Read = (value) => readItems(value, "list");
const single: Read = (value) => [value];
const integer: Read = (value) => (/^[0-9]{1,9}$/.test(value) ? Number(value) : undefined);

const PRICE = /^([0-9]{1,12}(?:\.[0-9]{1,4})?) ([A-Z]{3})$/;

function price(value: string): { readonly currency: string; readonly value: number } | undefined {
  const [, amount, currency] = PRICE.exec(value.trim()) ?? [];
  return amount === undefined || currency === undefined ? undefined : { currency, value: Number(amount) };
}

/** An amount and its unit: `0.3 kg`. */
const MEASURE = /^([0-9]{1,9}(?:\.[0-9]{1,9})?) ?([A-Za-z]+)$/;

function measured(value: string): readonly [amount: string, unit: string] | undefined {
  const [, amount, unit] = MEASURE.exec(value.trim()) ?? [];
  return amount === undefined || unit === undefined ? undefined : [amount, unit];
}

/** Its value is a string, other than a unit price's. */
function weight(value: string): { readonly value: string; readonly unit: string } | undefined {
  const [amount, unit] = measured(value) ?? [];
  return amount === undefined || unit === undefined ? undefined : { value: amount, unit };
}

function unitPrice(value: string): { readonly value: number; readonly unit: string } | undefined {
  const [amount, unit] = measured(value) ?? [];
  return amount === undefined || unit === undefined ? undefined : { value: Number(amount), unit };
}

const SHIPPING_PARTS = 4;

/** `US:CA:Ground:9.99 USD`, several separated by commas; parts may be blank, or in quotes. */
function shipping(value: string): readonly object[] | undefined {
  const offers = readItems(value, "groups").flatMap((item) => {
    const [country = "", region = "", service = "", amount = ""] = readParts(item, SHIPPING_PARTS);
    const cost = price(amount);
    if (cost === undefined) return [];
    return [{ country, ...(region === "" ? {} : { region }), ...(service === "" ? {} : { service }), price: cost }];
  });
  return offers.length === 0 ? undefined : offers;
}

/** The Content API's fields by the attributes of `attributes.ts`. What isn't here has no field: `installment`, the bounds of the energy class, extra columns. */
const FIELDS: Readonly<Record<string, readonly [field: string, read: Read]>> = Object.freeze({
  id: ["offerId", text],
  title: ["title", text],
  description: ["description", text],
  link: ["link", text],
  image_link: ["imageLink", text],
  additional_image_link: ["additionalImageLinks", list],
  mobile_link: ["mobileLink", text],
  price: ["price", price],
  sale_price: ["salePrice", price],
  sale_price_effective_date: ["salePriceEffectiveDate", text],
  availability: ["availability", text],
  availability_date: ["availabilityDate", text],
  condition: ["condition", text],
  brand: ["brand", text],
  gtin: ["gtin", text],
  mpn: ["mpn", text],
  identifier_exists: ["identifierExists", yesNo],
  product_category: ["googleProductCategory", text],
  product_type: ["productType", text],
  item_group_id: ["itemGroupId", text],
  age_group: ["ageGroup", text],
  gender: ["gender", text],
  color: ["color", text],
  size: ["sizes", single],
  material: ["material", text],
  pattern: ["pattern", text],
  size_type: ["sizeType", text],
  size_system: ["sizeSystem", text],
  shipping: ["shipping", shipping],
  shipping_label: ["shippingLabel", text],
  shipping_weight: ["shippingWeight", weight],
  custom_label_0: ["customLabel0", text],
  custom_label_1: ["customLabel1", text],
  custom_label_2: ["customLabel2", text],
  custom_label_3: ["customLabel3", text],
  custom_label_4: ["customLabel4", text],
  promotion_id: ["promotionId", text],
  expiration_date: ["expirationDate", text],
  adult: ["adult", yesNo],
  multipack: ["multipack", integer],
  is_bundle: ["isBundle", yesNo],
  ads_redirect: ["adwordsRedirect", text],
  seller_name: ["sellerName", text],
  energy_efficiency_class: ["energyEfficiencyClass", text],
  unit_pricing_measure: ["unitPricingMeasure", unitPrice],
  unit_pricing_base_measure: ["unitPricingBaseMeasure", unitPrice],
});

/** What the file may leave blank and the API requires: Microsoft's own defaults. */
const DEFAULTS = { availability: "in stock", condition: "new" };

export function productOf(values: Readonly<Record<string, string>>, { language, country }: Market): Readonly<Record<string, unknown>> {
  const filled = Object.entries(FIELDS).flatMap(([attribute, [field, read]]) => {
    const value = values[attribute] ?? "";
    const held = value === "" ? undefined : read(value);
    return held === undefined ? [] : [[field, held] as const];
  });
  return { ...DEFAULTS, ...Object.fromEntries(filled), channel: "Online", contentLanguage: language, targetCountry: country };
}

/** An offer's id in the store. Case counts. */
export function productIdOf(itemId: string, { language, country }: Market): string {
  return `Online:${language}:${country}:${itemId}`;
}

/** The attribute that a field of the Content API (`imageLink`), or an error named after one (`ImageLinkTooLongErr`), is about; null: none. */
export function attributeOf(named: string): string | null {
  const wanted = named.toLowerCase();
  const [best] = Object.entries(FIELDS)
    .filter(([, [field]]) => wanted.startsWith(field.toLowerCase()))
    .toSorted(([, [a]], [, [b]]) => b.length - a.length);
  return best?.[0] ?? null;
}
