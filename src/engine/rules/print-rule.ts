import { printColumn, printText } from "../expression/print-expression.ts";

/** The canonical text of a stored definition; reading it gives the same definition. */
export function printRule(definition: Readonly<Record<string, unknown>>): string {
  const { condition, ...own } = definition;
  const head = sentenceOf(own) ?? general(own);
  if (condition === undefined) return head;
  return typeof condition === "string" ? `${head} when ${condition}` : general(definition);
}

/** Types with a form of their own, as long as they have no other members. */
function sentenceOf(own: Readonly<Record<string, unknown>>): string | undefined {
  const { type, target, value, reason, find, replace_with: replaceWith } = own;
  const names = Object.keys(own).toSorted().join();
  if (type === "set_value" && names === "target,type,value" && typeof target === "string") {
    if (typeof value === "number" && /e/i.test(String(value))) return undefined;
    return `Set ${printColumn("G", target)} to ${typeof value === "number" ? value : printValue(String(value))}`;
  }
  if (type === "exclude" && names === "type") return "Exclude";
  if (type === "exclude" && names === "reason,type" && typeof reason === "string") return `Exclude because ${printText(reason)}`;
  if (type === "include" && names === "type") return "Include";
  if (type === "replace" && names === "find,replace_with,target,type" && typeof find === "string" && typeof replaceWith === "string" && typeof target === "string")
    return `Replace ${printText(find)} with ${printText(replaceWith)} in ${printColumn("G", target)}`;
  return undefined;
}

/** In a sentence a text stands in quotes and an expression bare. */
function printValue(value: string): string {
  if (value.startsWith("==")) return printText(value.slice(1));
  return value.startsWith("=") ? value.slice(1).trim() : printText(value);
}

/** A tree as a condition is a member like any other. */
function general({ type, condition, ...members }: Readonly<Record<string, unknown>>): string {
  const tree = condition === undefined ? {} : { condition };
  return `${String(type)}${printNamed({ ...members, ...tree }, "(", ")")}`;
}

function printNamed(values: Readonly<Record<string, unknown>>, open: string, close: string): string {
  const named = Object.entries(values).map(([name, value]) => `${/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : printText(name)}: ${printMember(value)}`);
  return `${open}${named.join(", ")}${close}`;
}

function printMember(value: unknown): string {
  if (typeof value === "string") return value.startsWith("=") && !value.startsWith("==") ? `= ${value.slice(1).trim()}` : printText(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(printMember).join(", ")}]`;
  if (typeof value === "object" && value !== null) return printNamed({ ...value }, "{", "}");
  return "blank";
}
