import { isDeepStrictEqual } from "node:util";
import { type ErrorDetail, RequestError } from "../../kernel/errors.ts";
import { PreparationOutdated } from "../../kernel/operation.ts";
import { branded } from "../../kernel/unsafe.ts";
import { ThreadOverrun } from "../../platform/threads/threads-port.ts";
import { findFeedCurrency } from "../feeds/index.ts";
import type { LookupTable } from "../lookups/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import { type JudgedPatterns, judgePatterns, NOTHING_JUDGED, patternFaults } from "../patterns/index.ts";
import type { Comparison } from "./compare-values.ts";
import type { Present, SectionValues } from "./present-feed.ts";
import { type DocumentQuestion, type DocumentReading, type ReadDocument, readDocument } from "./read-document.ts";

/** What a feed shall become, or every fault of every section. */
export type ReadConfig =
  | { readonly wanted: SectionValues; readonly comparison: Comparison; readonly faults?: never }
  | { readonly wanted?: never; readonly comparison?: never; readonly faults: readonly ErrorDetail[] };

interface Reading {
  readonly text: string;
  readonly present: Present;
  /** All that may be looked up; where something will be written, held. */
  readonly tables: readonly LookupTable[];
}

/** A document that was read against a feed, and what DuckDB says of its regular expressions. */
export interface PreparedConfig {
  readonly reading: DocumentReading;
  readonly read: ReadDocument;
  readonly judged: JudgedPatterns;
}

/** Reads a document against the feed it shall be applied to, with the bounds and checks of the single operations. */
export async function prepareConfig(call: ShopCall, asked: Reading): Promise<PreparedConfig> {
  const reading = await readingOf(call.shop, asked);
  const read = await readAside(call, reading);
  return { reading, read, judged: await judgeDocument(call, read) };
}

/** What the feed shall become, or every fault of every section. The feed may have changed since the document was prepared. */
export async function readConfig({ shop }: Pick<ShopChange, "shop">, asked: Reading, prepared: PreparedConfig): Promise<ReadConfig> {
  const reading = await readingOf(shop, asked);
  return isSameReading(prepared.reading, reading) ? wantedConfig(prepared) : wantedConfig({ ...prepared, read: readAgain(reading) });
}

async function readingOf(shop: ShopDb, asked: Reading): Promise<DocumentReading> {
  return { ...asked, columns: await readSourceColumns(shop), currency: await findFeedCurrency(shop, asked.present.feed) };
}

/** What was read and judged; or what is wrong with it. */
function wantedConfig({ read, judged }: Pick<PreparedConfig, "read" | "judged">): ReadConfig {
  const { wanted, comparison, patterns, sectionFaults, boundFaults } = read;
  const faults = [...sectionFaults, ...(boundFaults.length > 0 ? boundFaults : patternFaults(patterns, judged))];
  return faults.length > 0 || comparison === null ? { faults } : { wanted, comparison };
}

/** The regular expressions of all sections in one go. None past a bound: they may be past any time. */
function judgeDocument(call: ShopCall, { patterns, boundFaults }: ReadDocument): Promise<JudgedPatterns> {
  if (boundFaults.length > 0) return Promise.resolve(NOTHING_JUDGED);
  return judgePatterns(
    call,
    patterns.map(({ pattern }) => pattern),
  );
}

/** Every change of a feed's definition gives it another version. */
function isSameReading(before: DocumentReading, now: DocumentReading): boolean {
  return (
    before.present.feed.definition_version === now.present.feed.definition_version &&
    isDeepStrictEqual(before.tables, now.tables) &&
    isDeepStrictEqual(before.columns, now.columns) &&
    isDeepStrictEqual(before.currency, now.currency)
  );
}

/** Handing a document this short to another thread would take longer than reading it. */
const TEXT_AT_ONCE_MAX = 64 * 1024;

function readAgain(reading: DocumentReading): ReadDocument {
  if (reading.text.length > TEXT_AT_ONCE_MAX) throw new PreparationOutdated();
  return readDocument(reading);
}

/** A large document is read beside the serving thread. */
async function readAside({ reader }: ShopCall, reading: DocumentReading): Promise<ReadDocument> {
  if (reading.text.length <= TEXT_AT_ONCE_MAX) return readDocument(reading);
  try {
    return branded<ReadDocument>(await reader.ask({ kind: "document", ...reading } satisfies DocumentQuestion));
  } catch (error) {
    if (!(error instanceof ThreadOverrun)) throw error;
    throw new RequestError("payload_too_large", {
      message: "Checking this document takes too much time or memory. Simplify or remove some rules and mappings.",
      cause: error,
    });
  }
}
