import { z } from "zod";
import { NumberId } from "../../kernel/ids.ts";
import { dataOf, listOf } from "../../kernel/page.ts";
import type { OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import { findKey, grantKey, keyAnswer, KeyRequest, listKeys, OrgKeyShape, requireNoLess, revokeKey } from "../keys/index.ts";
import { organizationRead, organizationWrite } from "../operation.ts";

const ownerOf = ({ organizationId }: OrganizationDb) => ({ kind: "organization", organizationId }) as const;
const HIDDEN = { hidden: "only people create and revoke keys" } as const;

export const listOrganizationKeys = organizationRead({
  name: "org.list_keys",
  title: "List organization keys",
  summary: "Lists the organization's keys, including revoked ones.",
  description:
    "Keys are listed in the order they were created. A key itself is shown only once, when it's created. After that, you only see its first characters, its scopes and when it was last used.",
  scope: "read_org",
  http: { method: "GET", path: "/org/keys", status: 200 },
  output: listOf(OrgKeyShape),
  errors: [],
  mcp: HIDDEN,
  async run({ organization }) {
    const keys = await listKeys(organization.db, ownerOf(organization));
    return { data: keys.map((key) => keyAnswer("organization", key)) };
  },
});

export const createOrganizationKey = organizationWrite({
  name: "org.create_key",
  title: "Create an organization key",
  summary: "Creates a key for the organization.",
  description:
    "`raw_key` is returned only in this response. Without `scopes`, the key gets `read_org` and `read`. A key can't get more scopes than the key that creates it.",
  scope: "write_org",
  http: { method: "POST", path: "/org/keys", status: 201 },
  body: KeyRequest,
  output: dataOf(OrgKeyShape),
  example: { answer: { data: { raw_key: "svc_org_sk_0123456789abcdef0123456789abcdef01234567" } } },
  errors: ["invalid_param", "key_limit_reached"],
  audit: "org_key.created",
  mcp: HIDDEN,
  async run({ organization, scopes }, { body }) {
    const { key, rawKey } = await grantKey(organization.db, ownerOf(organization), body, scopes);
    return { data: keyAnswer("organization", key, rawKey) };
  },
});

export const revokeOrganizationKey = organizationWrite({
  name: "org.revoke_key",
  title: "Revoke an organization key",
  summary: "Revokes a key of the organization permanently.",
  description:
    "The key is refused from the next request on, and stays in the list. A key can revoke itself, and any key with no more scopes than its own.",
  scope: "write_org",
  http: { method: "DELETE", path: "/org/keys/{kid}", status: 204 },
  path: z.strictObject({ kid: NumberId }),
  output: z.undefined(),
  errors: ["resource_not_found", "insufficient_scope"],
  audit: "org_key.revoked",
  mcp: HIDDEN,
  target: async (call, { kid }) =>
    (await findKey(call.organization.db, ownerOf(call.organization), kid)) ?? call.fail("resource_not_found"),
  before: (key) => keyAnswer("organization", key),
  async run({ organization, scopes }, { target }) {
    requireNoLess(target, scopes);
    await revokeKey(organization.db, target.id);
    return undefined;
  },
});
