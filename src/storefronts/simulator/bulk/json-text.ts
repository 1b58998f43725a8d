/** JSON as Shopify writes it into result files: every slash has a backslash in front. */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  return JSON.stringify(value).replaceAll("/", String.raw`\/`);
}

export function quoted(text: string): string {
  const json = JSON.stringify(text);
  return json.includes("/") ? json.replaceAll("/", String.raw`\/`) : json;
}
