import {
  all,
  any,
  BLANK,
  call,
  compare,
  type Expression,
  isBlank,
  isOneOf,
  not,
  output,
  source,
  text,
  when,
} from "../expression/expression.ts";
import { PLACEHOLDER_WORDS, UNBRANDED } from "../vocabulary/placeholder-words.ts";
import { YES_WORDS } from "../vocabulary/yes-words.ts";
import { metafieldValue } from "./attribute-mappings.ts";
import { metafieldColumns } from "./attribute-sources.ts";
import type { DefinitionContext, FeedDefinition } from "./feed-definition.ts";
import type { Step } from "./feed-plan.ts";
import { hasCells } from "./source-cells.ts";

const IDENTIFIER_EXISTS = "identifier_exists";
/** What it is found from: channels know a product by its GTIN, or by brand and part number. */
const IDENTIFIERS: readonly string[] = ["gtin", "brand", "mpn"];
/** Source columns that name a product by default. */
const NAMES: readonly string[] = ["vendor", "sku"];

interface Identifiers {
  readonly gtin: Expression;
  readonly brand: Expression;
  readonly mpn: Expression;
}

/** What identifies a product, by default. A product the shop calls custom-made has no GTIN, whatever its barcode. */
export function identifierMappings({ settings }: FeedDefinition, context: DefinitionContext): readonly (readonly [string, Expression])[] {
  const custom = isCustom(context);
  const valid = custom === undefined ? validBarcode(context) : when(custom, BLANK, validBarcode(context));
  const gtin = settings.gtin_source === "barcodes" ? source("barcode") : valid;
  const number = partNumber(context);
  const mpn = when(isPlaceholder(number), BLANK, number);
  // A storefront leaves nothing in a snapshot's columns that nobody sees. Cells and translations may.
  const isOfCatalog = !NAMES.some((name) => context.localised.includes(name) || hasCells(context.cells, name));
  const exists = identifierExists({ gtin, brand: source("vendor"), mpn: number }, custom, isOfCatalog ? isNamed : isNamedVisibly);
  return [
    ["gtin", gtin],
    ["brand", brandOf(source("vendor"))],
    ["mpn", mpn],
    [IDENTIFIER_EXISTS, exists],
  ];
}

/** The same for people. */
export function shownIdentifiers(context: DefinitionContext): ReadonlyMap<string, Expression> {
  const gtin = source("barcode");
  const shown = identifierExists({ gtin, brand: source("vendor"), mpn: shownNumber(context) }, isCustom(context), isGiven);
  return new Map([
    ["gtin", gtin],
    ["brand", source("vendor")],
    ["mpn", shownNumber(context)],
    [IDENTIFIER_EXISTS, shown],
  ]);
}

/** The snapshot has looked at each barcode; of an older one the run does. */
function validBarcode({ sourceColumns }: DefinitionContext): Expression {
  if (sourceColumns.includes("barcode_gtin")) return source("barcode_gtin");
  return sourceColumns.includes("barcode") ? call("_gtin", source("barcode")) : BLANK;
}

/** The manufacturer's number where the shop keeps it, else the SKU. A custom-made product's SKU is the shop's own: channels want no identifiers then. */
function partNumber(context: DefinitionContext): Expression {
  const named = (column: string): Expression => when(isNamedVisibly(source(column)), source(column), BLANK);
  return firstNumber(metafieldColumns("mpn", context.sourceColumns).map(named), context);
}

/** The same for people, who needn't be told that a placeholder such as `N/A` gives way to the SKU. */
function shownNumber(context: DefinitionContext): Expression {
  return firstNumber(metafieldColumns("mpn", context.sourceColumns).map(source), context);
}

function firstNumber(told: readonly Expression[], context: DefinitionContext): Expression {
  const custom = isCustom(context);
  const sku = custom === undefined ? source("sku") : when(custom, BLANK, source("sku"));
  return told.length === 0 ? sku : call("coalesce", ...told, sku);
}

/** Whether the shop says that the product is custom-made; undefined where it has no such metafield. */
function isCustom(context: DefinitionContext): Expression | undefined {
  const said = metafieldValue("custom_product", context);
  return said === BLANK ? undefined : isOneOf(call("trim", said), YES_WORDS);
}

/** The brand that Amazon asks for is kept, though it identifies nothing. */
function brandOf(vendor: Expression): Expression {
  return when(all(isPlaceholder(vendor), not(compare(call("trim", vendor), "=", text(UNBRANDED)))), BLANK, vendor);
}

/** A brand or part number such as `N/A` identifies nothing. */
export function isPlaceholder(value: Expression): Expression {
  return isOneOf(call("trim", value), PLACEHOLDER_WORDS);
}

const isGiven = (value: Expression): Expression => not(isBlank(value));
const isNamed = (value: Expression): Expression => all(isGiven(value), not(isPlaceholder(value)));
const isNamedVisibly = (value: Expression): Expression => all(isSeen(value), not(isPlaceholder(value)));
const isSeen = (value: Expression): Expression => not(call("_unseen", value));

/** A GTIN counts even for a custom product: then somebody has written it into the feed. */
function identifierExists({ gtin, brand, mpn }: Identifiers, custom: Expression | undefined, counts = isNamed): Expression {
  const both = all(counts(brand), counts(mpn));
  return when(any(isGiven(gtin), custom === undefined ? both : all(not(custom), both)), text("yes"), text("no"));
}

/**
 * `identifier_exists` again, where the feed leaves it to its default and `written` names an identifier: the default reads the catalog, and
 * a channel disapproves what says `no` beside a GTIN.
 */
export function identifierSteps({ mappings }: FeedDefinition, context: DefinitionContext, written: readonly string[]): readonly Step[] {
  if (mappings[IDENTIFIER_EXISTS] !== undefined || written.includes(IDENTIFIER_EXISTS)) return [];
  if (!written.some((name) => IDENTIFIERS.includes(name))) return [];
  const value = identifierExists({ gtin: output("gtin"), brand: output("brand"), mpn: output("mpn") }, isCustom(context), isNamedVisibly);
  return [{ op: "assign", target: { side: "G", name: IDENTIFIER_EXISTS }, value }];
}
