import { dataOf, pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { organizationRead } from "../operation.ts";
import { findChange, listChanges } from "./change-queries.ts";
import { ChangePath, FleetChangeDetailShape, FleetChangeShape } from "./change-shapes.ts";
import { describeChanges, readChange } from "./read-change.ts";

const HIDDEN = { hidden: "people roll changes out to many shops" } as const;

export const listFleetChanges = organizationRead({
  name: "fleet.list_changes",
  title: "List changes of many shops",
  summary: "Lists the organization's changes of many shops, newest first.",
  description: "Changes that are over are kept until 200 newer ones exist.",
  scope: "read_org",
  http: { method: "GET", path: "/org/fleet/changes", status: 200 },
  query: PageQuery,
  output: pageOf(FleetChangeShape),
  errors: [],
  mcp: HIDDEN,
  async run(call, { query }) {
    const { rows, total } = await listChanges(call.organization, { limit: query.per_page, offset: pageOffset(query) });
    return { data: await describeChanges(call, rows), meta: pageMeta(query, total) };
  },
});

export const getFleetChange = organizationRead({
  name: "fleet.get_change",
  title: "Get a change of many shops",
  summary: "Shows a change of many shops, with its preview and progress in each of them.",
  scope: "read_org",
  http: { method: "GET", path: "/org/fleet/changes/{change_id}", status: 200 },
  path: ChangePath,
  output: dataOf(FleetChangeDetailShape),
  errors: ["resource_not_found"],
  mcp: HIDDEN,
  run: async (call, { path }) => ({
    data: await readChange(call, (await findChange(call.organization, path.change_id)) ?? call.fail("resource_not_found")),
  }),
});
