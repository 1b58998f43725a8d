import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { SampleProduct } from "../../src/storefronts/sample/sample-product.ts";
import { catalogArguments, catalogOfSize } from "./catalog-of-size.ts";
import { rawImage, rawProduct, rawVariant } from "./raw-records.ts";
import { createTextFile } from "./text-file.ts";

/**
 * Writes what a storefront hands over for a catalog of any size: `products.ndjson`, `variants.ndjson`, `images.ndjson`.
 * `node bench/catalog/make-snapshot-records.ts --variants 1000000 --out FOLDER`
 */
export interface RecordCounts {
  readonly products: number;
  readonly variants: number;
  readonly images: number;
  readonly bytes: number;
}

export function makeSnapshotRecords(catalog: Iterable<SampleProduct>, folder: string): RecordCounts {
  mkdirSync(folder, { recursive: true });
  using productFile = createTextFile(join(folder, "products.ndjson"));
  using variantFile = createTextFile(join(folder, "variants.ndjson"));
  using imageFile = createTextFile(join(folder, "images.ndjson"));
  let products = 0;
  let variants = 0;
  let images = 0;
  for (const product of catalog) {
    products += 1;
    productFile.write(`${JSON.stringify(rawProduct(product, products))}\n`);
    for (const variant of product.variants) {
      variants += 1;
      variantFile.write(`${JSON.stringify(rawVariant(product, variant, variants))}\n`);
    }
    for (const image of product.images) {
      images += 1;
      imageFile.write(`${JSON.stringify(rawImage(product, image, images))}\n`);
    }
  }
  return { products, variants, images, bytes: productFile.bytes() + variantFile.bytes() + imageFile.bytes() };
}

if (import.meta.main) {
  const { variants, out } = catalogArguments(process.argv.slice(2));
  console.log(JSON.stringify(makeSnapshotRecords(catalogOfSize(variants), out)));
}
