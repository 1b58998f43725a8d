import { listOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { ApiKeyShape, keyAnswerFor } from "./key-shapes.ts";
import { organizationBehind } from "./organization-behind.ts";
import { listKeys } from "./owned-keys.ts";

export const listApiKeys = read({
  name: "keys.list",
  title: "List API keys",
  summary: "Lists the shop's API keys, including revoked ones.",
  description:
    "Keys are listed in the order they were created. A key itself is shown only once, when it's created. After that, you only see its first characters, its scopes and when it was last used. An organization's key doesn't see the names of other organizations' keys.",
  scope: "read_settings",
  http: { method: "GET", path: "/api_keys", status: 200 },
  output: listOf(ApiKeyShape),
  errors: [],
  mcp: { hidden: "only people create and revoke keys" },
  async run({ shop, actor }) {
    const reader = organizationBehind(actor);
    const keys = await listKeys(shop.db, { kind: "merchant", shopId: shop.shopId });
    return { data: keys.map((key) => keyAnswerFor(reader, key)) };
  },
});
