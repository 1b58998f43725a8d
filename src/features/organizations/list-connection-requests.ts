import { z } from "zod";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { listConnectionRequests as selectRequests } from "./connection-queries.ts";
import { connectionRequestAnswer, ConnectionRequestShape, ConnectionStatusText } from "./organization-shapes.ts";

export const listConnectionRequests = read({
  name: "connection_requests.list",
  title: "List connection requests",
  summary: "Lists the organizations that act for the shop or have asked to, newest first.",
  description: "Requires the shop's own key, so that no organization sees which others the merchant works with.",
  scope: "read_settings",
  ownKeyOnly: true,
  http: { method: "GET", path: "/connection_requests", status: 200 },
  query: PageQuery.extend({
    status: z.optional(ConnectionStatusText).meta({ description: "Only requests with this status.", examples: ["active"] }),
  }),
  output: pageOf(ConnectionRequestShape),
  errors: [],
  mcp: { hidden: "agents don't need to know whom a merchant works with" },
  async run({ shop }, { query }) {
    const page = { limit: query.per_page, offset: pageOffset(query) };
    const { rows, total } = await selectRequests(shop, { status: query.status ?? null, ...page });
    return { data: rows.map(connectionRequestAnswer), meta: pageMeta(query, total) };
  },
});
