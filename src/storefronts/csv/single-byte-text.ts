import { Buffer } from "node:buffer";

/**
 * Bytes that are not UTF-8 are read as Windows-1252, the encoding of Western European spreadsheets, or as ISO-8859-15, which has `€` and `œ`
 * elsewhere. If the letters they would become are not how any of its languages is written, the file is in some other encoding, and nobody
 * knows which.
 */
export interface SingleByteEvidence {
  /** Bytes above ASCII. */
  high: number;
  /** Offset of the first byte that Windows-1252 does not have. */
  undefinedAt: number | undefined;
  /** Bytes that are signs in Windows-1252 and control characters in ISO-8859-15. */
  controls: number;
  /** `€`, or `œ` within words, if the file is in ISO-8859-15. In Windows-1252 they are `¤`, which no shop writes, and `½`. */
  latin9: number;
  /** Signs within words, as in `bia³a`, capitals behind small letters, as in `fŸr`, and letters where no Western language has them. */
  odd: number;
  /** Letters beside another one above ASCII. A Greek or Cyrillic word is full of them. */
  paired: number;
  /** Bytes above ASCII beside another one: all of them, where a character has several bytes. */
  beside: number;
  /** `ð þ ý`: Icelandic, or Turkish in Windows-1254. */
  icelandic: number;
  /** `á í ó ú æ`: Icelandic has more of these. */
  icelandicVowels: number;
  /** `š ž`: rare in Western languages, common in Windows-1250. In ISO-8859-2 they are where the others have `¹` and `¾`. */
  carons: number;
  /** `è ì ø ù æ`: beside carons they are `č ě ř ů ć`. */
  graves: number;
  /** `õ` but not `õe`, which is Portuguese: in Windows-1250 and ISO-8859-2 it's the Hungarian `ő`. */
  tildes: number;
  /** `ö ü`: Hungarian and Estonian have them beside it, Portuguese doesn't. */
  umlauts: number;
  /** `á é í ó ú`: Estonian has none. */
  acutes: number;
  /** Letters above ASCII that Hungarian never writes, in whatever encoding. */
  notHungarian: number;
}

export function noEvidence(): SingleByteEvidence {
  return {
    high: 0,
    undefinedAt: undefined,
    controls: 0,
    latin9: 0,
    odd: 0,
    paired: 0,
    beside: 0,
    icelandic: 0,
    icelandicVowels: 0,
    carons: 0,
    graves: 0,
    tildes: 0,
    umlauts: 0,
    acutes: 0,
    notHungarian: 0,
  };
}

const UNDEFINED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

const decoder = new TextDecoder("windows-1252");
const CHARACTERS: readonly string[] = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));

const CAPITAL = 1;
const SMALL = 2;
const SIGN = 3;
const KINDS = Uint8Array.from(CHARACTERS, (character, byte) => {
  if (/\p{Lu}/u.test(character)) return CAPITAL;
  if (/\p{Ll}/u.test(character)) return SMALL;
  return byte >= 0x80 && !signsWithinWords().has(character) ? SIGN : 0;
});

/** Apostrophes, dashes and the like, blanks, and marks that follow a name and stand before the next letter. */
function signsWithinWords(): ReadonlySet<string> {
  return new Set("’‘´·–—…•°®™\u00A0\u00AD«»");
}

const bytesOf = (letters: string) => new Set([...letters].map((letter) => CHARACTERS.indexOf(letter)));
const LATIN9_EURO = 0xa4;
const LATIN9_OE = 0xbd;
const ICELANDIC = bytesOf("ðþýÐÞÝ");
const ICELANDIC_VOWELS = bytesOf("áíóúæÁÍÓÚÆ");
const CARONS = bytesOf("šžŠŽ");
const LATIN2_CARONS = bytesOf("¹¾");
const GRAVES = bytesOf("èìøùæÈÌØÙÆ");
const TILDES = bytesOf("õÕ");
const UMLAUTS = bytesOf("öüÖÜ");
const ACUTES = bytesOf("áéíóúÁÉÍÓÚ");
const HUNGARIAN = new Set([...TILDES, ...UMLAUTS, ...ACUTES, ...bytesOf("ûÛ")]);
const LETTERS_E = bytesOf("eE");

/**
 * Letters and signs where no language of Windows-1252 has them, as other encodings put them there: a Spanish `ñ` comes before a vowel, the Polish
 * `ń` needn't. A file of a few words may have nothing else that tells them apart.
 */
const MISPLACED = [
  "(?<=\\p{L})ñ(?![aeiouáéíóúüy])", // koñ, but the letter Ñ
  "[ìù](?=\\p{L})", // dìtské, nùž
  "è[aeiouykáéíóúý]", // trièko, hrníèek
  "ê(?:sk|cz|dz|[gkw])", // mêskie, rêcznik
  "ç[b-df-hj-np-tv-z]", // tçjas
  "õ(?!\\p{L})", // cipõ
  "\\p{L}{4}û(?!\\p{L})", // gyûrû
  "ã[b-df-hj-lnp-rtv-y]", // mãrime
  "[aeiouy]œ|œ(?:[wkmpæ]|(?!\\p{L}))", // pojemnoœæ, œwieca
  "[aouy]æ(?!\\p{L})", // praæ
  "ø[áéíóúý]", // pøíbor
  "\\p{L}[¹³¿¼¾¦±]{2,}\\p{L}", // ksi¹¿ka
  "(?<![\\p{L}\\p{N}\\p{M}])(?:[¹²³¦©]\\p{Ll}|[¶º]\\p{Ll}{2})", // ³ososiowa, ¶wieca, ºapka
  "ƒ[\\p{L}ƒ]", // Shift_JIS
  "\\p{L}[‚„]", // Caf‚ in DOS
].join("|");

/** Adds what these bytes say. `offset`: where they are in the file. */
export function gatherEvidence(evidence: SingleByteEvidence, bytes: Uint8Array, offset: number): void {
  evidence.odd += decoder.decode(bytes).match(new RegExp(MISPLACED, "giu"))?.length ?? 0;
  bytes.forEach((byte, at) => {
    if (byte < 0x80) return;
    evidence.high += 1;
    if (byte < 0xa0) evidence.controls += 1;
    if (UNDEFINED.has(byte)) evidence.undefinedAt ??= offset + at;
    if (ICELANDIC.has(byte)) evidence.icelandic += 1;
    if (ICELANDIC_VOWELS.has(byte)) evidence.icelandicVowels += 1;
    if (GRAVES.has(byte)) evidence.graves += 1;
    const [before, after] = [bytes[at - 1] ?? 0, bytes[at + 1] ?? 0];
    if (Math.max(before, after) >= 0x80) evidence.beside += 1;
    gatherWithin(evidence, byte, [before, after]);
    gatherHungarian(evidence, byte, after);
  });
}

function gatherHungarian(evidence: SingleByteEvidence, byte: number, after: number): void {
  if (TILDES.has(byte) && !LETTERS_E.has(after)) evidence.tildes += 1;
  if (UMLAUTS.has(byte)) evidence.umlauts += 1;
  if (ACUTES.has(byte)) evidence.acutes += 1;
  if (isLetter(byte) && !HUNGARIAN.has(byte)) evidence.notHungarian += 1;
}

/** Adds what a byte says together with its neighbors. */
function gatherWithin(evidence: SingleByteEvidence, byte: number, [before, after]: readonly [number, number]): void {
  const odd = isOdd(byte, before, after);
  if (byte === LATIN9_EURO || (byte === LATIN9_OE && odd)) evidence.latin9 += 1;
  else if (odd) evidence.odd += 1;
  if (isLetter(byte) && before >= 0x80 && isLetter(before)) evidence.paired += 1;
  if (CARONS.has(byte) || (LATIN2_CARONS.has(byte) && (isLetter(before) || isLetter(after)))) evidence.carons += 1;
}

function isOdd(byte: number, before: number, after: number): boolean {
  if (KINDS[byte] === SIGN) return isLetter(before) && isLetter(after);
  return KINDS[byte] === CAPITAL && KINDS[before] === SMALL;
}

function isLetter(byte: number): boolean {
  return KINDS[byte] === CAPITAL || KINDS[byte] === SMALL;
}

/** Shares of the bytes above ASCII that text in Windows-1252 stays below. */
const ODD_SHARE = 0.1;
/** `Größe` and `créée` have every second letter beside another one; a Cyrillic word has all but one. */
const PAIRED_SHARE = 2 / 3;
const BESIDE_SHARE = 2 / 3;
const ICELANDIC_SHARE = 0.2;
const CARONS_SHARE = 0.05;
const TILDES_SHARE = 0.02;
const NOT_HUNGARIAN_SHARE = 0.1;

export type SingleByteEncoding = "windows-1252" | "iso-8859-15";

/** Undefined: it's neither. */
export function singleByteEncoding({
  high,
  undefinedAt,
  controls,
  latin9,
  ...evidence
}: SingleByteEvidence): SingleByteEncoding | undefined {
  const share = (count: number): number => count / Math.max(1, high);
  const isTurkish = share(evidence.icelandic) > ICELANDIC_SHARE && evidence.icelandicVowels < evidence.icelandic;
  const isCentral = share(evidence.carons) > CARONS_SHARE && share(evidence.graves) > CARONS_SHARE;
  const isOther = isTurkish || isCentral || isHungarian(evidence, share);
  const isWestern = undefinedAt === undefined && share(evidence.odd) <= ODD_SHARE && share(evidence.paired) <= PAIRED_SHARE && !isOther;
  if (!isWestern) return undefined;
  return latin9 > 0 && controls === 0 ? "iso-8859-15" : "windows-1252";
}

/** Whether a character may have several bytes. */
export function isMultiByte({ high, beside }: SingleByteEvidence): boolean {
  return beside / Math.max(1, high) > BESIDE_SHARE;
}

type HungarianEvidence = Pick<SingleByteEvidence, "tildes" | "umlauts" | "acutes" | "notHungarian">;

/** `Nõi cipõ, gyûrû, kötött, férfi`: of all languages only Hungarian has such letters together and no others. */
function isHungarian({ tildes, umlauts, acutes, notHungarian }: HungarianEvidence, share: (count: number) => number): boolean {
  return share(tildes) > TILDES_SHARE && umlauts > 0 && acutes > 0 && share(notHungarian) <= NOT_HUNGARIAN_SHARE;
}

export async function* fromSingleByte(chunks: AsyncIterable<Buffer>, encoding: SingleByteEncoding): AsyncGenerator<Buffer> {
  const decoding = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoding.decode(chunk));
}
