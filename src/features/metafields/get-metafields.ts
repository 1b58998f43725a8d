import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findMetafieldChoice } from "./metafield-queries.ts";
import { MetafieldsShape } from "./metafield-shapes.ts";
import { metafieldsAnswer } from "./metafields-answer.ts";

export const getMetafields = read({
  name: "metafields.get",
  title: "List metafields",
  summary: "Lists the metafields that are source columns, and how many rows have a value.",
  description:
    "Metafields belong to the shop and apply to all its feeds. A shop that hasn't chosen any takes all of them, up to 200; the list then has those of the live snapshot.",
  scope: "read_settings",
  http: { method: "GET", path: "/metafields", status: 200 },
  query: z.strictObject({
    include: z.optional(z.enum(["available"])).meta({ description: "`available` adds all metafields that the last extract found." }),
  }),
  output: dataOf(MetafieldsShape),
  errors: [],
  mcp: {
    tool: "metafields",
    use: 'Use it before `configure_metafields`: it shows which metafields are source columns. `include: "available"` adds the shop\'s other metafields.',
  },
  async run(call, { query }) {
    return { data: await metafieldsAnswer(call, await findMetafieldChoice(call.shop), query.include === "available") };
  },
});
