/** A value of a placeholder in one shop. */
export type TemplateValue = string | number | boolean;
export type TemplateValues = Readonly<Record<string, TemplateValue>>;

export interface Placeholder {
  readonly name: string;
  readonly default?: TemplateValue | undefined;
}

/** `{{name}}`, with spaces or without. What isn't declared stays as it is: rules have expressions in such braces too. */
const WRITTEN = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g;
const WHOLE = /^\{\{\s*([a-z][a-z0-9_]*)\s*\}\}$/;

/** Declared placeholders that have neither a value nor a default. */
export function missingValues(placeholders: readonly Placeholder[], values: TemplateValues): readonly string[] {
  return placeholders
    .filter(({ name, default: fallback }) => valueOf(values, name) === undefined && fallback === undefined)
    .map(({ name }) => name);
}

/** Values that no placeholder takes. */
export function unknownValues(placeholders: readonly Placeholder[], values: TemplateValues): readonly string[] {
  return Object.keys(values).filter((name) => !placeholders.some((placeholder) => placeholder.name === name));
}

/** The document for one shop. A string that is nothing but a placeholder becomes its value, whatever type that has; within a longer one it becomes text. */
export function renderTemplate(document: unknown, placeholders: readonly Placeholder[], values: TemplateValues): unknown {
  const given = new Map<string, TemplateValue>();
  for (const { name, default: fallback } of placeholders) {
    const value = valueOf(values, name) ?? fallback;
    if (value !== undefined) given.set(name, value);
  }
  return rendered(document, given);
}

function rendered(part: unknown, given: ReadonlyMap<string, TemplateValue>): unknown {
  if (typeof part === "string") {
    const whole = given.get(WHOLE.exec(part)?.[1] ?? "");
    return whole ?? part.replaceAll(WRITTEN, (written, name: string) => String(given.get(name) ?? written));
  }
  if (Array.isArray(part)) return part.map((item: unknown) => rendered(item, given));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, rendered(value, given)]));
}

/** A value may be called `constructor`. */
function valueOf(values: TemplateValues, name: string): TemplateValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
