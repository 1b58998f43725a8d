import type { CaseFeed, SectionCase } from "../config/section-case.suite.ts";
import { changeExtraColumns } from "./index.ts";

const request = ({ feedId }: CaseFeed, more: object = {}) => ({
  operation: changeExtraColumns,
  path: { feed_id: String(feedId) },
  body: { extra_columns: ["campaign", "season"], ...more },
});

export const SECTION_CASES: readonly SectionCase[] = [
  {
    section: "extra_columns",
    title: "naming extra columns",
    edit: async (feed) => request(feed),
    preview: async (feed) => request(feed, { preview: true }),
  },
];
