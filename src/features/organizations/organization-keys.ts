import { z } from "zod";
import { NumberId } from "../../kernel/ids.ts";
import { dataOf, listOf } from "../../kernel/page.ts";
import type { OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import { findKey, grantKey, keyAnswer, KeyRequest, listKeys, OrgKeyShape, requireNoLess, revokeKey } from "../keys/index.ts";
import { organizationRead, organizationWrite } from "../operation.ts";

const ownerOf = ({ organizationId }: OrganizationDb) => ({ kind: "organization", organizationId }) as const;
const HIDDEN = { hidden: "keys are handed out by people" } as const;

export const listOrganizationKeys = organizationRead({
  name: "org.list_keys",
  title: "List organization keys",
  summary: "Lists the organization's keys, revoked ones too.",
  description:
    "In the order they were made. A key itself is shown once, when it is made; here are its first characters, its scopes and when it was last used.",
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
  summary: "Makes a key of the organization.",
  description:
    "`raw_key` is in this answer and never again. Without `scopes` the key gets `read_org` and `read`; it never gets more than the key that asks holds.",
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
  summary: "Revokes a key of the organization, for good.",
  description:
    "It is refused from the next request on, and stays in the list. A key may revoke itself, and any other that holds no more scopes than it does.",
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
