import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { write } from "../operation.ts";
import { type ChangedRow, type ChangedRows, differing, prepareChangedRows, storeChangedRows } from "./change-rows.ts";
import { CHANGED_ROWS_MAX, CHANGED_ROWS_SHOWN, LOOKUP_BYTES_MAX } from "./lookup-limits.ts";
import { findLookupTable } from "./lookup-queries.ts";
import { LookupPath, lookupTableAnswer, RowShape, rowAnswer, SetRowsBody } from "./lookup-shapes.ts";
import { readChangedRows } from "./read-changed-rows.ts";

const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });

const RowsChangeShape = z
  .strictObject({
    object: z.enum(["lookup_rows_change", "lookup_rows_preview"]).meta({ examples: ["lookup_rows_change"] }),
    name: z.string().meta({ description: "Name of the table.", examples: ["colours"] }),
    row_count: count("Rows of the table after the change.", 2),
    added_count: count("Rows that are new.", 1),
    changed_count: count("Rows that were there and differ.", 0),
    removed_count: count("Rows that are gone.", 0),
    changes: z
      .array(
        z.strictObject({
          key: z.string().meta({ examples: ["Teal"] }),
          action: z.enum(["added", "changed", "removed"]).meta({ examples: ["added"] }),
          before: z.nullable(RowShape.shape.values),
          after: z.nullable(RowShape.shape.values),
        }),
      )
      .meta({ description: `The first ${CHANGED_ROWS_SHOWN} rows that differ.` }),
    updated_at: z.iso.datetime().meta({ description: "When the table's version was written." }),
  })
  .meta({ id: "LookupRowsChange" });

export const setLookupRows = write({
  name: "lookups.set_rows",
  title: "Update rows of a lookup table",
  summary: "Adds, changes or removes some rows of a lookup table as one change, or previews it.",
  description: `The other rows stay. A row in \`rows\` replaces the one with its key, ignoring case, or is added at the end. A row as an object changes only the columns it names. A key in \`remove\` that the table doesn't have is ignored. At most ${CHANGED_ROWS_MAX} rows per request; send more as a whole table. With \`preview: true\` nothing is saved. The next run of each feed that uses the table reads the new rows.`,
  scope: "write_rules",
  http: { method: "PATCH", path: "/lookup_tables/{name}/rows", status: 200 },
  path: LookupPath,
  body: SetRowsBody,
  upload: { bytesMax: LOOKUP_BYTES_MAX, forms: {} },
  output: dataOf(RowsChangeShape),
  errors: ["resource_not_found", "validation_failed", "lookup_table_in_use"],
  audit: "lookup_table.rows_changed",
  mcp: {
    tool: "set_lookup_rows",
    use: "Use it to add the keys that `lookup_table` lists as unmatched, or to correct single rows. `put_lookup_table` replaces the whole table.",
  },
  undone: "kept",
  target: async (call, { name }) => (await findLookupTable(call.shop, name)) ?? call.fail("resource_not_found"),
  before: lookupTableAnswer,
  prepare: (call, { path: { name }, body }) =>
    prepareChangedRows(call, { name, read: (columns) => readChangedRows(body, columns), isShown: body.preview }),
  undo: async (call, prepared) =>
    prepared?.ok === true && prepared.version !== null ? call.objects.remove(prepared.version.prefix) : undefined,
  preview: {
    member: "preview",
    show(call, { prepared }) {
      if (prepared === undefined) return call.fail("resource_not_found");
      if (!prepared.ok) return call.fail(prepared.code, prepared.faults[0]?.message, prepared.faults);
      const updated_at = prepared.table.updated_at.toISOString();
      return Promise.resolve({ data: { object: "lookup_rows_preview" as const, ...changeAnswer(prepared), updated_at } });
    },
  },
  async run(call, { prepared }) {
    if (prepared === undefined) return call.fail("resource_not_found");
    const stored = prepared.ok ? await storeChangedRows(call, prepared) : prepared;
    if (!stored.ok || !prepared.ok) {
      const { code, faults } = stored.ok ? { code: "validation_failed" as const, faults: [] } : stored;
      return call.fail(code, faults[0]?.message, faults);
    }
    const updated_at = stored.row.updated_at.toISOString();
    return { data: { object: "lookup_rows_change" as const, ...changeAnswer(prepared), updated_at } };
  },
});

function changeAnswer({ table, lines, rowCount }: ChangedRows) {
  const changes = differing(lines).map((row) => ({ row, action: actionOf(row) }));
  const counted = (wanted: ReturnType<typeof actionOf>): number => changes.filter(({ action }) => action === wanted).length;
  const shown = (cells: ChangedRow["after"]) => (cells === null ? null : rowAnswer(table.columns, cells).values);
  return {
    name: table.name,
    row_count: rowCount,
    added_count: counted("added"),
    changed_count: counted("changed"),
    removed_count: counted("removed"),
    changes: changes.slice(0, CHANGED_ROWS_SHOWN).map(({ row: { before, after }, action }) => ({
      key: (after ?? before)?.[0] ?? "",
      action,
      before: shown(before),
      after: shown(after),
    })),
  };
}

function actionOf({ before, after }: ChangedRow): "added" | "changed" | "removed" {
  return before === null ? "added" : after === null ? "removed" : "changed";
}
