import { all, any, call, compare, type Expression, isBlank, isOneOf, not, source, text, when } from "../expression/expression.ts";
import type { DefinitionContext, FeedDefinition, FeedSettings } from "./feed-definition.ts";
import { identifierExists } from "./identifier-steps.ts";
import { ATTRIBUTE_SOURCES, type OptionAttribute } from "./attribute-sources.ts";

/** Google reads at most ten (product data specification, `additional_image_link`). */
const ADDITIONAL_IMAGES_MAX = 10;

const BLANK = text("");
const first = (...values: readonly Expression[]): Expression => call("coalesce", ...values);
const isTrue = (name: string): Expression => compare(source(name), "=", text("true"));

/** What each feed column reads when the merchant has said nothing (contract, section 9). */
export function defaultMappings(definition: FeedDefinition, context: DefinitionContext): ReadonlyMap<string, Expression> {
  const { settings } = definition;
  const has = (name: string): boolean => context.sourceColumns.includes(name);
  const metafield = (key: string): Expression => first(...[`variant-metafield-${key}`, `metafield-${key}`].filter(has).map(source), BLANK);
  const attribute = (name: OptionAttribute): Expression => attributeValue(name, metafield);
  const plain = call("money", source("price"), source("currency"));
  const before = call("money", source("compare_at_price"), source("currency"));
  const reduced = compare(call("number", source("compare_at_price")), ">", call("number", source("price")));
  const onSale = all(not(isBlank(call("number", source("compare_at_price")))), not(isBlank(call("number", source("price")))), reduced);
  return new Map<string, Expression>([
    ["id", idOf(definition)],
    ["title", settings.seo ? first(source("seo_title"), source("title")) : source("title")],
    ["description", settings.seo ? first(source("seo_description"), source("body_text")) : source("body_text")],
    ["link", linkOf(settings)],
    ["image_link", source("image_src")],
    ["additional_image_link", call("list_slice", source("additional_images"), number(1), number(ADDITIONAL_IMAGES_MAX + 1))],
    ["availability", availabilityOf(settings)],
    ["price", when(onSale, before, plain)],
    ["sale_price", when(onSale, plain, BLANK)],
    ["brand", source("vendor")],
    ["gtin", source("barcode")],
    ["mpn", source("sku")],
    ["identifier_exists", identifierExists({ gtin: source("barcode"), brand: source("vendor"), mpn: source("sku") })],
    ["condition", conditionOf(metafield("condition"))],
    ["google_product_category", metafield("google_product_category")],
    ["product_type", source("product_type")],
    ["item_group_id", source("product_id")],
    ["color", attribute("color")],
    ["size", attribute("size")],
    ["material", attribute("material")],
    ["gender", genderOf(attribute("gender"))],
    ["age_group", ageGroupOf(attribute("age_group"))],
    ["shipping_weight", when(isBlank(source("weight")), BLANK, call("concat", source("weight"), text(" "), source("weight_unit")))],
    ...[0, 1, 2, 3, 4].map((slot) => [`custom_label_${slot}`, metafield(`custom_label_${slot}`)] as const),
  ]);
}

function number(value: number): Expression {
  return { kind: "number", value: String(value) };
}

/** `global` is the id Shopify's own Google channel gives a variant, so that pixels and feeds agree. */
function idOf({ settings, targetCountry }: FeedDefinition): Expression {
  switch (settings.id_format) {
    case "global":
      return call("concat", text(`shopify_${targetCountry}_`), source("product_id"), text("_"), source("id"));
    case "sku":
      return first(source("sku"), source("id"));
    case "variant":
      return source("id");
    default:
      return settings.id_format satisfies never;
  }
}

function linkOf({ utm }: FeedSettings): Expression {
  const parameters = Object.entries(utm ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (parameters.length === 0) return source("link");
  const separator = when(compare(source("link"), "contains", text("?")), text("&"), text("?"));
  return when(isBlank(source("link")), BLANK, call("concat", source("link"), separator, text(parameters.join("&"))));
}

/**
 * Stock decides, unless the merchant switched that off: then only what the platform refuses to sell although it has stock,
 * or need not have any, is out of stock.
 */
function availabilityOf({ use_shopify_quantity }: FeedSettings): Expression {
  const refused = compare(source("available"), "=", text("false"));
  const stockless = any(not(isTrue("inventory_tracked")), compare(source("inventory_policy"), "=", text("continue")));
  const inStock = compare(call("number", source("inventory_quantity")), ">", number(0));
  const condition = use_shopify_quantity ? refused : all(refused, any(stockless, inStock));
  return when(condition, text("out_of_stock"), text("in_stock"));
}

function conditionOf(value: Expression): Expression {
  const folded = call("lower", call("trim", value));
  const known = (word: string, answer = word) => ({ when: compare(folded, "=", text(word)), then: text(answer) });
  return { kind: "case", branches: [known("used"), known("refurbished")], otherwise: text("new") };
}

function attributeValue(name: OptionAttribute, metafield: (key: string) => Expression): Expression {
  const { optionNames, metafieldKeys } = ATTRIBUTE_SOURCES[name];
  const named = (slot: number): Expression => isOneOf(source(`option${slot}_name`), optionNames);
  const branches = [1, 2, 3].map((slot) => ({ when: named(slot), then: source(`option${slot}_value`) }));
  return { kind: "case", branches, otherwise: first(...metafieldKeys.map(metafield)) };
}

function genderOf(value: Expression): Expression {
  return wordOf(value, [
    ["male", ["male", "men", "mens", "men's", "man", "boys", "herren", "männer", "homme"]],
    ["female", ["female", "women", "womens", "women's", "woman", "girls", "damen", "frauen", "femme"]],
    ["unisex", ["unisex"]],
  ]);
}

function ageGroupOf(value: Expression): Expression {
  return wordOf(value, [
    ["adult", ["adult", "adults", "erwachsene", "adulte"]],
    ["kids", ["kids", "kid", "child", "children", "kinder", "enfant"]],
    ["toddler", ["toddler", "toddlers", "kleinkind"]],
    ["infant", ["infant", "infants", "baby"]],
    ["newborn", ["newborn", "newborns", "neugeborene"]],
  ]);
}

/** One of the channel's words; what is none of them stays as written, for a finding to name. */
function wordOf(value: Expression, words: readonly (readonly [string, readonly string[]])[]): Expression {
  const folded = call("trim", value);
  const branches = words.map(([answer, spellings]) => ({
    when: isOneOf(folded, spellings),
    then: text(answer),
  }));
  return { kind: "case", branches, otherwise: value };
}
