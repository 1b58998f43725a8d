import { promised } from "../unsafe.ts";

/** A rule as the API takes it. */
export type Definition = Readonly<Record<string, unknown>>;

/** One field of a rule's form. */
export interface Member {
  readonly name: string;
  readonly kind: "text" | "number" | "flag" | "choice" | "structure";
  readonly description: string;
  readonly choices: readonly string[];
  readonly fallback: unknown;
}

/** What the API says about a member, in JSON Schema. */
interface Described {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly description?: string;
  readonly default?: unknown;
}

export function membersOf({ properties = {} }: { readonly properties?: unknown }): readonly Member[] {
  return Object.entries(promised<Readonly<Record<string, Described>>>(properties)).map(([name, described]) => ({
    name,
    kind: kindOf(described),
    description: described.description ?? "",
    choices: (described.enum ?? []).map(String),
    fallback: described.default,
  }));
}

function kindOf({ type, enum: choices, anyOf }: Described): Member["kind"] {
  if (choices !== undefined) return "choice";
  if (type === "boolean") return "flag";
  if (type === "integer" || type === "number") return "number";
  if (type === "string") return "text";
  // Text or a number: text does for both.
  if (anyOf?.every((one) => one.type === "string" || one.type === "number" || one.type === "integer") === true) return "text";
  return "structure";
}
