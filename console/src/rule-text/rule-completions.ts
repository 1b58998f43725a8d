import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { call } from "../api/client.ts";

const COLUMN = /\[(?<side>[DG])\](?<name>\w*)$/;
const VALUE = /\[(?<side>[DG])\](?<name>\w+)\s+(?:=|is|is not|!=|contains|starts with|ends with)\s+"(?<begun>[^"]*)$/;
const WORD = /[a-z_]+$/i;
const VALUES_MAX = 20;

/** Columns after `[D]` and `[G]`, values after a comparison's quote, and functions elsewhere. What was asked once is kept while the editor is open. */
export function ruleCompletions(feedId: string): (context: CompletionContext) => Promise<CompletionResult | null> {
  const columns = once(async () => readColumns(feedId));
  const functions = once(readFunctions);
  return async (context) => {
    const line = context.state.sliceDoc(Math.max(0, context.pos - 400), context.pos);
    const value = VALUE.exec(line)?.groups;
    if (value !== undefined) return valuesOf(feedId, value, context.pos);
    const column = COLUMN.exec(line)?.groups;
    if (column !== undefined) {
      const known = await columns();
      const options = known[column["side"] === "D" ? "source" : "feed"].map((label): Completion => ({ label, type: "variable" }));
      return { from: context.pos - (column["name"] ?? "").length, options, validFor: /^\w*$/ };
    }
    const word = WORD.exec(line)?.[0];
    if (word === undefined && !context.explicit) return null;
    return { from: context.pos - (word ?? "").length, options: await functions(), validFor: /^\w*$/ };
  };
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

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
