import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findMetafieldChoice } from "./metafield-queries.ts";
import { MetafieldsShape } from "./metafield-shapes.ts";
import { metafieldsAnswer } from "./metafields-answer.ts";

export const getMetafields = read({
  name: "metafields.get",
  title: "List metafields",
  summary: "Lists the metafields that are source columns, with how many rows have a value.",
  description:
    "They are the shop's, and so of all its feeds. A shop that has not chosen takes all, up to 200, and shows those of the live snapshot.",
  scope: "read_settings",
  http: { method: "GET", path: "/metafields", status: 200 },
  query: z.strictObject({
    include: z.optional(z.enum(["available"])).meta({ description: "`available` adds all metafields the last extract saw." }),
  }),
  output: dataOf(MetafieldsShape),
  errors: [],
  mcp: {
    tool: "metafields",
    use: 'Before `configure_metafields`: which metafields are source columns. `include: "available"` adds those the shop has besides.',
  },
  async run(call, { query }) {
    return { data: await metafieldsAnswer(call, await findMetafieldChoice(call.shop), query.include === "available") };
  },
});
