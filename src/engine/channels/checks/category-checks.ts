import { integer, list, literal, sql } from "../../sql/fragment.ts";
import type { Sql } from "../../../kernel/sql.ts";
import type { Check, SuggestedRule } from "../check.ts";
import type { CheckKit } from "./check-kit.ts";

const LEVELS_WANTED = 3;
const APPAREL = "166";
const IS_APPAREL = `category_under([G]google_product_category, ${APPAREL})`;
const CLOTHING_AND_SHOES = ["1604", "187"];
/** Mature goods, weapons and tobacco. */
const PROHIBITED_CATEGORIES = Object.freeze(["772", "435"]);

const GOOGLE = "google_product_category";

/** Google's taxonomy and what follows from a category. Without a loaded taxonomy there are none of these. */
export function categoryChecks(kit: CheckKit): readonly Check[] {
  const category = kit.text(GOOGLE);
  const missing = kit.row(GOOGLE, {
    code: "missing_google_product_category",
    category: "categories",
    severity: "info",
    message: "The product has no category from Google's taxonomy.",
    whatToDo: "Choose the product's category in the shop, or map product types to categories with a rule.",
    when: sql`${category} = ''`,
  });
  const { rows, taxonomy } = kit.input;
  if (taxonomy === null) return missing;
  const isUnder = (ids: readonly string[]): Sql => sql`coalesce(list_has_any(${rows.category("ids")}, [${list(ids.map(literal))}]), false)`;
  return [
    ...missing,
    ...kit.row(GOOGLE, {
      code: "unknown_google_product_category",
      category: "categories",
      severity: "warning",
      message: "The category is neither the number nor the full path of a category in Google's taxonomy.",
      whatToDo: "Write one category, either its number or its full path from the top level.",
      when: sql`${category} <> '' AND ${rows.category("path")} IS NULL`,
    }),
    ...kit.row(GOOGLE, {
      code: "category_depth_low",
      category: "categories",
      severity: "info",
      message: `The category has fewer than ${LEVELS_WANTED} levels, so ads may reach the wrong people.`,
      whatToDo: "Choose a more precise category.",
      // Shoes, for one, have two levels and nothing below.
      when: sql`${rows.category("depth")} < ${integer(LEVELS_WANTED)} AND ${rows.category("divided")}`,
    }),
    ...kit.row(GOOGLE, {
      code: "prohibited_category",
      category: "categories",
      severity: "warning",
      message: "Products in this category are forbidden or restricted on most channels.",
      whatToDo: "Check the channel's policy. Exclude the product if it isn't allowed.",
      when: isUnder(PROHIBITED_CATEGORIES),
      rule: {
        type: "exclude",
        reason: "Not allowed on this channel",
        condition: PROHIBITED_CATEGORIES.map((id) => `category_under([G]${GOOGLE}, ${id})`).join(" or "),
      },
    }),
    ...apparel(kit, isUnder),
  ];
}

/** What rules fill in for apparel, which channels may refuse without. */
export const APPAREL_VALUES: ReadonlyMap<string, string> = new Map([
  ["age_group", "adult"],
  ["gender", "unisex"],
]);

function ruleFor(column: string): { readonly rule?: SuggestedRule } {
  const value = APPAREL_VALUES.get(column);
  return value === undefined
    ? {}
    : { rule: { type: "set_value", target: column, value, condition: `[G]${column} is blank and ${IS_APPAREL}` } };
}

function apparel(kit: CheckKit, isUnder: (ids: readonly string[]) => Sql): readonly Check[] {
  const needed = kit.options.apparelCountries?.includes(kit.input.feed.country) === true;
  return (["color", "gender", "age_group", "size"] as const).flatMap((column) =>
    kit.row(column, {
      code: `missing_apparel_${column}`,
      category: "apparel",
      severity: needed ? "error" : "warning",
      message: `Apparel needs ${column}.`,
      whatToDo: `Fill ${column} from an option or metafield of the product, or with a rule.`,
      when: sql`${kit.text(column)} = '' AND ${isUnder(column === "size" ? CLOTHING_AND_SHOES : [APPAREL])}`,
      ...ruleFor(column),
    }),
  );
}
