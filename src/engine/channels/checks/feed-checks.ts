import { integer, sql } from "../../sql/fragment.ts";
import type { Check } from "../check.ts";
import type { CheckKit } from "./check-kit.ts";

/** A drop of so many of the rows is probably a mistake. */
const DROP_SHARE = 0.3;
/** Values one custom label may have at Google. */
const LABEL_VALUES_MAX = 1_000;

/** The file as a whole. */
export function feedChecks(kit: CheckKit): readonly Check[] {
  const known = new Set([...kit.attributes.map(({ name }) => name), ...(kit.options.ownHeaders ?? [])]);
  return [
    ...kit.feed({
      code: "feed_empty",
      category: "feed",
      severity: "error",
      message: "The file has no products.",
      whatToDo: "Check why rows are excluded.",
      affectedBy: ({ rows }) => (rows === 0 ? 0 : undefined),
    }),
    ...kit.feed({
      code: "product_count_drop",
      category: "feed",
      severity: "warning",
      message: "The file has over 30 % fewer products than the previous one.",
      whatToDo: "Check that the rules, the selection and the shop's catalog are what you expect.",
      affectedBy: ({ rows, rowsBefore }) => (rowsBefore !== null && rows < rowsBefore * (1 - DROP_SHARE) ? 0 : undefined),
    }),
    ...(kit.options.fileBytesMax === undefined
      ? []
      : kit.feed({
          code: "feed_too_large",
          category: "feed",
          severity: "error",
          message: `The file is larger than the channel's limit (${Math.floor(kit.options.fileBytesMax / 2 ** 20)} MiB).`,
          whatToDo: "Split the catalog over several feeds with the product selection.",
          affectedBy: ({ bytes }) => (bytes !== null && bytes > (kit.options.fileBytesMax ?? Infinity) ? 0 : undefined),
        })),
    ...kit.feed({
      code: "duplicate_headers",
      category: "feed",
      severity: "warning",
      message: "Two columns of the file have the same name.",
      whatToDo: "Rename the extra column or remove it.",
      affectedBy: ({ header }) => (new Set(header.map((name) => name.toLowerCase())).size < header.length ? 0 : undefined),
    }),
    ...kit.feed({
      code: "unknown_header",
      category: "feed",
      severity: "info",
      message: "The file has columns that the channel doesn't know. The channel ignores them or keeps them as custom attributes.",
      whatToDo: "If that's intended, you don't need to do anything.",
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
    message: `${column} has more than ${LABEL_VALUES_MAX} different values, the most that the channel keeps.`,
    whatToDo: "Use labels for groups of products, not for single ones.",
    among: sql`${text} <> ''`,
    key: sql`1`,
    having: sql`count(DISTINCT ${text}) > ${integer(LABEL_VALUES_MAX)}`,
    rule: { type: "exclude_field", target: column },
  });
}
