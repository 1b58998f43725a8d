import { readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { openRawFiles } from "../src/features/snapshots/raw-files.ts";
import type { PricedCountry } from "../src/engine/source/country-prices.ts";
import { parseJson } from "../src/kernel/unsafe.ts";
import type { Warehouse } from "../src/platform/warehouse/warehouse-port.ts";
import type { References } from "../src/storefronts/shopify/ask-references.ts";
import type { Part } from "../src/storefronts/shopify/bulk-documents.ts";
import { handParts, type PartFiles } from "../src/storefronts/shopify/hand-parts.ts";
import type { AskedCountry } from "../src/storefronts/shopify/market-documents.ts";
import { catalogQuery, optionalQuery, type PartQuery } from "../src/storefronts/shopify/part-query.ts";
import { createRepairs } from "../src/storefronts/shopify/repairs.ts";
import { type FurtherRecords, type MadeSnapshot, makeSnapshot } from "./bench-feed.ts";
import { BENCH_COUNTRIES, BENCH_LOCALES } from "./catalog/bench-places.ts";

const Places = z.object({
  publications: z.array(z.object({ id: z.string() })),
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** Files of Shopify's bulk operations, as `catalog/make-bulk-files.ts` makes them, and what of them to read. */
export interface BulkFiles {
  readonly folder: string;
  readonly parts: readonly Part[];
}

export interface BulkSnapshot {
  readonly snapshot: MadeSnapshot;
  readonly variants: number;
  /** How much of the time went into turning lines into records. */
  readonly readSeconds: number;
}

/** The files become a snapshot below `work`. */
export async function bulkSnapshot(warehouse: Warehouse, work: string, { folder, parts }: BulkFiles): Promise<BulkSnapshot> {
  const startedAt = performance.now();
  const files = new Map<PartQuery, string>();
  const countries = new Map<PartQuery, readonly AskedCountry[]>();
  for (const part of parts) {
    const query = part === "translations" || part === "prices" ? optionalQuery(part, "") : catalogQuery(part);
    files.set(query, path.join(work, `${part}.jsonl`));
    if (part === "prices") countries.set(query, BENCH_COUNTRIES);
    // A link, because each file goes when it has been read.
    await symlink(path.resolve(folder, `${part}.jsonl`), path.join(work, `${part}.jsonl`));
  }
  const metafields = { wanted: null, known: [], hidden: [] };
  const shop = { storeUrl: "https://shop.example", currency: "EUR" };
  const context = { shop, places: await placesOf(folder), metafields, locales: BENCH_LOCALES, countries };
  const { variants, ...further } = await recordsOf(work, { files, ...context });
  const readSeconds = (performance.now() - startedAt) / 1000;
  return { snapshot: await makeSnapshot(warehouse, work, further), variants, readSeconds };
}

/** Lines to records, as the storefront does it. */
async function recordsOf(work: string, parts: PartFiles): Promise<FurtherRecords & { readonly variants: number }> {
  await using raw = openRawFiles({ path: work, file: (name) => path.join(work, name), [Symbol.asyncDispose]: async () => undefined });
  const signal = new AbortController().signal;
  const locales = [...parts.files.keys()].some(({ part }) => part === "translations") ? BENCH_LOCALES : [];
  const namesOf = async (references: References) => {
    const names = new Map([...references.values()].flat().map((id) => [id, id]));
    return { names, labels: new Map(locales.map((locale) => [locale, names])) };
  };
  const handed = await handParts(parts, { sink: raw.sink, signal, repairs: createRepairs(), progress: { read: () => undefined }, namesOf });
  await raw.close();
  return {
    variants: handed.variants,
    metafieldColumns: handed.metafieldColumns,
    facts: raw.counts.facts === 0 ? null : raw.facts,
    pictures: raw.counts.images,
    translations: {
      translations: raw.beside.translation,
      facts: raw.beside.translated_fact,
      locales: locales.map(storeIn),
    },
    prices: { records: raw.beside.country_price, countries: [...parts.countries.values()].flat().map(pricedIn) },
  };
}

function pricedIn({ code, currency }: AskedCountry): PricedCountry {
  return { country: code, currency, rootUrl: `https://shop.example/${code.toLowerCase()}`, sold: true, named: false };
}

function storeIn(locale: string): { readonly locale: string; readonly rootUrl: string } {
  return { locale, rootUrl: `https://shop.example/${locale}` };
}

async function placesOf(bulk: string): Promise<PartFiles["places"]> {
  const { publications, locations } = Places.parse(parseJson(await readFile(path.join(bulk, "places.json"), "utf8")));
  return { onlineStore: publications[0]?.id ?? null, locations: new Map(locations.map(({ id, name }) => [id, name])) };
}
