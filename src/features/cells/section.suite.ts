import type { CaseFeed, SectionCase } from "../config/section-case.suite.ts";
import { setCells } from "./index.ts";

const request = ({ feedId }: CaseFeed, cells: Readonly<Record<string, string | null>>, more: object = {}) => ({
  operation: setCells,
  path: { id: String(feedId), product_id: "1002" },
  body: { cells, ...more },
});

export const SECTION_CASES: readonly SectionCase[] = [
  {
    section: "cells",
    title: "setting and clearing cells",
    prepare: ({ config, feedId }) => config.setRow(feedId, 1002, { vendor: "Hazel" }),
    edit: async (feed) => request(feed, { title: "Better", vendor: null }),
    nothing: async (feed) => [request(feed, { title: "Better" }), request(feed, { vendor: null }), request(feed, {})],
    preview: async (feed) => request(feed, { title: "Better", vendor: null }, { preview: true }),
  },
];
