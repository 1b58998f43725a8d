import { columnsRead, type Expression, source } from "../../engine/expression/expression.ts";
import { readExpression } from "../../engine/expression/read-expression.ts";
import { valuedAttributes } from "../../engine/plan/attribute-mappings.ts";
import { defaultMappings, shownMappings } from "../../engine/plan/default-mappings.ts";
import { STOCK } from "../../engine/plan/derived-cells.ts";
import { attributeColumns, feedColumns } from "../../engine/plan/feed-columns.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { mappingText, shownDefault } from "./default-texts.ts";
import { mappingScope, type SourceColumns } from "../metafields/index.ts";

/** What each feed column reads, as the API shows it. */
export interface EffectiveMappings {
  readonly feedColumns: readonly string[];
  /** Channel attributes that may be mapped though they're no columns of the feed. */
  readonly attributes: readonly string[];
  readonly mappings: Readonly<Record<string, string | null>>;
  readonly defaults: Readonly<Record<string, string | null>>;
  /** Source columns that feed any, with the feed columns they feed. */
  readonly propagatesTo: Readonly<Record<string, readonly string[]>>;
  /** What each feed column that reads anything reads. */
  readonly expressions: ReadonlyMap<string, Expression>;
  /** The same, as the engine finds a row's value. It may read columns that nobody sees. */
  readonly valued: ReadonlyMap<string, Expression>;
}

export function effectiveMappings(definition: FeedDefinition, columns: SourceColumns): EffectiveMappings {
  const context = { sourceColumns: columns.all, localised: [], cells: [], overrides: [] };
  const own = defaultMappings(definition, context);
  const forPeople = shownMappings(definition, context);
  const columnNames = feedColumns(definition.extraColumns).map(({ name }) => name);
  const attributes = attributeColumns(definition.extraColumns).map(({ name }) => name);
  // An attribute is of interest once the feed maps it.
  const names = [...columnNames, ...attributes.filter((name) => definition.mappings[name] !== undefined)];
  const defaults = new Map([...columnNames, ...attributes].map((name) => [name, shown(forPeople.get(name) ?? own.get(name))]));
  const read = names.map((name) => {
    const mapped = definition.mappings[name];
    const expression = mapped === undefined ? defaults.get(name) : mappedExpression(mapped, columns);
    return {
      name,
      text: mapped === undefined ? textOf(expression) : mapped,
      expression,
      reads: columnsOf(expression, mapped === undefined ? own.get(name) : undefined),
    };
  });
  const expressions = new Map(read.flatMap(({ name, expression }) => (expression === undefined ? [] : [[name, expression] as const])));
  const byDefault = [...valuedAttributes(context)].filter(([name]) => definition.mappings[name] === undefined);
  const feeding = columns.visible.map(
    (column) => [column.name, read.filter(({ reads }) => follows(reads, column.name)).map(({ name }) => name)] as const,
  );
  return {
    feedColumns: columnNames,
    attributes,
    mappings: Object.fromEntries(read.map(({ name, text }) => [name, text])),
    defaults: Object.fromEntries([...defaults].map(([name, expression]) => [name, textOf(expression)])),
    expressions,
    valued: new Map([...expressions, ...byDefault]),
    propagatesTo: Object.fromEntries(feeding.filter(([, fed]) => fed.length > 0)),
  };
}

/** Cells of the stock decide on `available`, too. */
function follows(reads: ReadonlySet<string>, name: string): boolean {
  return reads.has(`D:${name}`) || (STOCK.includes(name) && reads.has("D:available"));
}

/** What people are shown reads columns that they know, what the plan reads may read more of them. */
function columnsOf(...expressions: readonly (Expression | undefined)[]): ReadonlySet<string> {
  return new Set(expressions.flatMap((expression) => (expression === undefined ? [] : [...columnsRead(expression)])));
}

function shown(expression: Expression | undefined): Expression | undefined {
  return expression === undefined ? undefined : shownDefault(expression);
}

function textOf(expression: Expression | undefined): string | null {
  return expression === undefined ? null : mappingText(expression);
}

/** A stored mapping was checked when it was written; a column that has gone since reads as blank. */
export function mappedExpression(mapped: string | null, columns: SourceColumns): Expression | undefined {
  if (mapped === null) return undefined;
  if (!mapped.startsWith("=")) return source(mapped);
  const read = readExpression(mapped.slice(1), { columns: mappingScope(columns), lenient: true, tables: null });
  return read.ok ? read.expression : undefined;
}
