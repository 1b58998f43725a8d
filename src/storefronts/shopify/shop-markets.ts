import { z } from "zod";
import type { ShopMarket } from "../storefront-port.ts";
import type { AdminClient } from "./admin-client.ts";
import { DIRECT_DOCUMENTS } from "./documents.ts";
import { everyPage, nextOf, PageInfo } from "./shop-lists.ts";

/** The shop's markets: which countries each sells in, what buyers pay in there, and where its pages are. */

/** A part of a country has no code of its own. */
const Region = z.object({ code: z.string().optional(), currency: z.object({ currencyCode: z.string(), enabled: z.boolean() }).optional() });
type Region = z.output<typeof Region>;

const Conditions = z
  .object({ regionsCondition: z.object({ regions: z.object({ nodes: z.array(Region), pageInfo: PageInfo }) }).nullable() })
  .nullable();

const Status = z.enum(["ACTIVE", "DRAFT"]);

const MarketsAnswer = z.object({
  markets: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        handle: z.string(),
        status: Status,
        currencySettings: z.object({ baseCurrency: z.object({ currencyCode: z.string() }), localCurrencies: z.boolean() }).nullable(),
        conditions: Conditions,
      }),
    ),
    pageInfo: PageInfo,
  }),
});
type ListedMarket = z.output<typeof MarketsAnswer>["markets"]["nodes"][number];

const RegionsAnswer = z.object({ market: z.object({ conditions: Conditions }).nullable() });

interface Asking {
  readonly scopes: ReadonlySet<string>;
  /** Of the shop. */
  readonly currency: string;
}

/** The active markets; null where the access does not tell. Drafts sell nothing. */
export async function askMarkets(client: AdminClient, { scopes, currency }: Asking): Promise<readonly ShopMarket[] | null> {
  if (!scopes.has("read_markets")) return null;
  const pages = everyPage(async (after) => {
    const { markets } = await client.ask(DIRECT_DOCUMENTS.markets, { after }, MarketsAnswer);
    return { nodes: markets.nodes, next: nextOf(markets.pageInfo) };
  });
  const found: { readonly market: ListedMarket; readonly regions: readonly Region[] }[] = [];
  for await (const nodes of pages)
    for (const market of nodes) if (market.status === "ACTIVE") found.push({ market, regions: await regionsOf(client, market) });
  // The smaller one counts where two sell in a country; what it doesn't say the larger one does.
  const settings = found
    .toSorted((one, other) => one.regions.length - other.regions.length)
    .flatMap(({ market, regions }) =>
      regions.flatMap((region) => (market.currencySettings === null ? [] : [{ region, settings: market.currencySettings }])),
    );
  const currencyIn = (region: Region): string => {
    const known = settings.find((one) => one.region.code === region.code);
    if (known === undefined) return currency;
    const { localCurrencies, baseCurrency } = known.settings;
    return localCurrencies && region.currency?.enabled === true ? region.currency.currencyCode : baseCurrency.currencyCode;
  };
  return found.map(({ market: { handle }, regions }) => {
    const countries = regions.flatMap((region) => (region.code === undefined ? [] : [{ code: region.code, currency: currencyIn(region) }]));
    const [only, second] = countries;
    return { handle, country: second === undefined ? (only?.code ?? null) : null, countries };
  });
}

/** All of them: of a large market the list goes on. */
async function regionsOf(client: AdminClient, { id, conditions }: ListedMarket): Promise<readonly Region[]> {
  const first = conditions?.regionsCondition?.regions;
  if (first === undefined) return [];
  const found = [...first.nodes];
  const begin = nextOf(first.pageInfo);
  if (begin === null) return found;
  const pages = everyPage(async (after) => {
    const { market } = await client.ask(DIRECT_DOCUMENTS.marketRegions, { id, after: after ?? begin }, RegionsAnswer);
    const regions = market?.conditions?.regionsCondition?.regions;
    return regions === undefined ? { nodes: [], next: null } : { nodes: regions.nodes, next: nextOf(regions.pageInfo) };
  });
  for await (const nodes of pages) found.push(...nodes);
  return found;
}

const PlacesAnswer = z.object({
  markets: z.object({
    nodes: z.array(
      z.object({
        handle: z.string(),
        status: Status,
        webPresences: z.object({
          nodes: z.array(
            z.object({
              defaultLocale: z.object({ locale: z.string() }),
              rootUrls: z.array(z.object({ locale: z.string(), url: z.string() })),
            }),
          ),
        }),
        catalogs: z.object({
          nodes: z.array(z.object({ status: z.string(), publication: z.object({ id: z.string() }).nullable() })),
        }),
      }),
    ),
    pageInfo: PageInfo,
  }),
});
type ListedPlace = z.output<typeof PlacesAnswer>["markets"]["nodes"][number];

export interface MarketPlace {
  /** Where its pages are in its default language, without a slash at the end; null: where the shop's are. */
  readonly rootUrl: string | null;
  /** What decides on the variants it sells; empty where it sells all that its products have. */
  readonly publications: readonly string[];
}

/** Places of active markets, by handle. */
export async function askMarketPlaces(client: AdminClient): Promise<ReadonlyMap<string, MarketPlace>> {
  const pages = everyPage(async (after) => {
    const { markets } = await client.ask(DIRECT_DOCUMENTS.marketPlaces, { after }, PlacesAnswer);
    return { nodes: markets.nodes, next: nextOf(markets.pageInfo) };
  });
  const found = new Map<string, MarketPlace>();
  for await (const nodes of pages)
    for (const node of nodes)
      if (node.status === "ACTIVE") found.set(node.handle, { rootUrl: rootOf(node), publications: publicationsOf(node) });
  return found;
}

function rootOf({ webPresences }: ListedPlace): string | null {
  const roots = webPresences.nodes.flatMap(({ defaultLocale, rootUrls }) =>
    rootUrls.filter(({ locale }) => locale === defaultLocale.locale),
  );
  const valid = roots.map(({ url }) => url).find((url) => URL.canParse(url));
  return valid?.replace(/\/+$/, "") ?? null;
}

/** A catalog without a publication of its own has everything. */
function publicationsOf({ catalogs }: ListedPlace): readonly string[] {
  const active = catalogs.nodes.filter(({ status }) => status === "ACTIVE").map(({ publication }) => publication?.id);
  return active.every((id) => id !== undefined) ? active : [];
}
