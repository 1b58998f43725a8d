import { z } from "zod";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { columnValues } from "../../engine/run/column-profile.ts";
import { dataOf } from "../../kernel/page.ts";
import { feedColumns } from "../../engine/plan/feed-columns.ts";
import { FeedPath, findFeed, readDefinition } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { openColumns, valuesOf } from "./open-columns.ts";
import { shownValue } from "./profile-columns.ts";
import { ColumnValuesShape, ValuesQuery } from "./profile-shapes.ts";

export const listColumnValues = read({
  name: "columns.values",
  title: "List a column's values",
  summary: "Lists the values of a source or feed column with the number of rows that have each, most frequent first.",
  description:
    "Source values are the platform's, without the feed's cells. Feed values come from the live run, or from the held run if there is no live one, and include excluded rows. Blank values don't count.",
  scope: "read_products",
  http: { method: "GET", path: "/feeds/{id}/columns/{name}/values", status: 200 },
  path: z.strictObject({
    ...FeedPath.shape,
    name: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: "Column.", examples: ["vendor"] }),
  }),
  query: ValuesQuery,
  output: dataOf(ColumnValuesShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: { hidden: "`source_rows` shows an agent the rows that have a value." },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query: { side, search = "", limit }, target: feed }) {
    const { extraColumns } = await readDefinition(call.shop, feed);
    const open = await openColumns(
      call,
      path.id,
      feedColumns(extraColumns).map(({ name }) => name),
    );
    const named = open.known.filter((column) => column.name === path.name && (side === undefined || column.side === side));
    const column = named.find((one) => one.side === "feed") ?? named[0];
    if (column === undefined) {
      const near = nearestNames(path.name, new Set(open.known.map(({ name }) => name)));
      return call.fail("resource_not_found", `There is no column ${path.name}.${didYouMean(near)}`);
    }
    await using leases = new AsyncDisposableStack();
    const values = await valuesOf(call, open, { column, leases });
    const statement = values === undefined ? undefined : columnValues(values.profiled, { search: search === "" ? null : search, limit });
    const rows = statement === undefined ? [] : await call.warehouse.of(call.shop.shopId).query(statement);
    return {
      data: {
        object: "column_values" as const,
        ...{ name: column.name, side: column.side },
        distinct: Number(rows[0]?.["total"] ?? 0),
        values: rows.map(({ v, n }) => shownValue(String(v), Number(n))),
      },
    };
  },
});
