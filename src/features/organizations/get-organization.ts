import { dataOf } from "../../kernel/page.ts";
import { organizationRead } from "../operation.ts";
import { findOrganization } from "./organization-queries.ts";
import { organizationAnswer, OrganizationShape } from "./organization-shapes.ts";

export const getOrganization = organizationRead({
  name: "org.get",
  title: "Get the organization",
  summary: "Shows the organization the key belongs to.",
  description: "Includes its number of people and connected shops.",
  scope: "read_org",
  http: { method: "GET", path: "/org", status: 200 },
  output: dataOf(OrganizationShape),
  errors: ["resource_not_found"],
  mcp: { hidden: "an agent acts for one shop at a time" },
  async run(call) {
    return { data: organizationAnswer((await findOrganization(call.organization)) ?? call.fail("resource_not_found")) };
  },
});
