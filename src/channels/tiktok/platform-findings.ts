import { TIKTOK_ATTRIBUTES } from "./attributes.ts";

/** Our finding for an issue. TikTok has no codes for what it finds in files, but sentences; its diagnosis has ids without a meaning. */
export function tiktokFindingOf({ code, attribute }: { readonly code: string; readonly attribute: string | null }): string | null {
  const known = TIKTOK_ATTRIBUTES.find(({ name }) => name === attribute);
  if (known === undefined) return null;
  const column = known.from ?? known.name;
  if (/^required field is missing/i.test(code)) return known.requirement === "required" ? `missing_${column}` : null;
  if (!/^invalid value/i.test(code)) return null;
  if (known.type === "url" || known.type === "urls") return "invalid_url";
  if (known.type === "price") return "price_invalid_format";
  return known.type === "enum" ? `${column}_invalid` : null;
}
