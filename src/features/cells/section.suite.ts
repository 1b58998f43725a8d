import type { CaseFeed, SectionCase } from "../config/section-case.suite.ts";
import { setCells, setManyCells } from "./index.ts";

const request = ({ feedId }: CaseFeed, cells: Readonly<Record<string, string | null>>, more: object = {}) => ({
  operation: setCells,
  path: { id: String(feedId), product_id: "1002" },
  body: { cells, ...more },
});

const many = ({ feedId }: CaseFeed, cells: Readonly<Record<string, string | null>>, more: object = {}) => ({
  operation: setManyCells,
  path: { id: String(feedId) },
  body: { rows: [{ row_id: "1002", cells }], ...more },
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
  {
    section: "cells",
    title: "setting and clearing cells of many rows",
    prepare: ({ config, feedId }) => config.setRow(feedId, 1002, { vendor: "Hazel" }),
    edit: async (feed) => many(feed, { title: "Better", vendor: null }),
    nothing: async (feed) => [many(feed, { title: "Better" }), many(feed, { vendor: null }), many(feed, {})],
    preview: async (feed) => many(feed, { title: "Better", vendor: null }, { preview: true }),
  },
];
