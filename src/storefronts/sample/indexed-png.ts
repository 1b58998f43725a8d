import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

/** A picture of one byte a pixel, row by row; each byte is the place of a colour in the palette. */
export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue; at most 256. */
  readonly palette: readonly (readonly [number, number, number])[];
  readonly pixels: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
const BITS_A_PIXEL = 8;
const PALETTE_COLOUR = 3;
/** A row is written as the difference to the one above: flat shapes become zeros. */
const FILTER_UP = 2;

/** As the PNG specification (third edition) lays it down: signature, header, palette, one run of image data, end. */
export function encodePng({ width, height, palette, pixels }: IndexedPicture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS_A_PIXEL, PALETTE_COLOUR], 8);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(filteredRows(width, height, pixels))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function filteredRows(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * (width + 1);
    rows[start] = FILTER_UP;
    for (let x = 0; x < width; x += 1)
      rows[start + 1 + x] = (pixels[y * width + x] ?? 0) - (y === 0 ? 0 : (pixels[(y - 1) * width + x] ?? 0));
  }
  return rows;
}

/** Length, type, content, checksum over type and content. */
function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}
