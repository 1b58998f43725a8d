/** What a file that isn't a CSV export seems to be. */
export type FileKind = "image" | "workbook" | "archive" | "pdf" | "utf16" | "binary";

const HEAD_BYTES = 4_096;

const WORKBOOK = /\.(xlsx|xlsm|xlsb|xls|ods|numbers)$/i;

/** How files of a kind begin, each byte a character. */
const BEGINNINGS: readonly (readonly [beginning: string, FileKind])[] = [
  ["\x89PNG", "image"],
  ["\xFF\xD8\xFF", "image"],
  ["GIF8", "image"],
  ["II*\0", "image"],
  ["MM\0*", "image"],
  ["\x1F\x8B", "archive"],
  ["7z\xBC\xAF", "archive"],
  ["Rar!\x1A", "archive"],
  ["%PDF-", "pdf"],
  // What Office wrote before 2007.
  ["\xD0\xCF\x11\xE0", "workbook"],
  ["\xFF\xFE", "utf16"],
  ["\xFE\xFF", "utf16"],
];
const ZIP = ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"];
/** WebP, AVIF and HEIC say their size first. */
const SIZED_IMAGE = /^RIFF[^]{4}WEBP|^[^]{4}ftyp(avif|heic|heix|mif1)/;

/** Looks at the beginning of a file. Undefined: it may be a CSV export, or it can't be read, which is said when it's sent. */
export async function kindOfFile(file: File): Promise<FileKind | undefined> {
  try {
    return kindOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()), file.name);
  } catch {
    return undefined;
  }
}

function kindOf(bytes: Uint8Array, name: string): FileKind | undefined {
  const head = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
  // A workbook is a zip archive too.
  if (ZIP.some((beginning) => head.startsWith(beginning))) return WORKBOOK.test(name) || head.includes("xl/") ? "workbook" : "archive";
  if (SIZED_IMAGE.test(head)) return "image";
  const found = BEGINNINGS.find(([beginning]) => head.startsWith(beginning));
  if (found !== undefined) return found[1];
  return bytes.includes(0) ? "binary" : undefined;
}
