import { promised } from "../unsafe.ts";

/** One field of a form that a JSON Schema describes. */
export interface SettingField {
  readonly name: string;
  readonly kind: "text" | "flag" | "choice" | "list";
  readonly description: string;
  readonly choices: readonly string[];
  readonly fallback: unknown;
}

interface Described {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly description?: string;
  readonly default?: unknown;
}

export function fieldsOf({ properties = {} }: { readonly properties?: unknown }): readonly SettingField[] {
  return Object.entries(promised<Readonly<Record<string, Described>>>(properties)).map(([name, described]) => ({
    name,
    kind: kindOf(described),
    description: (described.description ?? "").replaceAll("`", "").replaceAll("If null", "If blank"),
    choices: (described.enum ?? []).map(String),
    fallback: described.default,
  }));
}

/** What may be null is a text that may be blank. */
function kindOf({ type, enum: choices }: Described): SettingField["kind"] {
  if (choices !== undefined) return "choice";
  if (type === "boolean") return "flag";
  return type === "array" ? "list" : "text";
}
