import { listOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { ApiKeyShape, keyAnswerFor } from "./key-shapes.ts";
import { organizationBehind } from "./organization-behind.ts";
import { listKeys } from "./owned-keys.ts";

export const listApiKeys = read({
  name: "keys.list",
  title: "List API keys",
  summary: "Lists the shop's API keys, revoked ones too.",
  description:
    "In the order they were made. A key itself is shown once, when it is made; here are its first characters, its scopes and when it was last used. To an organization's key, the keys of the shop's other organizations have no names.",
  scope: "read_settings",
  http: { method: "GET", path: "/api_keys", status: 200 },
  output: listOf(ApiKeyShape),
  errors: [],
  mcp: { hidden: "keys are handed out by people" },
  async run({ shop, actor }) {
    const reader = organizationBehind(actor);
    const keys = await listKeys(shop.db, { kind: "merchant", shopId: shop.shopId });
    return { data: keys.map((key) => keyAnswerFor(reader, key)) };
  },
});
