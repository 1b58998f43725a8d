import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, changeOf, type Edit, previewEdit } from "../definitions/index.ts";
import { ChangeQuery, FeedIdPath, findFeed } from "../feeds/index.ts";
import { write } from "../operation.ts";
import { FeedPreviewShape, PREVIEW_ERRORS, PreviewMember } from "../transforms/index.ts";
import { extraColumnsAnswer, ExtraColumnsChange, ExtraColumnsShape } from "./extra-column-shapes.ts";
import { extraColumnsSection } from "./section.ts";

export const changeExtraColumns = write({
  name: "columns.change_extra",
  title: "Replace extra columns",
  summary: "Replaces the list of columns that a feed has in addition to the standard ones.",
  description:
    "The feed's next run writes them after the standard columns, in this order. An empty list removes all of them. If you remove a column, its mapping is kept, and applies again when you add the column back.",
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
    use: "Use it to add columns that no channel defines, such as columns for a custom label. Send the whole list. Fill them with `update_mappings` or a rule.",
  },
  undone: "versions",
  // Locked by the change itself: a preview locks nothing.
  target: async (call, { feed_id: id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  before: (feed) => extraColumnsAnswer(feed.extra_columns),
  preview: { member: "preview", show: async (call, asked) => ({ data: await previewEdit(call, editOf(asked)) }) },
  run: async (call, asked) => ({ data: extraColumnsAnswer((await changeDefinition(call, editOf(asked))).feed.extra_columns) }),
});

interface Asked {
  readonly path: z.output<typeof FeedIdPath>;
  readonly query: z.output<typeof ChangeQuery>;
  readonly body: z.output<typeof ExtraColumnsChange>;
}

function editOf({ path, query, body: { extra_columns: after } }: Asked): Edit {
  return {
    feedId: path.feed_id,
    expected: query.expected_version,
    read: async ({ extra_columns: before }) => ({
      changes: [changeOf(extraColumnsSection, { before, after })],
      summary: `Set the extra columns: ${after.join(", ") || "none"}.`,
    }),
  };
}
