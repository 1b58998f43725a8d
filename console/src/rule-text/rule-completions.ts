import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { type ApiAnswer, call } from "../api/client.ts";

type LookupTable = ApiAnswer<"lookups.list">["data"][number];

/** Metafields have hyphens in their columns' names. */
const COLUMN = /\[(?<side>[DG])\](?<name>[\w-]*)$/;
const VALUE = /\[(?<side>[DG])\](?<name>\w+)\s+(?:=|is|is not|!=|contains|starts with|ends with)\s+"(?<begun>[^"]*)$/;
/** Within the first argument of `lookup`, or within the third, which is a column of the table that the first names. */
const LOOKUP = /\blookup\(\s*"(?:(?<table>[^"]*)"\s*,[^,]*,\s*")?(?<begun>[^"]*)$/;
const WORD = /[a-z_]+$/i;
const VALUES_MAX = 20;
const TABLES_MAX = 100;

/** Columns after `[D]` and `[G]`, values after a comparison's quote, tables and their columns in `lookup(`, and functions elsewhere. What was asked once is kept while the editor is open. */
export function ruleCompletions(feedId: string): (context: CompletionContext) => Promise<CompletionResult | null> {
  const columns = once(async () => readColumns(feedId));
  const functions = once(readFunctions);
  const tables = once(readTables);
  return async (context) => {
    const line = context.state.sliceDoc(Math.max(0, context.pos - 400), context.pos);
    const value = VALUE.exec(line)?.groups;
    if (value !== undefined) return valuesOf(feedId, value, context.pos);
    const named = LOOKUP.exec(line)?.groups;
    if (named !== undefined) return namesOf(await tables(), named, context.pos);
    const column = COLUMN.exec(line)?.groups;
    if (column !== undefined) {
      const known = await columns();
      const options = known[column["side"] === "D" ? "source" : "feed"].map((label): Completion => ({ label, type: "variable" }));
      return { from: context.pos - (column["name"] ?? "").length, options, validFor: /^[\w-]*$/ };
    }
    const word = WORD.exec(line)?.[0];
    if (word === undefined && !context.explicit) return null;
    return { from: context.pos - (word ?? "").length, options: await functions(), validFor: /^\w*$/ };
  };
}

/** Tables, or the columns of one. Its first column is the key, which isn't looked up. */
function namesOf(
  tables: readonly LookupTable[],
  { table, begun = "" }: Readonly<Partial<Record<string, string>>>,
  at: number,
): CompletionResult {
  const names = table === undefined ? tables.map(({ name }) => name) : (tables.find(({ name }) => name === table)?.columns.slice(1) ?? []);
  return { from: at - begun.length, options: names.map((label): Completion => ({ label, type: "constant" })), validFor: /^[^"]*$/ };
}

async function valuesOf(
  feedId: string,
  { side, name = "", begun = "" }: Readonly<Record<string, string>>,
  at: number,
): Promise<CompletionResult> {
  const query = { side: side === "D" ? "source" : "feed", search: begun, limit: VALUES_MAX } as const;
  const { values } = await call("columns.values", { path: { id: feedId, name }, query });
  return {
    from: at - begun.length,
    filter: false,
    options: values.map(({ value, count }) => ({ label: value, detail: `${count}` })),
  };
}

/** Of one row: every row has all columns. */
async function readColumns(feedId: string): Promise<Readonly<Record<"source" | "feed", readonly string[]>>> {
  const [source, feed] = await Promise.all([
    call("source.rows", { path: { id: feedId }, query: { per_page: 1 } }),
    call("feeds.products", { path: { id: feedId }, query: { per_page: 1 } }),
  ]);
  return { source: Object.keys(source.data[0]?.values ?? {}), feed: Object.keys(feed.data[0]?.fields ?? {}) };
}

async function readFunctions(): Promise<readonly Completion[]> {
  const language = await call("rules.functions", {});
  return language.functions.map(({ name, signature }) => ({
    label: name,
    apply: `${name}(`,
    detail: signature.slice(name.length),
    type: "function",
  }));
}

async function readTables(): Promise<readonly LookupTable[]> {
  return (await call("lookups.list", { query: { per_page: TABLES_MAX } })).data;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
