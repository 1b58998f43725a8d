import { createWriteStream, type WriteStream } from "node:fs";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { RawSink } from "../../storefronts/storefront-port.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";

/** Characters gathered before they are handed to the stream: one write a record costs more than the record. */
const CHUNK_CHARACTERS = 256 * 1024;

/** The three record files of an extraction, written while it streams. */
export interface RawFiles {
  readonly sink: RawSink;
  readonly products: string;
  readonly variants: string;
  readonly images: string;
  /** Records written so far. */
  readonly counts: { readonly variants: number };
  /** Flushes and closes; must be called before the files are read. */
  close(): Promise<void>;
}

export function openRawFiles(scratch: Scratch): RawFiles {
  const files = { products: scratch.file("products.ndjson"), variants: scratch.file("variants.ndjson"), images: scratch.file("images.ndjson") };
  const products = recordWriter(files.products);
  const variants = recordWriter(files.variants);
  const images = recordWriter(files.images);
  return {
    ...files,
    sink: { product: products.write, variant: variants.write, image: images.write },
    counts: {
      get variants() {
        return variants.count();
      },
    },
    async close() {
      await Promise.all([products.close(), variants.close(), images.close()]);
    },
  };
}

function recordWriter(file: string) {
  const stream: WriteStream = createWriteStream(file);
  // A failed write surfaces at the next write or at the close; without a listener it would end the process.
  stream.on("error", () => undefined);
  let waiting = "";
  let count = 0;
  const flush = (): Promise<void> | undefined => {
    const room = stream.write(waiting);
    waiting = "";
    return room ? undefined : drained(stream);
  };
  return {
    count: () => count,
    write(record: object): Promise<void> | undefined {
      waiting += `${JSON.stringify(record)}\n`;
      count += 1;
      return waiting.length < CHUNK_CHARACTERS ? undefined : flush();
    },
    async close(): Promise<void> {
      stream.end(waiting);
      waiting = "";
      await finished(stream);
    },
  };
}

async function drained(stream: WriteStream): Promise<void> {
  if (stream.errored !== null) throw stream.errored;
  await once(stream, "drain");
}
