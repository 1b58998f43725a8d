export { TEMPLATE_OPERATIONS } from "./all-template-operations.ts";
export { missingFaults, renderForShops } from "./template-targets.ts";
