import type { SectionCase } from "../config/section-case.suite.ts";
import { setFeedTests } from "./index.ts";

export const SECTION_CASES: readonly SectionCase[] = [
  {
    section: "tests",
    title: "setting tests",
    edit: async ({ feedId }) => ({
      operation: setFeedTests,
      path: { id: String(feedId) },
      body: { tests: [{ row_id: "1001", expect: { brand: "Acme" } }] },
    }),
  },
];
