import type { CategoryFunction } from "../expression.ts";
import type { FunctionEntry, Parameter } from "./function-entry.ts";

/**
 * Functions that look a category up in Google's taxonomy. Its rows are a file, so a narrow query beside the chain joins them
 * (plan/aside-query.ts).
 */

const category = (name: string): Parameter => ({ name, type: "text" });

const beside = (entry: Pick<FunctionEntry, "parameters" | "returns" | "summary" | "blank" | "examples">): FunctionEntry => ({
  ...entry,
  compile: () => {
    throw new RangeError("a category is looked up outside the row");
  },
});

export const CATEGORIES = {
  category_path: beside({
    parameters: [category("category")],
    returns: "text",
    summary: "The full path of a Google taxonomy category, as Google writes it, from the category's id or its path in any case.",
    blank: "Blank if the value isn't a category of the edition in use.",
    examples: [
      [`category_path(1604)`, "Apparel & Accessories > Clothing"],
      [`category_path("apparel & accessories>clothing")`, "Apparel & Accessories > Clothing"],
    ],
  }),
  category_id: beside({
    parameters: [category("category")],
    returns: "text",
    summary: "The id of a Google taxonomy category, from the category's path in any case or its id.",
    blank: "Blank if the value isn't a category of the edition in use.",
    examples: [
      [`category_id("Apparel & Accessories > Clothing")`, "1604"],
      [`category_id("Clothing")`, ""],
    ],
  }),
  category_under: beside({
    parameters: [category("category"), category("ancestor")],
    returns: "boolean",
    summary: "Whether a Google taxonomy category is the same as another one or below it. Each is an id or a path.",
    blank: "False if either isn't a category of the edition in use.",
    examples: [
      [`category_under("Apparel & Accessories > Clothing", 166)`, "true"],
      [`category_under(1604, 1604)`, "true"],
      [`category_under(166, 1604)`, "false"],
    ],
  }),
} as const satisfies Readonly<Record<CategoryFunction, FunctionEntry>>;

export function categoryFunction(name: string): CategoryFunction | undefined {
  return isCategoryFunction(name) ? name : undefined;
}

function isCategoryFunction(name: string): name is CategoryFunction {
  return Object.hasOwn(CATEGORIES, name);
}
