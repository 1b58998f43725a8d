import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/harness/postgres-template.ts";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import { type RotationCount, rotateSecrets } from "./rotate-secrets.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
/** More than a batch. */
const SHOPS = 601;

const quiet = (): void => undefined;
const sum = (counts: readonly RotationCount[], of: "total" | "rotated" | "remaining" | "current" | "unreadable") =>
  counts.reduce((all, count) => all + count[of], 0);

let database: TestDatabase;
/** A row with every kind of secret for the first shop, and a token for each of the others. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const old = openSecrets(OLD);
  const token = old.seal("shopify-token:https://a.myshopify.com", "shpat_1");
  const config = JSON.stringify({ origin: "https://a.myshopify.com", token });
  await sql`insert into shops (domain, name, storefront, storefront_config, currency, country, feed_token)
    select n || '.example', 'Shop', 'shopify', ${config}::jsonb, 'USD', 'US', lpad(n::text, 20, '0') from generate_series(1, ${SHOPS}::int) n`.execute(
    db,
  );
  await sql`insert into extracts (shop_id, type, storefront_config) values (1, 'full', ${config}::jsonb)`.execute(db);
  await sql`insert into shopify_grants (shop_id, grant_sealed, scopes) values (1, ${old.seal("shopify:1:grant", "g")}, '{}')`.execute(db);
  await sql`insert into channel_connections (shop_id, channel, status, grant_sealed)
    values (1, 'google', 'connected', ${old.seal("channel:1:google:grant", "g")})`.execute(db);
  await sql`insert into sign_in_states (state_hash, shop_id, channel, verifier_sealed, expires_at)
    values ('h', 1, 'google', ${old.seal("channel:1:google:verifier", "v")}, now() + interval '1 hour')`.execute(db);
  await sql`insert into webhooks (shop_id, endpoint_url, events, secret, secret_previous, secret_previous_until)
    values (1, 'https://example.com', '{feed.updated}', ${old.seal("webhook:1:secret", "a")}, ${old.seal("webhook:1:secret", "b")}, now())`.execute(
    db,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

const rotation = (secrets: ReturnType<typeof openSecrets>, rotates: boolean) =>
  rotateSecrets({ pool: database.pool, secrets, rotates }, quiet);

test("the test has a secret of every kind that is stored", async () => {
  const counts = await rotation(openSecrets(OLD), false);
  expect(counts.map(({ total }) => total > 0)).toEqual(SEALED_COLUMNS.map(() => true));
  expect(sum(counts, "current")).toBe(sum(counts, "total"));
});

test("two rotations at once seal everything with the new key, which alone opens it afterwards", async () => {
  const both = openSecrets(NEW, [OLD]);
  const before = await rotation(both, false);
  expect(sum(before, "remaining")).toBe(SHOPS + 6);
  const rotated = await Promise.all([rotation(both, true), rotation(both, true)]);
  expect(rotated.reduce((all, counts) => all + sum(counts, "rotated"), 0)).toBe(SHOPS + 6);
  const after = await rotation(openSecrets(NEW), false);
  expect([sum(after, "total"), sum(after, "current"), sum(after, "unreadable")]).toEqual([SHOPS + 6, SHOPS + 6, 0]);
  const { storefront_config: config } = await database.db
    .selectFrom("shops")
    .select("storefront_config")
    .where("id", "=", 1)
    .executeTakeFirstOrThrow();
  expect(openSecrets(NEW).open("shopify-token:https://a.myshopify.com", String(config["token"]))).toBe("shpat_1");
});

test("a secret that no key opens is counted and stays as it is", async () => {
  const sealed = openSecrets(Buffer.alloc(32, 9)).seal("webhook:1:secret", "lost");
  await database.db.updateTable("webhooks").set({ secret: sealed }).execute();
  const counts = await rotation(openSecrets(NEW, [OLD]), true);
  expect(sum(counts, "unreadable")).toBe(1);
  expect(await database.db.selectFrom("webhooks").select("secret").execute()).toEqual([{ secret: sealed }]);
});
