import { type SampleCsvOptions, sampleCsv } from "../../src/storefronts/sample/sample-csv.ts";
import type { SampleProduct } from "../../src/storefronts/sample/sample-product.ts";
import { catalogArguments, catalogOfSize } from "./catalog-of-size.ts";
import { createTextFile } from "./text-file.ts";

/**
 * Writes a Shopify product export of any size.
 * `node bench/catalog/make-export.ts --variants 100000 --out FILE.csv`
 */
export function makeExport(catalog: Iterable<SampleProduct>, path: string, options: SampleCsvOptions = {}): { readonly bytes: number } {
  using file = createTextFile(path);
  for (const chunk of sampleCsv(catalog, options)) file.write(chunk);
  return { bytes: file.bytes() };
}

if (import.meta.main) {
  const { variants, out } = catalogArguments(process.argv.slice(2));
  console.log(JSON.stringify({ variants, ...makeExport(catalogOfSize(variants), out) }));
}
