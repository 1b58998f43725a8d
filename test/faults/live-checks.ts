import { createHash } from "node:crypto";
import { sql } from "kysely";
import { readFeedFile } from "../harness/feed-file.ts";
import { expectedFeed } from "./expected-feed.ts";
import { feedDifferences } from "./feed-differences.ts";
import { LIVE_DOMAIN, type LiveScene, within } from "./live-scene.ts";

const DIFFERENCES_SHOWN = 5;

/** Looks between two passings of time. */
const LOOKS_PASSING = 10;

/** Waits until the published feed is what the shop is now, `passing` time now and then. Answers how many cells were compared. */
export async function agrees(
  { simulator, shop, violations, say }: LiveScene,
  when: string,
  passing: () => Promise<void> = async () => undefined,
): Promise<number> {
  let cells = 0;
  let looks = 0;
  let differences: readonly string[] = ["nothing was compared"];
  const hasSettled = await within(async () => {
    if (looks++ % LOOKS_PASSING === 0) await passing();
    const answer = await fetch(shop.feedUrl);
    if (answer.status !== 200) return false;
    const rows = readFeedFile(await answer.text());
    differences = feedDifferences(rows, expectedFeed(simulator.control.state(), { country: "IE", currency: "EUR" }));
    cells = rows.length * Object.keys(rows[0] ?? {}).length;
    return differences.length === 0;
  });
  if (hasSettled) return cells;
  const last = simulator.control.webhooks.deliveries.sent().slice(-20);
  say(`  ${JSON.stringify(last.map(({ topic, outcome }) => [topic, outcome]))}`);
  violations.push(`${when}: ${differences.length} differences: ${differences.slice(0, DIFFERENCES_SHOWN).join("; ")}`);
  return cells;
}

const TOPICS = ["products/update", "products/delete", "app/uninstalled", "app/scopes_update", "app_subscriptions/update", "shop/redact"];
const REPLAYED = 50;

/** Whoever doesn't know the secret is refused, and what was taken before is taken no more: neither leaves a trace anywhere. */
export async function resistsForgery(scene: LiveScene, nth: number): Promise<void> {
  const { simulator, violations, counts, draw } = scene;
  const { deliveries } = simulator.control.webhooks;
  await idle(scene);
  const before = await traces(scene);
  for (const topic of TOPICS)
    for (const forged of ["wrong_secret", "unsigned"] as const) {
      const body = topic === "shop/redact" ? { shop_domain: LIVE_DOMAIN } : { id: 1 + draw.below(1_000) };
      const status = await deliveries.send({ topic, body, forged });
      counts.forged += 1;
      if (status !== 401) violations.push(`round ${nth}: a forged ${topic} (${forged}) was answered ${status}`);
    }
  const statuses = await deliveries.replay(REPLAYED);
  counts.replayed += statuses.length;
  // Forged ones are among them.
  const strange = statuses.filter((status) => status !== 200 && status !== 401);
  if (strange.length > 0) violations.push(`round ${nth}: deliveries played back were answered ${strange.join()}`);
  await idle(scene);
  const after = await traces(scene);
  if (JSON.stringify(after) !== JSON.stringify(before))
    violations.push(`round ${nth}: forged and replayed deliveries left a trace: ${JSON.stringify({ before, after })}`);
}

/** What is signed but isn't so, as a delivery of last month isn't: the app is installed, and nobody has bought a plan. */
export async function resistsUntruths(scene: LiveScene, nth: number): Promise<void> {
  const { simulator, violations, shop } = scene;
  const { deliveries } = simulator.control.webhooks;
  await idle(scene);
  const { shops, file } = await traces(scene);
  const subscription = { app_subscription: { name: "Feedwright Premium", status: "ACTIVE" } };
  for (const [topic, body] of [
    ["app/uninstalled", { myshopify_domain: LIVE_DOMAIN }],
    ["shop/redact", { shop_domain: LIVE_DOMAIN }],
    ["app/scopes_update", { previous: [], current: [] }],
    ["app_subscriptions/update", subscription],
  ] as const) {
    const status = await deliveries.send({ topic, body });
    if (status !== 200) violations.push(`round ${nth}: a signed ${topic} was answered ${status}`);
  }
  await idle(scene);
  const after = await traces(scene);
  if (JSON.stringify([after.shops, after.file]) !== JSON.stringify([shops, file]))
    violations.push(`round ${nth}: untrue deliveries changed the shop: ${JSON.stringify({ shops, after: after.shops })}`);
  if ((await fetch(shop.feedUrl)).status !== 200) violations.push(`round ${nth}: untrue deliveries took the feed away`);
}

/** Waits until no work is waiting or under way. */
async function idle({ home, violations }: LiveScene): Promise<void> {
  const isIdle = async (): Promise<boolean> => {
    const { rows } = await sql<{ readonly busy: boolean }>`
      select exists (select 1 from extracts where status in ('pending', 'running')) or exists (select 1 from runs where status = 'running')
        or exists (select 1 from catalog_marks) or exists (select 1 from feeds where delta_due_at is not null)
        or exists (select 1 from graphile_worker.jobs where task_identifier = 'shopify.act') as busy`.execute(home.database.db);
    return rows[0]?.busy === false;
  };
  if (!(await within(isIdle))) violations.push("the service never came to rest");
}

/** All that a delivery may leave behind: itself, an entry of the audit log, a change of the shop, another file. */
async function traces({ home: { database }, shop }: LiveScene) {
  const { db } = database;
  const deliveries = await db.selectFrom("platform_deliveries").select("webhook_id").orderBy("webhook_id").execute();
  const audit = await db.selectFrom("audit_log").select(["id", "action"]).orderBy("id").execute();
  const shops = await db
    .selectFrom("shops")
    .leftJoin("shopify_grants", "shopify_grants.shop_id", "shops.id")
    .select([
      "shops.id",
      "domain",
      "uninstalled_at",
      "subscription_plan",
      "subscription_status",
      "access_scopes",
      "shopify_grants.ended_at",
    ])
    .execute();
  const file = createHash("sha256")
    .update(await (await fetch(shop.feedUrl)).text())
    .digest("hex");
  return { deliveries: deliveries.length, newest: deliveries.at(-1), audit: audit.length, last: audit.at(-1), shops, file };
}
