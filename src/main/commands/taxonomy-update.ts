import { recordAudit } from "../../features/audit/index.ts";
import { type EditionChange, type EditionPlaces, PUBLISHERS, updateTaxonomies } from "../../features/taxonomies/index.ts";
import { openCommandApp } from "../command-app.ts";

export interface TaxonomyUpdateOptions extends EditionPlaces {
  readonly acceptSmaller?: boolean;
  readonly json?: boolean;
}

/** Without a place both come from their publishers, with one it alone is loaded. */
export async function updateTaxonomy({ google, shopify, acceptSmaller = false, json }: TaxonomyUpdateOptions): Promise<void> {
  const named = { ...(google === undefined ? {} : { google }), ...(shopify === undefined ? {} : { shopify }) };
  await using app = await openCommandApp();
  const changes = await updateTaxonomies(app.services, Object.keys(named).length === 0 ? PUBLISHERS : named, { acceptSmaller });
  await recordAudit(app.postgres.db, {
    shopId: null,
    action: "taxonomy.updated",
    actor: { kind: "command_line" },
    facts: { operation: "taxonomy update", changes },
    secrets: [],
    requestId: "command line",
  });
  process.stdout.write(json === true ? `${JSON.stringify(changes)}\n` : changes.map(changeText).join(""));
}

const NAMES: Readonly<Record<EditionChange["kind"], string>> = {
  google: "Google's product taxonomy",
  shopify: "Shopify's mapping to Google's taxonomy",
};
const EFFECTS: Readonly<Record<EditionChange["kind"], string>> = {
  google: "Rules use it within a minute",
  shopify: "The next extract of each shop uses it",
};

function changeText(change: EditionChange): string {
  const { kind, edition, before, rows, added, removed, changed, source, stored } = change;
  const name = NAMES[kind];
  if (!stored) return `${name}: edition ${edition} is already in use, so nothing changed.\n`;
  const from = before === edition ? "" : ` instead of ${before}`;
  const figures = `${rows} categories: ${added} new, ${removed} removed, ${changed} changed`;
  return `${name}: edition ${edition}${from}, ${figures}. From ${source}.\n${EFFECTS[kind]}, without a restart.\n`;
}
