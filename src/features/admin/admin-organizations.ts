import { z } from "zod";
import { idText, storedId } from "../../kernel/ids.ts";
import { dataOf, pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { grantKey, keyAnswer, KeyRequest, OrgKeyShape } from "../keys/index.ts";
import { type AdminChange, adminRead, adminWrite } from "../operation.ts";
import {
  findOrganization,
  insertMember,
  insertOrganization,
  listOrganizations,
  memberAnswer,
  MemberRole,
  organizationAnswer,
  OrganizationShape,
  OrgMemberShape,
} from "../organizations/index.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

const NAME_CHARACTERS_MAX = 100;
/** RFC 5321, section 4.5.3.1. */
const EMAIL_CHARACTERS_MAX = 254;

const Name = z.string().trim().min(1).max(NAME_CHARACTERS_MAX);

const OrganizationPath = z.strictObject({
  id: idText("org", "Id of the organization"),
});

async function named(call: AdminChange & { fail(code: "resource_not_found"): never }, { id }: z.output<typeof OrganizationPath>) {
  const organization = call.openOrganization(id);
  if ((await findOrganization(organization)) === undefined) call.fail("resource_not_found");
  return organization;
}

export const listAdminOrganizations = adminRead({
  name: "admin.list_organizations",
  title: "List organizations",
  summary: "Lists the installation's organizations, in the order they were created.",
  description: "Each organization has its number of people and connected shops.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/organizations", status: 200 },
  query: PageQuery,
  output: pageOf(OrganizationShape),
  errors: [],
  mcp: OPERATORS_ONLY,
  async run({ db }, { query }) {
    const { rows, total } = await listOrganizations(db, { limit: query.per_page, offset: pageOffset(query) });
    return { data: rows.map(organizationAnswer), meta: pageMeta(query, total) };
  },
});

export const createOrganization = adminWrite({
  name: "admin.create_organization",
  title: "Create an organization",
  summary: "Creates an organization, which needs a key to do anything.",
  description:
    "You can add people and keys to it afterwards. A shop is connected once the organization has invited it and its merchant has approved.",
  scope: "write_admin",
  http: { method: "POST", path: "/admin/organizations", status: 201 },
  body: z.strictObject({ name: Name }),
  output: dataOf(OrganizationShape),
  example: { body: { name: "Northwind Agency" }, answer: { data: { shop_count: 0, updated_at: "2026-11-02T09:00:00.000Z" } } },
  errors: [],
  audit: "organization.created",
  mcp: OPERATORS_ONLY,
  async run({ db, openOrganization }, { body }) {
    const made = await findOrganization(openOrganization(storedId("org", await insertOrganization(db, body.name))));
    if (made === undefined) throw new Error("an organization that was just made is not there");
    return { data: organizationAnswer(made) };
  },
});

export const addMember = adminWrite({
  name: "admin.add_member",
  title: "Add a member to an organization",
  summary: "Adds a person to an organization.",
  description: "Members are the people of an organization. The organization's keys decide what it can do.",
  scope: "write_admin",
  http: { method: "POST", path: "/admin/organizations/{id}/members", status: 201 },
  path: OrganizationPath,
  body: z.strictObject({
    name: Name,
    email: z
      .email()
      .max(EMAIL_CHARACTERS_MAX)
      .meta({ examples: ["ada@agency.example"] }),
    role: z.optional(MemberRole).default("member"),
  }),
  output: dataOf(OrgMemberShape),
  example: { body: { name: "Ada", role: "member" } },
  errors: ["resource_not_found", "member_exists"],
  audit: "organization.member_added",
  mcp: OPERATORS_ONLY,
  target: named,
  async run(call, { body, target }) {
    return { data: memberAnswer((await insertMember(target, body)) ?? call.fail("member_exists")) };
  },
});

export const createFirstKey = adminWrite({
  name: "admin.create_organization_key",
  title: "Create a key for an organization",
  summary: "Creates a key for an organization: its first one, or a replacement for a lost one.",
  description: "`raw_key` is returned only in this response. Without `scopes`, the key gets `read_org` and `read`.",
  scope: "write_admin",
  http: { method: "POST", path: "/admin/organizations/{id}/keys", status: 201 },
  path: OrganizationPath,
  body: KeyRequest,
  output: dataOf(OrgKeyShape),
  example: { answer: { data: { raw_key: "svc_org_sk_0123456789abcdef0123456789abcdef01234567" } } },
  errors: ["resource_not_found", "invalid_param", "key_limit_reached"],
  audit: "org_key.created",
  mcp: OPERATORS_ONLY,
  target: named,
  async run({ db }, { body, target }) {
    const { key, rawKey } = await grantKey(db, { kind: "organization", organizationId: target.organizationId }, body);
    return { data: keyAnswer("organization", key, rawKey) };
  },
});
