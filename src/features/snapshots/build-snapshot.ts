import { stat, writeFile } from "node:fs/promises";
import {
  COLLECTIONS_FILE,
  marketFile,
  PRODUCT_LINES_FILE,
  SOURCE_CSV_FILE,
  SOURCE_FILE,
  SOURCE_INDEX_FILE,
  translationFile,
  type SnapshotFacts,
} from "./snapshot.ts";
import type { RawFiles } from "./raw-files.ts";
import { scratchTranslation, writeTranslations } from "./write-translations.ts";
import { PlainError } from "../../kernel/errors.ts";
import {
  productLineBytes,
  writeCollections,
  writeMarket,
  writeProductLines,
  writeSource,
  writeSourceCsv,
  writeSourceIndex,
} from "../../engine/source/snapshot-files.ts";
import { lookForUnclean, readCleanColumns } from "../../engine/source/clean-columns.ts";
import { gatherCountryPrices, type PricedCountry, writeCountry } from "../../engine/source/country-prices.ts";
import type { SnapshotInput } from "../../engine/source/snapshot-input.ts";
import { snapshotChecks, snapshotColumns } from "../../engine/source/snapshot-query.ts";
import { forgetRecords, sortRecords } from "../../engine/source/snapshot-records.ts";
import type { ObjectStore, Scratch } from "../../platform/objects/objects-port.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { Extraction, WantedParts } from "../../storefronts/storefront-port.ts";

export interface SnapshotWork {
  readonly session: WarehouseSession;
  readonly objects: ObjectStore;
  readonly scratch: Scratch;
  readonly raw: RawFiles;
  readonly extraction: Extraction;
  /** What the storefront was asked for. */
  readonly wanted: WantedParts;
  readonly currency: string;
  /** File of Google's categories by the shop's, in the session's folder. */
  readonly googleCategories: string;
  readonly log: Logger;
  /** Where the snapshot's objects go; ends in `/`. */
  readonly prefix: string;
}

/** Raw records become a stored snapshot; counts are verified before anything is believed. */
export async function buildSnapshot(work: SnapshotWork): Promise<{ readonly facts: SnapshotFacts; readonly csvBytes: number }> {
  const { session, scratch, raw, extraction, currency, googleCategories } = work;
  const metafieldColumns = extraction.metafieldColumns;
  const input = {
    products: raw.products,
    variants: raw.variants,
    images: raw.images,
    googleCategories,
    facts: raw.counts.facts === 0 ? null : raw.facts,
    between: (name: string) => scratch.file(`between-${name}.parquet`),
    pictures: raw.counts.images,
    longestRecordBytes: raw.counts.longestRecordBytes,
    currency,
    metafieldColumns,
  };
  const columns = snapshotColumns(metafieldColumns);
  await session.run(...sortRecords(input));
  const counts = verifiedCounts(await session.all(snapshotChecks()), extraction, raw);
  const source = scratch.file(SOURCE_FILE);
  await session.run(
    writeSource(input, source),
    ...extraction.markets.map(({ name }, at) => writeMarket(name, scratch.file(localMarket(at)))),
  );
  const translations = { translations: raw.beside.translation, facts: raw.beside.translated_fact, locales: extraction.translations };
  const written = await writeTranslations({ session, scratch, input, translations });
  await session.run(
    ...forgetRecords(input),
    writeSourceIndex(source, columns, scratch.file(SOURCE_INDEX_FILE)),
    writeProductLines(source, columns, scratch.file(PRODUCT_LINES_FILE)),
    writeSourceCsv(source, columns, counts.variants, scratch.file(SOURCE_CSV_FILE)),
  );
  const [unclean] = await session.all(lookForUnclean(source, columns));
  await writeCountries(work, input, columns);
  await listCollections(work);
  const csvBytes = (await stat(scratch.file(SOURCE_CSV_FILE))).size;
  await store(work);
  const metafields = [...extraction.metafields];
  const collections = extraction.collections?.length ?? null;
  const clean = [...readCleanColumns(unclean, columns)];
  return {
    facts: {
      columns: [...columns],
      clean,
      markets: [...extraction.markets.map(({ name }) => name), ...countriesOf(extraction).map(({ country }) => country)],
      market_currencies: [...extraction.markets, ...countriesOf(extraction)].map(({ currency: of }) => of),
      translations: extraction.translations.map(({ locale }) => locale),
      translation_columns: written.map(({ columns: columnsOf }) => [...columnsOf]),
      translation_clean: written.map((of) => of.clean.filter((column) => column !== "variant_title" || clean.includes(column))),
      countries: extraction.countries?.map(({ country }) => country) ?? null,
      left_out: [...extraction.leftOut, ...unanswered(work)],
      metafields,
      collections,
      ...counts,
    },
    csvBytes,
  };
}

/** What buyers in each country are shown, beside the snapshot. */
async function writeCountries({ session, scratch, raw, extraction }: SnapshotWork, input: SnapshotInput, columns: readonly string[]) {
  const countries = countriesOf(extraction);
  if (countries.length === 0) return;
  const between = { source: scratch.file(SOURCE_FILE), columns, prices: input.between("country-prices") };
  const before = extraction.markets.length;
  const files = countries.flatMap((country, at) => writeCountry(country, { ...between, file: scratch.file(localMarket(before + at)) }));
  await session.run(gatherCountryPrices(input, raw.beside.country_price), ...files);
}

function countriesOf({ countries }: Extraction): readonly PricedCountry[] {
  return countries ?? [];
}

/** A market's file before it is stored. */
function localMarket(at: number): string {
  return `market-${at + 1}.parquet`;
}

/** What was wanted and the storefront says nothing of, so that nobody asks for it without end. */
function unanswered({ extraction, wanted }: SnapshotWork): SnapshotFacts["left_out"] {
  const { translations, countries, leftOut } = extraction;
  const told = (kind: "locale" | "country") => leftOut.flatMap((part) => (part.kind === kind ? [part.code] : []));
  const locales = [...told("locale"), ...translations.map(({ locale }) => locale)];
  const priced = countries === null ? wanted.countries : [...told("country"), ...countries.map(({ country }) => country)];
  const reason = "The platform has not said anything of it.";
  return [
    ...wanted.locales.filter((code) => !locales.includes(code)).map((code) => ({ kind: "locale" as const, code, reason })),
    ...wanted.countries.filter((code) => !priced.includes(code)).map((code) => ({ kind: "country" as const, code, reason })),
  ];
}

async function listCollections({ session, scratch, extraction }: SnapshotWork): Promise<void> {
  if (extraction.collections === null) return;
  const listed = scratch.file("collections.ndjson");
  await writeFile(listed, extraction.collections.map(({ id, title }) => `${JSON.stringify({ id, title })}\n`).join(""));
  await session.run(writeCollections(listed, scratch.file(COLLECTIONS_FILE)));
}

async function store(work: SnapshotWork): Promise<void> {
  const { objects, scratch, extraction, prefix } = work;
  const lists = [...(extraction.collections === null ? [] : [COLLECTIONS_FILE]), ...((await linesAgree(work)) ? [PRODUCT_LINES_FILE] : [])];
  const files = [SOURCE_FILE, SOURCE_INDEX_FILE, SOURCE_CSV_FILE, ...lists].map((file) => [file, file] as const);
  const markets = [...extraction.markets, ...countriesOf(extraction)].map((_, at) => [marketFile(at), localMarket(at)] as const);
  const translations = extraction.translations.map((_, at) => [translationFile(at), scratchTranslation(at)] as const);
  for (const [key, file] of [...files, ...markets, ...translations]) await objects.put(`${prefix}${key}`, scratch.file(file));
}

/** Lists read single lines by the lengths that the index keeps. Where these were not those of the file, lists read the snapshot itself. */
async function linesAgree({ session, scratch, log }: SnapshotWork): Promise<boolean> {
  const [counted] = await session.all(productLineBytes(scratch.file(SOURCE_INDEX_FILE)));
  const written = (await stat(scratch.file(PRODUCT_LINES_FILE))).size;
  const agree = Number(counted?.["bytes"]) === written;
  if (!agree) log.error({ counted, written }, "the lines of a snapshot are not as long as its index says");
  return agree;
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
