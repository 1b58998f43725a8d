import type { SectionCase } from "../config/section-case.suite.ts";
import { updateFeed } from "./index.ts";

export const SECTION_CASES: readonly SectionCase[] = [
  {
    section: "target",
    title: "changing where a feed sells",
    edit: async ({ feedId }) => ({ operation: updateFeed, path: { id: String(feedId) }, body: { target_country: "CA" } }),
  },
];
