import { currentTaxonomies } from "../../features/taxonomies/index.ts";
import { openCommandApp } from "../command-app.ts";
import { table } from "../text-table.ts";

export interface TaxonomyShowOptions {
  readonly json?: boolean;
}

export async function showTaxonomy({ json }: TaxonomyShowOptions): Promise<void> {
  await using app = await openCommandApp();
  const { google, shopify } = await currentTaxonomies(app.services);
  const editions = [
    { name: "google", title: "Google's product taxonomy", edition: google },
    { name: "shopify", title: "Shopify's mapping to it", edition: shopify },
  ].map(({ name, title, edition: { edition, notes, categories } }) => ({
    name,
    title,
    edition,
    date: notes["Date"] ?? null,
    rows: categories.length,
    source: notes["Source"] ?? null,
    licence: notes["Licence"] ?? null,
  }));
  process.stdout.write(
    json === true
      ? `${JSON.stringify(editions)}\n`
      : table(
          ["Taxonomy", "Edition", "Rows", "Loaded", "Source", "Licence"],
          editions.map(({ title, edition, rows, date, source, licence }) => [
            title,
            edition,
            String(rows),
            date ?? "",
            source ?? "",
            licence ?? "",
          ]),
        ),
  );
}
