import { pointed } from "./schema-faults.ts";

/** What was written, without `active`, every text in its canonical form. */
export function canonicalDefinition(
  written: Readonly<Record<string, unknown>>,
  canonical: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const place = (value: unknown, at: string): unknown => {
    const text = canonical.get(at);
    if (typeof value === "string") return text ?? value.normalize("NFC");
    if (Array.isArray(value)) return value.map((item, nth) => place(item, `${at}/${nth}`));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([called, member]) => {
        const name = called.normalize("NFC");
        return [name, place(member, `${at}/${pointed(name)}`)];
      }),
    );
  };
  const always = typeof written["condition"] === "string" && /^\s*always\s*$/i.test(written["condition"]);
  const kept = Object.entries(written).filter(([name]) => name !== "active" && !(always && name === "condition"));
  return Object.fromEntries(kept.map(([name, member]) => [name, place(member, `/${name}`)]));
}
