import { vi } from "vitest";

import type { Sample, Samples } from "./sample.ts";
import { CHANNEL_SAMPLES } from "./samples-channels.ts";
import { ADMIN_SAMPLES, FLEET_SAMPLES, ORGANIZATION_SAMPLES } from "./samples-operators.ts";
import { WEBHOOK_SAMPLES } from "./samples-webhooks.ts";
import { type Belongings, exportOf, type Scene } from "./scene.ts";
import { members } from "../../src/kernel/unsafe.ts";

/** One valid request of every operation of a shop; `samples-operators.ts` has those of organizations and of the installation. */

const feedId = ({ feed }: Belongings) => ({ feed_id: feed });
const id = ({ feed }: Belongings) => ({ id: feed });
const runId = ({ feed, run }: Belongings) => ({ id: feed, run_id: run });
const ruleId = ({ feed, rule }: Belongings) => ({ feed_id: feed, id: rule });
/** A change of a feed begins a run, and one of the feed with a channel takes twice as long. */
const withoutChannel = ({ manual }: Belongings) => ({ feed_id: manual });
const versionOne = ({ feed }: Belongings) => ({ id: feed, n: "1" });
const productId = ({ product }: Belongings) => ({ id: product });
const nothing: Sample = {};

const newRule = ({ fresh }: Scene) => ({ rule: { type: "set_value", target: "custom_label_1", value: fresh("value ") } });
const made = async ({ ask, own }: Scene, route: string, body: object) =>
  String((await ask(own.merchantKey, "POST", route, body)).data["id"]);
const newFeed = (scene: Scene) => made(scene, "/feeds", { feed_type: "market", target_market: "CA", display_name: scene.fresh("Market ") });

/** A run whose files are there: others are removed while this suite makes more of them. */
async function lastCompleted({ ask, own }: Scene) {
  const { list } = await ask(own.merchantKey, "GET", `/feeds/${own.feed}/runs`);
  return {
    id: own.feed,
    run_id: String(list.find(({ status, has_output: hasOutput }) => status === "completed" && hasOutput === true)?.["id"]),
  };
}

/** Runs of the shop wait for each other, and every sample may begin some. */
const RUN_IN_TIME = { timeout: 300_000, interval: 200 };

/** For each shop, a feed that was published before its only rule excluded every row. */
const emptyFeeds = new Map<string, string>();

/** An extract's sample deactivates feeds that were made for others. */
async function emptyFeed(scene: Scene): Promise<string> {
  const { ask, own } = scene;
  const known = emptyFeeds.get(own.shop);
  if (known !== undefined && (await ask(own.merchantKey, "GET", `/feeds/${known}`)).data["active"] === true) return known;
  const feed = await newFeed(scene);
  await runWhere(scene, feed, ({ publication }) => publication === "live");
  await ask(own.merchantKey, "POST", `/feeds/${feed}/rules`, { rule: { type: "exclude", reason: "Closed" } });
  emptyFeeds.set(own.shop, feed);
  return feed;
}

/** The newest run is the first. */
const runWhere = ({ ask, own }: Scene, feed: string, wanted: (run: Readonly<Record<string, unknown>>, at: number) => boolean) =>
  vi.waitFor(async () => {
    const { list } = await ask(own.merchantKey, "GET", `/feeds/${feed}/runs`);
    return list.find(wanted) ?? Promise.reject(new Error("the feed has no such run yet"));
  }, RUN_IN_TIME);

/** One that nobody has discarded yet. */
async function heldRun(scene: Scene) {
  const { ask, own } = scene;
  const feed = await emptyFeed(scene);
  await runWhere(scene, feed, ({ status }, at) => at === 0 && status !== "running");
  const { list } = await ask(own.merchantKey, "GET", `/feeds/${feed}/runs`);
  const isHeld = ({ publication }: Readonly<Record<string, unknown>>): boolean => publication === "held";
  if (!list.some(isHeld)) await ask(own.merchantKey, "POST", `/feeds/${feed}/regenerate`);
  return { id: feed, run_id: String((await runWhere(scene, feed, isHeld))["id"]) };
}

async function discardedRun(scene: Scene) {
  const run = await heldRun(scene);
  await scene.ask(scene.own.merchantKey, "POST", `/feeds/${run.id}/runs/${run.run_id}/discard`, {});
  return run;
}

const RULES: Samples = {
  "rules.list": { path: feedId },
  "rules.create": { path: feedId, body: newRule },
  "rules.reorder": {
    path: ({ market }) => ({ feed_id: market }),
    fresh: async (scene) => ({ feed_id: await feedWithRule(scene) }),
    body: ({ own }) => ({ rule_ids: [newestRule.get(own.shop)] }),
    refers: ({ rule }) => ({ body: { rule_ids: [rule] } }),
  },
  "rules.preview": { path: feedId, body: newRule, refers: ({ rule }) => ({ body: { ...PREVIEWED, rule_id: rule } }) },
  "rules.check": { path: feedId, body: newRule, refers: ({ rule }) => ({ body: { ...PREVIEWED, rule_id: rule } }) },
  "rules.counts": { path: feedId },
  "rules.lint": { path: feedId },
  "rules.get": { path: ruleId },
  "rules.update": { path: ruleId, body: newRule },
  "rules.delete": { path: ruleId, fresh: async (scene) => ({ id: await made(scene, `/feeds/${scene.own.feed}/rules`, newRule(scene)) }) },
  "rules.activate": { path: ruleId },
  "rules.deactivate": { path: ruleId },
  "rules.functions": nothing,
  "feeds.bulk_action": {
    body: ({ own, fresh }) => ({ ...LABELLED, label: fresh("label "), products: [own.product], feed_ids: [own.market] }),
    refers: ({ market, product }) => ({ body: { ...LABELLED, label: "x", products: [product], feed_ids: [market] } }),
  },
  "feeds.set_margin_tiers": {
    path: ({ market }) => ({ feed_id: market }),
    body: ({ fresh }) => ({ slot: 4, by: "vendor", tiers: [{ name: fresh("tier "), values: ["Acme"] }] }),
  },
  "changes.undo": {
    fresh: ruleToUndo,
    body: ({ own }) => ({ audit_id: newestEntry.get(own.shop) }),
  },
};

const newestEntry = new Map<string, number>();

/** A rule that was just made, and its entry of the audit log. */
async function ruleToUndo(scene: Scene): Promise<Readonly<Record<string, string>>> {
  const { ask, own } = scene;
  const rule = await made(scene, `/feeds/${own.market}/rules`, newRule(scene));
  const { list } = await ask(own.merchantKey, "GET", "/audit?per_page=100");
  const entry = list.find(({ action, after }) => action === "rule.created" && members(after)["id"] === rule);
  newestEntry.set(own.shop, Number(entry?.["id"]));
  return {};
}

const LABELLED = { action: "label", slot: 3 };
const PREVIEWED = { rule: { type: "set_value", target: "custom_label_1", value: "x" } };
/** The one rule of the feed that is there for reordering. */
const newestRule = new Map<string, string>();

/** Its rules are reordered, and nothing else is asked of it. */
const ruledFeeds = new Map<string, string>();

async function feedWithRule(scene: Scene): Promise<string> {
  const { ask, own } = scene;
  const known = ruledFeeds.get(own.shop);
  if (known !== undefined && (await ask(own.merchantKey, "GET", `/feeds/${known}`)).data["active"] === true) return known;
  const feed = await newFeed(scene);
  newestRule.set(own.shop, await made(scene, `/feeds/${feed}/rules`, newRule(scene)));
  ruledFeeds.set(own.shop, feed);
  return feed;
}

const FEEDS: Samples = {
  "feeds.list": nothing,
  "feeds.create": { body: ({ fresh }) => ({ feed_type: "market", target_market: "CA", display_name: fresh("Feed ") }) },
  "feeds.get": { path: id },
  "feeds.update": { path: ({ market }) => ({ id: market }), body: ({ fresh }) => ({ display_name: fresh("Named ") }) },
  "feeds.deactivate": { path: ({ market }) => ({ id: market }), fresh: async (scene) => ({ id: await newFeed(scene) }) },
  "feeds.activate": { path: ({ market }) => ({ id: market }) },
  "feeds.selection": { path: ({ manual }) => ({ id: manual }) },
  "feeds.set_selection": { path: ({ manual }) => ({ id: manual }), body: () => ({ product_ids: [] }) },
  "feeds.scope": { path: id },
  "feeds.files": { path: id },
  "feeds.health": { query: feedId, refers: ({ feed }) => ({ query: { feed_id: feed } }) },
  "feeds.regenerate": { path: ({ market }) => ({ id: market }) },
  "feeds.products": {
    path: id,
    query: () => ({ excluded: "false", filter: "[G]price is not blank", columns: "title" }),
  },
  "columns.profile": { path: id, query: () => ({ columns: "title,vendor" }) },
  "columns.values": { path: ({ feed }) => ({ id: feed, name: "title" }), query: () => ({ limit: "5" }) },
  "source.rows": { path: id, query: () => ({ filter: "[D]price > 0", columns: "title,price" }) },
  "feeds.debug_rows": {
    path: id,
    body: ({ own }) => ({ row_ids: [own.product.replace("prod_", "")] }),
    refers: ({ product }) => ({ body: { row_ids: [product.replace("prod_", "")] } }),
  },
  "settings.get": { path: feedId },
  "settings.change": { path: withoutChannel, body: ({ fresh }) => ({ utm: { utm_source: fresh("source") } }) },
  "columns.extra": { path: feedId },
  "columns.change_extra": { path: withoutChannel, body: ({ fresh }) => ({ extra_columns: [fresh("extra")] }) },
  "columns.mappings": { path: feedId },
  "columns.change_mappings": {
    path: withoutChannel,
    body: ({ fresh }) => ({ mappings: { custom_label_2: `="${fresh("label ")}"` } }),
    refers: ({ table }) => ({ body: { mappings: { custom_label_2: `=lookup("${table}", [D]title)` } } }),
  },
  "cells.set": {
    path: ({ feed, product }) => ({ id: feed, product_id: product }),
    body: ({ fresh }) => ({ cells: { vendor: fresh("Vendor ") } }),
  },
  "cells.set_many": {
    path: id,
    body: ({ own, fresh }) => ({ rows: [{ row_id: own.product, cells: { vendor: fresh("Vendor ") } }] }),
    refers: ({ product }) => ({ body: { rows: [{ row_id: product, cells: { vendor: "x" } }] } }),
  },
  "tests.get": { path: id },
  "tests.set": { path: id, body: ({ own, fresh }) => ({ tests: [{ row_id: own.product, name: fresh("Test "), excluded: false }] }) },
  "tests.run": { path: id, body: ({ own }) => ({ tests: [{ row_id: own.product, excluded: false }] }) },
  "config.get": { path: id },
  "config.put": { path: ({ manual }) => ({ id: manual }), body: ({ fresh }) => ({ extra_columns: [fresh("column")] }) },
  "config.versions": { path: id },
  "config.version": { path: versionOne },
  "config.compare": { path: versionOne, query: () => ({ against: "1" }) },
  // Of a feed on whose rules no other request depends.
  "config.restore": { path: ({ market }) => ({ id: market, n: "1" }) },
};

const hasEnded = ({ code, message }: Readonly<Record<string, unknown>>): boolean =>
  code === "invalid_param" && /is already (?:completed|failed), so there is nothing to cancel/.test(String(message));

const CATALOG: Samples = {
  "extracts.list": nothing,
  "extracts.create": {
    fresh: withoutSpareFeeds,
    body: () => ({ type: "full" }),
    refers: ({ feed }) => ({ body: { type: "regenerate", feed_id: feed } }),
  },
  // What the shop has already, so that its rows keep their numbers.
  "extracts.upload": { fresh: withoutSpareFeeds, body: ({ own }) => ({ csv: exportOf(own.domain.replace(".example", "")) }) },
  "extracts.latest": nothing,
  "extracts.get": { path: ({ extract }) => ({ id: extract }) },
  "extracts.cancel": { path: ({ extract }) => ({ id: extract }), fresh: pendingExtract, overtaken: hasEnded },
  "extracts.download": { path: ({ extract }) => ({ id: extract }), fresh: lastCompletedExtract },
  "products.list": { query: ({ feed }) => ({ feed_id: feed }), refers: ({ feed }) => ({ query: { feed_id: feed } }) },
  "products.feeds": { path: ({ product }) => ({ id: product }), query: () => ({ columns: "title" }) },
  "products.lookup": { query: ({ product }) => ({ product_id: product }), refers: ({ product }) => ({ query: { product_id: product } }) },
  "products.memberships": nothing,
  "products.get": { path: productId, refers: ({ feed }) => ({ query: { feed_id: feed } }) },
  "products.update": { path: productId, body: ({ fresh }) => ({ brand: fresh("Brand ") }) },
  "products.restore": { path: productId },
  "products.update_batch": {
    body: ({ own, fresh }) => ({ products: [{ id: own.product, brand: fresh("Brand ") }] }),
    refers: ({ product }) => ({ body: { products: [{ id: product, brand: "x" }] } }),
  },
  "products.restore_batch": {
    body: ({ own }) => ({ ids: [own.product] }),
    refers: ({ product }) => ({ body: { ids: [product] } }),
  },
  "runs.list": { path: id },
  "runs.history": { query: feedId, refers: ({ feed }) => ({ query: { feed_id: feed } }) },
  "runs.series": { path: id, query: () => ({ bucket: "day" }) },
  "runs.latest": { path: id },
  "runs.get": { path: runId, fresh: lastCompleted },
  "runs.diff": { path: runId, fresh: lastCompleted, refers: ({ run }) => ({ query: { against: run } }) },
  "runs.diff_summary": { path: runId, fresh: lastCompleted, refers: ({ run }) => ({ query: { against: run } }) },
  "runs.publish": { path: runId, fresh: lastCompleted },
  "runs.discard": { path: runId, fresh: heldRun },
  "runs.restore": { path: runId, fresh: discardedRun },
  "runs.download": { path: runId, fresh: lastCompleted },
  "runs.lineage": { path: runId, fresh: lastCompleted },
  "metafields.get": nothing,
  "metafields.change": { body: () => ({ metafields: [{ namespace: "custom", key: "material" }] }) },
  "lookups.list": nothing,
  "lookups.get": { path: ({ table }) => ({ name: table }) },
  "lookups.put": { makes: true, path: ({ table }) => ({ name: table }), body: ({ fresh }) => ({ rows: [["aqua", fresh("Blue ")]] }) },
  "lookups.rows": { path: ({ table }) => ({ name: table }), query: () => ({ search: "a" }) },
  "lookups.set_rows": { path: ({ table }) => ({ name: table }), body: ({ fresh }) => ({ rows: [[fresh("teal"), "Blue"]] }) },
  "lookups.download": { path: ({ table }) => ({ name: table }) },
  "lookups.remove": {
    path: ({ table }) => ({ name: table }),
    async fresh({ ask, own, fresh }) {
      const name = fresh("table");
      await ask(own.merchantKey, "PUT", `/lookup_tables/${name}`, { rows: [["a", "b"]] });
      return { name };
    },
  },
};

/** An extract runs every active feed, and each test before it may have made one. */
async function withoutSpareFeeds({ ask, own }: Scene) {
  const { list } = await ask(own.merchantKey, "GET", "/feeds");
  const spare = list.map(({ id: found }) => String(found)).filter((found) => ![own.feed, own.market, own.manual].includes(found));
  for (const found of spare) await ask(own.merchantKey, "DELETE", `/feeds/${found}`);
  return {};
}

/** The CSV of an older one is removed with its snapshot. */
async function lastCompletedExtract({ ask, own }: Scene) {
  const { list } = await ask(own.merchantKey, "GET", "/extracts");
  return { id: String(list.find(({ has_source_csv: hasCsv }) => hasCsv === true)?.["id"]) };
}

/** Waits for its turn like anybody: an extract of another test may still be under way. */
async function pendingExtract({ ask, own }: Scene) {
  const route = "/extracts";
  const { list } = await ask(own.merchantKey, "GET", route);
  const open = list.find(({ status }) => status === "pending" || status === "running");
  if (open !== undefined) return { id: String(open["id"]) };
  return { id: String((await ask(own.merchantKey, "POST", route, { type: "full" })).data["id"]) };
}

const upgraded = ({ ask, own }: Scene) => ask(own.merchantKey, "POST", "/subscription", { plan: "premium" });

const SHOP: Samples = {
  "shop.get": nothing,
  "shop.collections": nothing,
  "shop.markets": nothing,
  "shop.languages": nothing,
  "shop.rotate_feed_token": nothing,
  "keys.list": nothing,
  "keys.create": { body: ({ fresh }) => ({ name: fresh("Key ") }) },
  "keys.revoke": {
    path: ({ apiKey }) => ({ id: apiKey }),
    fresh: async (scene) => ({ id: await made(scene, "/api_keys", { name: scene.fresh("Key ") }) }),
  },
  "audit.list": nothing,
  "plans.list": nothing,
  "subscription.get": nothing,
  "subscription.change": { body: () => ({ plan: "premium" }), after: upgraded },
  // What it leaves is the free plan.
  "subscription.cancel": { after: upgraded },
  "connection_requests.list": nothing,
  "connection_requests.approve": { path: ({ connection }) => ({ id: connection }) },
  "connection_requests.decline": { path: ({ connection }) => ({ id: connection }), fresh: invited },
};

/** A request of an organization that nobody else in this suite needs. */
async function invited({ ask, adminKey, own, fresh }: Scene) {
  const organization = String((await ask(adminKey, "POST", "/admin/organizations", { name: fresh("Agency ") })).data["id"]);
  const key = (await ask(adminKey, "POST", `/admin/organizations/${organization}/keys`, { scopes: ["write_org"] })).data;
  await ask(String(key["raw_key"]), "POST", "/org/invitations", { shop_domain: own.domain });
  const [newest] = (await ask(own.merchantKey, "GET", "/connection_requests?status=pending")).list;
  return { id: String(newest?.["id"]) };
}

export const SAMPLES: Samples = {
  ...SHOP,
  ...CATALOG,
  ...FEEDS,
  ...RULES,
  ...CHANNEL_SAMPLES,
  ...WEBHOOK_SAMPLES,
  ...ORGANIZATION_SAMPLES,
  ...FLEET_SAMPLES,
  ...ADMIN_SAMPLES,
};
