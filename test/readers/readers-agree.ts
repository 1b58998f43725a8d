import { fileURLToPath } from "node:url";
import { parseJson } from "../../src/kernel/unsafe.ts";
import { runPythonModule } from "../harness/interpreters.ts";

/** The second reader of channel files, in Python: see the folder's README. */

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** A channel's file and what it was made of. */
export interface ReaderCase {
  readonly channel: "google" | "meta" | "microsoft" | "pinterest" | "tiktok" | "snapchat" | "amazon" | "openai";
  readonly format: "tsv" | "csv" | "rss" | "json" | "jsonl" | "acp";
  /** The assignment's settings; `target_country` and others of the feed where the channel's file depends on them. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Google's category ids and their full paths; without them a path can't be told from a wrong one. */
  readonly taxonomy?: Readonly<Record<string, string>>;
  /** The canonical file. */
  readonly canonical: string;
  /** For each of its rows, in order: `row_id`, `sku`, `quantity`, and values that are mapped to the channel's attributes alone. */
  readonly attributes?: readonly Readonly<Record<string, string | number | null>>[];
  /** The channel's file; gzip is fine. */
  readonly file: Uint8Array | string;
}

export interface Reading {
  /** Rows of the channel's file. */
  readonly rows: number;
  /** Ids of canonical rows that the channel's file may leave out, and does. */
  readonly omitted: readonly string[];
  readonly differences: readonly CellDifference[];
  /** What makes the file or its rows wrong as a whole. */
  readonly faults: readonly string[];
  /** Differences and faults beyond the first of them. */
  readonly more: number;
}

interface CellDifference {
  /** Number of the canonical row, from 1. */
  readonly row: number;
  readonly id: string;
  readonly attribute: string;
  readonly expected: string;
  readonly found: unknown;
}

/** How the reader finds each case, by one run of the interpreter. A file is right if there are no differences and no faults. */
export async function readersAgree(cases: readonly ReaderCase[]): Promise<readonly Reading[]> {
  const given = cases.map((each) => ({ ...each, file: Buffer.from(each.file).toString("base64") }));
  return readings(parseJson(await runPythonModule(FOLDER, "compare", JSON.stringify(given))), cases.length);
}

function readings(answer: unknown, count: number): readonly Reading[] {
  if (!Array.isArray(answer) || answer.length !== count) throw new Error(`the reader answered ${JSON.stringify(answer)}`);
  return answer;
}
