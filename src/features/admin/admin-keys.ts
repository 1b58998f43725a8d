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
  summary: "Lists the admin keys, revoked ones too.",
  description:
    "In the order they were made. A key itself is shown once, when it is made; here are its first characters, its scopes and when it was last used.",
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
  summary: "Makes an admin key.",
  description:
    "`raw_key` is in this answer and never again. Without `scopes` the key gets both admin scopes; it never gets more than the key that asks holds.",
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
  summary: "Revokes an admin key, for good.",
  description: "A key may revoke itself. When none is left, `feedwright key create --admin` makes one.",
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
