export { setTemplateShops } from "./set-template-shops.ts";
export { showTemplateDrift } from "./show-drift.ts";
export { createOrgTemplate, getOrgTemplate, listOrgTemplates, removeOrgTemplate, replaceOrgTemplate } from "./template-operations.ts";
export { missingFaults, renderForShops } from "./template-targets.ts";
