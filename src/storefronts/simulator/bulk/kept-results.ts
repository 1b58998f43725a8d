import { link } from "node:fs/promises";
import path from "node:path";
import type { OpenOperation } from "./operation.ts";
import type { ResultFile } from "./result-file.ts";

/** Results by query, for a shop whose catalog never changes. A repeated query gets a hard link to the first result instead of writing every line again. */
export interface KeptResults {
  /** Keeps the file of a finished operation, unless there already is one for its query. */
  keep(operation: OpenOperation): Promise<void>;
  /** Links the kept result at `to`. Undefined if the query hasn't been answered yet. */
  handOut(operation: OpenOperation, to: string): Promise<KeptResult | undefined>;
}

export interface KeptResult {
  readonly file: ResultFile;
  readonly objectCount: number;
  readonly rootObjectCount: number;
}

/** Files are kept in `folder`, which is removed as a whole. */
export function createKeptResults(folder: string): KeptResults {
  const results = new Map<string, Promise<KeptResult>>();
  return {
    keep: async (operation) => {
      const { file, objectCount, rootObjectCount } = operation;
      const asked = askedBy(operation);
      if (file === null || results.has(asked)) return;
      const kept = { ...file, path: path.join(folder, `kept-${results.size}.jsonl`) };
      const result = link(file.path, kept.path).then(() => ({ file: kept, objectCount, rootObjectCount }));
      results.set(asked, result);
      // Its file may have expired meanwhile; then the next one is kept.
      await result.catch(() => results.delete(asked));
    },
    handOut: async (operation, to) => {
      const result = await results.get(askedBy(operation));
      if (result === undefined) return undefined;
      await link(result.file.path, to);
      return { ...result, file: { ...result.file, path: to } };
    },
  };
}

/** Leading comments don't change what a query asks for. */
const COMMENTS = /^(?:#[^\n]*\n)+/;

const askedBy = ({ query, groupObjects }: OpenOperation): string =>
  `${groupObjects ? "grouped" : "shuffled"} ${query.replace(COMMENTS, "")}`;
