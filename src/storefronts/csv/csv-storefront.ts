import { Buffer } from "node:buffer";
import { addAbortSignal, type Readable } from "node:stream";
import { z } from "zod";
import { PlainError } from "../../kernel/errors.ts";
import { ObjectDamaged, ObjectMissing, type ObjectStore } from "../../platform/objects/objects-port.ts";
import { rememberedMetafields } from "../../engine/source/metafield-names.ts";
import type { Extraction, ExtractionRequest, RawSink, ShopAccess, Storefront } from "../storefront-port.ts";
import { fileTooLarge } from "./csv-faults.ts";
import { FILE_BYTES_MAX } from "./csv-limits.ts";
import { nextRecord, type RecordScan } from "../../kernel/csv-records.ts";
import { openCatalogTranslations, type ReadTranslations } from "./csv-translations.ts";
import { openExport } from "./export-reader.ts";
import { introduceExport } from "./introduce-export.ts";
import { createExportRows, type ExportRows } from "./export-rows.ts";
import { MarketCurrencies, pricedMarkets, unknownCurrencies } from "./market-currencies.ts";
import { createWarningTally } from "./warning-tally.ts";

/** `storefront_config` of a CSV shop: the key of each stored file, the name its owner knows it by, and the currencies of its markets. */
const StoredFile = z.object({ object: z.string(), file_name: z.string() });
const CsvConfig = z.object({ ...StoredFile.shape, market_currencies: z.optional(MarketCurrencies), translations: z.optional(StoredFile) });

/** A shop whose catalog is a Shopify product export in the object store. */
export function csvStorefront(objects: ObjectStore): Storefront {
  return Object.freeze({
    kind: "csv",
    extract: (request: ExtractionRequest) => extractExport(objects, request),
    introduce(access: ShopAccess) {
      if (access.kind !== "csv") throw new Error(`an export cannot be reached as ${access.kind}`);
      return introduceExport(objects, access);
    },
  } as const);
}

async function extractExport(
  objects: ObjectStore,
  { shop, wanted, sink, signal, progress, gathered }: ExtractionRequest,
): Promise<Extraction> {
  await gathered?.();
  const config = CsvConfig.parse(shop.config);
  const streams: Readable[] = [];
  const opened = async function* (file: StoredFile, use: "look" | "read") {
    const { bytes } = await requireObject(objects, file);
    const stream = await openObject(objects, file);
    streams.push(stream);
    // How far the extract is, the products tell.
    yield* chunksOf(stream, { bytes, signal, progress: use === "read" && file === config ? progress : () => undefined });
  };
  try {
    const reader = await openExport(config.file_name, (use) => opened(config, use), { known: shop.knownMetafields });
    const { translations: beside } = config;
    const translations = await openCatalogTranslations(
      beside === undefined ? null : { name: beside.file_name, open: (use) => opened(beside, use) },
      sink,
    );
    const tally = createWarningTally();
    const markets = pricedMarkets(reader.header.markets, config.market_currencies ?? []);
    const rows = createExportRows({ ...shop, markets }, reader.header, reader.scan, tally);
    do await handRows(reader.scan, rows, translations.sink);
    while (await reader.more());
    for (const line of rows.untitledLines()) tally.add("title_missing", line);
    const translated = await translations.end();
    const priced = markets.filter(({ name }) => rows.pricedMarkets().has(name));
    return {
      ...catalogOf(rows),
      markets,
      translations: translated.locales.map((locale) => ({ locale, rootUrl: `https://${shop.domain}/${locale.toLowerCase()}` })),
      leftOut: leftOut(wanted.locales, translated),
      warnings: [...reader.warnings(), ...unknownCurrencies(priced), ...tally.list(), ...translated.warnings],
    };
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

/** Languages that feeds want and the shop's files don't bring. */
function leftOut(wanted: readonly string[], { locales, fault }: ReadTranslations): Extraction["leftOut"] {
  return wanted
    .filter((code) => !locales.includes(code))
    .map((code) => ({
      kind: "locale",
      code,
      reason:
        fault ??
        `The shop's translation export has no translations into ${code}. Add an export that has them: \`feedwright extract --translations FILE\`.`,
    }));
}

type Catalog = Omit<Extraction, "markets" | "translations" | "leftOut" | "warnings">;

function catalogOf(rows: ExportRows): Catalog {
  const metafields = rows.metafields();
  return {
    products: rows.products(),
    variants: rows.variants(),
    metafieldColumns: metafields.map(({ column }) => column),
    metafields: rememberedMetafields(metafields),
    countries: null,
    collections: null,
    shop: null,
    context: null,
  };
}

async function handRows(scan: RecordScan, rows: ExportRows, sink: RawSink): Promise<void> {
  while (nextRecord(scan)) {
    const { product, variant, images } = rows.read();
    const handed = [product && sink.product(product), variant && sink.variant(variant), ...images.map((image) => sink.image(image))];
    const waits = handed.filter((wait) => wait instanceof Promise);
    // A pause only when a sink asks for it: one for each of millions of records would cost more than reading them.
    if (waits.length > 0) await Promise.all(waits);
  }
}

type StoredFile = z.output<typeof StoredFile>;

async function requireObject(objects: ObjectStore, file: StoredFile): Promise<{ readonly bytes: number }> {
  const info = await objects.head(file.object);
  if (info === undefined) throw fileMissing(file);
  if (info.bytes > FILE_BYTES_MAX) throw fileTooLarge(file.file_name, info.bytes);
  return info;
}

async function openObject(objects: ObjectStore, file: StoredFile): Promise<Readable> {
  const opened = objects.check(file.object, { recheck: true }).then(() => objects.read(file.object));
  return opened.catch((cause: unknown) => {
    if (cause instanceof ObjectDamaged) throw fileDamaged(file, cause);
    throw cause instanceof ObjectMissing ? fileMissing(file, cause) : cause;
  });
}

function fileMissing({ file_name: fileName }: StoredFile, cause?: unknown): PlainError {
  return new PlainError("csv_file_missing", `${fileName}: the stored file is missing. Add the export to the shop again.`, cause);
}

function fileDamaged({ file_name: fileName }: StoredFile, cause: ObjectDamaged): PlainError {
  return new PlainError("csv_file_damaged", `${fileName}: the stored file is damaged. Add the export to the shop again.`, cause);
}

/** The object's bytes as they arrive; each chunk asks whether the work is still wanted and says how far it is. */
async function* chunksOf(
  stream: Readable,
  { bytes, signal, progress }: Pick<ExtractionRequest, "signal" | "progress"> & { readonly bytes: number },
) {
  let read = 0;
  const chunks: AsyncIterable<unknown> = addAbortSignal(signal, stream);
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("an object's stream holds bytes");
    signal.throwIfAborted();
    yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    read += chunk.length;
    progress(Math.min(1, read / bytes));
  }
}
