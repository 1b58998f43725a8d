/** GS1 keeps the prefix 952 for demonstrations and examples, so no number of ours is on anything that is really sold. */
const EXAMPLE_PREFIX = "952";
const ITEM_DIGITS = 9;

/** A GTIN-13 with a right check digit. Different items have different numbers, up to a billion of them. */
export function exampleGtin(item: number): string {
  const digits = `${EXAMPLE_PREFIX}${String(item % 10 ** ITEM_DIGITS).padStart(ITEM_DIGITS, "0")}`;
  return `${digits}${checkDigit(digits)}`;
}

/** GS1 General Specifications, 7.9: weights 3 and 1 in turn from the right, filled up to the next ten. */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/** The same number with a check digit that is one too high. */
export function withWrongCheckDigit(gtin: string): string {
  return `${gtin.slice(0, -1)}${(Number(gtin.at(-1)) + 1) % 10}`;
}
