import { installedShop } from "../../../test/harness/listed-shop.ts";
import { listedCatalog, type ListedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { rawVariant } from "../../../test/harness/raw-records.ts";
import type { RawCountryPrice } from "../../engine/source/raw-country-price.ts";
import type { RawFact, RawTranslation } from "../../engine/source/raw-tables.ts";
import { RequestError } from "../../kernel/errors.ts";
import { type FeedId, parseId } from "../../kernel/ids.ts";
import { claimExtract, extractsWaiting, insertExtract, workExtract } from "../extracts/index.ts";
import type { Extraction } from "../../storefronts/storefront-port.ts";
import type { AnyOperation } from "../operation.ts";
import { listFeedProducts } from "../products/index.ts";
import { claimRun, findLatestRun, workRun } from "../runs/index.ts";
import { createFeed } from "./index.ts";

/**
 * Products 1 to 4 with rows 1001 to 1004, and 1005 as the second of product 2. 1 is in Sale and "Shoes, bags", 2 in Sale, 3 in Café.
 * Canada has prices of 1001 and 1002, and does not sell 1003. The market Nordics has a price of 1001.
 */
function furnishedCatalog(): ListedCatalog {
  const { products, variants } = listedCatalog(4);
  const collections: Readonly<Record<string, readonly string[]>> = { "1": ["Sale", "Shoes, bags"], "2": ["Sale"], "3": ["Café"] };
  const prices: Readonly<Record<string, object>> = {
    "1001": { included: "true", price: "11.00", compare_at_price: null },
    "1002": { included: "true", price: "12.00", compare_at_price: null },
    "1003": { included: "false", price: "13.00", compare_at_price: null },
  };
  const second = rawVariant(5, { product_key: "product-2", id: "1005", sku: "SKU-5", price: "5.00", inventory_quantity: "5" });
  return {
    products: products.map((product) => ({ ...product, collections: collections[product.id ?? ""] ?? [] })),
    variants: [...variants, second].map((variant) => {
      const price = prices[variant.id ?? ""];
      return {
        ...variant,
        markets: {
          ...(price === undefined ? {} : { Canada: { included: null, price: null, compare_at_price: null, ...price } }),
          ...(variant.id === "1001" ? { Nordics: { included: null, price: "999.00", compare_at_price: null } } : {}),
        },
      };
    }),
  };
}

export interface FeedAnswer {
  readonly id: string;
  readonly slug: string;
  readonly feed_url: string | null;
  readonly active: boolean;
  readonly version: number;
  readonly product_count: number;
  readonly target_market: string | null;
  readonly target_country: string;
  readonly currency: string | null;
  readonly status: string;
  readonly content_language: string;
  readonly translation: { readonly translated: number; readonly partly: number; readonly untranslated: number } | null;
  readonly not_extracted: string | null;
}

interface FieldsAnswer {
  readonly row_id: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** What the platform tells beside the catalog. */
interface Told {
  readonly facts?: readonly RawFact[];
  readonly claims?: Partial<Extraction>;
  readonly translations?: readonly RawTranslation[];
  readonly prices?: readonly RawCountryPrice[];
  /** What happens while the extract is under way. */
  readonly during?: () => Promise<void>;
}

const LANGUAGES = ["de", "es", "fr", "it", "nl", "pt-BR", "sv"];

/** A shop on a platform that has told collections and a market, and whose translations are extracted. */
export async function furnishedShop(domain: string, told: Told = {}) {
  const storefront = listedStorefront(furnishedCatalog());
  const listed = await installedShop(domain, storefront);
  const { shop, database, real } = listed;
  const signal = new AbortController().signal;
  const extract = async ({
    facts = [],
    translations = [],
    prices = [],
    claims = {},
    during = async () => undefined,
  }: Told): Promise<void> => {
    storefront.catalog = { ...furnishedCatalog(), facts, translations, prices };
    storefront.beforeEnd = during;
    storefront.claims = {
      markets: ["Canada", "Nordics"].map((name) => ({ name, currency: null })),
      translations: LANGUAGES.map((locale) => ({ locale, rootUrl: `https://shop.example/${locale}` })),
      ...claims,
    };
    if (!(await extractsWaiting(database.db, 20))) await insertExtract(shop, { type: "full" });
    const claim = await claimExtract(database.db, "test", 20);
    if (claim === undefined) throw new Error("no extract waits");
    const storefronts = { csv: storefront, shopify: storefront };
    await workExtract({ ...real.services, storefronts }, shop, claim, { signal, progress: () => undefined });
  };
  await database.db
    .updateTable("shops")
    .set({ storefront: "shopify", access_scopes: ["read_translations"], languages: ["en", ...LANGUAGES] })
    .where("id", "=", shop.shopId)
    .execute();
  await extract(told);
  const ask = <Answer>(operation: AnyOperation, id: string, asked: Asked = {}) =>
    perform<Answer>(real.services, shop, operation, { path: { id }, ...asked });
  return {
    ...listed,
    extract,
    ask,
    create: (body: object) => perform<FeedAnswer>(real.services, shop, createFeed, { body }),
    /** The runs of these feeds that wait, as a worker works them; those of others are given up. */
    async run(...ids: readonly string[]): Promise<void> {
      const wanted = ids.map(feedNumber);
      await database.db
        .updateTable("runs")
        .set({ status: "failed" })
        .where("status", "=", "running")
        .where("feed_id", "not in", wanted)
        .execute();
      for (let run = await claimRun(database.db, "test", 20); run !== undefined; run = await claimRun(database.db, "test", 20))
        await workRun(real.services, shop, run, { signal, end: async () => undefined });
    },
    latestRun: (id: string) => findLatestRun(shop, feedNumber(id)),
    /** Row ids of the last run's output, each with the reason where it is excluded. */
    async rows(id: string): Promise<Readonly<Record<string, string | null>>> {
      const rows = await ask<readonly { readonly row_id: string; readonly excluded_reason: string | null }[]>(listFeedProducts, id);
      return Object.fromEntries(rows.map((row) => [row.row_id, row.excluded_reason]));
    },
    /** What the last run's output has in a column, by row id. */
    async fields(id: string, column: string): Promise<Readonly<Record<string, string | undefined>>> {
      const rows = await ask<readonly FieldsAnswer[]>(listFeedProducts, id);
      return Object.fromEntries(rows.map((row) => [row.row_id, row.fields[column]]));
    },
    /** Excluded rows by reason, as the last run counted them. */
    async reasons(id: string): Promise<unknown> {
      const scope = await database.db.selectFrom("feed_scopes").select("reasons").where("feed_id", "=", feedNumber(id)).executeTakeFirst();
      return scope?.reasons;
    },
    [Symbol.asyncDispose]: () => listed[Symbol.asyncDispose](),
  };
}
export type FurnishedShop = Awaited<ReturnType<typeof furnishedShop>>;

export function feedNumber(id: string): FeedId {
  const number = parseId("feed", id);
  if (number === undefined) throw new Error(`${id} is no feed`);
  return number;
}

export async function refusal(of: Promise<unknown>): Promise<RequestError> {
  const error = await of.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RequestError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}
