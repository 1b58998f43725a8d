import { BLANK, call, compare, type Expression, isBlank, not, source, text } from "../../expression/expression.ts";
import { attachedSource } from "../attached-value.ts";
import { REASON_START } from "../exclusion-reasons.ts";
import type { DefinitionContext, FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";
import { SELECTED } from "./selection.ts";

/**
 * From here on a source column means this feed's value: the translation where there is one, the market's price. A language
 * feed falls back to the primary text key by key; a market feed never falls back to another market's price.
 */
export function localiseStage(definition: FeedDefinition, context: DefinitionContext): Stage {
  const localised = context.localised.filter((name) => name !== SELECTED);
  if (definition.feedType === "primary") return { name: "localise", steps: [] };
  if (context.notExtracted !== undefined)
    return {
      name: "localise",
      steps: [{ op: "exclude", reason: text(context.notExtracted), condition: { kind: "boolean", value: true } }],
    };
  if (definition.feedType === "language") return { name: "localise", steps: translated(localised) };
  const { currency, differs } = pricesOf(definition, context);
  // Where the platform shows prices country by country, the shop's are none of theirs, and a setting doesn't change what they are in.
  const shown = localised.includes(CURRENCY);
  const ownPrices = context.market?.atHome === true && !differs && !shown;
  const values = shown && currency !== context.market?.currency ? [] : localised.filter((name) => AMOUNTS.includes(name));
  const foreign = [...(ownPrices ? [] : PRICES), ...(differs ? SHOP_AMOUNTS : [])].filter((name) => !values.includes(name));
  return {
    name: "localise",
    steps: [
      ...values.map((name) => ofMarket(name, ownPrices)),
      ...foreign.map(blanked),
      ...(differs ? [assigned("currency", text(currency))] : []),
      ...(localised.includes(LINK) ? attachedSource("L", LINK) : []),
    ],
  };
}

/** What the file brings of its own need not be made of another value: the plain text of the description. */
function translated(localised: readonly string[]): readonly Step[] {
  return localised.flatMap((name) =>
    attachedSource("L", name).filter(({ target }) => target.name === name || !localised.includes(target.name)),
  );
}

const PRICES: readonly string[] = ["price", "compare_at_price"];
/** Amounts of the shop's. Beside a market's price in another currency they would be taken for amounts in that. */
const SHOP_AMOUNTS: readonly string[] = ["unit_price", "cost"];
/** Amounts that a market may have of its own. */
const AMOUNTS: readonly string[] = [...PRICES, "unit_price"];
const LINK = "link";
const assigned = (name: string, value: Expression) => ({ op: "assign", target: { side: "D", name }, value }) as const satisfies Step;
const blanked = (name: string): Step => assigned(name, BLANK);

/**
 * What the market's prices are. Those of the shop count in its own market alone, and there only while they are in its currency. A
 * currency that nobody knows is blank, and so is every price then.
 */
function pricesOf({ settings, market: target, targetCountry }: FeedDefinition, { market, localised }: DefinitionContext) {
  const name = market?.name ?? target ?? targetCountry;
  const shopCurrency = market?.shopCurrency ?? null;
  const known = settings.market_currency ?? (market === undefined ? shopCurrency : market.currency);
  // Without prices of the market there is nothing to be in another currency, unless the setting or its name says which.
  const unknown = known === null && market !== undefined && localised.includes("price");
  const differs = unknown || (known !== null && known !== shopCurrency);
  return { name, currency: known ?? "", unknown, differs };
}

/** Rows that a market feed leaves out: what its market does not sell, and what has no price there once the feed's own cells are in place. */
export function marketExclusions(definition: FeedDefinition, context: DefinitionContext): readonly Step[] {
  if (definition.feedType !== "market") return [];
  const market = definition.market ?? definition.targetCountry;
  const { name, unknown } = pricesOf(definition, context);
  const exclude = (reason: string, condition: Expression): Step => ({ op: "exclude", reason: text(reason), condition });
  const notSold = compare({ kind: "column", side: "L", name: INCLUDED }, "=", text("false"));
  return [
    ...(context.localised.includes(INCLUDED) ? [exclude(`${REASON_START.notSold}${market}`, notSold)] : []),
    ...(unknown ? [exclude(currencyUnknown(name), isBlank(source("currency")))] : []),
    exclude(`${REASON_START.noPrice}${market}`, isBlank(source("price"))),
  ];
}

/** Says what to do, because no row of the feed can have a price before it is done. */
function currencyUnknown(market: string): string {
  return `${REASON_START.currencyUnknown}${market} unknown: set market_currency`;
}

/** The attached column that says whether the market sells a row. */
const INCLUDED = "included";
/** The attached column that says what a row's prices are in, where the platform does. */
const CURRENCY = "currency";

/**
 * The market's value or blank: never the one of the shop's own market. In that market itself the shop's prices stay where the market has no
 * price; where it has one, the former price is the market's too.
 */
function ofMarket(name: string, ownPrices: boolean): Step {
  const attached = (column: string): Expression => ({ kind: "column", side: "L", name: column });
  const step = assigned(name, call("coalesce", attached(name)));
  return ownPrices ? { ...step, condition: not(isBlank(attached("price"))) } : step;
}
