import { execFileSync } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { openRawFiles } from "../src/features/snapshots/raw-files.ts";
import { parseJson } from "../src/kernel/unsafe.ts";
import type { References } from "../src/storefronts/shopify/ask-references.ts";
import type { Part } from "../src/storefronts/shopify/bulk-documents.ts";
import { handParts, type PartFiles } from "../src/storefronts/shopify/hand-parts.ts";
import type { AskedCountry } from "../src/storefronts/shopify/market-documents.ts";
import { catalogQuery, optionalQuery, type PartQuery } from "../src/storefronts/shopify/part-query.ts";
import { createRepairs } from "../src/storefronts/shopify/repairs.ts";
import type { PricedCountry } from "../src/engine/source/country-prices.ts";
import { BENCH_COUNTRIES, BENCH_LOCALES } from "./catalog/bench-places.ts";
import { benchWarehouse, type FurtherRecords, makeSnapshot } from "./bench-feed.ts";
import { measured } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";

/** `node bench/shopify.ts [--products 100000]`: from the files of Shopify's bulk operations to a sorted snapshot. */
const { values } = parseArgs({ options: { products: { type: "string", default: "100000" }, files: { type: "string" } } });
const MAKE_FILES = fileURLToPath(new URL("catalog/make-bulk-files.ts", import.meta.url));
const Places = z.object({
  publications: z.array(z.object({ id: z.string() })),
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
});
const folder = await mkdtemp(path.join(tmpdir(), "feedwright-bench-"));
const lines: ResultLine[] = [];

try {
  const bulk = values.files ?? path.join(folder, "bulk");
  // In a process of its own: what it leaves on the heap would count as the service's memory.
  if (values.files === undefined)
    execFileSync(process.execPath, [MAKE_FILES, "--products", values.products, "--out", bulk], { stdio: "inherit" });
  const all = ["core", "metafields", "inventory", "publications"] as const;
  for (const parts of [["core"], all, ["core", "translations", "prices"], [...all, "translations", "prices"]] as const)
    await snapshotOf(bulk, parts);
  await record(`node bench/shopify.ts --products ${values.products}`, lines);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function snapshotOf(bulk: string, parts: readonly Part[]): Promise<void> {
  const work = await mkdtemp(path.join(folder, "work-"));
  const files = new Map<PartQuery, string>();
  const countries = new Map<PartQuery, readonly AskedCountry[]>();
  for (const part of parts) {
    const query = part === "translations" || part === "prices" ? optionalQuery(part, "") : catalogQuery(part);
    files.set(query, path.join(work, `${part}.jsonl`));
    if (part === "prices") countries.set(query, BENCH_COUNTRIES);
    await copyFile(path.join(bulk, `${part}.jsonl`), path.join(work, `${part}.jsonl`));
  }
  await using warehouse = await benchWarehouse(work);
  let readSeconds = 0;
  const taken = await measured(async () => {
    const startedAt = performance.now();
    const metafields = { wanted: null, known: [], hidden: [] };
    const shop = { storeUrl: "https://shop.example", currency: "EUR" };
    const context = { shop, places: await placesOf(bulk), metafields, locales: BENCH_LOCALES, countries };
    const { variants, ...further } = await recordsOf(work, { files, ...context });
    readSeconds = (performance.now() - startedAt) / 1000;
    await makeSnapshot(warehouse, work, further);
    return variants;
  });
  const rate = Math.round(taken.value / taken.seconds / 1000);
  lines.push({
    what: `snapshot of ${taken.value} variants from bulk JSONL (${parts.join(", ")}), sorted`,
    figure: `${taken.seconds.toFixed(2)} s (of it reading lines ${readSeconds.toFixed(2)} s), ${rate}k variants/s, ${taken.peakMiB} MiB`,
    beside: parts.length === 1 ? "≥ 30k variants/s, ≤ 1,536 MiB" : "no goal of its own",
  });
  await rm(work, { recursive: true });
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
