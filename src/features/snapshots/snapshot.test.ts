import { expect, test } from "vitest";
import { readSnapshotFacts, SnapshotFacts } from "./snapshot.ts";

test("the facts of a snapshot that a newer version made, or an older one, are read during an upgrade", () => {
  const told = { columns: ["id"], markets: [], products: 1, variants: 1 };
  const known = {
    ...told,
    format: 1,
    clean: [],
    longest: [],
    market_currencies: [],
    translations: [],
    translation_columns: [],
    translation_clean: [],
    countries: null,
    left_out: [],
    collections: null,
    categories: null,
    context: null,
    metafields: [],
  };
  expect(SnapshotFacts.parse({ ...told, tomorrow: true })).toEqual(known);
  expect(() => SnapshotFacts.parse({ columns: ["id"], tomorrow: true })).toThrow("markets");
});

test("a snapshot in a newer format is refused instead of misread", () => {
  const stored = { columns: ["id"], markets: [], products: 1, variants: 1 };
  expect(readSnapshotFacts(stored)).toEqual(readSnapshotFacts({ ...stored, format: 1 }));
  expect(() => readSnapshotFacts({ ...stored, format: 2 })).toThrow("The snapshot was stored in format 2 by a newer version");
});
