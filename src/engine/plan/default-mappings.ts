import { all, any, BLANK, boolean, call, compare, type Expression, isBlank, not, source, text, when } from "../expression/expression.ts";
import type { DefinitionContext, FeedDefinition, FeedSettings } from "./feed-definition.ts";
import { attributeMappings, metafieldValue, shownAttributes } from "./attribute-mappings.ts";
import { identifierMappings, isPlaceholder, shownIdentifiers } from "./identifier-steps.ts";
import { BUNDLE } from "../source/source-columns.ts";
import { titleOf } from "./variant-titles.ts";

/** Google reads at most ten (product data specification, `additional_image_link`). */
const ADDITIONAL_IMAGES_MAX = 10;

const first = (...values: readonly Expression[]): Expression => call("coalesce", ...values);
const isTrue = (name: string): Expression => compare(source(name), "=", text("true"));

/** What each feed column reads when the merchant has mapped nothing. */
export function defaultMappings(definition: FeedDefinition, context: DefinitionContext): ReadonlyMap<string, Expression> {
  const { settings } = definition;
  const plain = call("money", source("price"), source("currency"));
  const before = call("money", source("compare_at_price"), source("currency"));
  const reduced = compare(call("number", source("compare_at_price")), ">", call("number", source("price")));
  const onSale = all(
    not(isBlank(call("number", source("compare_at_price")))),
    not(isBlank(call("number", source("price")))),
    reduced,
    costsSomething(plain),
  );
  return new Map<string, Expression>([
    ["id", idOf(definition)],
    ["title", titleOf(definition, context)],
    ["description", settings.seo ? first(source("seo_description"), source("body_text")) : source("body_text")],
    ["link", linkOf(settings)],
    ["image_link", source("image_src")],
    ["additional_image_link", call("list_slice", source("additional_images"), number(1), number(ADDITIONAL_IMAGES_MAX + 1))],
    ["availability", availabilityOf(settings)],
    ["price", when(onSale, before, plain)],
    // Different amounts may round to the same price, which isn't a sale.
    ["sale_price", when(all(onSale, not(compare(before, "=", plain))), plain, BLANK)],
    ...identifierMappings(definition, context),
    ["google_product_category", googleCategory(context)],
    ["product_type", source("product_type")],
    ["item_group_id", source("product_id")],
    ["is_bundle", bundleOf(context)],
    ...attributeMappings(context),
    ["shipping_weight", when(isBlank(source("weight")), BLANK, call("concat", source("weight"), text(" "), source("weight_unit")))],
    ...[0, 1, 2, 3, 4].map((slot) => [`custom_label_${slot}`, metafieldValue(`custom_label_${slot}`, context)] as const),
  ]);
}

/**
 * Whether the price isn't zero once it's rounded to the decimals of its currency. A sale for nothing is a mistake: channels would sell the product
 * for its former price, and no check would say that it has no price. Few prices are so low that the printed one has to be read, and a
 * case reads it for those alone.
 */
function costsSomething(printed: Expression): Expression {
  const isAbove = (value: Expression, limit: string): Expression => compare(call("number", value), ">", { kind: "number", value: limit });
  return when(isAbove(source("price"), NEVER_ROUNDED_AWAY), boolean(true), isAbove(printed, "0"));
}

/** No currency rounds more than one to zero. */
const NEVER_ROUNDED_AWAY = "1";

/** Google asks to be told of what a merchant sells together; nothing is said of what is sold by itself. */
function bundleOf({ sourceColumns }: DefinitionContext): Expression {
  return sourceColumns.includes(BUNDLE) ? when(isTrue(BUNDLE), text("yes"), BLANK) : BLANK;
}

/** What the shop chose for Google, else its own category where that is one of Google's. A placeholder such as `N/A` chooses nothing. */
function googleCategory(context: DefinitionContext): Expression {
  const said = metafieldValue("google_product_category", context);
  const chosen = said === BLANK ? BLANK : when(isPlaceholder(said), BLANK, said);
  if (!context.sourceColumns.includes("google_category")) return chosen;
  return chosen === BLANK ? source("google_category") : first(chosen, source("google_category"));
}

/** Defaults as people may read them and send them back, where those of the plan read what nobody sees. */
export function shownMappings({ settings }: FeedDefinition, context: DefinitionContext): ReadonlyMap<string, Expression> {
  return new Map<string, Expression>([
    ["title", settings.seo ? first(source("seo_title"), source("title")) : source("title")],
    ["google_product_category", metafieldValue("google_product_category", context)],
    ...shownIdentifiers(context),
    ...shownAttributes(context),
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
