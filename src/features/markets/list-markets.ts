import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { codesOf, countryOfMarket, findSellingPlaces, marketAt, marketFileAt, marketTerms, type SellingPlaces } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { listAims } from "./market-queries.ts";

const MarketShape = z
  .strictObject({
    object: z.literal("market"),
    id: z.string().meta({ description: "Name of the market, as a feed's `target_market`.", examples: ["nordics"] }),
    countries: z
      .array(z.string().meta({ description: "Country (ISO 3166).", examples: ["SE"] }))
      .meta({ description: "Countries of the market, as far as they are known." }),
    currency: z
      .string()
      .nullable()
      .meta({ description: "Currency of a feed's prices there (ISO 4217). Null if it isn't known.", examples: ["SEK"] }),
    has_prices: z.boolean().meta({
      description:
        "Whether the live snapshot has the market's own prices. A platform with prices by country has them once a feed uses them.",
    }),
    feed_ids: z
      .array(idSchema("feed", "A feed."))
      .meta({ description: "Active feeds that sell in the market, or in one of its countries." }),
  })
  .meta({ id: "Market" });
type MarketShape = z.input<typeof MarketShape>;

export const listMarkets = read({
  name: "shop.markets",
  title: "List markets",
  summary: "Lists the shop's markets that a feed can sell in.",
  description:
    "A platform reports its active markets, and an export names markets in its price columns. Both are those of the last extract. A market feed can also name a country that no market lists, unless the platform reports where each market sells.",
  scope: "read_feeds",
  http: { method: "GET", path: "/markets", status: 200 },
  query: z.strictObject({
    ...PageQuery.shape,
    search: z
      .string()
      .max(200)
      .default("")
      .meta({ description: "Only markets whose id or country code contains this. Case is ignored.", examples: ["se"] }),
  }),
  output: pageOf(MarketShape),
  errors: [],
  mcp: { hidden: "The console's form offers them. An agent names a country, and a wrong market is answered with those there are." },
  async run({ shop }, { query }) {
    const markets = marketAnswers({
      places: await findSellingPlaces(shop),
      facts: (await findLiveSnapshot(shop))?.facts ?? NO_FACTS,
      aims: await listAims(shop),
    });
    const search = query.search.toUpperCase();
    const found = markets.filter(({ id, countries }) => [id, ...countries].some((text) => text.toUpperCase().includes(search)));
    const at = pageOffset(query);
    return { data: found.slice(at, at + query.per_page), meta: pageMeta(query, found.length) };
  },
});

type Facts = Parameters<typeof marketTerms>[0]["snapshot"];
const NO_FACTS: Facts = { markets: [], countries: null, market_currencies: [] };

interface Known {
  readonly places: SellingPlaces;
  readonly facts: Facts;
  readonly aims: Awaited<ReturnType<typeof listAims>>;
}

function marketAnswers({ places, facts, aims }: Known): readonly MarketShape[] {
  const names = [...new Set([...places.markets.map(({ handle }) => handle), ...facts.markets])];
  return names
    .map((name) => {
      const known = places.markets.find(({ handle }) => handle === name);
      const told = known === undefined ? [] : codesOf(known);
      const countries = told.length > 0 ? told : [countryOfMarket(name, places.markets)].filter((code) => code !== undefined);
      const aim = { target_market: name, target_country: countries[0] ?? places.country };
      return {
        object: "market" as const,
        id: name,
        countries: [...countries],
        currency: marketTerms({ aim, snapshot: facts, shop: places }).currency,
        has_prices: marketFileAt(facts, aim, places) !== -1,
        feed_ids: aims
          .filter(({ target_market: target }) => target !== null && (marketAt([name], target) === 0 || countries.includes(target)))
          .map(({ id }) => formatId("feed", storedId("feed", id))),
      };
    })
    .toSorted((one, other) => one.id.localeCompare(other.id, "en"));
}
