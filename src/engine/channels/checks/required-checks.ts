import { printText } from "../../expression/print-expression.ts";
import { isAmong, sql } from "../../sql/fragment.ts";
import { PLACEHOLDER_WORDS } from "../../vocabulary/placeholder-words.ts";
import type { Check, SuggestedRule } from "../check.ts";
import type { CheckKit } from "./check-kit.ts";

/** The shop's own name, as a formula: a shop that names no vendor usually sells its own brand. */
function ownBrand({ input }: CheckKit): string | undefined {
  const name = input.feed.shopName.trim();
  return name === "" ? undefined : `=${printText(name)}`;
}

const brandFrom = (kit: CheckKit): readonly string[] => ["[D]vendor", ...[ownBrand(kit) ?? []].flat()];

/** `besides`: what else has to be so. */
export function fillBrand(kit: CheckKit, ...besides: readonly string[]): SuggestedRule {
  return { type: "first_of", target: "brand", from: brandFrom(kit), condition: ["[G]brand is blank", ...besides].join(" and ") };
}

/** What suggested rules fill a required column with. */
const FILLED_FROM: Readonly<Record<string, readonly string[]>> = {
  title: ["[D]title"],
  // Not the title alone, which would be a finding of its own.
  description: ["[D]seo_description", '=join_nonblank(" – ", [G]title, [G]brand)'],
  link: ["[D]link"],
  image_link: ["[D]image_src", "[D]variant_image_src"],
  condition: ["new"],
  availability: ["out_of_stock"],
};

/** Required attributes that are blank. Brand and condition have rules of their own on many channels and are left to them unless the table requires them. */
export function requiredChecks(kit: CheckKit): readonly Check[] {
  return kit.attributes
    .filter(({ requirement }) => requirement === "required")
    .flatMap(({ name, from }) => {
      const column = from ?? name;
      return kit.row(column, {
        code: `missing_${column}`,
        category: "required",
        severity: "error",
        message: `${name} is required but blank.`,
        whatToDo: WHAT_TO_DO[column] ?? `Fill ${name} with a mapping or a rule.`,
        when: sql`${kit.text(column)} = ''`,
        ...(column === "brand" ? { rule: fillBrand(kit) } : ruleFor(column)),
      });
    });
}

const WHAT_TO_DO: Readonly<Record<string, string>> = {
  id: "Map id to a column that every variant has, or choose another id format in the feed's settings.",
  price: "Enter a price for the variant in the shop, or exclude the row.",
  image_link: "Add an image to the product in the shop, or exclude the row with a rule.",
  description: "Write a description in the shop, or fill it from another column by a rule.",
  brand: "Enter the vendor in the shop, or fill brand with a rule.",
};

function ruleFor(column: string): { readonly rule?: Readonly<Record<string, unknown>> } {
  const condition = `[G]${column} is blank`;
  if (column === "price" || column === "image_link") return { rule: { type: "exclude", reason: `No ${column}`, condition } };
  const from = FILLED_FROM[column];
  if (from === undefined) return {};
  const [only = ""] = from;
  if (from.length === 1 && !only.startsWith("[")) return { rule: { type: "set_value", target: column, value: only, condition } };
  return { rule: { type: "first_of", target: column, from, condition } };
}

export function placeholderChecks(kit: CheckKit): readonly Check[] {
  return ["brand", "mpn"].flatMap((column) => {
    const own = isAskedFor(kit, column) ? ownBrand(kit) : undefined;
    const words = PLACEHOLDER_WORDS.filter((word) => column !== "brand" || word !== kit.options.brandOfUnbranded);
    return kit.row(column, {
      code: "placeholder_identifier",
      category: "identifiers",
      severity: "warning",
      message: "The value is a placeholder such as N/A. A missing value should be blank.",
      whatToDo: "Enter the real value, or blank it with a rule.",
      when: isAmong(sql`lower(trim(${kit.text(column)}))`, words),
      rule: {
        ...(own === undefined ? { type: "exclude_field" } : { type: "set_value", value: own }),
        target: column,
        condition: `trim([G]${column}) in (${words.map((word) => `"${word}"`).join(", ")})`,
      },
    });
  });
}

/** A blank value would be a finding, at least of some rows. */
const isAskedFor = ({ attributes }: CheckKit, column: string): boolean =>
  attributes.some(({ name, from, requirement }) => (from ?? name) === column && requirement !== "optional");
