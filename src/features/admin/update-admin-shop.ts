import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { adminWrite } from "../operation.ts";
import { findShopView, setStorageQuota } from "../shops/index.ts";
import { adminShopAnswer, AdminShopShape } from "./admin-shop-shape.ts";
import { namedShop, ShopPath } from "./named-shop.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

/** A petabyte, as of the installation's own quota. */
const QUOTA_MAX_BYTES = 1e15;

export const updateAdminShop = adminWrite({
  name: "admin.update_shop",
  title: "Update an installed shop",
  summary: "Gives a shop its own storage quota, or removes it.",
  description:
    "The quota applies from the next request on. A shop that stores more than its new quota loses nothing, but changes that add to it are refused until there is room.",
  scope: "write_admin",
  http: { method: "PATCH", path: "/admin/shops/{id}", status: 200 },
  path: ShopPath,
  body: z.strictObject({
    storage_quota_bytes: z
      .int()
      .min(0)
      .max(QUOTA_MAX_BYTES)
      .nullable()
      .meta({
        description: "Storage quota in bytes. 0 means no limit. Null means the value of `STORAGE_QUOTA_PER_SHOP`.",
        examples: [100_000_000_000],
      }),
  }),
  output: dataOf(AdminShopShape),
  errors: ["resource_not_found"],
  audit: "shop.updated",
  mcp: OPERATORS_ONLY,
  target: namedShop,
  before: ({ view }, call) => adminShopAnswer(view, call),
  async run(call, { body, target: { shop } }) {
    await setStorageQuota(shop, body.storage_quota_bytes);
    const view = await findShopView(shop);
    if (view === undefined) throw new Error("a shop that was just changed is not there");
    return { data: adminShopAnswer(view, call) };
  },
});
