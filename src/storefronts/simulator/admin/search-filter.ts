import { type Comparison, parseSearch, type SearchQuery, type SearchTerm, termsOf } from "./search-query.ts";

/** How a field of a search is looked up. Of several values one has to match. */
export interface SearchField<Item> {
  readonly type: "text" | "number" | "time";
  readonly values: (item: Item) => readonly (string | number)[];
  /** What may be asked for; anything else matches nothing and is warned of. */
  readonly accepted?: readonly string[];
}

export type SearchFields<Item> = Readonly<Record<string, SearchField<Item>>>;

/** What stands in `extensions.search` of the answer: Shopify fails no search for a field it does not know, it matches everything. */
export interface SearchNote {
  readonly query: string;
  readonly parsed: Readonly<Record<string, unknown>>;
  readonly warnings: readonly SearchWarning[];
}

interface SearchWarning {
  readonly field: string;
  readonly message: string;
  readonly code: "invalid_field" | "invalid_value";
}

export interface SearchFilter<Item> {
  readonly matches: (item: Item) => boolean;
  readonly note: SearchNote | null;
}

export function searchFilter<Item>(text: unknown, fields: SearchFields<Item>): SearchFilter<Item> {
  if (typeof text !== "string" || text.trim() === "") return { matches: () => true, note: null };
  const query = parseSearch(text);
  const terms = termsOf(query);
  const warnings = terms.flatMap((term) => warningOf(term, fields));
  const [first] = terms;
  const parsed = terms.length === 1 && first !== undefined ? parsedTerm(first) : { and: terms.map(parsedTerm) };
  return {
    matches: (item) => matches(query, item, fields),
    note: warnings.length === 0 ? null : { query: text, parsed, warnings },
  };
}

const PARSED_NAMES = { ":": "match_all", ":>": "range_gt", ":>=": "range_gte", ":<": "range_lt", ":<=": "range_lte" } as const;

function parsedTerm({ field, comparison, value }: SearchTerm): Readonly<Record<string, unknown>> {
  return { field: field ?? "default", [PARSED_NAMES[comparison]]: value };
}

function warningOf<Item>({ field, value }: SearchTerm, fields: SearchFields<Item>): readonly SearchWarning[] {
  if (field === null) return [];
  const known = fields[field];
  if (known === undefined) return [{ field, message: "Invalid search field for this query.", code: "invalid_field" }];
  if (known.accepted === undefined) return [];
  const strange = value.split(",").find((one) => !isAccepted(known.accepted, one));
  return strange === undefined ? [] : [{ field, message: `Input \`${strange}\` is not an accepted value.`, code: "invalid_value" }];
}

function isAccepted(accepted: readonly string[] | undefined, value: string): boolean {
  return accepted === undefined || accepted.some((one) => one.toLowerCase() === value.toLowerCase());
}

function matches<Item>(query: SearchQuery, item: Item, fields: SearchFields<Item>): boolean {
  if (query.kind === "term") return termMatches(query, item, fields);
  if (query.kind === "not") return !matches(query.part, item, fields);
  const test = (part: SearchQuery): boolean => matches(part, item, fields);
  return query.kind === "and" ? query.parts.every(test) : query.parts.some(test);
}

function termMatches<Item>(term: SearchTerm, item: Item, fields: SearchFields<Item>): boolean {
  const field = fields[term.field ?? "default"];
  if (field === undefined) return true;
  const wanted = term.comparison === ":" && term.field !== null ? term.value.split(",") : [term.value];
  return field.values(item).some((value) => wanted.some((one) => valueMatches(field, term, value, one)));
}

type Value = string | number;

const COMPARED: Readonly<Record<Comparison, (left: Value, right: Value) => boolean>> = {
  ":": (left, right) => left === right,
  ":>": (left, right) => left > right,
  ":>=": (left, right) => left >= right,
  ":<": (left, right) => left < right,
  ":<=": (left, right) => left <= right,
};

function valueMatches<Item>(
  { type, accepted }: SearchField<Item>,
  { comparison, field }: SearchTerm,
  value: Value,
  wanted: string,
): boolean {
  if (!isAccepted(accepted, wanted)) return false;
  if (type === "text" && comparison === ":") return textMatches(String(value).toLowerCase(), wanted.toLowerCase(), field === null);
  const [left, right] = type === "text" ? [value, wanted] : [amountOf(type, value), amountOf(type, wanted)];
  return COMPARED[comparison](left, right);
}

/** A star at the end stands for whatever follows; words without a field stand anywhere. */
function textMatches(value: string, wanted: string, anywhere: boolean): boolean {
  if (anywhere) return value.includes(wanted.replace(/\*$/, ""));
  return wanted.endsWith("*") ? value.startsWith(wanted.slice(0, -1)) : value === wanted;
}

function amountOf(type: "number" | "time", value: Value): number {
  if (typeof value === "number") return value;
  return type === "time" ? Date.parse(value) : Number(/\d+$/.exec(value)?.[0] ?? value);
}
