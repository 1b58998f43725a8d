import { type Draw, seededDraw } from "../../sample/seeded-draw.ts";
import type { ProductChange } from "../catalog/product-change.ts";
import type { SimulatorControl } from "./simulator-control.ts";

/** Changes of a catalog, drawn from a seed: the same seed on the same catalog makes the same changes. */
export interface RandomChanges {
  readonly seed: number;
  readonly count: number;
}

type Changing = Pick<SimulatorControl, "product" | "changeProduct" | "deleteProduct" | "addProducts" | "collections" | "renameCollection">;

/** Percent of the changes that concern whole products or collections; the others change a product. */
const SHARES = { add: 4, remove: 4, rename: 4 } as const;

/** Says what was done, in words. `end`: numbers of products are below it. */
export function changeAtRandom(control: Changing, { seed, count }: RandomChanges, end: () => number): readonly string[] {
  const draw = seededDraw(seed, 0, "facts");
  return Array.from({ length: count }, () => changeOne(control, draw, end()));
}

function changeOne(control: Changing, draw: Draw, end: number): string {
  const lot = draw.below(100);
  const number = draw.below(Math.max(1, end));
  if (lot < SHARES.add)
    return `added ${control
      .addProducts(1)
      .map(({ id }) => id)
      .join()}`;
  if (lot < SHARES.add + SHARES.remove) return control.deleteProduct(number) ? `deleted ${number}` : `nothing (${number} is gone)`;
  if (lot < SHARES.add + SHARES.remove + SHARES.rename) {
    const { id } = draw.pick(control.collections());
    control.renameCollection(id, `Collection ${draw.below(1_000)}`);
    return `renamed collection ${id}`;
  }
  const [what, change] = draw.pick(CHANGES)(draw, control);
  return control.changeProduct(number, change) === undefined ? `nothing (${number} is gone)` : `${what} of ${number}`;
}

const amount = (draw: Draw): string => `${1 + draw.below(400)}.${String(draw.below(100)).padStart(2, "0")}`;

type Make = (draw: Draw, control: Changing) => readonly [string, ProductChange];

const CHANGES: readonly Make[] = [
  (draw) => ["price", { price: amount(draw) }],
  (draw) => ["price of a variant", { variants: [{ position: 1, price: amount(draw), sku: `SKU-${draw.below(10_000)}` }] }],
  (draw) => ["compare-at price", { compareAtPrice: draw.below(2) === 0 ? null : amount(draw) }],
  (draw) => ["stock", { quantity: draw.below(30) - 5 }],
  (draw) => ["title", { title: `Title ${draw.below(100_000)} "é"` }],
  (draw) => ["description", { descriptionHtml: `<p>Text ${draw.below(100_000)}</p><ul><li>one</li></ul>` }],
  (draw) => ["tags", { tags: [`tag-${draw.below(9)}`, "sale"] }],
  (draw) => ["vendor", { vendor: `Vendor ${draw.below(20)}` }],
  (draw) => ["status", { status: draw.pick(["active", "draft", "archived", "unlisted"] as const) }],
  (draw) => ["publication", { published: draw.below(3) > 0 }],
  (draw) => ["publication of a variant", { variants: [{ position: 1, published: draw.below(2) === 0 }] }],
  (draw) => [
    "metafield",
    { metafields: { [`custom.random_${draw.below(4)}`]: draw.below(3) === 0 ? null : `value ${draw.below(1_000)}` } },
  ],
  (draw, { collections }) => [
    "collections",
    {
      collections: collections()
        .filter(() => draw.below(3) === 0)
        .map(({ id }) => id),
    },
  ],
  (draw) => ["translation", { translations: { de: draw.below(4) === 0 ? null : { title: `Titel ${draw.below(1_000)}` } } }],
  (draw) => ["market price", { markets: { "united-kingdom": { price: draw.below(3) === 0 ? null : amount(draw) } } }],
];
