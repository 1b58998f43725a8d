import { describe, expect, test } from "vitest";
import { metafieldColumns as columnsRead } from "../../engine/plan/attribute-sources.ts";
import type { FoundMetafield, MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import { readHeader } from "./export-header.ts";

const GOOGLE = "Google Shopping / Condition";
const OWN = "Condition (product.metafields.custom.condition)";
const OTHER = "Condition (product.metafields.app.condition)";
const CATEGORY = "Condition (product.metafields.shopify.condition)";

const namesOf = (names: readonly string[], known: readonly FoundMetafield[] = []): Readonly<Record<string, string>> => {
  const { product } = readHeader("export.csv", ["Handle", "Title", ...names], known).metafields;
  return Object.fromEntries(product.map(({ metafield, column }) => [metafield.namespace, column]));
};

const seen = (namespace: string, column: string, owners: number): FoundMetafield => {
  const identity: MetafieldIdentity = { level: "product", namespace, key: "condition" };
  return { ...identity, column, owners };
};

describe("a metafield with the key of a Google column", () => {
  test.each([[[GOOGLE, OWN]], [[OWN, GOOGLE]], [[CATEGORY, GOOGLE, OTHER]], [[OTHER, CATEGORY, GOOGLE]]])(
    "has the plain name, wherever its column is, and default mappings read Google's column before it: %j",
    (header) => {
      const names = namesOf(header);
      const [plain, ...others] = Object.entries(names).toSorted(([, one], [, other]) => one.length - other.length);
      expect(plain).toEqual([header.includes(OWN) ? "custom" : "app", "metafield-condition"]);
      expect(others.map(([namespace, column]) => [namespace, column])).toEqual(
        others.map(([namespace]) => [namespace, `metafield-${namespace}-condition`]),
      );
      const read = columnsRead("condition", Object.values(names));
      expect(read).toHaveLength(header.length);
      expect(read.slice(0, 2)).toEqual(["metafield-mm-google-shopping-condition", "metafield-condition"]);
    },
  );

  test("keeps the column it had values in, and so does Google's column", () => {
    const known = [seen("mm-google-shopping", "metafield-condition", 3), seen("custom", "metafield-custom-condition", 2)];
    const names = namesOf([OWN, GOOGLE], known);
    expect(names).toEqual({ "mm-google-shopping": "metafield-condition", custom: "metafield-custom-condition" });
    expect(columnsRead("condition", Object.values(names))).toEqual(["metafield-condition", "metafield-custom-condition"]);
  });

  test("takes the plain name from a Google column that was blank in the previous file", () => {
    const known = [seen("mm-google-shopping", "metafield-condition", 0)];
    expect(namesOf([GOOGLE, OWN], known)).toEqual({
      "mm-google-shopping": "metafield-mm-google-shopping-condition",
      custom: "metafield-condition",
    });
  });

  test("has the plain name if the metafield that had it isn't in the file any more", () => {
    expect(namesOf([OTHER], [seen("custom", "metafield-condition", 4)])).toEqual({ app: "metafield-condition" });
  });
});
