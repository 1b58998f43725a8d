import { COLOURS, type ColourName, type OptionAxis, type OptionName } from "./kinds.ts";
import { type ProductFacts, wordsOf } from "./product-facts.ts";
import type { SampleOption } from "./sample-product.ts";
import type { Draw } from "./seeded-draw.ts";
import { keysOf } from "../../kernel/unsafe.ts";
import type { Language } from "./words/languages.ts";

/** What a product is offered in, in words of no language. */
export interface ChosenAxis {
  readonly name: OptionName;
  readonly values: readonly string[];
}

/** Lengths for clothes that come in three options. */
const LENGTHS: OptionAxis = { name: "length", values: ["short", "regular", "long"], fewest: 3, most: 3 };

/** Empty: a product without a choice. */
export function chosenAxes({ kind, oddity, draw }: ProductFacts): readonly ChosenAxis[] {
  const variants = draw("variants");
  if (oddity === "allVariants") return kind.axes.map(({ name, values }) => ({ name, values: values.slice(0, ALL_VALUES_MAX) }));
  if (oddity === "threeOptions") return [...kind.axes, LENGTHS].map((axis) => chosen(variants, axis));
  return variants.chance(kind.singlePercent) ? [] : kind.axes.map((axis) => chosen(variants, axis));
}

/** Six sizes in twelve colours are the 72 variants of the widest product seen in real exports. */
const ALL_VALUES_MAX = 12;

/** Neighbours of the list, as sizes are. */
function chosen(draw: Draw, { name, values, fewest, most }: OptionAxis): ChosenAxis {
  const count = draw.between(fewest, most);
  const first = draw.below(values.length - count + 1);
  return { name, values: values.slice(first, first + count) };
}

export const COLOUR_METAFIELD = "shopify.color-pattern";

/** Shopify names an option nobody chose, and so does everybody who reads its exports. */
const NO_CHOICE: SampleOption = { name: "Title", values: ["Default Title"], linkedTo: null };

export function optionsIn(axes: readonly ChosenAxis[], language: Language, linksColours: boolean): readonly SampleOption[] {
  if (axes.length === 0) return [NO_CHOICE];
  const words = wordsOf(language);
  return axes.map(({ name, values }) => ({
    name: words.options[name],
    values: values.map((value) => valueIn(value, language)),
    linkedTo: name === "colour" && linksColours ? COLOUR_METAFIELD : null,
  }));
}

export function valueIn(value: string, language: Language): string {
  const known: Readonly<Record<string, string>> = wordsOf(language).values;
  return known[value] ?? value;
}

/** Every combination, the last option turning fastest. */
export function combinations(axes: readonly ChosenAxis[]): readonly (readonly string[])[] {
  return axes.reduce<readonly (readonly string[])[]>(
    (rows, { values }) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
}

const COLOUR_NAMES = keysOf<ColourName>(COLOURS);

/** The colours on offer; of a product without, one that its picture is painted in. */
export function coloursOf(axes: readonly ChosenAxis[], { number }: ProductFacts): readonly ColourName[] {
  const offered = axes.find(({ name }) => name === "colour")?.values ?? [];
  const colours = COLOUR_NAMES.filter((colour) => offered.includes(colour));
  return colours.length > 0 ? colours : COLOUR_NAMES.slice(number % COLOUR_NAMES.length).slice(0, 1);
}
