import { productFacts } from "../../sample/product-facts.ts";
import { chosenAxes } from "../../sample/product-options.ts";
import type { SampleProduct } from "../../sample/sample-product.ts";
import { sampleProducts } from "../../sample/sample-products.ts";

/** The products of the sample, without end and before anybody changed one. */
export interface BaseProducts {
  /** In order. Readers from the start get products made for them alone, so that several side by side do not hold each other up. */
  from(number: number): Iterable<SampleProduct>;
  at(number: number): SampleProduct;
  /** Without making the product. */
  variantCount(number: number): number;
}

/** Products asked for one by one, in pages and again: a whole shop, but for the large ones. */
const KEPT = 2_000;

/**
 * The sample makes products in their order alone. Whoever asks for the one behind the last gets it at once; whoever goes
 * back makes it start over, unless the product is among those kept.
 */
export function createBaseProducts(seed: number, imageBase: () => string): BaseProducts {
  const kept = new Map<number, SampleProduct>();
  const all = () => sampleProducts({ seed, imageBase: imageBase(), products: Number.MAX_SAFE_INTEGER });
  let forward: Iterator<SampleProduct, void> | undefined;
  let next = 0;
  const advance = (): SampleProduct => {
    forward ??= all();
    const { value } = forward.next();
    if (value === undefined) throw new RangeError("The sample catalog has come to an end.");
    next += 1;
    kept.set(value.number, value);
    kept.delete(value.number - KEPT);
    return value;
  };
  const at = (number: number): SampleProduct => {
    const known = kept.get(number);
    if (known !== undefined) return known;
    if (number < next) {
      [forward, next] = [undefined, 0];
      kept.clear();
    }
    let product = advance();
    while (product.number < number) product = advance();
    return product;
  };
  function* onwards(first: number): Generator<SampleProduct> {
    for (let number = first; ; number += 1) yield at(number);
  }
  return {
    at,
    from: (number) => (number === 0 ? all() : onwards(number)),
    variantCount: (number) => chosenAxes(productFacts(seed, number)).reduce((count, { values }) => count * values.length, 1),
  };
}
