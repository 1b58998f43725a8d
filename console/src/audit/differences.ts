import { promised } from "../unsafe.ts";

/** What differs between two states, one line a field. */
export interface Difference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Deeper states are shown as JSON. */
const DEPTH_MAX = 3;
const ABSENT = "–";
/** They differ with every change and say nothing of it. */
const UNSAID: readonly string[] = ["object", "created_at", "updated_at"];

/**
 * Compares a state with what an operation answered. Where the answer isn't the same resource, only what both have is compared: the rest would look
 * like it had come or gone.
 */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const [was, is] = [flat(before), flat(after)];
  const isSameResource = before === null || after === null || typeOf(before) === typeOf(after);
  const fields = [...new Set([...was.keys(), ...is.keys()])].filter(
    (field) => was.get(field) !== is.get(field) && !UNSAID.includes(field) && (isSameResource || (was.has(field) && is.has(field))),
  );
  return fields.map((field) => ({ field, before: was.get(field) ?? ABSENT, after: is.get(field) ?? ABSENT }));
}

function typeOf(state: unknown): unknown {
  return promised<{ readonly object?: unknown }>(state).object;
}

function flat(value: unknown, path = "", depth = 0): ReadonlyMap<string, string> {
  if (value === undefined || value === null) return new Map(path === "" ? [] : [[path, "null"]]);
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return new Map([[path, value.map(String).join(", ")]]);
  if (typeof value !== "object" || depth === DEPTH_MAX) return new Map([[path, typeof value === "string" ? value : JSON.stringify(value)]]);
  const found = new Map<string, string>();
  for (const [name, member] of Object.entries(value))
    for (const entry of flat(member, path === "" ? name : `${path}.${name}`, depth + 1)) found.set(...entry);
  return found;
}
