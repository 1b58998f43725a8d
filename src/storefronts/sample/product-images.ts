import type { ColourName, ItemName } from "./kinds.ts";
import { type ProductFacts, plainTitle } from "./product-facts.ts";
import { valueIn } from "./product-options.ts";
import type { SampleImage } from "./sample-product.ts";
import type { Draw } from "./seeded-draw.ts";
import type { Language } from "./words/languages.ts";

/** What a picture shows; its file is named after it, so that the picture can be painted from the name. */
interface ImageSubject {
  readonly item: ItemName;
  readonly colour: ColourName;
  readonly number: number;
  readonly position: number;
}

/** Room for the images of one product among ids; no product comes near. */
export const IMAGES_MAX = 32;
const FIRST_IMAGE_ID = 33_400_000_000_000;
const MANY_IMAGES = 14;

function imageName({ item, colour, number, position }: ImageSubject): string {
  return `${item}-${colour}-${number + 1}-${position}`;
}

/** One of each colour, then views of the first. */
export function productImages(facts: ProductFacts, colours: readonly ColourName[], imageBase: string): readonly SampleImage[] {
  const draw = facts.draw("images");
  if (colours.length === 0) return [];
  return imageColours(colours, imageCount(facts, colours.length, draw)).map((colour, at) => {
    const position = at + 1;
    const name = imageName({ item: facts.item.name, colour, number: facts.number, position });
    return {
      id: FIRST_IMAGE_ID + facts.number * IMAGES_MAX + position,
      position,
      name,
      url: `${imageBase}/${name}.png`,
      alt: draw.chance(70) ? imageAlt(facts, colour, facts.language) : null,
    };
  });
}

/** What colour each of so many pictures is painted in. */
export function imageColours(colours: readonly ColourName[], count: number): readonly ColourName[] {
  const [main] = colours;
  return main === undefined ? [] : Array.from({ length: count }, (_, at) => colours[at] ?? main);
}

export function imageAlt(facts: ProductFacts, colour: ColourName | undefined, language: Language): string {
  return `${plainTitle(facts, language)}, ${valueIn(colour ?? "", language)}`;
}

function imageCount({ oddity }: ProductFacts, colours: number, draw: Draw): number {
  if (oddity === "noImages") return 0;
  return oddity === "manyImages" ? MANY_IMAGES : colours + draw.below(4);
}
