import { integer, sql } from "../../sql/fragment.ts";
import type { Check } from "../check.ts";
import type { CheckKit } from "./check-kit.ts";

/** A drop of so many of the rows is probably a mistake. */
const DROP_SHARE = 0.3;
/** Values one custom label may have at Google. */
const LABEL_VALUES_MAX = 1_000;

/** The file as a whole. */
export function feedChecks(kit: CheckKit): readonly Check[] {
  const known = new Set(kit.attributes.map(({ name }) => name));
  return [
    ...kit.feed({
      code: "feed_empty",
      category: "feed",
      severity: "error",
      message: "The file has no product.",
      whatToDo: "Look at the reasons for which rows are excluded.",
      affectedBy: ({ rows }) => (rows === 0 ? 0 : undefined),
    }),
    ...kit.feed({
      code: "product_count_drop",
      category: "feed",
      severity: "warning",
      message: "The file has over 30 % fewer products than the one before.",
      whatToDo: "Check that rules, selection and the shop's catalog are as you want them.",
      affectedBy: ({ rows, rowsBefore }) => (rowsBefore !== null && rows < rowsBefore * (1 - DROP_SHARE) ? 0 : undefined),
    }),
    ...(kit.options.fileBytesMax === undefined
      ? []
      : kit.feed({
          code: "feed_too_large",
          category: "feed",
          severity: "error",
          message: `The file is larger than the channel reads (${Math.floor(kit.options.fileBytesMax / 2 ** 20)} MiB).`,
          whatToDo: "Split the catalog over several feeds by selection.",
          affectedBy: ({ bytes }) => (bytes !== null && bytes > (kit.options.fileBytesMax ?? Infinity) ? 0 : undefined),
        })),
    ...kit.feed({
      code: "duplicate_headers",
      category: "feed",
      severity: "warning",
      message: "Two columns of the file have the same name.",
      whatToDo: "Rename the extra column, or don't send it.",
      affectedBy: ({ header }) => (new Set(header.map((name) => name.toLowerCase())).size < header.length ? 0 : undefined),
    }),
    ...kit.feed({
      code: "unknown_header",
      category: "feed",
      severity: "info",
      message: "The file has columns the channel doesn't know; it ignores them or keeps them as custom attributes.",
      whatToDo: "Nothing needs to be done if that's intended.",
      affectedBy: ({ header }) => (header.some((name) => !known.has(name)) ? 0 : undefined),
    }),
    ...[0, 1, 2, 3, 4].flatMap((slot) => tooManyLabels(kit, `custom_label_${slot}`)),
  ];
}

function tooManyLabels(kit: CheckKit, column: string): readonly Check[] {
  const text = kit.text(column);
  return kit.group(column, {
    code: "custom_label_too_many_values",
    category: "values",
    severity: "warning",
    message: `${column} has more than ${LABEL_VALUES_MAX} different values; the channel keeps as many.`,
    whatToDo: "Use labels for groups of products.",
    among: sql`${text} <> ''`,
    key: sql`1`,
    having: sql`count(DISTINCT ${text}) > ${integer(LABEL_VALUES_MAX)}`,
    rule: { type: "exclude_field", target: column },
  });
}
