/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const TO_QUOTE = /[",\r\n]/;

/** A line of RFC 4180 with its end. What a spreadsheet would compute has an apostrophe in front, so that it's shown as text. */
export function csvLine(values: readonly string[]): string {
  return `${values.map((value) => quoted(FORMULA.test(value) ? `'${value}` : value)).join(",")}\r\n`;
}

function quoted(value: string): string {
  return TO_QUOTE.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
