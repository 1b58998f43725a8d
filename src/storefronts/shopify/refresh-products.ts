import { BUNDLE } from "../../engine/source/source-columns.ts";
import { identityText } from "../../engine/source/metafield-names.ts";
import type { Extraction, Refreshed, RefreshRequest } from "../storefront-port.ts";
import type { Part } from "./bulk-documents.ts";
import { contextDigest } from "./catalog-context.ts";
import { type Handed, handParts } from "./hand-parts.ts";
import { locationColumns } from "./inventory-part.ts";
import { gidOf } from "./line-values.ts";
import { orderedMetafields } from "./metafield-survey.ts";
import type { PartQuery } from "./part-query.ts";
import { plainDocument } from "../shopify-schema/plain-document.ts";
import { writePlainLines } from "./plain-lines.ts";
import { createRepairs } from "./repairs.ts";
import { askCollections } from "./shop-lists.ts";
import { namesAsked, openReading, partFiles, type ShopifyServices, type ShopReading } from "./shop-reading.ts";
import { touchedProducts } from "./touched-products.ts";
import { toldPrices } from "./wanted-prices.ts";
import { toldTranslations } from "./wanted-translations.ts";

const OUTDATED = { kind: "outdated", reason: "what all products have in common has changed" } as const;

/** Reads some products by ordinary queries into the records that a full extraction would make of them. */
export async function refreshProducts(services: ShopifyServices, request: RefreshRequest): Promise<Refreshed> {
  const reading = await openReading(services, request);
  const { client, shop, places, parts, wish, prices, unnamed } = reading;
  // Nothing has failed before it was asked for.
  const told = await toldTranslations(client, wish, { shop, failed: new Map() });
  const { translations } = told;
  const { countries } = prices;
  const common = { metafields: request.shop.metafields, hidden: [...unnamed.keys()], asked: [...prices.queries.values()].flat() };
  const context = contextDigest({ shop, places, parts, translations, countries, ...common });
  if (context !== request.context) return OUTDATED;
  const products = await touchedProducts(client, request.touched, request.productsMax);
  if (products === null) return { kind: "outdated", reason: "too many products have changed" };

  const repairs = createRepairs();
  const { files, readings } = await writeParts(reading, request, products);
  const idle = { read: () => undefined };
  const handing = { sink: request.sink, signal: request.signal, repairs, progress: idle, namesOf: namesAsked(reading, repairs) };
  const handed = await handParts(partFiles(reading, request.shop, files), handing);
  const [fault] = handed.failed.values();
  if (fault !== undefined) throw fault;
  const columns = columnsWith(reading, request, handed);
  if (columns === null) return OUTDATED;
  const extraction: Extraction = {
    products: handed.products,
    variants: handed.variants,
    ...columns,
    markets: [],
    translations,
    countries: toldPrices(prices, new Map()).countries,
    leftOut: [],
    collections: request.touched.collections.length === 0 ? null : await askCollections(client, repairs),
    shop: null,
    warnings: repairs.warnings(),
    context,
  };
  return { kind: "refreshed", products, readings, extraction };
}

/** Each part's lines in a file of its own: the products first, because other parts are asked for by their variants. */
async function writeParts(
  reading: ShopReading,
  request: RefreshRequest,
  products: readonly string[],
): Promise<{ readonly files: ReadonlyMap<PartQuery, string>; readonly readings: ReadonlyMap<string, Date> }> {
  const [core, ...others] = reading.queries;
  if (core === undefined) throw new TypeError("a catalog has products");
  const file = (query: PartQuery): string => request.file(`${query.name}-plain.jsonl`);
  const write = (query: PartQuery, ids: readonly string[]) =>
    writePlainLines({ client: reading.client, plain: plainDocument(query.document), ids, file: file(query) });
  const { gone, written, readings } = await write(core, products);
  const present = products.filter((id) => !gone.includes(id));
  const variants = written.flatMap((id) => (gidOf(id)?.type === "ProductVariant" ? [gidOf(id)?.id ?? ""] : []));
  await Promise.all(others.map((query) => write(query, ROOTS[query.part] === "variants" ? variants : present)));
  return { files: new Map(reading.queries.map((query) => [query, file(query)])), readings };
}

const ROOTS: Readonly<Record<Part, "products" | "variants">> = {
  core: "products",
  metafields: "products",
  inventory: "variants",
  publications: "products",
  translations: "products",
  prices: "variants",
};

/** Source columns a full extract names at most. */
const METAFIELD_COLUMNS_MAX = 200;

/** Dynamic columns of the snapshot and of these products, in the order of a full extract; null where that would have to choose anew. */
function columnsWith(
  { places }: ShopReading,
  { columns, shop: { metafields: wanted, knownMetafields: known } }: RefreshRequest,
  handed: Handed,
): Pick<Extraction, "metafieldColumns" | "metafields"> | null {
  const present = new Set([...columns, ...handed.metafieldColumns]);
  const found = new Map([...known, ...handed.metafields].map((metafield) => [identityText(metafield), metafield]));
  const ordered = wanted === null ? orderedMetafields([...found.values()]) : wanted.flatMap((one) => found.get(identityText(one)) ?? []);
  const ofMetafields = ordered.flatMap(({ column }) => (column !== null && present.has(column) ? [column] : []));
  const all = [BUNDLE, ...ofMetafields, ...locationColumns(places.locations).values()].filter((column) => present.has(column));
  // A name of before that nothing tells of any more, or more names than there is room for.
  if (all.length !== present.size || ofMetafields.length > METAFIELD_COLUMNS_MAX) return null;
  return { metafieldColumns: all, metafields: handed.metafields };
}
