/**
 * What real exports contain and readers stumble over. Every fourth product is unusual in one way and the ways come round in
 * turn, so that a catalog of `ODDITIES.length` × 4 products has met them all, whatever its seed.
 */
export const ODDITIES = [
  // Titles.
  "emoji", "noBreakSpace", "narrowNoBreakSpace", "zeroWidth", "lineSeparator", "combiningMarks", "mathBold", "quotedTitle", "longTitle",
  "markupTitle", "blanksAround", "mixedDirection", "upperCase",
  // Languages of the original.
  "german", "french", "arabic",
  // Descriptions.
  "hugeBody", "noBody", "brokenLines", "scriptBody", "unclosedBody",
  // Facts of the product.
  "noVendor", "shopAsVendor", "noCategory", "notInMarkets",
  // Variants.
  "allVariants", "threeOptions", "sameSku", "sharedSku", "noSku", "leadingZeros", "wrongBarcode", "wordBarcode", "noPrice", "compareLower",
  "compareEqual", "compareZero", "negativeStock",
  // Images.
  "manyImages", "noImages",
] as const; // prettier-ignore
export type Oddity = (typeof ODDITIES)[number];

const ODD_EVERY = 4;

export function oddityOf(number: number): Oddity | null {
  if (number % ODD_EVERY !== ODD_EVERY - 1) return null;
  return ODDITIES[Math.floor(number / ODD_EVERY) % ODDITIES.length] ?? null;
}

const TITLE_CHANGES: Readonly<Partial<Record<Oddity, (title: string) => string>>> = {
  // A family of code points joined to one picture, a skin tone, and one from outside the basic plane.
  emoji: (title) => `🧵 ${title} 👩🏽‍🌾✨`,
  noBreakSpace: (title) => title.replaceAll(" ", "\u00A0"),
  narrowNoBreakSpace: (title) => `${title} « 12\u202Fcm »`,
  zeroWidth: (title) => title.replace(" ", "\u200B \u2060").replace(/.$/u, "\u200D$&\uFEFF"),
  lineSeparator: (title) => title.replace(" ", "\u2028"),
  combiningMarks: (title) => `${title} – crème brûlée, Ångström`.normalize("NFD"),
  mathBold: (title) => title.replaceAll(/[A-Za-z]/gu, mathBold),
  quotedTitle: (title) => `"${title}", 24" wide; 2nd edition`,
  longTitle: (title) => `${title} ${"made for long walks, short trips and everything in between ".repeat(6).trim()}`,
  markupTitle: (title) => `<b>${title}</b> &amp; more`,
  blanksAround: (title) => `  ${title}\t`,
  mixedDirection: (title) => `${title} \u200F(مقاس كبير)\u200E №\u00A07`,
  upperCase: (title) => title.toUpperCase(),
};

export function oddTitle(title: string, oddity: Oddity | null): string {
  const change = oddity === null ? undefined : TITLE_CHANGES[oddity];
  return change === undefined ? title : change(title);
}

const MATH_BOLD_CAPITAL_A = 0x1d400;
const MATH_BOLD_SMALL_A = 0x1d41a;

function mathBold(letter: string): string {
  const code = letter.charCodeAt(0);
  return String.fromCodePoint(code >= 0x61 ? MATH_BOLD_SMALL_A + code - 0x61 : MATH_BOLD_CAPITAL_A + code - 0x41);
}
