import type { CategoryFunction } from "../../src/engine/expression/expression.ts";
import type { OracleCategory } from "./oracle-rows.ts";
import { boolean, text, type Value } from "./values.ts";

/** Functions over Google's categories, one value at a time: the names of a path are compared one by one. */
export function categoryValue(
  fn: CategoryFunction,
  [written = "", other = ""]: readonly string[],
  taxonomy: readonly OracleCategory[],
): Value {
  const category = found(written, taxonomy);
  switch (fn) {
    case "category_id":
      return text(category?.[0] ?? "");
    case "category_path":
      return text(category?.[1] ?? "");
    case "category_under": {
      const ancestor = found(other, taxonomy);
      if (category === undefined || ancestor === undefined) return boolean(false);
      const [names, above] = [namesOf(category[1]), namesOf(ancestor[1])];
      return boolean(above.every((name, at) => names[at] === name));
    }
    default:
      return fn satisfies never;
  }
}

function found(written: string, taxonomy: readonly OracleCategory[]): OracleCategory | undefined {
  const names = namesOf(written);
  return taxonomy.find(([id, path]) => (names.length === 1 && names[0] === id) || namesOf(path).join(">") === names.join(">"));
}

/** Without case, and without white space that is no part of a name. */
function namesOf(path: string): readonly string[] {
  return path.split(">").map((name) => name.split(/[\s\u00A0\u202F\uFEFF]+/u).filter((word) => word !== "").join(" ").toLowerCase()); // prettier-ignore
}
