import { z } from "zod";
import { pointed } from "../../engine/rules/schema-faults.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import {
  describeMembers,
  defineDocumentSection,
  FEEDWIDE_BOUND,
  PARTS_BOUND,
  type Read,
  type Reading,
  revertMembers,
  sectionFaults,
} from "../definitions/index.ts";
import { definitionOf, type FeedRow } from "../feeds/index.ts";
import { readSourceColumns, type SourceColumns } from "../metafields/index.ts";
import { storeMappings, listRuleSizes } from "./column-queries.ts";
import { effectiveMappings } from "./effective-mappings.ts";
import { mappingsWith, patternsOfMappings, type SizedMappings } from "./mapping-nodes.ts";
import { WrittenMappings } from "./mapping-shapes.ts";
import { isMappable, readMappings, storedMappings } from "./read-mappings.ts";

const MappingsShape = z.record(z.string(), z.string().nullable()).meta({
  description: "Columns that don't follow their default, and what each reads: a source column, `=` and an expression, or null for nothing.",
});

export const mappingsSection = defineDocumentSection<SizedMappings, typeof MappingsShape>({
  name: "mappings",
  parts: ["mapping", "mappings"],
  summarisedBy: "count",
  listedMax: Infinity,
  shape: MappingsShape,
  written: { type: "object", description: "All mappings. Columns you don't name follow their defaults." },
  startsRun: false,
  declaresNames: false,
  bounds: [
    { ...PARTS_BOUND, of: ({ parts }) => parts, rest: (shop, feed) => sumOfRules(shop, feed, "parts") },
    { ...FEEDWIDE_BOUND, of: ({ feedwide }) => feedwide, rest: (shop, feed) => sumOfRules(shop, feed, "feedwide") },
  ],
  same: ({ before, after }) => sameTexts(before.texts, after.texts),
  load: async (shop, { mappings }) => mappingsWith(mappings, await readSourceColumns(shop)),
  loadVersion: async (shop, { mappings }) => mappingsWith(mappings, await readSourceColumns(shop)),
  show: ({ texts }) => inOrder(texts),
  read: readDocumentMappings,
  describe: ({ before, after }) => describeMembers("mappings", { before: before.texts, after: after.texts }),
  revert({ before, after, now }, columns) {
    const { value, conflicts } = revertMembers("mapping of", { before: before.texts, after: after.texts, now: now.texts });
    return { value: mappingsWith(value, columns), conflicts };
  },
  draft: (draft, { after }) => ({ ...draft, feed: { ...draft.feed, mappings: after.texts } }),
  store: ({ shop }, { feedId, after }) => storeMappings(shop, feedId, after.texts, after.lookups),
  events: async () => undefined,
});

async function sumOfRules(shop: ShopDb, { id }: FeedRow, of: "parts" | "feedwide"): Promise<number> {
  const sizes = await listRuleSizes(shop, storedId("feed", id));
  return sizes.reduce((sum, size) => sum + size[of], 0);
}

type Texts = SizedMappings["texts"];

function sameTexts(wanted: Texts, stored: Texts): boolean {
  const names = Object.keys(wanted);
  return names.length === Object.keys(stored).length && names.every((name) => wanted[name] === stored[name]);
}

/** By code unit: no database's and no machine's language changes it. */
function inOrder(texts: Texts): Record<string, string | null> {
  return Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * What stays as it is stored was right when it was written, and is kept even where it has come to be the default or reads what is
 * gone; unless this very document takes its column away.
 */
function readDocumentMappings(written: unknown, { before, feed, outline, columns, tables }: Reading<SizedMappings>): Read<SizedMappings> {
  const parsed = WrittenMappings.safeParse(written, PLAINLY);
  if (!parsed.success) return { value: before, faults: sectionFaults(parsed.error, "/mappings"), patterns: [] };
  const effective = effectiveMappings(definitionOf(outline), columns);
  const had = columnsOf(feed, columns);
  const isKept = ([name, value]: readonly [string, string | null]): boolean =>
    Object.hasOwn(before.texts, name) && before.texts[name] === value && (isMappable(name, effective) || !had.has(name));
  const entries = Object.entries(parsed.data);
  const read = readMappings(Object.fromEntries(entries.filter((entry) => !isKept(entry))), { effective, columns, tables });
  return {
    value: mappingsWith(storedMappings(new Map([...entries.filter(isKept), ...read.stored])), columns),
    faults: read.faults.map((fault) => (isOfTarget(fault) ? withAdvice(fault, had) : fault)),
    patterns: patternsOfMappings(read.stored, columns),
  };
}

function columnsOf(feed: FeedRow, columns: SourceColumns): ReadonlySet<string> {
  return new Set(effectiveMappings(definitionOf(feed), columns).feedColumns);
}

/** An expression that names a feed column is at fault at a place of its text. */
function isOfTarget({ code, line }: ErrorDetail): boolean {
  return code === "unknown_feed_column" && line === undefined;
}

function withAdvice(fault: ErrorDetail, had: ReadonlySet<string>): ErrorDetail {
  const taken = [...had].find((name) => fault.param === `/mappings/${pointed(name)}`);
  return taken === undefined ? fault : { ...fault, message: `${fault.message} Add it to \`extra_columns\`, or remove its mapping.` };
}
