import { Buffer } from "node:buffer";
import type { RawKind, RawSink, RecordLines } from "../storefront-port.ts";

/** Bytes gathered of one kind of record before they are sent: large enough that sending costs nothing beside reading. */
const BLOCK_BYTES = 256 * 1024;
/** UTF-8 of one UTF-16 unit. */
const BYTES_A_CHARACTER_MAX = 3;

export interface BlockSink {
  readonly sink: RawSink;
  /** Sends what is left. */
  flush(): Promise<void>;
}

/** A sink that writes records out as lines and sends them in blocks; `send` resolves when there is room for more. */
export function blockSink(send: (kind: RawKind, block: RecordLines) => Promise<void>): BlockSink {
  const of = (kind: RawKind) => gather((block) => send(kind, block));
  const [product, variant, image, fact] = [of("product"), of("variant"), of("image"), of("fact")];
  const beside = { translation: of("translation"), translated_fact: of("translated_fact"), country_price: of("country_price") };
  return {
    sink: {
      product: (record) => product.take(record),
      variant: (record) => variant.take(record),
      image: (record) => image.take(record),
      fact: (record) => fact.take(record),
      beside: (kind, record) => beside[kind].take(record),
      lines: (kind, block) => send(kind, block),
    },
    async flush() {
      for (const kind of [product, variant, image, fact, ...Object.values(beside)]) await kind.flush();
    },
  };
}

function gather(send: (block: RecordLines) => Promise<void>): { take(record: object): Promise<void> | void; flush(): Promise<void> } {
  let bytes = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let used = 0;
  let records = 0;
  let longestBytes = 0;
  const flush = (roomFor = 0): Promise<void> => {
    if (records === 0) return Promise.resolve();
    const block = { bytes: bytes.subarray(0, used), records, longestBytes };
    bytes = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, roomFor));
    used = 0;
    records = 0;
    longestBytes = 0;
    return send(block);
  };
  return {
    flush,
    take(record) {
      const line = `${JSON.stringify(record)}\n`;
      const bytesMax = line.length * BYTES_A_CHARACTER_MAX;
      let sent: Promise<void> | undefined;
      if (used + bytesMax > bytes.length) sent = flush(bytesMax);
      // Nothing was gathered, and the line alone is longer than a block.
      if (bytesMax > bytes.length) bytes = Buffer.allocUnsafeSlow(bytesMax);
      const written = bytes.write(line, used, "utf8");
      used += written;
      records += 1;
      longestBytes = Math.max(longestBytes, written);
      return sent;
    },
  };
}
