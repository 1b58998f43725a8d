export { getShop } from "./get-shop.ts";
export {
  checkedInstallation,
  installationFaults,
  type InstalledShop,
  installShop,
  ShopDomain,
  type ShopInstallation,
} from "./install-shop.ts";
export { installationOfExport, introducedInstallation } from "./introduce-shop.ts";
export { eraseUninstalled, redactShops } from "./redact-shops.ts";
export { eraseShop, objectPrefixes, removeShop, shopPrefix } from "./remove-shop.ts";
export { rotateFeedToken } from "./rotate-feed-token.ts";
export {
  findShopByDomain,
  findShopView,
  listShops,
  listShopViews,
  setStorageQuota,
  setStorefrontConfig,
  type ShopView,
} from "./shop-queries.ts";
export { PlanCode, shopAnswer, type ShopAnswering, ShopShape } from "./shop-shapes.ts";
export { uninstallShop } from "./uninstall-shop.ts";
