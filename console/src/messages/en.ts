import { admin } from "./en/admin.ts";
import { api } from "./en/api.ts";
import { audit } from "./en/audit.ts";
import { channels } from "./en/channels.ts";
import { chart } from "./en/chart.ts";
import { extracts } from "./en/extracts.ts";
import { feeds } from "./en/feeds.ts";
import { findings } from "./en/findings.ts";
import { fleet } from "./en/fleet.ts";
import { keys } from "./en/keys.ts";
import { lookups } from "./en/lookups.ts";
import { mappings } from "./en/mappings.ts";
import { organization } from "./en/organization.ts";
import { overview } from "./en/overview.ts";
import { plan } from "./en/plan.ts";
import { platformIssues } from "./en/platform-issues.ts";
import { products } from "./en/products.ts";
import { ruleText } from "./en/rule-text.ts";
import { rules } from "./en/rules.ts";
import { runs } from "./en/runs.ts";
import { selection } from "./en/selection.ts";
import { session } from "./en/session.ts";
import { settings } from "./en/settings.ts";
import { shell } from "./en/shell.ts";
import { shopSettings } from "./en/shop-settings.ts";
import { source } from "./en/source.ts";
import { start } from "./en/start.ts";
import { templates } from "./en/templates.ts";
import { tests } from "./en/tests.ts";
import { ui } from "./en/ui.ts";
import { versions } from "./en/versions.ts";
import { webhooks } from "./en/webhooks.ts";

/**
 * Every sentence of the console in English: a section for each folder that shows them, of plain strings, and functions where a number or a name is in
 * the sentence. Components read `messages.<section>`, never this file. Another language is an object that `satisfies Messages`.
 */
export const en = {
  admin,
  api,
  audit,
  channels,
  chart,
  extracts,
  feeds,
  findings,
  fleet,
  keys,
  lookups,
  mappings,
  organization,
  overview,
  plan,
  platformIssues,
  products,
  ruleText,
  rules,
  runs,
  selection,
  session,
  settings,
  shell,
  shopSettings,
  source,
  start,
  templates,
  tests,
  ui,
  versions,
  webhooks,
} as const;
