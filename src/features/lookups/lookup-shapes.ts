import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import type { LookupTableRow } from "./lookup-queries.ts";
import { CHANGED_ROWS_MAX, ROWS_MAX } from "./lookup-limits.ts";

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;

export function isLookupName(name: string): boolean {
  return NAME.test(name);
}

export const LookupPath = z.strictObject({
  name: z.string().meta({
    description: "Name of the table: a letter, then letters, digits, `_` or `-`, at most 100 characters, in any case.",
    examples: ["colours"],
  }),
});

export const LookupTableShape = z
  .strictObject({
    object: z.literal("lookup_table"),
    name: z.string().meta({ description: "Name as it was first written. Names are unique ignoring case." }),
    columns: z.array(z.string()).meta({ description: "Columns of the table. The first is the key." }),
    row_count: z.int(),
    size_bytes: z.int().meta({ description: "Size of the stored table." }),
    unmatched_keys: z
      .array(z.strictObject({ key: z.string(), count: z.int() }))
      .nullable()
      .meta({
        description: "Keys that the last run looked up but didn't find, most frequent first. Null until a run has used this version.",
      }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().meta({ description: "When this version was written." }),
  })
  .meta({ id: "LookupTable" });

export function lookupTableAnswer(row: LookupTableRow): z.input<typeof LookupTableShape> {
  return {
    object: "lookup_table",
    name: row.name,
    columns: [...row.columns],
    row_count: row.row_count,
    size_bytes: row.size_bytes,
    unmatched_keys: row.unmatched_keys?.map(({ key, count }) => ({ key, count })) ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const UseShape = z.strictObject({
  type: z.enum(["rule", "mapping", "channel"]).meta({ description: "What reads the table.", examples: ["rule"] }),
  feed_id: idSchema("feed", "Feed it belongs to."),
  rule_id: idSchema("rule", "The rule. Null for column mappings and channels.").nullable(),
  channel: z
    .string()
    .nullable()
    .meta({ description: "The channel whose settings name the table.", examples: [null] }),
});
export type LookupUse = z.input<typeof UseShape>;

export const UsedLookupTableShape = z
  .strictObject({
    ...LookupTableShape.shape,
    used_by: z.array(UseShape).meta({ description: "The first 20 rules, column mappings and channels that read the table." }),
  })
  .meta({ id: "UsedLookupTable" });

export const RowShape = z
  .strictObject({
    key: z.string().meta({ description: "Key of the row, as it was written.", examples: ["Aqua"] }),
    values: z
      .record(z.string(), z.string())
      .meta({ description: "Values by column, the key first.", examples: [{ colour: "Aqua", group: "Blue" }] }),
  })
  .meta({ id: "LookupRow" });

export function rowAnswer(columns: readonly string[], cells: readonly string[]): z.input<typeof RowShape> {
  return { key: cells[0] ?? "", values: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""])) };
}

const cell = { type: ["string", "number", "boolean", "null"] };

/** Rows are read by code of ours, which names the row and the column of a fault. */
const Row = z.unknown().meta({
  anyOf: [
    { type: "array", items: cell },
    { type: "object", additionalProperties: cell },
  ],
});

export const SetRowsBody = z.strictObject({
  rows: z
    .array(Row)
    .max(CHANGED_ROWS_MAX, `can have at most ${CHANGED_ROWS_MAX} rows`)
    .default([])
    .meta({
      description: "Rows to add or change: each a list in the order of the columns, or an object by column name that has the key.",
      examples: [[["Teal", "Blue"]]],
    }),
  remove: z
    .array(z.string())
    .max(CHANGED_ROWS_MAX, `can have at most ${CHANGED_ROWS_MAX} keys`)
    .default([])
    .meta({ description: "Keys of rows to remove.", examples: [["Mauve"]] }),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: "Whether to only show what would change, without saving anything.", examples: [false] }),
});
export type SetRowsBody = z.output<typeof SetRowsBody>;

export const LookupBody = z.strictObject({
  columns: z
    .array(z.string())
    .optional()
    .meta({
      description:
        "Names of the columns, the key first. Defaults to the rows' field names, or to `key`, `value`, `value_2` … if the rows are lists.",
      examples: [["colour", "group"]],
    }),
  rows: z
    .array(Row)
    .max(ROWS_MAX, `can have at most ${ROWS_MAX} rows`)
    .meta({
      description:
        "Each row is a list in the order of the columns, or an object by column name. A value that is left out or null is blank.",
      examples: [
        [
          ["Aqua", "Blue"],
          ["Rose", "Red"],
        ],
      ],
    }),
});
export type LookupBody = z.output<typeof LookupBody>;
