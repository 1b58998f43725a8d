import { expect, test } from "vitest";
import { feedDefinition, runFeed } from "../../../test/golden/feed-run.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { BLANK } from "../../engine/expression/expression.ts";
import { valueSource } from "../../engine/expression/value-source.ts";
import { visibleColumns } from "../../engine/source/snapshot-files.ts";
import { SOURCE_COLUMNS } from "../../engine/source/source-columns.ts";
import { mappingText } from "./default-texts.ts";
import { effectiveMappings } from "./effective-mappings.ts";

test("a row's color comes from the option that is linked to a color metafield, whatever its name, or from the metafield; without either it has none", async () => {
  await using duckdb = await testDuckdb();
  const metafields = { "metafield-color": "Red" };
  const snapshot = await takeSnapshot(duckdb, {
    metafieldColumns: Object.keys(metafields),
    products: [
      rawProduct(1, {
        key: "p",
        id: "1",
        option1_name: "Size",
        option2_name: "Tint",
        option2_metafield: "shopify.color-pattern",
        metafields,
      }),
      rawProduct(2, { key: "q", id: "2", option1_name: "Choose your colour", metafields }),
      rawProduct(3, { key: "r", id: "3", option1_name: "Scent", metafields }),
    ],
    variants: ["p", "q", "r"].map((key, at) =>
      rawVariant(at + 1, { product_key: key, id: String(at + 11), option1_value: "S", option2_value: "Navy" }),
    ),
  });
  const visible = visibleColumns(snapshot.columns).map(
    ({ column }) => SOURCE_COLUMNS.find(({ name }) => name === column) ?? { name: column, type: "text" as const, computed: false },
  );
  const { valued } = effectiveMappings(feedDefinition(), { all: snapshot.columns, visible });
  const [color, size] = [valued.get("color"), valued.get("size")];
  expect([color, size]).not.toContain(undefined);
  const sourceOf = (value = BLANK) => mappingText(valueSource(value));
  const mappings = { source: sourceOf(color), source_of_size: sourceOf(size) };
  const definition = feedDefinition({ extraColumns: Object.keys(mappings), mappings });
  const { rows } = await runFeed(duckdb, { snapshot, definition });
  expect(rows.map(({ fields }) => [fields["source"], fields["source_of_size"]])).toEqual([
    ["option2_value", "option1_value"],
    ["option1_value", ""],
    ["metafield-color", ""],
  ]);
});
