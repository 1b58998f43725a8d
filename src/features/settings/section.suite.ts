import type { CaseFeed, SectionCase } from "../config/section-case.suite.ts";
import { changeSettings } from "./index.ts";

const request = ({ feedId }: CaseFeed, more: object = {}) => ({
  operation: changeSettings,
  path: { feed_id: String(feedId) },
  body: { seo: true, publish_guard: { max_drop_percent: 5 }, ...more },
});

export const SECTION_CASES: readonly SectionCase[] = [
  {
    section: "settings",
    title: "changing settings",
    edit: async (feed) => request(feed),
    preview: async (feed) => request(feed, { preview: true }),
  },
];
