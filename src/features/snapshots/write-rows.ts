import { writeTranslations } from "./write-translations.ts";
import type { RawFiles } from "./raw-files.ts";
import { SOURCE_FILE, SOURCE_INDEX_FILE } from "./snapshot.ts";
import { PlainError } from "../../kernel/errors.ts";
import { lookForUnclean, readCleanColumns } from "../../engine/source/clean-columns.ts";
import { longestInSource, readLongest } from "../../engine/source/longest-values.ts";
import { gatherCountryPrices, type PricedCountry, writeCountry } from "../../engine/source/country-prices.ts";
import { writeMarket, writeSource, writeSourceIndex } from "../../engine/source/snapshot-files.ts";
import type { SnapshotInput } from "../../engine/source/snapshot-input.ts";
import { snapshotChecks, snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { forgetRecords, sortRecords } from "../../engine/source/snapshot-records.ts";
import type { TranslatedColumns } from "../../engine/source/translated-columns.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { Extraction } from "../../storefronts/storefront-port.ts";
import type { MappingFile } from "../taxonomies/index.ts";

export interface RowsWork {
  readonly session: WarehouseSession;
  readonly scratch: Scratch;
  readonly raw: RawFiles;
  readonly extraction: Extraction;
  readonly currency: string;
  /** In the session's folder. */
  readonly googleCategories: MappingFile;
}

export interface WrittenRows {
  readonly columns: readonly string[];
  readonly clean: readonly string[];
  /** Bytes of each column's longest value. */
  readonly longest: readonly number[];
  /** Of each language, in the extraction's order. */
  readonly translations: readonly TranslatedColumns[];
  readonly products: number;
  readonly variants: number;
}

/** Records become rows in the scratch folder: the snapshot itself, its index, and what is aligned to it. Counts are verified before anything is believed. */
export async function writeRows(work: RowsWork): Promise<WrittenRows> {
  const { session, scratch, raw, extraction } = work;
  const input = inputOf(work);
  const columns = snapshotColumns(extraction.metafieldColumns);
  await session.run(...sortRecords(input));
  const counts = verifiedCounts(await session.all(snapshotChecks()), extraction, raw);
  const source = scratch.file(SOURCE_FILE);
  await session.run(
    writeSource(input, source),
    ...extraction.markets.map(({ name }, at) => writeMarket(name, scratch.file(scratchMarket(at)))),
  );
  const translated = { translations: raw.beside.translation, facts: raw.beside.translated_fact, locales: extraction.translations };
  const translations = await writeTranslations({ session, scratch, input, translations: translated });
  await session.run(...forgetRecords(input), writeSourceIndex(source, columns, scratch.file(SOURCE_INDEX_FILE)));
  const [unclean] = await session.all(lookForUnclean(source, columns));
  const longest = readLongest(await session.all(longestInSource(source, columns)), columns);
  await writeCountries(work, input, columns);
  return { columns, clean: readCleanColumns(unclean, columns), longest, translations, ...counts };
}

function inputOf({ scratch, raw, extraction, currency, googleCategories }: RowsWork): SnapshotInput {
  return {
    products: raw.products,
    variants: raw.variants,
    images: raw.images,
    googleCategories: googleCategories.path,
    facts: raw.counts.facts === 0 ? null : raw.facts,
    between: (name: string) => scratch.file(`between-${name}.parquet`),
    pictures: raw.counts.images,
    longestRecordBytes: raw.counts.longestRecordBytes,
    currency,
    metafieldColumns: extraction.metafieldColumns,
  };
}

/** What buyers in each country are shown, beside the snapshot. */
async function writeCountries({ session, scratch, raw, extraction }: RowsWork, input: SnapshotInput, columns: readonly string[]) {
  const countries = countriesOf(extraction);
  if (countries.length === 0) return;
  const between = { source: scratch.file(SOURCE_FILE), columns, prices: input.between("country-prices") };
  const before = extraction.markets.length;
  const files = countries.flatMap((country, at) => writeCountry(country, { ...between, file: scratch.file(scratchMarket(before + at)) }));
  await session.run(gatherCountryPrices(input, raw.beside.country_price), ...files);
}

export function countriesOf({ countries }: Extraction): readonly PricedCountry[] {
  return countries ?? [];
}

/** A market's file before it is stored. */
export function scratchMarket(at: number): string {
  return `market-${at + 1}.parquet`;
}

/** What the storefront counted, what was written and what the snapshot holds must be the same number. */
function verifiedCounts([found]: readonly WarehouseRow[], extraction: Extraction, raw: RawFiles): { products: number; variants: number } {
  const count = (name: string): number => Number(found?.[name]);
  const products = count("products");
  const variants = count("variants");
  const disagreements = [
    variants !== extraction.variants && `the storefront counted ${extraction.variants} variants, but the snapshot has ${variants}`,
    variants !== raw.counts.variants && `${raw.counts.variants} variants were written, but the snapshot has ${variants}`,
    extraction.products >= 0 &&
      products !== extraction.products &&
      `the storefront counted ${extraction.products} products, but the snapshot has ${products}`,
    count("product_ids") !== products && "two products have the same id",
    count("row_ids") !== variants && "two variants have the same id",
    count("misplaced") !== 0 && `${count("misplaced")} variants are listed with another product`,
  ].filter((fault) => fault !== false);
  if (disagreements.length > 0)
    throw new PlainError(
      "snapshot_disagrees",
      `The catalog isn't consistent, so it wasn't imported: ${disagreements.join("; ")}. Run the extract again.`,
    );
  return { products, variants };
}
