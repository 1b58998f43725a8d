import { z } from "zod";
import type { TracedRow } from "../../engine/run/trace-query.ts";
import { visibleColumns } from "../../engine/source/snapshot-files.ts";
import { type FeedId, formatId, idSchema, parseId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { type AssignedChannel, assignedChannel, findAssignment, type RenderedRow } from "../channel-files/index.ts";
import { FeedPath, type FeedRow, findFeed, readDefinition } from "../feeds/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { readChannelRows } from "./channel-rows.ts";
import { PLAN_ERRORS } from "./plan-feed.ts";
import { traceRows } from "./trace-rows.ts";

/** Each row is followed through every stage and rule, so an answer stays readable. */
const ROWS_MAX = 5;

const Fields = z.record(z.string(), z.string());

const TracedRowShape = z.strictObject({
  row_id: z.string().meta({ description: "Source variant id." }),
  product_id: idSchema("prod", "The row."),
  item: z.int().meta({ description: "Position of the item if a rule split the row, otherwise 1." }),
  input: Fields.meta({ description: "The source row, by source column." }),
  output: Fields.meta({ description: "The transformed row, by feed column, even if it's excluded." }),
  excluded: z.boolean(),
  exclude_reason: z.string().nullable(),
  stages: z
    .array(
      z.strictObject({
        stage: z.string(),
        rule_id: idSchema("rule", "The rule.").nullable(),
        source: z
          .string()
          .optional()
          .meta({
            description: "For `localise`: where the values come from, either `translations` and the language, or `market` and the market.",
            examples: ["translations de"],
          }),
        changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
        excluded: z
          .boolean()
          .optional()
          .meta({ description: "Whether the row is excluded after this step. Present only if that changed." }),
        exclude_reason: z.string().nullable().optional(),
      }),
    )
    .meta({ description: "Stages and rules that changed something, in order." }),
  rendered: z
    .strictObject({
      renderer: z.string().meta({ description: "Channel and format.", examples: ["google_tsv"] }),
      columns: z.array(z.string()).meta({ description: "Attributes of the channel's file, in order." }),
      values: Fields.meta({ description: "Values by attribute, as in the channel's file." }),
    })
    .nullable()
    .optional()
    .meta({
      description:
        "Only with `channel_slug`: the row in the channel's file. Null if the row is excluded, or left out because of an error (`omit_rows_with_errors`).",
    }),
});

const RowDebugShape = z
  .strictObject({
    feed_id: idSchema("feed", "Id of the feed."),
    channel_slug: z.string().nullable().meta({ description: "Channel that was requested." }),
    rows: z.array(TracedRowShape),
  })
  .meta({ id: "RowDebugResult" });

export const debugRows = read({
  name: "feeds.debug_rows",
  title: "Debug rows",
  summary: "Follows up to five rows through every stage and rule of the feed.",
  description:
    "Uses the current snapshot and the feed's current definition, and changes nothing. Ids without a row are left out. With `channel_slug`, each row that is in the channel's file also shows its values there.",
  scope: "read_feeds",
  http: { method: "POST", path: "/feeds/{id}/debug_rows", status: 200 },
  path: FeedPath,
  body: z.strictObject({
    row_ids: z
      .array(z.string().max(100))
      .min(1)
      .max(ROWS_MAX)
      .meta({ description: "Source variant ids, 1 to 5.", examples: [["41200000011393"]] }),
    channel_slug: z.string().max(100).nullable().optional().meta({ description: "Channel of the feed to render the row for." }),
  }),
  output: dataOf(RowDebugShape),
  errors: ["resource_not_found", "invalid_row_ids", "rows_not_found", "channel_not_renderable", ...PLAN_ERRORS, "internal_error"],
  memberCodes: { row_ids: "invalid_row_ids" },
  mcp: {
    tool: "debug_row",
    use: "Use it to learn why a product has a value or is excluded: it names the stage or rule that did it. Take row ids from `feed_products`. Change that rule with `apply_rule`.",
  },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, body, target: feed }) {
    const slug = body.channel_slug ?? null;
    const channel = slug === null ? null : await assignedTo(call, path.id, slug);
    const snapshot = (await findLiveSnapshot(call.shop)) ?? call.fail("rows_not_found", NO_ROWS);
    const rowIds = [...new Set(body.row_ids.flatMap((text) => parseId("prod", text.trim()) ?? []))];
    if (rowIds.length === 0) return call.fail("rows_not_found");
    const work = { feed, snapshot, definition: await readDefinition(call.shop, feed), rowIds };
    const rows = await traceRows(call, work);
    if (rows === undefined) return call.fail("internal_error");
    if (rows.length === 0) return call.fail("rows_not_found");
    const rendered = channel === null ? null : ((await readChannelRows(call, { ...work, channel })) ?? call.fail("internal_error"));
    const shown = visibleColumns(snapshot.facts.columns).map(({ column }) => column);
    const ordered = rows.toSorted(
      (a, b) => rowIds.indexOf(storedId("prod", Number(a.rowId))) - rowIds.indexOf(storedId("prod", Number(b.rowId))),
    );
    const answers = ordered.map((row) => ({
      ...rowAnswer(row, { shown, localised: sourceOf(feed) }),
      ...(channel === null || rendered === null ? {} : { rendered: renderedAnswer(channel, row, rendered) }),
    }));
    return { data: { feed_id: formatId("feed", path.id), channel_slug: slug, rows: answers } };
  },
});

async function assignedTo(
  call: ShopCall & Refuse<"resource_not_found" | "channel_not_renderable">,
  feedId: FeedId,
  slug: string,
): Promise<AssignedChannel> {
  const row =
    (await findAssignment(call.shop, feedId, slug)) ?? call.fail("resource_not_found", `The channel ${slug} isn't assigned to this feed.`);
  return assignedChannel(call.channels, row) ?? call.fail("channel_not_renderable");
}

function renderedAnswer(
  { pack, format }: AssignedChannel,
  row: TracedRow,
  rendered: readonly RenderedRow[],
): z.input<typeof TracedRowShape>["rendered"] {
  const found = rendered.find(({ rowId, item }) => rowId === row.rowId && item === row.item);
  if (found === undefined) return null;
  return { renderer: `${pack.slug}_${format.name}`, columns: Object.keys(found.values), values: found.values };
}

const NO_ROWS = "The shop has no catalog yet, so no row can be traced. Run a full extract first.";

/** Where the values of a feed's language or market come from. */
function sourceOf({ feed_type: type, locale, target_market: market, target_country: country }: FeedRow): string {
  return type === "language" ? `translations ${locale ?? ""}` : `market ${market ?? country}`;
}

interface Shown {
  /** Source columns that people see. */
  readonly shown: readonly string[];
  readonly localised: string;
}

function rowAnswer(row: TracedRow, { shown, localised }: Shown): z.input<typeof TracedRowShape> {
  return {
    row_id: row.rowId,
    product_id: formatId("prod", storedId("prod", Number(row.rowId))),
    item: row.item,
    input: Object.fromEntries(shown.map((column) => [column, row.input[column] ?? ""])),
    output: row.output,
    excluded: row.reason !== null,
    exclude_reason: row.reason,
    stages: row.stages.map(({ stage, rule, changes, excluded }) => ({
      stage,
      rule_id: rule === null ? null : formatId("rule", storedId("rule", rule)),
      ...(stage === "localise" && changes.length > 0 ? { source: localised } : {}),
      changes: [...changes],
      ...(excluded === undefined ? {} : { excluded: excluded !== null, exclude_reason: excluded }),
    })),
  };
}
