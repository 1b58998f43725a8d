import { expect, test } from "vitest";
import { REASON, REASON_START } from "../../engine/plan/exclusion-reasons.ts";
import { whyOf } from "./why.ts";

test("every reason that a feed itself gives is told in a word of the closed list, and a rule's own is none of them", () => {
  for (const reason of Object.values(REASON)) expect(whyOf(reason), reason).toBeDefined();
  for (const start of Object.values(REASON_START)) expect(whyOf(`${start}Canada`), start).toBeDefined();
  for (const reason of ["Excluded by a rule", "gift card", "Duplicate of prod_7", ""]) expect(whyOf(reason), reason).toBeUndefined();
});

test("every reason of the feed itself names the stage that gives it", () => {
  expect(whyOf(REASON.draft)).toMatchObject({ stage: "settings", setting: "import_unpublish_product" });
  expect(whyOf(REASON.merchant)).toMatchObject({ stage: "overrides", setting: null });
  expect(whyOf(`${REASON_START.notInCollection}Sale`)).toMatchObject({ stage: "selection", setting: "product_selection_mode" });
  expect(whyOf(`${REASON_START.allowance}500) reached`)).toMatchObject({ stage: "allowance" });
});
