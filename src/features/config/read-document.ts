import { pointed } from "../../engine/rules/schema-faults.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { branded, members, parseJson } from "../../kernel/unsafe.ts";
import { type Draft, draftOf, FAULTS_MAX, pastBounds, type Read, type WrittenPattern, wrong } from "../definitions/index.ts";
import type { FeedCurrency } from "../feeds/index.ts";
import type { LookupTable } from "../lookups/index.ts";
import type { SourceColumns } from "../metafields/index.ts";
import { changesOf, type Comparison, compareValues } from "./compare-values.ts";
import { WrittenConfig } from "./config-shapes.ts";
import type { Present, SectionValues } from "./present-feed.ts";
import { DOCUMENT_SECTIONS } from "./sections.ts";

/** Everything that reading a document takes: plain data, which can be handed to another thread. */
export interface DocumentReading {
  /** Of the document, as JSON that the schema has seen. */
  readonly text: string;
  readonly present: Present;
  readonly tables: readonly LookupTable[];
  readonly columns: SourceColumns;
  readonly currency: FeedCurrency | null;
}

export interface DocumentQuestion extends DocumentReading {
  readonly kind: "document";
}

/** The same of what comes back. */
export interface ReadDocument {
  /** Hold only where there is no fault, of regular expressions neither. */
  readonly wanted: SectionValues;
  /** Null where there is a fault. */
  readonly comparison: Comparison | null;
  /** Of what is new or changed, for DuckDB to judge. */
  readonly patterns: readonly WrittenPattern[];
  readonly sectionFaults: readonly ErrorDetail[];
  readonly boundFaults: readonly ErrorDetail[];
}

/** Pure. Names the faults of every section, of each no more than are answered. */
export function readDocument(reading: DocumentReading): ReadDocument {
  const { feed, values } = reading.present;
  const document = branded<WrittenConfig>(parseJson(reading.text));
  const reads = readSections(document, reading);
  const wanted = { ...values, ...Object.fromEntries([...reads].map(([name, { value }]) => [name, value])) };
  const inOrder = DOCUMENT_SECTIONS.flatMap(({ name }) => reads.get(name) ?? []);
  const faults = [documentFaults(document), ...inOrder.map((read) => read.faults)];
  const sectionFaults = faults.flatMap((of) => of.slice(0, FAULTS_MAX));
  const change = { before: values, after: wanted };
  const boundFaults = pastBounds(changesOf(change), new Map()).map(({ section, message }) => wrong(`/${section}`, message));
  return {
    wanted,
    comparison: sectionFaults.length + boundFaults.length > 0 ? null : compareValues(feed, change),
    patterns: inOrder.flatMap(({ patterns }) => patterns),
    sectionFaults,
    boundFaults,
  };
}

/** The sections that the document has, those first whose names others may use. */
function readSections(
  document: WrittenConfig,
  { present: { feed, values }, ...known }: DocumentReading,
): ReadonlyMap<string, Read<unknown>> {
  const reads = new Map<string, Read<unknown>>();
  let draft: Draft = draftOf(feed, []);
  for (const section of DOCUMENT_SECTIONS.toSorted((a, b) => Number(b.declaresNames) - Number(a.declaresNames))) {
    const written = members(document)[section.name];
    if (written === undefined) continue;
    const before = values[section.name];
    const read = section.read(written, { before, feed, outline: draft.feed, ...known });
    reads.set(section.name, read);
    draft = section.draft(draft, { before, after: read.value });
  }
  return reads;
}

const KNOWN = new Set(Object.keys(WrittenConfig.shape));

/** Faults of the document around its sections. */
function documentFaults(document: WrittenConfig): readonly ErrorDetail[] {
  const unknown = Object.keys(document).filter((name) => !KNOWN.has(name));
  const { object, feed_id: feedId, version } = document;
  const isVersion = version === undefined || (typeof version === "number" && Number.isSafeInteger(version) && version > 0);
  return [
    ...unknown.slice(0, FAULTS_MAX).map((name) => ({
      param: `/${pointed(name)}`,
      code: "unknown_param",
      message: `Unknown section. A document can have ${[...KNOWN].join(", ")}.`,
    })),
    ...(object === undefined || object === "feed_config" ? [] : [wrong("/object", 'must be "feed_config"')]),
    ...(feedId === undefined || typeof feedId === "string"
      ? []
      : [wrong("/feed_id", "must be a feed's id such as feed_12; you can leave it out")]),
    ...(isVersion ? [] : [wrong("/version", "must be a version number such as 12; you can leave it out")]),
  ];
}
