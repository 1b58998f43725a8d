import type { WarehouseRow, WarehouseValue } from "../../kernel/sql.ts";
import type { FileToSplice, PackedFile } from "./warehouse-port.ts";

/** What the service and a DuckDB child say to each other. Both ends are the same version of this code: one forks the other. */

export interface ChildSettings {
  /** How many threads one statement may use. */
  readonly threads: number;
  /** How many statements a session may run at the same time, if the service allows it that many threads. */
  readonly lanes: number;
  readonly memoryLimitBytes: number;
  /** What the limit was made from, as people set it: `1GB`. */
  readonly memorySetting: string;
  /** The child ends itself above it: DuckDB's own limit counts neither plans nor the texts that functions make. */
  readonly residentSetBytesMax: number;
  /** Share of the memory that tables kept between queries may take. */
  readonly residentTablesBytesMax: number;
  readonly spillFolder: string;
  readonly spillBytesMax: number;
  /** DuckDB knows one list for reading and writing. */
  readonly allowedFolders: readonly string[];
  /** Where `pack` may read and write; null in a child that answers queries. */
  readonly sessionFolder: string | null;
  readonly niceness: number;
  /** CPU time in ms after which the process lowers its priority further. */
  readonly longMs: number;
}

interface Exchange<In, Out> {
  readonly ask: In;
  readonly answer: Out;
}

/** Everything a child can be asked. */
export interface ChildCalls {
  readonly query: Exchange<{ readonly sql: string; readonly tables: readonly TableLoad[] }, QueryAnswer>;
  readonly run: Exchange<{ readonly statements: readonly string[] }, null>;
  readonly sideBySide: Exchange<{ readonly statements: readonly string[] }, null>;
  readonly all: Exchange<{ readonly sql: string }, Answer>;
  readonly pack: Exchange<FileToPack, PackedFile>;
  readonly splice: Exchange<FileToSplice, null>;
  /** Ends the DuckDB, not the process, and answers what the process still holds, and whether it's slow from now on. The next message opens another. */
  readonly close: Exchange<null, { readonly residentBytes: number; readonly isLowered: boolean }>;
}
export type ChildCall = keyof ChildCalls;

export interface FileToPack {
  readonly file: string;
  readonly gzipFile: string;
  /** Files that belong behind it, in their order. They're gone afterwards. */
  readonly rest: readonly string[];
}

export interface TableLoad {
  readonly name: string;
  readonly sql: string;
  readonly key: string | null;
}

/** Column by column: names cross once, not once a row. */
export interface Answer {
  readonly names: readonly string[];
  readonly columns: readonly (readonly WarehouseValue[])[];
}

export interface QueryAnswer {
  readonly answer: Answer;
  /** The tables the child holds now. */
  readonly tables: readonly string[];
}

export type ToChild =
  | { readonly kind: "open"; readonly settings: ChildSettings }
  /** How many threads later statements may use. */
  | { readonly kind: "threads"; readonly threads: number }
  | { readonly kind: "call"; readonly id: number; readonly call: ChildCall; readonly ask: ChildCalls[ChildCall]["ask"] }
  | { readonly kind: "interrupt"; readonly id: number };

export type FromChild =
  | { readonly id: number; readonly answer: ChildCalls[ChildCall]["answer"] }
  | { readonly id: number; readonly refused: string };

export function rowsOf({ names, columns }: Answer): readonly WarehouseRow[] {
  const rows: Record<string, WarehouseValue>[] = (columns[0] ?? []).map(() => ({}));
  for (const [index, name] of names.entries()) {
    const column = columns[index] ?? [];
    for (const [position, row] of rows.entries()) row[name] = column[position] ?? null;
  }
  return rows;
}
