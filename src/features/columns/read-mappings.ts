import { didYouMean, findColumn, nearestNames } from "../../engine/expression/column-names.ts";
import { type ExpressionFault, readExpression } from "../../engine/expression/read-expression.ts";
import { pointed } from "../../engine/rules/schema-faults.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { LookupTable } from "../lookups/index.ts";
import type { EffectiveMappings } from "./effective-mappings.ts";
import { mappingText } from "./default-texts.ts";
import { mappingScope, type SourceColumns } from "../metafields/index.ts";

export interface MappingScope {
  readonly effective: EffectiveMappings;
  readonly columns: SourceColumns;
  readonly tables: readonly LookupTable[];
}

/** What is stored of a mapping: `undefined` follows the default. */
type Stored = string | null | undefined;

interface ReadMappings {
  readonly stored: ReadonlyMap<string, Stored>;
  readonly faults: readonly ErrorDetail[];
}

/** Reads what a merchant wrote against the columns there are; names every fault. */
export function readMappings(written: Readonly<Record<string, string | null>>, scope: MappingScope): ReadMappings {
  const faults: ErrorDetail[] = [];
  const stored = new Map<string, Stored>();
  for (const [name, value] of Object.entries(written)) {
    const param = `/mappings/${pointed(name)}`;
    const read = isMappable(name, scope.effective) ? readMapping(value, name, scope) : unknownFeedColumn(name, scope.effective);
    if (Array.isArray(read)) faults.push(...read.map((fault) => ({ param, ...fault })));
    else stored.set(name, read.value);
  }
  return { stored, faults };
}

/** What is left when those that follow the default are taken out. */
export function storedMappings(mappings: ReadonlyMap<string, Stored>): Readonly<Record<string, string | null>> {
  return Object.fromEntries([...mappings].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}

type Fault = Omit<ErrorDetail, "param">;
type Read = { readonly value: Stored } | Fault[];

/** Feed columns and channel attributes. */
export function isMappable(name: string, { feedColumns, attributes }: EffectiveMappings): boolean {
  return feedColumns.includes(name) || attributes.includes(name);
}

function unknownFeedColumn(name: string, { feedColumns, attributes }: EffectiveMappings): Fault[] {
  const near = didYouMean(nearestNames(name, [...feedColumns, ...attributes]));
  return [{ code: "unknown_feed_column", message: `The feed has no column ${name}.${near}` }];
}

function readMapping(value: string | null, name: string, { effective, columns, tables }: MappingScope): Read {
  const ownDefault = effective.defaults[name] ?? null;
  if (value === ownDefault) return { value: undefined };
  if (value === null) return { value };
  const scope = mappingScope(columns);
  if (!value.startsWith("=")) {
    const found = findColumn(scope, "D", value);
    if (found === undefined) return [unknownSourceColumn(value, columns)];
    return { value: found.name === ownDefault ? undefined : found.name };
  }
  const known = new Map(tables.map((table) => [table.name, table.columns.slice(1)]));
  const read = readExpression(value.slice(1), { columns: scope, lenient: false, tables: known });
  if (!read.ok) return expressionFaults(read.faults, effective);
  const text = mappingText(read.expression);
  return { value: text === ownDefault ? undefined : text };
}

/** Names that are not there have codes of their own where nothing else is wrong. */
function expressionFaults(faults: readonly ExpressionFault[], effective: EffectiveMappings): Fault[] {
  const codes = faults.map(({ unknown }) => unknownCode(unknown, effective));
  const isAllUnknown = codes.every((code) => code !== undefined);
  return faults.map(({ code, message, line, column }, index) => ({
    code: isAllUnknown ? (codes[index] ?? code) : code,
    message,
    line,
    // The faults are counted from behind the `=`.
    column: line === 1 ? column + 1 : column,
  }));
}

/** Nothing for a feed column there is: a mapping cannot read one, but its name is known. */
function unknownCode(unknown: ExpressionFault["unknown"], effective: EffectiveMappings) {
  if (unknown?.side === "G") return isMappable(unknown.name, effective) ? undefined : ("unknown_feed_column" as const);
  return unknown === undefined ? undefined : ("unknown_source_column" as const);
}

function unknownSourceColumn(name: string, { visible }: SourceColumns): Fault {
  const near = nearestNames(
    name,
    visible.map((column) => column.name),
  );
  const hint = didYouMean(near) || " Start a fixed text or a calculation with `=`.";
  return { code: "unknown_source_column", message: `There is no source column ${name === "" ? "without a name" : name}.${hint}` };
}
