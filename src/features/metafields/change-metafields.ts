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
  summary: "Sets which metafields become source columns.",
  description:
    "Replaces the list, which has at most 50 metafields. You can use their columns, `metafield-<key>` and `variant-metafield-<key>`, in mappings and rules immediately. Their values arrive with the next full extract; until then, `with_value` is 0 for a metafield that no extract has read. After that extract, a metafield that isn't listed has no column, and anything that names its column reads blank. `blanks` lists the mappings that do, including default ones. Send `null` to take all metafields again. A shop that comes from an export has all metafields in its file, regardless of the list.",
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
    use: "Use it to read a metafield as a source column, or to stop reading it. Send the whole list; see `metafields`. Then `start_extract`, and map the column with `update_mappings`.",
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
