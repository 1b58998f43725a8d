import { z } from "zod";
import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { columnProfile, EXACT_ROWS_MAX, SHOWN_LENGTH } from "../../engine/run/column-profile.ts";
import { name, sql } from "../../engine/sql/fragment.ts";
import { formatId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { pageMeta, pageOffset } from "../../kernel/page.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { effectiveMappings, type EffectiveMappings } from "../columns/index.ts";
import { FeedPath, findFeed, readDefinition } from "../feeds/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { resident } from "../products/index.ts";
import { type ColumnUses, columnUses } from "./column-uses.ts";
import { type KnownColumn, openColumns, type OpenColumns, runIdOf, valuesOf } from "./open-columns.ts";
import { ColumnProfileShape, ColumnsQuery, ProfileMeta } from "./profile-shapes.ts";

export const profileColumns = read({
  name: "columns.profile",
  title: "List columns with their values",
  summary:
    "Lists source and feed columns with what they read, the rules that use them, how many rows have a value, and the most frequent values.",
  description:
    "Source values are the platform's, without the feed's cells. Feed values come from the live run, or from the held run if there is no live one, and include excluded rows. Only the columns of the requested page are counted.",
  scope: "read_products",
  http: { method: "GET", path: "/feeds/{id}/columns", status: 200 },
  path: FeedPath,
  query: ColumnsQuery,
  output: z.strictObject({ data: z.array(ColumnProfileShape), meta: ProfileMeta }),
  errors: ["resource_not_found", "invalid_request"],
  mcp: { hidden: "`column_mappings` lists the columns for an agent, and `source_rows` shows their values." },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, query, target: feed }) {
    const definition = await readDefinition(call.shop, feed);
    const mappings = effectiveMappings(definition, await readSourceColumns(call.shop));
    const open = await openColumns(call, path.id, mappings.feedColumns);
    const columns = wanted(call, open, query);
    const uses = columnUses(definition);
    const page = columns.slice(pageOffset(query), pageOffset(query) + query.per_page);
    const data: ColumnProfileShape[] = [];
    // One statement a column, so that other shops' questions come in between.
    for (const column of page) data.push({ ...about(column, { uses, mappings }), ...(await counts(call, open, column)) });
    const run = runIdOf(open);
    const { snapshot } = open;
    return {
      data,
      meta: {
        ...pageMeta(query, columns.length),
        snapshot_id: snapshot === undefined ? null : formatId("ext", snapshot.extractId),
        run_id: run === null ? null : formatId("run", run),
      },
    };
  },
});

function wanted(call: Refuse<"invalid_request">, { known }: OpenColumns, { columns, side }: ColumnsQuery): readonly KnownColumn[] {
  const ofSide = known.filter((column) => side === undefined || column.side === side);
  const names = new Set((columns ?? "").split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()])));
  if (names.size === 0) return ofSide;
  const unknown = [...names].find((one) => !ofSide.some((column) => column.name === one));
  if (unknown !== undefined) {
    const near = nearestNames(unknown, new Set(ofSide.map((column) => column.name)));
    const message = `There is no column ${unknown}.${didYouMean(near)}`;
    call.fail("invalid_request", message, [{ param: "/columns", code: "invalid_param", message }]);
  }
  return ofSide.filter((column) => names.has(column.name));
}

interface Uses {
  readonly uses: ColumnUses;
  readonly mappings: EffectiveMappings;
}

function about({ side, name: called, type }: KnownColumn, { uses, mappings }: Uses) {
  const key = `${side === "source" ? "D" : "G"}:${called}`;
  return {
    object: "column_profile" as const,
    ...{ name: called, side, type },
    reads: side === "feed" ? (mappings.mappings[called] ?? null) : null,
    feeds: side === "source" ? [...(mappings.propagatesTo[called] ?? [])] : [],
    read_by: [...(uses.read.get(key) ?? [])],
    written_by: [...(uses.written.get(key) ?? [])],
  };
}

const TopValues = z.array(z.strictObject({ v: z.string(), n: z.coerce.number() }));
const SAMPLES_MAX = 3;
const UNCOUNTED = { rows: null, with_value: null, distinct: null, approximate: false, top: [], samples: [] };

/** A file never changes, so what was counted of it stays in memory for the next request. */
async function counts(call: ShopCall, open: OpenColumns, column: KnownColumn) {
  await using leases = new AsyncDisposableStack();
  const values = await valuesOf(call, open, { column, leases });
  if (values === undefined) return UNCOUNTED;
  const { profiled, rows } = values;
  const table = resident(columnProfile(profiled, rows));
  const [row = {}] = await call.warehouse.of(call.shop.shopId).query(sql`SELECT * FROM ${name(table.name)}`, { resident: [table] });
  const top = shownValues(row);
  const distinct = Number(row["distinct_values"]);
  const approximate = rows > EXACT_ROWS_MAX;
  const samples = top.slice(0, SAMPLES_MAX).map(({ value }) => value);
  return { rows, with_value: Number(row["with_value"]), distinct, approximate, top, samples };
}

function shownValues({ top }: WarehouseRow) {
  return TopValues.parse(JSON.parse(String(top))).map(({ v, n }) => shownValue(v, n));
}

/** A value as far as it was read: one character more than is shown. */
export function shownValue(value: string, count: number) {
  const points = [...value];
  return { value: points.slice(0, SHOWN_LENGTH).join(""), count, cut: points.length > SHOWN_LENGTH };
}
