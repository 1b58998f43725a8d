import type { SectionCase } from "../config/section-case.suite.ts";
import { setSelection } from "./index.ts";

export const SECTION_CASES: readonly SectionCase[] = [
  {
    section: "selection",
    title: "selecting products",
    prepare: ({ config, feedId }) =>
      config.shop.db.updateTable("feeds").set({ product_selection_mode: "manual" }).where("id", "=", feedId).execute(),
    edit: async ({ feedId }) => ({ operation: setSelection, path: { id: String(feedId) }, body: { product_ids: ["2", "1"] } }),
  },
];
