import { z } from "zod";
import { type MetafieldIdentity, plainName } from "../../engine/source/metafield-names.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";

/** Each is a column of every row of the snapshot. */
const METAFIELDS_MAX = 50;
/** As long as a platform lets them be. */
const NAMESPACE_CHARACTERS_MAX = 255;
const KEY_CHARACTERS_MAX = 100;

/** Without what no platform writes into a name and no header can show. */
const nameText = (charactersMax: number) =>
  z
    .string()
    .min(1)
    .max(charactersMax)
    .regex(/^[^\s\p{Cc}\p{Cs}](?:[^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?$/u, "can't contain control characters or start or end with a blank")
    // As readers of JSON Schema can evaluate it, who need not know Unicode's categories.
    .meta({ pattern: "^\\S(.*\\S)?$" });

export const Level = z.enum(["product", "variant"]);
const Namespace = nameText(NAMESPACE_CHARACTERS_MAX);
const Key = nameText(KEY_CHARACTERS_MAX);

/** As the list answers them, so that an answer can be sent back. */
const ANSWERED = {
  column: z.string().optional().meta({ description: "Column name, which follows from the key. Any other name is refused." }),
  coverage: z.unknown().optional().meta({ description: "Ignored." }),
};

const WrittenMetafield = z
  .strictObject({ level: Level.default("product"), namespace: Namespace, key: Key, ...ANSWERED })
  .refine(({ column, ...metafield }) => column === undefined || column === plainName(metafield), {
    path: ["column"],
    error: "is derived from the key; leave it out",
  })
  .transform(({ level, namespace, key }) => ({ level, namespace, key }));

export const MetafieldList = z.array(WrittenMetafield).max(METAFIELDS_MAX, `can have at most ${METAFIELDS_MAX} metafields`);

/** Names of columns are unique ignoring case, so of two metafields of one name the second is refused. */
export function columnConflicts(wanted: readonly MetafieldIdentity[]): readonly ErrorDetail[] {
  const first = new Map<string, MetafieldIdentity>();
  return wanted.flatMap((metafield, at): readonly ErrorDetail[] => {
    const column = plainName(metafield);
    const before = first.get(column.toLowerCase());
    if (before === undefined) {
      first.set(column.toLowerCase(), metafield);
      return [];
    }
    const what = `${before.namespace}.${before.key} would also have the column ${plainName(before)}`;
    const message = `${metafield.namespace}.${metafield.key}: ${what}. Column names must be unique ignoring case. Leave one of the metafields out.`;
    return [{ param: `/metafields/${at}`, code: "column_conflict", message }];
  });
}
