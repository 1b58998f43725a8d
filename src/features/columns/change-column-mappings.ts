import { z } from "zod";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, changeOf, type Edit, previewEdit } from "../definitions/index.ts";
import { ChangeQuery, definitionOf, FeedIdPath, findFeed, type FeedRow, namedInShort, readDefinition } from "../feeds/index.ts";
import { findLookupTables, holdLookupTables, type LookupTable } from "../lookups/index.ts";
import { readSourceColumns, type SourceColumns } from "../metafields/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { type JudgedPatterns, judgePatterns, NOTHING_JUDGED, patternFaults } from "../patterns/index.ts";
import { FeedPreviewShape, PREVIEW_ERRORS } from "../transforms/index.ts";
import { effectiveMappings } from "./effective-mappings.ts";
import { mappingsWith, patternsOfMappings } from "./mapping-nodes.ts";
import { columnMappingsAnswer, ColumnMappingsChange, ColumnMappingsShape } from "./mapping-shapes.ts";
import { readMappings, storedMappings } from "./read-mappings.ts";
import { mappingsSection } from "./section.ts";

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
  summary: "Changes what the columns of a feed read.",
  description: "The feed's next run applies the change. If you change what `id` reads, that run is held until someone publishes it.",
  scope: "write_settings",
  http: { method: "PATCH", path: "/feeds/{feed_id}/column_mappings", status: 200 },
  path: FeedIdPath,
  query: ChangeQuery,
  body: ColumnMappingsChange,
  output: dataOf(z.union([ColumnMappingsShape, FeedPreviewShape])),
  example: { body: { mappings: { brand: "vendor", gtin: null } } },
  errors: ERRORS,
  audit: "column_mappings.changed",
  mcp: {
    tool: "update_mappings",
    use: "Use it when a feed column reads the wrong source for every product. See `column_mappings` for the sources. To change only some products, use `apply_rule`. For a single product, use `set_cells`.",
  },
  undone: "versions",
  // Locked by the change itself: a preview locks nothing.
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  before: async (feed, call) => columnMappingsAnswer(await readDefinition(call.shop, feed), await readSourceColumns(call.shop)),
  async prepare(call, { path, body: { mappings = {} } }) {
    const feed = await findFeed(call.shop, path.feed_id);
    if (feed === undefined) return NOTHING_JUDGED;
    const columns = await readSourceColumns(call.shop);
    const tables = await findLookupTables(call.shop);
    const { patterns } = readWritten(feed, { written: mappings, columns, tables });
    return judgePatterns(
      call,
      patterns.map(({ pattern }) => pattern),
    );
  },
  preview: {
    member: "preview",
    show: async (call, asked) => ({ data: await previewEdit(call, editOf(call, asked)) }),
  },
  async run(call, asked) {
    const { feed } = await changeDefinition(call, editOf(call, asked));
    return { data: columnMappingsAnswer(await readDefinition(call.shop, feed), await readSourceColumns(call.shop)) };
  },
});

interface Asked {
  readonly path: z.output<typeof FeedIdPath>;
  readonly query: z.output<typeof ChangeQuery>;
  readonly body: z.output<typeof ColumnMappingsChange>;
  readonly prepared: JudgedPatterns;
}

function editOf(call: Call, { path, query, body: { mappings, reset }, prepared: judged }: Asked): Edit {
  if (mappings === undefined && !reset) return refuseNothing(call);
  return {
    feedId: path.feed_id,
    expected: query.expected_version,
    async read(feed) {
      const columns = await readSourceColumns(call.shop);
      const { stored, faults, patterns } = readWritten(feed, {
        written: mappings ?? {},
        columns,
        tables: await holdLookupTables(call.shop),
      });
      refuseFaults(call, [...faults, ...patternFaults(patterns, judged)]);
      const wanted = storedMappings(new Map([...Object.entries(reset ? {} : feed.mappings), ...stored]));
      const named = namedInShort(Object.keys(mappings ?? {}));
      return {
        changes: [changeOf(mappingsSection, { before: mappingsWith(feed.mappings, columns), after: mappingsWith(wanted, columns) })],
        summary: reset ? "Restored the default mappings." : `Changed the mapping of ${named}.`,
      };
    },
  };
}

function refuseNothing(call: Call): never {
  const message = "Send `mappings`, or `reset: true` to restore the defaults.";
  return call.fail("missing_param", message, [{ param: "/mappings", code: "missing_param", message }]);
}

interface Writing {
  readonly written: Readonly<Record<string, string | null>>;
  readonly columns: SourceColumns;
  readonly tables: readonly LookupTable[];
}

/** What was written of mappings, as the feed would keep it. */
function readWritten(feed: FeedRow, { written, columns, tables }: Writing) {
  const read = readMappings(written, { effective: effectiveMappings(definitionOf(feed), columns), columns, tables });
  return { ...read, patterns: patternsOfMappings(read.stored, columns) };
}

/** Every fault is named; the code is that of the first kind there is. */
function refuseFaults(call: Call, faults: readonly ErrorDetail[]): void {
  if (faults.length === 0) return;
  const kinds = ["unknown_feed_column", "unknown_source_column"] as const;
  const code = kinds.find((kind) => faults.some((fault) => fault.code === kind)) ?? "validation_failed";
  const first = faults.toSorted((a, b) => Number(b.code === code) - Number(a.code === code));
  call.fail(code, faults.length === 1 ? faults[0]?.message : undefined, first);
}
