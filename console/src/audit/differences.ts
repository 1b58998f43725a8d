/** What differs between two states, one line a field. */
export interface Difference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Deeper states are shown as JSON. */
const DEPTH_MAX = 3;
const ABSENT = "–";

export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const [was, is] = [flat(before), flat(after)];
  const fields = [...new Set([...was.keys(), ...is.keys()])].filter((field) => was.get(field) !== is.get(field));
  return fields.map((field) => ({ field, before: was.get(field) ?? ABSENT, after: is.get(field) ?? ABSENT }));
}

function flat(value: unknown, path = "", depth = 0): ReadonlyMap<string, string> {
  if (value === undefined || value === null) return new Map(path === "" ? [] : [[path, "null"]]);
  if (typeof value !== "object" || depth === DEPTH_MAX) return new Map([[path, typeof value === "string" ? value : JSON.stringify(value)]]);
  const found = new Map<string, string>();
  for (const [name, member] of Object.entries(value))
    for (const entry of flat(member, path === "" ? name : `${path}.${name}`, depth + 1)) found.set(...entry);
  return found;
}
