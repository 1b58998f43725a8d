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
import { openExport } from "./export-reader.ts";
import { introduceExport } from "./introduce-export.ts";
import { createExportRows, type ExportRows } from "./export-rows.ts";
import { MarketCurrencies, pricedMarkets, unknownCurrencies } from "./market-currencies.ts";
import { createWarningTally } from "./warning-tally.ts";

/** `storefront_config` of a CSV shop: the key of the stored export, the name under which its owner knows it, and what its merchant said of its markets. */
const CsvConfig = z.object({ object: z.string(), file_name: z.string(), market_currencies: z.optional(MarketCurrencies) });

/** A shop whose catalog is a Shopify product export in the object store. */
export function csvStorefront(objects: ObjectStore): Storefront {
  return Object.freeze({
    kind: "csv",
    extract: (request: ExtractionRequest) => extractExport(objects, request),
    introduce(access: ShopAccess) {
      if (access.kind !== "csv") throw new Error(`an export is no shop by ${access.kind}`);
      return introduceExport(objects, access);
    },
  } as const);
}

async function extractExport(objects: ObjectStore, { shop, sink, signal, progress }: ExtractionRequest): Promise<Extraction> {
  const config = CsvConfig.parse(shop.config);
  const { bytes } = await requireObject(objects, config);
  const streams: Readable[] = [];
  const open = async function* (use: "look" | "read") {
    const stream = await openObject(objects, config);
    streams.push(stream);
    yield* chunksOf(stream, { bytes, signal, progress: use === "read" ? progress : () => undefined });
  };
  try {
    const reader = await openExport(config.file_name, open);
    const tally = createWarningTally();
    const rows = createExportRows(shop.domain, reader.header, reader.scan, tally);
    do await handRows(reader.scan, rows, sink);
    while (await reader.more());
    for (const line of rows.untitledLines()) tally.add("title_missing", line);
    const markets = pricedMarkets(reader.header.markets, config.market_currencies ?? []);
    const priced = markets.filter((_, at) => (reader.header.markets[at]?.price ?? -1) !== -1);
    return extractionOf(rows, markets, [...reader.warnings(), ...unknownCurrencies(priced), ...tally.list()]);
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

function extractionOf(rows: ExportRows, markets: Extraction["markets"], warnings: Extraction["warnings"]): Extraction {
  const metafields = rows.metafields();
  return {
    products: rows.products(),
    variants: rows.variants(),
    metafieldColumns: metafields.map(({ column }) => column),
    metafields: rememberedMetafields(metafields),
    markets,
    translations: [],
    countries: null,
    leftOut: [],
    collections: null,
    shop: null,
    warnings,
  };
}

async function handRows(scan: RecordScan, rows: ExportRows, sink: RawSink): Promise<void> {
  while (nextRecord(scan)) {
    const { product, variant, image } = rows.read();
    const handed = [product && sink.product(product), variant && sink.variant(variant), image && sink.image(image)];
    const waits = handed.filter((wait) => wait instanceof Promise);
    // A pause only when a sink asks for it: one for each of millions of records would cost more than reading them.
    if (waits.length > 0) await Promise.all(waits);
  }
}

type StoredFile = Pick<z.output<typeof CsvConfig>, "object" | "file_name">;

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
  return new PlainError("csv_file_missing", `${fileName}: the stored file is gone. Add the export to the shop again.`, cause);
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
