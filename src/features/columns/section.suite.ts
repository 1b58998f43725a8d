import type { CaseFeed, SectionCase } from "../config/section-case.suite.ts";
import { changeColumnMappings } from "./index.ts";

const request = ({ feedId }: CaseFeed, body: object) => ({ operation: changeColumnMappings, path: { feed_id: String(feedId) }, body });
const EDIT = { mappings: { brand: "title", gtin: null, color: "=upper([D]vendor)" } };

export const SECTION_CASES: readonly SectionCase[] = [
  {
    section: "mappings",
    title: "mapping columns",
    edit: async (feed) => request(feed, EDIT),
    nothing: async (feed) => [request(feed, EDIT), request(feed, { mappings: {} }), request(feed, { mappings: { title: "title" } })],
    preview: async (feed) => request(feed, { ...EDIT, preview: true }),
  },
  {
    section: "mappings",
    title: "restoring the default mappings",
    prepare: ({ config, feedId }) => config.change(feedId, changeColumnMappings, EDIT),
    edit: async (feed) => request(feed, { reset: true }),
    preview: async (feed) => request(feed, { reset: true, preview: true }),
  },
];
