export { ADMIN_OPERATIONS } from "./admin-operations.ts";
export { removeAdminShop } from "./admin-shops.ts";
export { type QueueState, readQueues } from "./queue-queries.ts";
