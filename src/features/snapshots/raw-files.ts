import { createWriteStream, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { BesideRecords } from "../../engine/source/raw-tables.ts";
import type { RawKind, RawSink, RecordLines } from "../../storefronts/storefront-port.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";

/** Characters gathered before they are handed to the stream: one write a record costs more than the record. */
const CHUNK_CHARACTERS = 256 * 1024;

/** UTF-8 of one UTF-16 unit; counting it is quicker than encoding. */
const BYTES_A_CHARACTER_MAX = 3;

/** The record files of an extraction, written while it streams. Disposing lets go of them, however far they came. */
export interface RawFiles extends AsyncDisposable {
  readonly sink: RawSink;
  readonly products: string;
  readonly variants: string;
  readonly images: string;
  readonly facts: string;
  readonly beside: Readonly<Record<keyof BesideRecords, string>>;
  /** Of the records written so far. */
  readonly counts: { readonly variants: number; readonly images: number; readonly facts: number; readonly longestRecordBytes: number };
  /** Flushes and closes; must be called before the files are read. */
  close(): Promise<void>;
}

export function openRawFiles(scratch: Scratch): RawFiles {
  const files = {
    products: scratch.file("products.ndjson"),
    variants: scratch.file("variants.ndjson"),
    images: scratch.file("images.ndjson"),
    facts: scratch.file("facts.ndjson"),
    beside: {
      translation: scratch.file("translations.ndjson"),
      translated_fact: scratch.file("translated-facts.ndjson"),
      country_price: scratch.file("country-prices.ndjson"),
    },
  };
  const products = recordWriter(files.products);
  const variants = recordWriter(files.variants);
  const images = recordWriter(files.images);
  const facts = recordWriter(files.facts);
  const beside = {
    translation: recordWriter(files.beside.translation),
    translated_fact: recordWriter(files.beside.translated_fact),
    country_price: recordWriter(files.beside.country_price),
  };
  const byKind: Readonly<Record<RawKind, RecordWriter>> = { product: products, variant: variants, image: images, fact: facts, ...beside };
  const writers = Object.values(byKind);
  return {
    ...files,
    sink: {
      product: (record) => products.write(record),
      variant: (record) => variants.write(record),
      image: (record) => images.write(record),
      fact: (record) => facts.write(record),
      beside: (kind, record) => byKind[kind].write(record),
      lines: (kind, block) => byKind[kind].writeLines(block),
    },
    counts: {
      get variants() {
        return variants.count();
      },
      get images() {
        return images.count();
      },
      get facts() {
        return facts.count();
      },
      get longestRecordBytes() {
        return Math.max(...writers.map((writer) => writer.longestBytes()));
      },
    },
    async close() {
      await Promise.all(writers.map((writer) => writer.close()));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(writers.map((writer) => writer.discard()));
    },
  };
}

type RecordWriter = ReturnType<typeof recordWriter>;

function recordWriter(file: string) {
  const stream: WriteStream = createWriteStream(file);
  // A failed write surfaces at the next write or at the close; without a listener it would end the process.
  stream.on("error", () => undefined);
  let waiting = "";
  let count = 0;
  let longestBytes = 0;
  // A chunk is larger than the stream's buffer, so there is room when it is written. Unlike `drain`, this is always called.
  const flush = (): Promise<void> =>
    new Promise((resolve, reject) => {
      stream.write(waiting, (error) => (error ? reject(error) : resolve()));
      waiting = "";
    });
  const hand = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      stream.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  return {
    count: () => count,
    longestBytes: () => longestBytes,
    write(record: object): Promise<void> | undefined {
      const line = `${JSON.stringify(record)}\n`;
      waiting += line;
      count += 1;
      longestBytes = Math.max(longestBytes, BYTES_A_CHARACTER_MAX * line.length);
      return waiting.length < CHUNK_CHARACTERS ? undefined : flush();
    },
    async writeLines(block: RecordLines): Promise<void> {
      count += block.records;
      longestBytes = Math.max(longestBytes, block.longestBytes);
      if (waiting !== "") await flush();
      await hand(block.bytes);
    },
    async close(): Promise<void> {
      stream.end(waiting);
      waiting = "";
      await finished(stream);
    },
    async discard(): Promise<void> {
      if (stream.closed) return;
      // Not `once` of node:events, which rejects where the stream is closing because it failed.
      const closed = new Promise<void>((resolve) => stream.once("close", resolve));
      stream.destroy();
      await closed;
    },
  };
}
