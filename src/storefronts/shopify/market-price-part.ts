import type { RawCountryPrice } from "../../engine/source/raw-country-price.ts";
import { amountText } from "../../kernel/money.ts";
import type { RawSink } from "../storefront-port.ts";
import { bulkLines, type BulkLine, type LineSource } from "./bulk-lines.ts";
import { flagAt, gidOf, textAt } from "./line-values.ts";
import { ALIAS, type AskedCountry, publicationsOf } from "./market-documents.ts";
import type { Repairs } from "./repairs.ts";

/** Hands over what buyers in each country are shown of a variant. `countries`: as the document asks for them. */
export async function handMarketPrices(source: LineSource, countries: readonly AskedCountry[], sink: RawSink): Promise<void> {
  const publications = publicationsOf(countries);
  const asked = countries.map((country) => ({
    ...country,
    aliases: country.publications.map((id) => ALIAS.publication(publications.indexOf(id))),
  }));
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const rooms = pricesOf(line, asked, source.repairs).map((record) => sink.beside("country_price", record));
      const waits = rooms.filter((room) => room instanceof Promise);
      if (waits.length > 0) await Promise.all(waits);
    }
  }
}

function pricesOf(line: BulkLine, asked: readonly AliasedCountry[], repairs: Repairs): readonly RawCountryPrice[] {
  const variant = gidOf(textAt(line, "id"));
  return variant?.type === "ProductVariant" ? asked.map((country) => priceIn(line, variant.id, country, repairs)) : [];
}

interface AliasedCountry extends AskedCountry {
  readonly aliases: readonly string[];
}

function priceIn(line: BulkLine, id: string, country: AliasedCountry, repairs: Repairs): RawCountryPrice {
  const amountOf = (member: string): string | null => {
    const amount = textAt(line, ALIAS.prices(country.code), member, "amount");
    if (amount === null) return null;
    if (textAt(line, ALIAS.prices(country.code), member, "currencyCode") === country.currency) return amountText(amount, country.currency);
    if (member === "price") repairs.count("market_currency");
    return null;
  };
  const price = amountOf("price");
  return {
    owner_id: id,
    country: country.code,
    included: includedIn(line, country),
    price,
    compare_at_price: price === null ? null : amountOf("compareAtPrice"),
    unit_price: price === null ? null : amountOf("unitPrice"),
  };
}

/** A product that the market sells may have variants that it doesn't. Null where neither was asked. */
function includedIn(line: BulkLine, { code, aliases }: AliasedCountry): string | null {
  const sold = flagAt(line, "product", ALIAS.sold(code));
  if (sold !== "true" || aliases.length === 0) return sold;
  return String(aliases.some((alias) => flagAt(line, alias) === "true"));
}
