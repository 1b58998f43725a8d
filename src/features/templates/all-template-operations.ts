import type { AnyOperation } from "../operation.ts";
import { setTemplateShops } from "./set-template-shops.ts";
import { showTemplateDrift } from "./show-drift.ts";
import { createOrgTemplate, getOrgTemplate, listOrgTemplates, removeOrgTemplate, replaceOrgTemplate } from "./template-operations.ts";

/** What an organization does with its templates, as part of `OPERATIONS`. */
export const TEMPLATE_OPERATIONS: readonly AnyOperation[] = Object.freeze([
  listOrgTemplates,
  createOrgTemplate,
  getOrgTemplate,
  replaceOrgTemplate,
  removeOrgTemplate,
  setTemplateShops,
  showTemplateDrift,
]);
