import { z } from "zod";
import { PARTS_OF_FEED_MAX } from "../../engine/expression/expression-parts.ts";
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
import { type ShopCall, write } from "../operation.ts";
import { judgePatterns } from "../patterns/index.ts";
import { FeedPreviewShape, PREVIEW_ERRORS, previewFeed } from "../transforms/index.ts";
import { storeMappings } from "./column-queries.ts";
import { effectiveMappings } from "./effective-mappings.ts";
import { mappedLookups, type MappedSize, mappedSize, mappingPatternFaults, patternsOfMappings } from "./mapping-nodes.ts";
import { columnMappingsAnswer, ColumnMappingsChange, ColumnMappingsShape } from "./mapping-shapes.ts";
import { readMappings, storedMappings } from "./read-mappings.ts";
import { readSourceColumns, type SourceColumns } from "./source-columns-of-shop.ts";

const ERRORS = [
  "resource_not_found",
  "version_conflict",
  "missing_param",
  "unknown_feed_column",
  "unknown_source_column",
  "validation_failed",
  ...PREVIEW_ERRORS,
] as const;
type Call = ShopCall & Refuse<(typeof ERRORS)[number]>;

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
  previewMember: "preview",
  errors: ERRORS,
  audit: "column_mappings.changed",
  mcp: { tool: "update_mappings" },
  // Locked only where something is changed: a preview takes a while.
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  before: async (feed, call) => columnMappingsAnswer(await readDefinition(call.shop, feed), await readSourceColumns(call.shop)),
  async run(call, { path, query, body: { mappings, reset, preview }, target }) {
    if (mappings === undefined && !reset) return refuseNothing(call);
    const feed = preview ? target : ((await lockFeed(call.shop, path.feed_id)) ?? call.fail("resource_not_found"));
    await expectVersion(call, feed, query.expected_version);
    const columns = await readSourceColumns(call.shop);
    // Tables are held only where something is changed.
    const tables = await (preview ? findLookupTables(call.shop) : holdLookupTables(call.shop));
    const wanted = await wantedMappings(call, feed, { written: mappings ?? {}, kept: reset ? {} : feed.mappings, columns, tables });
    if (preview) return { data: await previewFeed(call, feed, (definition) => ({ ...definition, mappings: wanted })) };
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

function refuseNothing(call: Call): never {
  const message = "Send `mappings`, or `reset: true` to restore the defaults.";
  return call.fail("missing_param", message, [{ param: "/mappings", code: "missing_param", message }]);
}

interface Change {
  readonly written: Readonly<Record<string, string | null>>;
  readonly kept: Mappings;
  readonly columns: SourceColumns;
  readonly tables: readonly LookupTable[];
}
type Mappings = Readonly<Record<string, string | null>>;

async function wantedMappings(call: Call, feed: FeedRow, { written, kept, columns, tables }: Change): Promise<Mappings> {
  const definition = await readDefinition(call.shop, feed);
  const { stored, faults } = readMappings(written, { effective: effectiveMappings(definition, columns), columns, tables });
  const patterns = patternsOfMappings(stored, columns);
  refuseFaults(call, [...faults, ...mappingPatternFaults(patterns, await judgePatterns(call, [...patterns.values()].flat()))]);
  const wanted = storedMappings(new Map([...Object.entries(kept), ...stored]));
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
      `The active rules and the mappings of a feed have at most ${PARTS_OF_FEED_MAX} parts together (columns, values, functions and comparisons; a table lookup counts as 20, and every 150 instructions of a regular expression as one); with these mappings they have ${parts}.`,
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
