import type { Buffer } from "node:buffer";
import { noCsvFile, noText, utf16File } from "./csv-faults.ts";

/** Tells by its first bytes a file that is no text, so that whoever gave it hears what it is instead of what it lacks. */

interface Signature {
  /** As hexadecimal digits. */
  readonly starts: string;
  readonly is: string;
}

const SAVE_AS_CSV = "Open it and save it as CSV UTF-8.";
const UNPACK = "Unpack it and give the CSV file inside.";

const SIGNATURES: readonly Signature[] = [
  { starts: "1f8b", is: `it's compressed with gzip. ${UNPACK}` },
  { starts: "504b", is: "it's a ZIP archive, which an .xlsx workbook also is. Unpack it, or open the workbook and save it as CSV UTF-8." },
  { starts: "d0cf11e0a1b11ae1", is: `it's an Excel workbook. ${SAVE_AS_CSV}` },
  { starts: "425a68", is: `it's compressed with bzip2. ${UNPACK}` },
  { starts: "28b52ffd", is: `it's compressed with Zstandard. ${UNPACK}` },
  { starts: "fd377a585a00", is: `it's compressed with xz. ${UNPACK}` },
  { starts: "377abcaf271c", is: `it's a 7-Zip archive. ${UNPACK}` },
  { starts: "526172211a07", is: `it's a RAR archive. ${UNPACK}` },
  { starts: "25504446", is: "it's a PDF document. Export it from Shopify as CSV." },
  { starts: "89504e470d0a1a0a", is: "it's a PNG image. Export it from Shopify as CSV." },
  { starts: "ffd8ff", is: "it's a JPEG image. Export it from Shopify as CSV." },
  { starts: "47494638", is: "it's a GIF image. Export it from Shopify as CSV." },
  { starts: "50415231", is: "it's a Parquet file. Export it from Shopify as CSV." },
];

const BOM = "efbbbf";
/** As much of the file as is looked at for bytes that text does not have. */
const SAMPLE_BYTES = 4096;
/** Latin text has a NUL in every second byte of UTF-16, a damaged file has little else; a text with stray ones has far fewer. */
const NUL_SHARE_MAX = 0.1;
const UTF16_NUL_SHARE_MAX = 0.6;
/** One byte in eight of random data is a control character. */
const CONTROL_SHARE_MAX = 0.03;

/** The bytes without the byte order mark of UTF-8; throws for what cannot be an export. */
export function textBytes(fileName: string, head: Buffer): Buffer {
  const hex = head.subarray(0, 8).toString("hex");
  const signature = SIGNATURES.find(({ starts }) => hex.startsWith(starts));
  if (signature !== undefined) throw noCsvFile(fileName, signature.is);
  const text = hex.startsWith(BOM) ? head.subarray(3) : head;
  if (text.every(isBlank)) throw noText(fileName);
  refuseBinary(fileName, text.subarray(0, SAMPLE_BYTES));
  refuseMarkup(fileName, text.subarray(0, SAMPLE_BYTES));
  return text;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function refuseBinary(fileName: string, sample: Buffer): void {
  const share = (is: (byte: number) => boolean) => sample.filter(is).length / sample.length;
  const nulShare = share((byte) => byte === 0);
  if (nulShare > UTF16_NUL_SHARE_MAX) {
    throw noCsvFile(fileName, "it contains only NUL bytes, probably because its transfer was cut off. Export it from Shopify again.");
  }
  if (nulShare > NUL_SHARE_MAX) throw utf16File(fileName);
  if (share((byte) => byte < 0x20 && !isBlank(byte)) > CONTROL_SHARE_MAX) {
    throw noCsvFile(fileName, "it's a binary file, not text. Export it from Shopify as CSV.");
  }
}

function refuseMarkup(fileName: string, sample: Buffer): void {
  const start = sample.toString("latin1").trimStart();
  if (start.startsWith("<")) throw noCsvFile(fileName, "it's an HTML or XML page. Download the file again while signed in to Shopify.");
  if (start.startsWith("{") || start.startsWith("[")) throw noCsvFile(fileName, "it's a JSON file. Export it from Shopify as CSV.");
}
