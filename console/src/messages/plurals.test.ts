import { expect, test } from "vitest";
import { messages } from "./messages.ts";

test("one of a thing is named in the singular", () => {
  const { fleet, lookups, organization, overview, products, rules, source, ui } = messages;
  expect([
    overview.variantsExtracted(1),
    source.rowCount(1),
    products.rowCount(1),
    products.rowsOfAll(1, 1),
    products.partlyIn(1, 2),
    rules.rowsMatch(1),
    rules.ofRows(1),
    rules.matching(1),
    rules.effects.changed(1),
    rules.effects.newly_excluded(1),
    rules.effects.newly_included(1),
    ui.columns(1),
    lookups.firstRows(1),
    organization.about("Harbour", 1, 1),
    fleet.sums.rows(1, 1, 1),
  ]).toEqual([
    "1 variant, extracted",
    "1 row",
    "1 row",
    "1 of 1 row",
    "1 of 2 rows is in the file.",
    "1 row matches",
    "of 1 row",
    "1 matches",
    "1 changes",
    "1 leaves",
    "1 comes back",
    "1 column",
    "The first row",
    "Harbour: 1 connected, 1 member",
    "1 row changes, 1 leaves and 1 comes back.",
  ]);
});
