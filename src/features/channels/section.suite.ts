import type { CaseFeed, SectionCase } from "../config/section-case.suite.ts";
import { assignChannel, removeChannel } from "./index.ts";

const pathOf = ({ feedId }: CaseFeed) => ({ feed_id: String(feedId), slug: "google" });

export const SECTION_CASES: readonly SectionCase[] = [
  {
    section: "channels",
    title: "assigning a channel",
    edit: async (feed) => ({ operation: assignChannel, path: pathOf(feed), body: {} }),
    nothing: async (feed) => [{ operation: assignChannel, path: pathOf(feed), body: { settings: { format: "tsv" } } }],
  },
  {
    section: "channels",
    title: "removing a channel",
    prepare: (feed) => feed.config.ask(assignChannel, pathOf(feed), { body: {} }),
    edit: async (feed) => ({ operation: removeChannel, path: pathOf(feed) }),
    nothing: async () => [],
  },
];
