import { z } from "zod";
import { INSTRUCTIONS_OF_PART, PARTS_OF_FEED_MAX } from "../../engine/expression/expression-parts.ts";
import { FEEDWIDE_MAX } from "../../engine/expression/functions/catalog.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { type ErrorDetail } from "../../kernel/errors.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import {
  changeDefinition,
  ChangeQuery,
  expectVersion,
  FeedIdPath,
  findFeed,
  type FeedRow,
  lockFeed,
  namedInShort,
  readDefinition,
} from "../feeds/index.ts";
import { findLookupTables, holdLookupTables, type LookupTable } from "../lookups/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { type JudgedPatterns, judgePatterns, NOTHING_JUDGED } from "../patterns/index.ts";
import { FeedPreviewShape, PREVIEW_ERRORS, previewFeed } from "../transforms/index.ts";
import { storeMappings } from "./column-queries.ts";
import { effectiveMappings } from "./effective-mappings.ts";
import { mappedLookups, type MappedSize, mappedSize, mappingPatternFaults, patternsOfMappings } from "./mapping-nodes.ts";
import { columnMappingsAnswer, ColumnMappingsChange, ColumnMappingsShape } from "./mapping-shapes.ts";
import { readMappings, storedMappings } from "./read-mappings.ts";
import { readSourceColumns, type SourceColumns } from "../metafields/index.ts";

const ERRORS = [
  "resource_not_found",
  "version_conflict",
  "missing_param",
  "unknown_feed_column",
  "unknown_source_column",
  "validation_failed",
  ...PREVIEW_ERRORS,
] as const;
type Call = ShopChange & Refuse<(typeof ERRORS)[number]>;

export const changeColumnMappings = write({
  name: "columns.change_mappings",
  title: "Update column mappings",
  summary: "Changes what columns of a feed read.",
  description: "The feed's next run follows. A change of what `id` reads holds that run's file until a person releases it.",
  scope: "write_settings",
  http: { method: "PATCH", path: "/feeds/{feed_id}/column_mappings", status: 200 },
  path: FeedIdPath,
  query: ChangeQuery,
  body: ColumnMappingsChange,
  output: dataOf(z.union([ColumnMappingsShape, FeedPreviewShape])),
  example: { body: { mappings: { brand: "vendor", gtin: null } } },
  errors: ERRORS,
  audit: "column_mappings.changed",
  mcp: { tool: "update_mappings" },
  // Locked by the change itself: a preview locks nothing.
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  before: async (feed, call) => columnMappingsAnswer(await readDefinition(call.shop, feed), await readSourceColumns(call.shop)),
  async prepare(call, { path, body: { mappings = {} } }) {
    const feed = await findFeed(call.shop, path.feed_id);
    if (feed === undefined) return NOTHING_JUDGED;
    const columns = await readSourceColumns(call.shop);
    const tables = await findLookupTables(call.shop);
    const { patterns } = await readWritten(call, feed, { written: mappings, columns, tables });
    return judgePatterns(call, [...patterns.values()].flat());
  },
  preview: {
    member: "preview",
    async show(call, { query, body, target, prepared: judged }) {
      refuseNothing(call, body);
      await expectVersion(call, target, query.expected_version);
      const columns = await readSourceColumns(call.shop);
      const wanted = await wantedMappings(call, target, { ...body, columns, tables: await findLookupTables(call.shop), judged });
      return { data: await previewFeed(call, target, (definition) => ({ ...definition, mappings: wanted })) };
    },
  },
  async run(call, { path, query, body, prepared: judged }) {
    const { mappings, reset } = body;
    refuseNothing(call, body);
    const feed = (await lockFeed(call.shop, path.feed_id)) ?? call.fail("resource_not_found");
    await expectVersion(call, feed, query.expected_version);
    const columns = await readSourceColumns(call.shop);
    const wanted = await wantedMappings(call, feed, { ...body, columns, tables: await holdLookupTables(call.shop), judged });
    if (!sameMappings(wanted, feed.mappings)) {
      await storeMappings(call.shop, path.feed_id, wanted, mappedLookups(wanted, columns));
      await changeDefinition(
        call,
        path.feed_id,
        reset ? "Restored the default mappings." : `Changed the mapping of ${namedInShort(Object.keys(mappings ?? {}))}.`,
      );
    }
    return { data: columnMappingsAnswer(await readDefinition(call.shop, { ...feed, mappings: wanted }), columns) };
  },
});

function refuseNothing(call: Call, { mappings, reset }: Pick<Change, "mappings" | "reset">): void {
  if (mappings !== undefined || reset) return;
  const message = "Send `mappings`, or `reset: true` to restore the defaults.";
  call.fail("missing_param", message, [{ param: "/mappings", code: "missing_param", message }]);
}

type Mappings = Readonly<Record<string, string | null>>;

interface Writing {
  readonly columns: SourceColumns;
  readonly tables: readonly LookupTable[];
}

/** What was written of mappings, as the feed would keep it. */
async function readWritten(
  { shop }: Pick<Call, "shop">,
  feed: FeedRow,
  { written, columns, tables }: Writing & { readonly written: Mappings },
) {
  const definition = await readDefinition(shop, feed);
  const read = readMappings(written, { effective: effectiveMappings(definition, columns), columns, tables });
  return { ...read, definition, patterns: patternsOfMappings(read.stored, columns) };
}

interface Change extends Writing {
  readonly mappings?: Mappings | undefined;
  readonly reset: boolean;
  readonly judged: JudgedPatterns;
}

async function wantedMappings(call: Call, feed: FeedRow, { mappings, reset, judged, columns, tables }: Change): Promise<Mappings> {
  const { stored, faults, definition, patterns } = await readWritten(call, feed, { written: mappings ?? {}, columns, tables });
  refuseFaults(call, [...faults, ...mappingPatternFaults(patterns, judged)]);
  const wanted = storedMappings(new Map([...Object.entries(reset ? {} : feed.mappings), ...stored]));
  refusePastBounds(call, { before: mappedSize(feed.mappings, columns), after: mappedSize(wanted, columns) }, definition);
  return wanted;
}

/** Rules and mappings of a feed share its bounds. Mappings that become no larger are not at fault. */
function refusePastBounds(
  call: Call,
  { before, after }: Readonly<Record<"before" | "after", MappedSize>>,
  { rules }: FeedDefinition,
): void {
  const parts = rules.reduce((sum, { size }) => sum + size.parts, after.parts);
  if (after.parts > before.parts && parts > PARTS_OF_FEED_MAX)
    call.fail(
      "validation_failed",
      `The active rules and the mappings of a feed have at most ${PARTS_OF_FEED_MAX} parts together (columns, values, functions and comparisons; a table lookup counts as 20, and every ${INSTRUCTIONS_OF_PART} instructions of a regular expression as one); with these mappings they have ${parts}.`,
    );
  const count = rules.reduce((sum, { size }) => sum + size.feedwide, after.feedwide);
  if (after.feedwide > 0 && count > FEEDWIDE_MAX)
    call.fail(
      "validation_failed",
      `A feed has at most ${FEEDWIDE_MAX} functions over all its rows in its rules and mappings; with these mappings it has ${count}.`,
    );
}

/** Every fault is named; the code is that of the first kind there is. */
function refuseFaults(call: Call, faults: readonly ErrorDetail[]): void {
  if (faults.length === 0) return;
  const kinds = ["unknown_feed_column", "unknown_source_column"] as const;
  const code = kinds.find((kind) => faults.some((fault) => fault.code === kind)) ?? "validation_failed";
  const first = faults.toSorted((a, b) => Number(b.code === code) - Number(a.code === code));
  call.fail(code, faults.length === 1 ? faults[0]?.message : undefined, first);
}

function sameMappings(wanted: Mappings, stored: Mappings): boolean {
  const names = Object.keys(wanted);
  return names.length === Object.keys(stored).length && names.every((name) => wanted[name] === stored[name]);
}
