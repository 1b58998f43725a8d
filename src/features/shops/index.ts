export { getShop } from "./get-shop.ts";
export { checkedInstallation, type InstalledShop, installShop, type ShopInstallation } from "./install-shop.ts";
export { removeShop } from "./remove-shop.ts";
export { findShopByDomain, findShopView, listShops, setStorefrontConfig } from "./shop-queries.ts";
