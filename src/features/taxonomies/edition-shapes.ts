import { z } from "zod";
import { PUBLISHERS } from "./update-taxonomies.ts";
import type { Taxonomies } from "./current-taxonomies.ts";

export const TaxonomyShape = z
  .strictObject({
    object: z.literal("taxonomy"),
    name: z.enum(["google", "shopify"]),
    title: z.string().meta({ examples: ["Google's product taxonomy"] }),
    edition: z.string().meta({ description: "Edition in use.", examples: ["2021-09-21"] }),
    categories: z.int().min(0),
    loaded_on: z
      .string()
      .nullable()
      .meta({ description: "The day it was loaded, or packed with this version.", examples: ["2026-11-23"] }),
    source: z
      .string()
      .nullable()
      .meta({ examples: ["https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt"] }),
    licence: z
      .string()
      .nullable()
      .meta({ examples: ["Published by Google for use in product data"] }),
    publisher_url: z.url().meta({
      description: "Where `feedwright taxonomy update` loads a newer edition from.",
      examples: ["https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt"],
    }),
  })
  .meta({ id: "Taxonomy" });

/** The editions in use, as they're shown. */
export function taxonomyAnswers({ google, shopify }: Taxonomies): z.input<typeof TaxonomyShape>[] {
  const editions = [
    { name: "google", title: "Google's product taxonomy", held: google },
    { name: "shopify", title: "Shopify's mapping to it", held: shopify },
  ] as const;
  return editions.map(({ name, title, held }) => ({
    object: "taxonomy",
    name,
    title,
    edition: held.edition,
    categories: held.categories.length,
    loaded_on: held.notes["Date"] ?? null,
    source: held.notes["Source"] ?? null,
    licence: held.notes["Licence"] ?? null,
    publisher_url: PUBLISHERS[name],
  }));
}
