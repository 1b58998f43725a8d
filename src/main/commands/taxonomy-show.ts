import { currentTaxonomies, taxonomyAnswers } from "../../features/taxonomies/index.ts";
import { openCommandApp } from "../command-app.ts";
import { table } from "../text-table.ts";

export interface TaxonomyShowOptions {
  readonly json?: boolean;
}

export async function showTaxonomy({ json }: TaxonomyShowOptions): Promise<void> {
  await using app = await openCommandApp();
  const editions = taxonomyAnswers(await currentTaxonomies(app.services)).map(
    ({ name, title, edition, categories, loaded_on: date, ...of }) => ({
      name,
      title,
      edition,
      date,
      rows: categories,
      source: of.source,
      licence: of.licence,
    }),
  );
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
