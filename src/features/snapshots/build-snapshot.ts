import { stat, writeFile } from "node:fs/promises";
import {
  COLLECTIONS_FILE,
  marketFile,
  PRODUCT_LINES_FILE,
  SOURCE_CSV_FILE,
  SOURCE_FILE,
  SOURCE_INDEX_FILE,
  translationFile,
  SNAPSHOT_FORMAT,
  type SnapshotFacts,
} from "./snapshot.ts";
import { scratchTranslation } from "./write-translations.ts";
import { countriesOf, type RowsWork, scratchMarket, writeRows } from "./write-rows.ts";
import { productLineBytes, writeCollections, writeProductLines, writeSourceCsv } from "../../engine/source/snapshot-files.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import type { WantedParts } from "../../storefronts/storefront-port.ts";

export interface SnapshotWork extends RowsWork {
  readonly objects: ObjectStore;
  /** What the storefront was asked for. */
  readonly wanted: WantedParts;
  readonly log: Logger;
  /** Where the snapshot's objects go; ends in `/`. */
  readonly prefix: string;
}

/** Raw records become a stored snapshot. */
export async function buildSnapshot(work: SnapshotWork): Promise<{ readonly facts: SnapshotFacts; readonly csvBytes: number }> {
  const { session, scratch, extraction, googleCategories } = work;
  const { columns, clean, longest, translations, products, variants } = await writeRows(work);
  const source = scratch.file(SOURCE_FILE);
  await session.run(
    writeProductLines(source, columns, scratch.file(PRODUCT_LINES_FILE)),
    writeSourceCsv(source, columns, variants, scratch.file(SOURCE_CSV_FILE)),
  );
  await listCollections(work);
  const csvBytes = (await stat(scratch.file(SOURCE_CSV_FILE))).size;
  await store(work);
  return {
    facts: {
      format: SNAPSHOT_FORMAT,
      columns: [...columns],
      clean: [...clean],
      longest: [...longest],
      markets: [...extraction.markets.map(({ name }) => name), ...countriesOf(extraction).map(({ country }) => country)],
      market_currencies: [...extraction.markets, ...countriesOf(extraction)].map(({ currency: of }) => of),
      translations: extraction.translations.map(({ locale }) => locale),
      translation_columns: translations.map(({ columns: columnsOf }) => [...columnsOf]),
      translation_clean: translations.map((of) => of.clean.filter((column) => column !== "variant_title" || clean.includes(column))),
      countries: extraction.countries?.map(({ country }) => country) ?? null,
      left_out: [...extraction.leftOut, ...unanswered(work)],
      metafields: [...extraction.metafields],
      collections: extraction.collections?.length ?? null,
      context: extraction.context,
      categories: googleCategories.digest,
      products,
      variants,
    },
    csvBytes,
  };
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

export async function listCollections({
  session,
  scratch,
  extraction,
}: Pick<SnapshotWork, "session" | "scratch" | "extraction">): Promise<void> {
  if (extraction.collections === null) return;
  const listed = scratch.file("collections.ndjson");
  await writeFile(listed, extraction.collections.map(({ id, title }) => `${JSON.stringify({ id, title })}\n`).join(""));
  await session.run(writeCollections(listed, scratch.file(COLLECTIONS_FILE)));
}

async function store(work: SnapshotWork): Promise<void> {
  const { objects, scratch, extraction, prefix } = work;
  const lists = [...(extraction.collections === null ? [] : [COLLECTIONS_FILE]), ...((await linesAgree(work)) ? [PRODUCT_LINES_FILE] : [])];
  const files = [SOURCE_FILE, SOURCE_INDEX_FILE, SOURCE_CSV_FILE, ...lists].map((file) => [file, file] as const);
  const markets = [...extraction.markets, ...countriesOf(extraction)].map((_, at) => [marketFile(at), scratchMarket(at)] as const);
  const translations = extraction.translations.map((_, at) => [translationFile(at), scratchTranslation(at)] as const);
  for (const [key, file] of [...files, ...markets, ...translations]) await objects.put(`${prefix}${key}`, scratch.file(file));
}

/** Lists read single lines by the lengths that the index keeps. Where these were not those of the file, lists read the snapshot itself. */
async function linesAgree({ session, scratch, log }: SnapshotWork): Promise<boolean> {
  return linesAsIndexed({ session, log }, { index: scratch.file(SOURCE_INDEX_FILE), lines: scratch.file(PRODUCT_LINES_FILE) });
}

export async function linesAsIndexed(
  { session, log }: Pick<SnapshotWork, "session" | "log">,
  { index, lines }: { readonly index: string; readonly lines: string },
): Promise<boolean> {
  const [counted] = await session.all(productLineBytes(index));
  const written = (await stat(lines)).size;
  const agree = Number(counted?.["bytes"]) === written;
  if (!agree) log.error({ counted, written }, "the lines of a snapshot are not as long as its index says");
  return agree;
}
