import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { shopAnswer, type ShopAnswering, ShopShape, type ShopView } from "../shops/index.ts";

/** What an operator sees of a shop beyond what its merchant does. */
const MEMBERS = {
  ...ShopShape.shape,
  uninstalled_at: z.iso.datetime().nullable(),
};

export const AdminShopShape = z.strictObject(MEMBERS).meta({ id: "AdminShop" });

export const InstalledShopShape = z
  .strictObject({
    ...MEMBERS,
    merchant_key: z.string().meta({ description: "The shop's first key, which can do everything a merchant can." }),
    extract_id: idSchema("ext", "The extract that was started."),
    missing: z
      .string()
      .nullable()
      .meta({ description: "Parts of the catalog that the access token can't read, and what to do about them." }),
  })
  .meta({ id: "InstalledShop" });

export function adminShopAnswer(shop: ShopView, answering: ShopAnswering): z.input<typeof AdminShopShape> {
  return { ...shopAnswer(shop, answering), uninstalled_at: shop.uninstalled_at?.toISOString() ?? null };
}
