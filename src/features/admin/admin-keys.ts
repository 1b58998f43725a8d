import { z } from "zod";
import { NumberId } from "../../kernel/ids.ts";
import { dataOf, listOf } from "../../kernel/page.ts";
import { AdminKeyShape, findKey, grantKey, keyAnswer, KeyRequest, listKeys, revokeKey } from "../keys/index.ts";
import { adminRead, adminWrite } from "../operation.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

const OWNER = { kind: "admin" } as const;

export const listAdminKeys = adminRead({
  name: "admin.list_keys",
  title: "List admin keys",
  summary: "Lists the admin keys, including revoked ones.",
  description:
    "Keys are listed in the order they were created. A key itself is shown only once, when it's created. After that, you only see its first characters, its scopes and when it was last used.",
  scope: "read_admin",
  http: { method: "GET", path: "/admin/keys", status: 200 },
  output: listOf(AdminKeyShape),
  errors: [],
  mcp: OPERATORS_ONLY,
  async run({ db }) {
    return { data: (await listKeys(db, OWNER)).map((key) => keyAnswer("admin", key)) };
  },
});

export const createAdminKey = adminWrite({
  name: "admin.create_key",
  title: "Create an admin key",
  summary: "Creates an admin key.",
  description:
    "`raw_key` is returned only in this response. Without `scopes`, the key gets both admin scopes. A key can't get more scopes than the key that creates it.",
  scope: "write_admin",
  http: { method: "POST", path: "/admin/keys", status: 201 },
  body: KeyRequest,
  output: dataOf(AdminKeyShape),
  example: {
    body: { scopes: ["read_admin", "write_admin"] },
    answer: { data: { raw_key: "svc_admin_sk_0123456789abcdef0123456789abcdef01234567" } },
  },
  errors: ["invalid_param", "key_limit_reached"],
  audit: "admin_key.created",
  mcp: OPERATORS_ONLY,
  async run({ db, scopes }, { body }) {
    const { key, rawKey } = await grantKey(db, OWNER, body, scopes);
    return { data: keyAnswer("admin", key, rawKey) };
  },
});

export const revokeAdminKey = adminWrite({
  name: "admin.revoke_key",
  title: "Revoke an admin key",
  summary: "Revokes an admin key permanently.",
  description: "A key can revoke itself. If no key is left, create one with `feedwright key create --admin`.",
  scope: "write_admin",
  http: { method: "DELETE", path: "/admin/keys/{id}", status: 204 },
  path: z.strictObject({ id: NumberId }),
  output: z.undefined(),
  errors: ["resource_not_found"],
  audit: "admin_key.revoked",
  mcp: OPERATORS_ONLY,
  target: async (call, { id }) => (await findKey(call.db, OWNER, id)) ?? call.fail("resource_not_found"),
  before: (key) => keyAnswer("admin", key),
  async run({ db }, { target }) {
    await revokeKey(db, target.id);
    return undefined;
  },
});
