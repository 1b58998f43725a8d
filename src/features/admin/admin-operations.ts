import type { AnyOperation } from "../operation.ts";
import { createAdminKey, listAdminKeys, revokeAdminKey } from "./admin-keys.ts";
import { addMember, createFirstKey, createOrganization, listAdminOrganizations } from "./admin-organizations.ts";
import { createShopExtract, listShopExtracts } from "./admin-shop-extracts.ts";
import { createShopKey, listShopKeys, revokeShopKey } from "./admin-shop-keys.ts";
import { getAdminShop, listAdminShops, removeAdminShop } from "./admin-shops.ts";
import { createSignInLink } from "./create-sign-in-link.ts";
import { installAdminShop } from "./install-admin-shop.ts";
import { listTaxonomies } from "./list-taxonomies.ts";
import { listAdminAudit } from "./list-whole-audit.ts";
import { showJobs } from "./show-jobs.ts";
import { updateAdminShop } from "./update-admin-shop.ts";

/** What only an operator of the installation may do, as part of `OPERATIONS`. */
export const ADMIN_OPERATIONS: readonly AnyOperation[] = Object.freeze([
  listAdminKeys,
  createAdminKey,
  revokeAdminKey,
  listAdminShops,
  installAdminShop,
  getAdminShop,
  updateAdminShop,
  removeAdminShop,
  createSignInLink,
  listShopKeys,
  createShopKey,
  revokeShopKey,
  listShopExtracts,
  createShopExtract,
  listAdminOrganizations,
  createOrganization,
  addMember,
  createFirstKey,
  listAdminAudit,
  showJobs,
  listTaxonomies,
]);
