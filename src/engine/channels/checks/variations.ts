import { sql } from "../../sql/fragment.ts";
import { hasMatch } from "../../sql/text-sql.ts";
import type { Check, FindingCategory, RowCheck, Severity } from "../check.ts";
import type { CheckKit } from "./check-kit.ts";
import { MOMENT, momentOf } from "../sale-dates.ts";
import { UNSHOWN } from "../../expression/functions/text-clean.ts";
import { fillBrand } from "./required-checks.ts";

/** Checks that some channels have in another form than the shared ones, which they replace. */

/** Meta and Snapchat are content with any one of three identifiers. */
export function oneIdentifier(kit: CheckKit): readonly Check[] {
  return kit.row("brand", {
    code: "missing_brand",
    category: "identifiers",
    severity: "error",
    message: "The product has no brand, GTIN or MPN. The channel requires at least one of them.",
    whatToDo: "Enter the vendor or the barcode in the shop, or fill brand with a rule.",
    when: sql`${kit.text("brand")} = '' AND ${kit.text("gtin")} = '' AND ${kit.text("mpn")} = ''`,
    rule: fillBrand(kit, "[G]gtin is blank", "[G]mpn is blank"),
  });
}

interface Blank {
  readonly severity: Severity;
  readonly message: string;
  readonly category?: FindingCategory;
  /** What a rule fills it with; not set: no rule can know. */
  readonly filledWith?: string;
}

/** An attribute the channel doesn't require, but misses. */
export function missingOptional(
  kit: CheckKit,
  column: string,
  { severity, message, category = "required", filledWith }: Blank,
): readonly Check[] {
  return kit.row(column, {
    code: `missing_${column}`,
    ...{ category, severity, message },
    whatToDo: `Fill ${column} with a mapping or a rule.`,
    when: sql`${kit.text(column)} = ''`,
    ...(filledWith === undefined
      ? {}
      : { rule: { type: "set_value", target: column, value: filledWith, condition: `[G]${column} is blank` } }),
  });
}

/** A day on which an item expires, however far ahead. */
export function anyExpiry(kit: CheckKit): readonly RowCheck[] {
  const date = kit.text("expiration_date");
  return kit.row("expiration_date", {
    code: "expiration_date_invalid",
    category: "availability",
    severity: "warning",
    message: "expiration_date isn't an ISO 8601 date.",
    whatToDo: "Write a date such as 2026-12-24, or leave the field blank.",
    when: sql`${date} <> '' AND ${momentOf(date)} IS NULL`,
    rule: {
      type: "exclude_field",
      target: "expiration_date",
      condition: `[G]expiration_date is not blank and ([G]expiration_date not matches cs "^${MOMENT}$" or date([G]expiration_date) is blank)`,
    },
  });
}

/** Characters that a channel refuses in titles and ids besides those that no font shows. `refused`: a character class. */
export function refusedCharacters(kit: CheckKit, refused: string, what: string): readonly Check[] {
  const pattern = `${UNSHOWN}|${refused}`;
  const codes = { title: "invalid_characters", id: "id_invalid_characters" } as const;
  return (["title", "id"] as const).flatMap((column) =>
    kit.row(column, {
      code: codes[column],
      category: column === "id" ? "identifiers" : "values",
      severity: "error",
      message: `${column} contains ${what} or characters that can't be displayed, which the channel rejects.`,
      whatToDo: "Remove them with a rule, or type the text again in the shop.",
      when: hasMatch(kit.text(column), pattern),
      rule: { type: "replace", target: column, find: pattern, replace_with: "", match: "regex" },
    }),
  );
}
