import { SEARCH_TERMS_MAX } from "../limits.ts";

/** Shopify's search syntax: `status:active,draft updated_at:>='2026-11-19T00:00:00Z'`, AND, OR, `-` and NOT, parentheses. */

export type Comparison = ":" | ":>" | ":>=" | ":<" | ":<=";

/** Without a field: words looked for anywhere. */
export interface SearchTerm {
  readonly kind: "term";
  readonly field: string | null;
  readonly comparison: Comparison;
  readonly value: string;
}

export type SearchQuery =
  | SearchTerm
  | { readonly kind: "and" | "or"; readonly parts: readonly SearchQuery[] }
  | { readonly kind: "not"; readonly part: SearchQuery };

const TOKEN = /\s*(?:(\(|\))|(-)?(?:([A-Za-z_][\w.]*)(:(?:>=|<=|>|<)?))?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s()]+)))/gy;

type Token = { readonly kind: "open" | "close" | "and" | "or" | "not" } | SearchTerm;

/** Everything that is no syntax is a word, so that any text is a query. */
export function parseSearch(text: string): SearchQuery {
  const tokens = tokensOf(text).slice(0, SEARCH_TERMS_MAX * 2);
  let position = 0;
  const either = (): SearchQuery => {
    const parts = [both()];
    while (tokens[position]?.kind === "or") {
      position += 1;
      parts.push(both());
    }
    return grouped("or", parts);
  };
  const both = (): SearchQuery => {
    const parts: SearchQuery[] = [];
    for (let token = tokens[position]; token !== undefined && token.kind !== "or" && token.kind !== "close"; token = tokens[position]) {
      position += 1;
      const part = single(token);
      if (part !== undefined) parts.push(part);
    }
    return grouped("and", parts);
  };
  const single = (token: Token): SearchQuery | undefined => {
    if (token.kind === "term") return token;
    if (token.kind === "open") {
      const inside = either();
      position += 1;
      return inside;
    }
    if (token.kind !== "not") return undefined;
    const next = tokens[position];
    position += 1;
    const part = next === undefined ? undefined : single(next);
    return part === undefined ? undefined : { kind: "not", part };
  };
  return either();
}

function grouped(kind: "and" | "or", parts: readonly SearchQuery[]): SearchQuery {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind, parts };
}

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].flatMap(([, parenthesis, minus, field, comparison, double, single, word]): readonly Token[] => {
    if (parenthesis !== undefined) return [{ kind: parenthesis === "(" ? "open" : "close" }];
    const value = double ?? single ?? word ?? "";
    if (field === undefined && double === undefined && single === undefined && minus === undefined) {
      if (value === "AND") return [{ kind: "and" }];
      if (value === "OR") return [{ kind: "or" }];
      if (value === "NOT") return [{ kind: "not" }];
    }
    const term: Token = {
      kind: "term",
      field: field ?? null,
      comparison: comparisonOf(comparison),
      value: value.replaceAll(/\\(.)/g, "$1"),
    };
    return minus === undefined ? [term] : [{ kind: "not" }, term];
  });
}

const COMPARISONS: readonly Comparison[] = [":", ":>", ":>=", ":<", ":<="];

function comparisonOf(text: string | undefined): Comparison {
  return COMPARISONS.find((known) => known === text) ?? ":";
}

/** Every term, for warnings about their fields. */
export function termsOf(query: SearchQuery): readonly SearchTerm[] {
  if (query.kind === "term") return [query];
  return query.kind === "not" ? termsOf(query.part) : query.parts.flatMap(termsOf);
}
