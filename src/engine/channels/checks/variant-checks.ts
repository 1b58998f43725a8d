import { join, sql } from "../../sql/fragment.ts";
import type { Check } from "../check.ts";
import type { CheckKit } from "./check-kit.ts";

/** The last three hold whatever else tells variants apart, such as a scent: Google's, Meta's and Pinterest's. */
const TELL_APART = [
  ...["color", "size", "material", "pattern", "gender", "age_group"],
  ...["variant_option", "additional_variant_attribute", "variant_values"],
];

/** Variants of one product: groups, and what tells their rows apart. */
export function variantChecks(kit: CheckKit): readonly Check[] {
  return [...groupChecks(kit), ...toldApartChecks(kit)];
}

function toldApartChecks(kit: CheckKit): readonly Check[] {
  const group = kit.text("item_group_id");
  const grouped = sql`${group} <> ''`;
  const told = TELL_APART.filter((column) => kit.has(column)).map((column) => kit.text(column));
  if (told.length === 0) return [];
  const uneven = told.map((text) => sql`(count(*) FILTER (WHERE ${text} <> '') NOT IN (0, count(*)))`);
  return [
    ...kit.group("item_group_id", {
      code: "variant_attributes_missing",
      category: "variants",
      severity: "error",
      message: "Some variants of the group have a color, size or other attribute that others lack.",
      whatToDo: "Fill in the same attributes for every variant of a product.",
      among: grouped,
      key: group,
      having: sql`count(*) > 1 AND (${join(uneven, sql` OR `)})`,
    }),
    ...kit.group("item_group_id", {
      code: "variant_attributes_identical",
      category: "variants",
      severity: "warning",
      message: "Several variants of the group have the same color, size and other attributes.",
      whatToDo: "Fill in the attribute that distinguishes them.",
      among: grouped,
      key: sql`concat_ws(chr(31), ${group}, ${join(told, sql`, `)})`,
      having: sql`count(*) > 1`,
    }),
    ...(kit.has("color")
      ? kit.group("image_link", {
          code: "same_image_for_different_colors",
          category: "images",
          severity: "warning",
          message: "Variants in different colors have the same image.",
          whatToDo: "Give each color its own picture in the shop.",
          among: sql`${grouped} AND ${kit.text("image_link")} <> '' AND ${kit.text("color")} <> ''`,
          key: sql`concat_ws(chr(31), ${group}, ${kit.text("image_link")})`,
          having: sql`count(DISTINCT lower(${kit.text("color")})) > 1`,
        })
      : []),
  ];
}

function groupChecks(kit: CheckKit): readonly Check[] {
  const [id, group] = [kit.text("id"), kit.text("item_group_id")];
  const grouped = sql`${group} <> ''`;
  return [
    ...kit.group("item_group_id", {
      code: "missing_item_group_id",
      category: "variants",
      severity: "error",
      message: "A variant of a product with several variants has no item_group_id.",
      whatToDo: "Map item_group_id to the product's id.",
      among: sql`true`,
      key: sql`product_id`,
      having: sql`count(*) > 1`,
      affected: sql`${group} = ''`,
      rule: {
        type: "set_value",
        target: "item_group_id",
        value: "=[D]product_id",
        condition: "[G]item_group_id is blank and is_duplicate([D]product_id)",
      },
    }),
    ...kit.group("item_group_id", {
      code: "item_group_id_single_variant",
      category: "variants",
      severity: "info",
      message: "The group has only one row.",
      whatToDo: "You don't need to do anything. item_group_id can be blank for products without variants.",
      among: grouped,
      key: group,
      having: sql`count(*) = 1`,
    }),
    ...kit.group("item_group_id", {
      code: "id_equals_item_group_id",
      category: "variants",
      severity: "error",
      message: "The id is also used as the item_group_id of a group.",
      whatToDo: "Use ids that no group has.",
      among: sql`${id} <> ''`,
      // Each row is listed under its id and under its group, so that an id meets the groups of all rows.
      key: sql`unnest(CASE WHEN ${group} IN ('', ${id}) THEN [${id}] ELSE [${id}, ${group}] END)`,
      having: sql`bool_or(${id} = group_key) AND bool_or(${group} = group_key)`,
      affected: sql`${id} = group_key`,
    }),
  ];
}
