import { CELL_IMAGES_MAX } from "./csv-limits.ts";
import { PLACEHOLDER_WORDS } from "../../engine/vocabulary/placeholder-words.ts";
import { NO_WORDS, YES_WORDS } from "../../engine/vocabulary/yes-words.ts";
import { seenText } from "../../kernel/seen-text.ts";
import { keysOf } from "../../kernel/unsafe.ts";

/** What the cells of an export mean. Each function answers null for a blank cell and for one it cannot read. */

/** A word without case, also that of a Turkish capital: `YANLIŞ` is `yanlış`, `ETKİN` is `etkin`. */
const folded = (word: string): string => word.trim().replaceAll("İ", "i").toLowerCase().replaceAll("ı", "i");

const YES: ReadonlySet<string> = new Set(YES_WORDS.map(folded));
const NO: ReadonlySet<string> = new Set(NO_WORDS.map(folded));

/** Shopify writes TRUE or FALSE; a spreadsheet saves them in its own language. */
export function booleanOf(cell: string): "true" | "false" | null {
  const word = folded(cell);
  if (YES.has(word)) return "true";
  return NO.has(word) ? "false" : null;
}

/** What Shopify's admin calls the statuses in its languages: a spreadsheet may have been filled in by hand. */
const STATUS_WORDS = {
  active:
    "active|aktiv|aktivní|aktivt|aktive|actif|active|activo|activa|attivo|attiva|actief|aktiivinen|aktywny|aktywne|ativo|ativa|aktif|etkin|アクティブ|有効|활성|已启用|启用|活跃|有效|啟用|啟用中|使用中|ใช้งาน|ใช้งานอยู่|hoạt động|đang hoạt động",
  draft:
    "draft|entwurf|brouillon|borrador|bozza|concept|utkast|kladde|udkast|luonnos|szkic|wersja robocza|rascunho|koncept|taslak|下書き|초안|임시 보관|草稿|แบบร่าง|ฉบับร่าง|bản nháp",
  archived:
    "archived|archiviert|archivé|archivée|archivado|archivada|archiviato|archiviata|gearchiveerd|arkiverad|arkiveret|arkivert|arkistoitu|zarchiwizowany|zarchiwizowane|zarchiwizowano|arquivado|arquivada|archivováno|archivovaný|arşivlendi|arşivlenmiş|アーカイブ済み|アーカイブ|보관됨|보관|已存档|已归档|存档|已封存|เก็บถาวร|เก็บถาวรแล้ว|đã lưu trữ|lưu trữ",
  unlisted:
    "unlisted|nicht gelistet|non répertorié|non listé|no listado|no publicado en listas|non in elenco|niet vermeld|olistad|ikke listet|ei listattu|niewymieniony|não listado|neuvedeno|liste dışı|限定公開|非公開リスト|목록에 없음|未列出|未上架|ไม่อยู่ในรายการ|không công khai",
} as const;

const STATUS_OF_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(STATUS_WORDS).flatMap(([status, words]) => words.split("|").map((word) => [folded(word), status] as const)),
);

export function statusOf(cell: string): string | null {
  return STATUS_OF_WORD.get(folded(cell)) ?? null;
}

/** Whether the cell names what counts a variant's stock. A sheet that was filled in by hand may say there that nothing does. */
export function isTracker(cell: string): boolean {
  const named = trimmed(cell);
  return named !== null && !PLACEHOLDER_WORDS.includes(named.toLowerCase()) && booleanOf(named) !== "false";
}

/** `deny` or `continue`; the header since 2025 asks for TRUE ("continue selling"). */
export function policyOf(cell: string): "deny" | "continue" | null {
  const word = cell.trim().toLowerCase();
  if (word === "deny" || word === "continue") return word;
  const sells = booleanOf(word);
  if (sells === null) return null;
  return sells === "true" ? "continue" : "deny";
}

/** Fifteen digits before the decimal sign: more than any currency, and what a double still counts one by one. */
const PLAIN = /^(-?)(\d{0,15})(?:\.(\d{1,15}))?$/u;
const GROUPED_BY_COMMA = /^-?\d{1,3}(?:,\d{3})+\.\d+$|^-?\d{1,3}(?:,\d{3}){2,}$/u;
const GROUPED_BY_POINT = /^-?\d{1,3}(?:\.\d{3})+,\d+$|^-?\d{1,3}(?:\.\d{3}){2,}$/u;
const GROUPED_BY_BLANK = /^-?\d{1,3}(?:[ \u00A0\u2009\u202F'’]\d{3})+(?:[.,]\d+)?$/u;
/** `1,234` may be either number, so it is neither; a whole part of 0 or of four digits settles it, or another count of decimals. */
const DECIMAL_COMMA = /^-?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+)$/u;

/** A decimal number, its digits as they are written: `12,90` is `12.90`, `1.234,50` and `1,234.50` are `1234.50`. */
export function decimalOf(cell: string): string | null {
  const [, sign, whole, decimals] = PLAIN.exec(pointed(cell.trim())) ?? [];
  if (sign === undefined || whole === undefined || (whole === "" && decimals === undefined)) return null;
  return `${sign}${whole === "" ? "0" : whole}${decimals === undefined ? "" : `.${decimals}`}`;
}

const THOUSANDS = /^-?[1-9]\d{0,2}(?:[.,]\d{3})+$/u;

/** An amount in a currency without decimals: `12.990` and `12,990` are 12990 pesos, never 13. */
export function wholeAmountOf(cell: string): string | null {
  const text = cell.trim();
  return decimalOf(THOUSANDS.test(text) ? text.replaceAll(/[.,]/gu, "") : text);
}

const POINT_BEFORE_THREE = /^-?[1-9]\d{0,2}\.\d{3}$/u;

/** An amount in a file whose decimal sign is a comma, as far as can be told: there `1.299` may be either number, as `1,234` may everywhere. */
export function commaAmountOf(cell: string): string | null {
  return POINT_BEFORE_THREE.test(cell.trim()) ? null : decimalOf(cell);
}

function pointed(text: string): string {
  if (GROUPED_BY_COMMA.test(text)) return text.replaceAll(",", "");
  if (GROUPED_BY_POINT.test(text)) return text.replaceAll(".", "").replace(",", ".");
  if (GROUPED_BY_BLANK.test(text)) return text.replaceAll(/[^\d.,-]/gu, "").replace(",", ".");
  return DECIMAL_COMMA.test(text) ? text.replace(",", ".") : text;
}

/** Whole pieces, so `1,000` and `1.000` are a thousand, never one; a spreadsheet may have written `10.0`. */
export function quantityOf(cell: string): string | null {
  return /^(-?\d{1,15})(?:\.0+)?$/u.exec(wholeAmountOf(cell) ?? "")?.[1] ?? null;
}

export interface Weight {
  readonly value: string;
  readonly unit: "g" | "kg" | "oz" | "lb";
}

/** Nano-grams in a unit, all defined exactly, and the decimals we write: grams do not divide evenly into ounces and pounds. */
const UNITS = {
  g: { size: 1_000_000_000n, decimals: 6 },
  kg: { size: 1_000_000_000_000n, decimals: 6 },
  oz: { size: 28_349_523_125n, decimals: 4 },
  lb: { size: 453_592_370_000n, decimals: 4 },
} as const;

/** The weight in the unit the shop shows: 1500 and `kg` is 1.5 kg. Without weight (0 is how Shopify says that) null. */
export function weightOf(grams: string, unit: string): Weight | null {
  const [, whole, decimals] = /^(\d+)(?:\.(\d+))?$/u.exec(grams) ?? [];
  if (whole === undefined) return null;
  const nanograms = BigInt(whole + (decimals ?? "").slice(0, 9).padEnd(9, "0"));
  if (nanograms === 0n) return null;
  const shown = UNIT_NAMES.find((name) => name === unit.trim().toLowerCase()) ?? "g";
  return { value: quotient(nanograms, UNITS[shown].size, UNITS[shown].decimals), unit: shown };
}

const UNIT_NAMES = keysOf(UNITS);

/** Rounded half up, without zeros at the end. */
function quotient(dividend: bigint, divisor: bigint, decimals: number): string {
  const digits = ((2n * dividend * 10n ** BigInt(decimals) + divisor) / (2n * divisor)).toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/u, "");
}

const SCHEME = /^[a-z][a-z\d+.-]*:/iu;
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d{1,5})?\//u;

/**
 * What other systems put between addresses in one cell, or at its ends. The lookbehind keeps a long row of separators from being tried from each of them.
 */
const BETWEEN_ADDRESSES = /(?<![\s,;|])[\s,;|]+(?=(?:https?:)?\/\/|$)/iu;

/** The addresses of the images in a cell. Null if one of them isn't an address, or there are more than a product may have. */
export function imageAddressesOf(cell: string): readonly string[] | null {
  const texts = cell.split(BETWEEN_ADDRESSES, CELL_IMAGES_MAX + 2).filter((text) => text !== "");
  if (texts.length > CELL_IMAGES_MAX) return null;
  const addresses = texts.map(imageAddressOf);
  return addresses.every((address) => address !== null) ? addresses : null;
}

/** What no address has as it is (RFC 3986); people copy addresses with spaces from their browser's address bar. */
const ENCODED_IN_ADDRESSES = /[\s"<>\\^`{|}]/gu;

/**
 * The address of a picture, completed if `https:` is missing, as it is in themes and some spreadsheets, and with its spaces encoded. Null for a
 * path or a file's name.
 */
function imageAddressOf(cell: string): string | null {
  const text = cell.trim().replaceAll(ENCODED_IN_ADDRESSES, encodeURIComponent);
  if (/^https?:\/\/[^/]/iu.test(text)) return text;
  if (SCHEME.test(text) && !HOST.test(text)) return null;
  const behindScheme = text.replace(/^\/\//u, "");
  return HOST.test(behindScheme) ? `https://${behindScheme}` : null;
}

/** A code as the shop means it: spreadsheets keep leading zeros with an apostrophe in front. */
export function codeOf(cell: string): string | null {
  return trimmed(cell.trim().replace(/^'/u, ""));
}

/** Null for a cell in which nothing can be seen, such as a zero-width space. */
export function trimmed(cell: string): string | null {
  return seenText(cell.trim());
}

export function listOf(cell: string): readonly string[] {
  return cell === ""
    ? []
    : cell
        .split(",")
        .map(trimmed)
        .filter((item) => item !== null);
}

/** A SKU or part number: a code that a spreadsheet may also keep as the formula `="0012"`. */
export function partNumberOf(cell: string): string | null {
  return codeOf(/^="([^"]*)"$/u.exec(cell.trim())?.[1] ?? cell);
}

/** A whole number from 1, as image positions are. */
export function positionOf(cell: string): number | null {
  return /^\s*[1-9]\d{0,8}\s*$/u.test(cell) ? Number(cell) : null;
}

/** Shopify's handle of a title: lower case, letters and digits of any script, `-` between them; null when nothing is left. */
export function handleOf(title: string): string | null {
  const words = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").normalize("NFC").toLowerCase();
  return trimmed(
    words
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
      .replaceAll(" ", "-"),
  );
}
