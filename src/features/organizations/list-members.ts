import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { organizationRead } from "../operation.ts";
import { listMembers as selectMembers } from "./organization-queries.ts";
import { memberAnswer, OrgMemberShape } from "./organization-shapes.ts";

export const listMembers = organizationRead({
  name: "org.list_members",
  title: "List members",
  summary: "Lists the people of the organization.",
  description: "People are listed in the order they were added. The installation's operator adds them.",
  scope: "read_org",
  http: { method: "GET", path: "/org/members", status: 200 },
  query: PageQuery,
  output: pageOf(OrgMemberShape),
  errors: [],
  mcp: { hidden: "agents don't need people's names and addresses" },
  async run({ organization }, { query }) {
    const { rows, total } = await selectMembers(organization, { limit: query.per_page, offset: pageOffset(query) });
    return { data: rows.map(memberAnswer), meta: pageMeta(query, total) };
  },
});
