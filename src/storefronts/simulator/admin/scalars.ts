/** Shopify's scalars as text. */

/** `Money`: an amount without a price is nothing. */
export function money(amount: string | null): string {
  return amount ?? "0.00";
}

/** `Decimal` drops zeros at the end, but keeps one. */
export function decimal(amount: string | number): string {
  const text = typeof amount === "number" ? amount.toFixed(2) : amount;
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, ".0") : `${text}.0`;
}

/** `DateTime` to the second. */
export function dateTime(iso: string): string {
  return `${iso.slice(0, 19)}Z`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", mdash: "—", ndash: "–" };

/** A description without its markup, on one line. */
export function plainText(html: string, length?: number): string {
  const stripped = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ").replaceAll(/<[^>]*>/g, " ");
  const text = stripped.replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole).replaceAll(/\s+/g, " ").trim(); // prettier-ignore
  return length === undefined || text.length <= length ? text : `${text.slice(0, Math.max(0, length - 3))}...`;
}
