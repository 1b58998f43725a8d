import { mappingPatternFaults, readSourceColumns } from "../columns/index.ts";
import { type ErrorDetail, RequestError } from "../../kernel/errors.ts";
import { branded } from "../../kernel/unsafe.ts";
import { ThreadOverrun } from "../../platform/threads/threads-port.ts";
import type { CellDifference } from "../cells/index.ts";
import { findLookupTables, holdLookupTables } from "../lookups/index.ts";
import type { ShopCall } from "../operation.ts";
import { judgePatterns } from "../patterns/index.ts";
import type { Comparison } from "./compare-definitions.ts";
import type { Definition } from "./definition.ts";
import type { Present } from "./present-feed.ts";
import { type DocumentQuestion, type DocumentReading, type ReadDocument, readDocument } from "./read-document.ts";
import { rulePatternFaults } from "./read-rules.ts";
import type { WrittenDocument } from "./written-document.ts";

/** What a feed shall become. */
export interface Wanted {
  readonly definition: Definition;
  readonly cells: readonly CellDifference[];
}

export type ReadConfig =
  | { readonly wanted: Wanted; readonly comparison: Comparison; readonly faults?: never }
  | { readonly wanted?: never; readonly comparison?: never; readonly faults: readonly ErrorDetail[] };

interface Reading {
  readonly present: Present;
  readonly document: WrittenDocument;
  /** Nothing will be written, so nobody has to be kept from removing a lookup table for as long as a preview takes. */
  readonly isPlan: boolean;
}

/** Reads a document against the feed it shall be applied to, with the bounds and checks of the single operations; names every fault of every section. */
export async function readConfig(call: ShopCall, { present, document: { text }, isPlan }: Reading): Promise<ReadConfig> {
  const tables = isPlan ? await findLookupTables(call.shop) : await holdLookupTables(call.shop);
  const reading = { text, present, tables, columns: await readSourceColumns(call.shop) };
  const { wanted, comparison, patterns, sectionFaults, boundFaults } = await readAside(call, reading);
  const judged = await judgePatterns(call, [
    ...patterns.rules.flatMap(({ patterns: of }) => [...of.values()]),
    ...[...patterns.mappings.values()].flat(),
  ]);
  const faults = [
    ...sectionFaults,
    ...rulePatternFaults(patterns.rules, judged),
    ...mappingPatternFaults(patterns.mappings, judged),
    ...boundFaults,
  ];
  return faults.length > 0 || comparison === null ? { faults } : { wanted, comparison };
}

/** Handing a document this short to another thread would take longer than reading it. */
const TEXT_AT_ONCE_MAX = 64 * 1024;

/** A large document is read beside the serving thread. */
async function readAside({ reader }: ShopCall, reading: DocumentReading): Promise<ReadDocument> {
  if (reading.text.length <= TEXT_AT_ONCE_MAX) return readDocument(reading);
  try {
    return branded<ReadDocument>(await reader.ask({ kind: "document", ...reading } satisfies DocumentQuestion));
  } catch (error) {
    if (!(error instanceof ThreadOverrun)) throw error;
    throw new RequestError("payload_too_large", {
      message: "Checking this document takes more time or memory than it may. Make its rules and mappings simpler, or fewer.",
      cause: error,
    });
  }
}
