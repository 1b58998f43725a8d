import { z } from "zod";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { dataOf } from "../../kernel/page.ts";
import { members } from "../../kernel/unsafe.ts";
import { write } from "../operation.ts";
import { blankedColumns } from "./blanked-columns.ts";
import { columnConflicts, MetafieldList } from "./metafield-list.ts";
import { findMetafieldChoice, type MetafieldChoice, storeMetafieldList } from "./metafield-queries.ts";
import { MetafieldsShape } from "./metafield-shapes.ts";
import { metafieldsAnswer } from "./metafields-answer.ts";

export const changeMetafields = write({
  name: "metafields.change",
  title: "Update metafields",
  summary: "Says which metafields become source columns.",
  description:
    "Replaces the list; at most 50. Their columns, `metafield-<key>` and `variant-metafield-<key>`, can be named in mappings and rules at once; their values come with the next full extract, and until then `with_value` is 0 where no extract has brought them. From then on a metafield that is not listed has no column, and what names it reads blank; `blanks` tells which mappings do, default ones too. `null` takes all again. A shop that is read from an export has all metafields of its file, whatever is listed.",
  scope: "write_settings",
  http: { method: "PATCH", path: "/metafields", status: 200 },
  body: z.strictObject({
    metafields: z.nullable(MetafieldList).meta({ examples: [[{ namespace: "custom", key: "material", level: "product" }]] }),
  }),
  output: dataOf(MetafieldsShape),
  example: { body: { metafields: [{ namespace: "custom", key: "material" }] }, answer: { data: { blanks: [] } } },
  errors: ["column_conflict"],
  audit: "metafields.changed",
  mcp: {
    tool: "configure_metafields",
    use: "To read a metafield as a source column, or stop it. Send the whole list; see `metafields`. Then `start_extract`, and map the column with `update_mappings`.",
  },
  undone: ({ body: { metafields }, before }) => ({
    operation: "metafields.change",
    path: {},
    body: { metafields: members(before)["metafields"] },
    left: { metafields },
  }),
  target: ({ shop }) => findMetafieldChoice(shop),
  before: ({ wanted }) => ({ metafields: wanted }),
  prepare: async (call, { body: { metafields: wanted } }) =>
    conflictsIn(wanted).length > 0 ? undefined : metafieldsAnswer(call, { ...(await findMetafieldChoice(call.shop)), wanted }, false),
  async run(call, { body: { metafields: wanted }, target, prepared }) {
    const conflicts = conflictsIn(wanted);
    const data = prepared ?? call.fail("column_conflict", conflicts[0]?.message, conflicts);
    const blanks = [...(await blankedColumns(call.shop, target, wanted))];
    await storeMetafieldList(call.shop, wanted);
    return { data: { ...data, blanks } };
  },
});

function conflictsIn(wanted: MetafieldChoice["wanted"]): readonly ErrorDetail[] {
  return wanted === null ? [] : columnConflicts(wanted);
}
