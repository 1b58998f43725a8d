export { createAdminKey, listAdminKeys, revokeAdminKey } from "./admin-keys.ts";
export { addMember, createFirstKey, createOrganization, listAdminOrganizations } from "./admin-organizations.ts";
export { createShopExtract, listShopExtracts } from "./admin-shop-extracts.ts";
export { createShopKey, listShopKeys, revokeShopKey } from "./admin-shop-keys.ts";
export { getAdminShop, listAdminShops, removeAdminShop } from "./admin-shops.ts";
export { installAdminShop } from "./install-admin-shop.ts";
export { listAdminAudit } from "./list-whole-audit.ts";
export { type QueueState, readQueues } from "./queue-queries.ts";
export { showJobs } from "./show-jobs.ts";
