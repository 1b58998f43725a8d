import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, ChangeQuery, expectVersion, FeedIdPath, findFeed, lockFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { FeedPreviewShape, PREVIEW_ERRORS, previewFeed, PreviewMember } from "../transforms/index.ts";
import { storeExtraColumns } from "./column-queries.ts";
import { extraColumnsAnswer, ExtraColumnsChange, ExtraColumnsShape } from "./extra-column-shapes.ts";

export const changeExtraColumns = write({
  name: "columns.change_extra",
  title: "Replace extra columns",
  summary: "Replaces the list of columns a feed has beside the standard ones.",
  description:
    "The feed's next run writes them, after the standard columns and in this order. An empty list removes all. A mapping of a column that is removed is kept, and counts again when the column comes back.",
  scope: "write_settings",
  http: { method: "PATCH", path: "/feeds/{feed_id}/extra_columns", status: 200 },
  path: FeedIdPath,
  query: ChangeQuery,
  body: z.strictObject({ ...ExtraColumnsChange.shape, preview: PreviewMember }),
  memberCodes: { extra_columns: "invalid_column_names" },
  output: dataOf(z.union([ExtraColumnsShape, FeedPreviewShape])),
  errors: ["resource_not_found", "version_conflict", "missing_param", "invalid_column_names", ...PREVIEW_ERRORS],
  audit: "extra_columns.changed",
  mcp: {
    tool: "set_extra_columns",
    use: "To add columns that no channel defines, such as ones a custom label needs. Send the whole list. Fill them with `update_mappings` or a rule.",
  },
  undone: "versions",
  // Locked by the change itself: a preview locks nothing.
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  before: (feed) => extraColumnsAnswer(feed.extra_columns),
  preview: {
    member: "preview",
    show: async (call, { body: { extra_columns: names }, target }) => ({
      data: await previewFeed(call, target, (definition) => ({ ...definition, extraColumns: names })),
    }),
  },
  async run(call, { path, query, body: { extra_columns: names } }) {
    const feed = (await lockFeed(call.shop, path.feed_id)) ?? call.fail("resource_not_found");
    await expectVersion(call, feed, query.expected_version);
    if (names.join() !== feed.extra_columns.join()) {
      await storeExtraColumns(call.shop, path.feed_id, names);
      await changeDefinition(call, path.feed_id, `Set the extra columns: ${names.join(", ") || "none"}.`);
    }
    return { data: extraColumnsAnswer(names) };
  },
});
