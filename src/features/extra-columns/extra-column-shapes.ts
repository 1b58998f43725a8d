import { z } from "zod";
import { FEED_COLUMNS } from "../../engine/plan/feed-columns.ts";

/** Each is a column of every row of the file, and of every listing. */
const EXTRA_COLUMNS_MAX = 100;

const ColumnName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,99}$/, "must be a letter followed by letters, digits or `_`, at most 100 characters");

const Names = z
  .array(ColumnName)
  .max(EXTRA_COLUMNS_MAX, `can have at most ${EXTRA_COLUMNS_MAX} columns`)
  .superRefine((names, context) => {
    for (const [at, message] of repeatedNames(names)) context.addIssue({ code: "custom", path: [at], message });
  })
  .meta({
    description:
      "Columns in addition to the standard ones, in the order of the file. You can name a standard column too; it isn't repeated in the file.",
    examples: [["promotion_id"]],
  });

type NameFault = readonly [at: number, message: string];

/** Channels read headers without regard to case, so two names that differ only there would be one column twice. */
function repeatedNames(names: readonly string[]): readonly NameFault[] {
  const standard = new Map(FEED_COLUMNS.map(({ name }) => [name.toLowerCase(), name]));
  const first = new Map<string, string>();
  return names.flatMap((name, at): readonly NameFault[] => {
    const folded = name.toLowerCase();
    const [before, own] = [first.get(folded), standard.get(folded)];
    if (before === undefined) first.set(folded, name);
    if (before !== undefined) return [[at, `${name} is listed twice${before === name ? "" : `, also as ${before}`}`]];
    return own === undefined || own === name ? [] : [[at, `${name} differs from the standard column ${own} only in case`]];
  });
}

export const ExtraColumnsChange = z.strictObject({ extra_columns: Names });

export const ExtraColumnsShape = z
  .strictObject({ object: z.literal("extra_columns"), extra_columns: z.array(z.string()) })
  .meta({ id: "ExtraColumns" });

export function extraColumnsAnswer(names: readonly string[]): z.input<typeof ExtraColumnsShape> {
  return { object: "extra_columns", extra_columns: [...names] };
}
