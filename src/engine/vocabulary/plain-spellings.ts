/** Two letters without their accents are often another word. */
const LETTERS_MIN = 3;

/** A word, and how people write it who have no accents on their keyboard: `größe`, `grosse`, `groesse`. Greek capitals have none either. */
export function plainSpellings(word: string): readonly string[] {
  if (/\p{Script=Greek}/u.test(word))
    return [...new Set([word, bare(word)].flatMap((spelling) => [spelling, spelling.replaceAll("ς", "σ")]))];
  if (!/[\u00C0-\u024F\u1E00-\u1EFF]/u.test(word) || word.length < LETTERS_MIN) return [word];
  const german = word.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ø", "oe");
  return [...new Set([word, bare(word), bare(german)])];
}

function bare(text: string): string {
  const letters = text.replaceAll("ß", "ss").replaceAll("ø", "o").replaceAll("ł", "l").replaceAll("ı", "i");
  return letters.normalize("NFD").replaceAll(/\p{M}/gu, "");
}
