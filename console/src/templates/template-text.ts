import type { ApiAnswer, ApiRequest } from "../api/client.ts";

export type Template = ApiAnswer<"templates.get">;
export type Placeholder = Template["placeholders"][number];
type Body = ApiRequest<"templates.create">["body"];

/** `brand, source = agency`: names with commas between them, each with a default if it has one. */
export function placeholdersIn(text: string): readonly Placeholder[] | undefined {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const read = parts.map((part) => /^([a-z][a-z0-9_]{0,39})(?:\s*=\s*(.+))?$/.exec(part));
  if (read.includes(null)) return undefined;
  return read.flatMap((found) => {
    const [, name = "", value] = found ?? [];
    return value === undefined ? [{ name }] : [{ name, default: valueIn(value) }];
  });
}

export function placeholdersText(placeholders: readonly Placeholder[]): string {
  return placeholders.map(({ name, default: value }) => (value === undefined ? name : `${name} = ${String(value)}`)).join(", ");
}

/** Numbers and truth values are such in a document too; in quotes they are text. */
export function valueIn(text: string): string | number | boolean {
  const written = text.trim();
  if (written === "true" || written === "false") return written === "true";
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(written)) return Number(written);
  return /^".*"$/.test(written) ? written.slice(1, -1) : written;
}

export function valueText(value: string | number | boolean | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" && typeof valueIn(value) !== "string" ? `"${value}"` : String(value);
}

export function documentIn(text: string): Body["document"] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
