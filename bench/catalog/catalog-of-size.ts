import { parseArgs } from "node:util";
import type { SampleProduct } from "../../src/storefronts/sample/sample-product.ts";
import { sampleProducts } from "../../src/storefronts/sample/sample-products.ts";

/** Another seed than the sample shop's, so that nobody takes one for the other. */
const BENCH_SEED = 77;
const IMAGE_BASE = "https://images.bench.example/sample";

/** Products with so many variants in all; the last one loses those beyond. */
export function* catalogOfSize(variants: number): Generator<SampleProduct> {
  let left = variants;
  // Every product has a variant, so there are never more products than variants.
  for (const product of sampleProducts({ seed: BENCH_SEED, products: variants, imageBase: IMAGE_BASE })) {
    if (left <= 0) return;
    yield product.variants.length <= left ? product : { ...product, variants: product.variants.slice(0, left) };
    left -= product.variants.length;
  }
}

/** More than any benchmark asks for; a slip of the finger past it would fill the disk. */
const VARIANTS_MAX = 10_000_000;

export interface CatalogArguments {
  readonly variants: number;
  readonly out: string;
}

/** `--variants N --out PATH`; anything else ends with a sentence that says so. */
export function catalogArguments(args: readonly string[]): CatalogArguments {
  const { values } = parseArgs({ args: [...args], options: { variants: { type: "string" }, out: { type: "string" } } });
  const variants = Number(values.variants);
  if (values.out === undefined || !Number.isSafeInteger(variants) || variants < 1 || variants > VARIANTS_MAX) {
    throw new RangeError(`Say how many variants and where to: --variants 100000 --out PATH (at most ${VARIANTS_MAX}).`);
  }
  return { variants, out: values.out };
}
