import { sql } from "kysely";
import { expect, test } from "vitest";
import { deleteConnection } from "../channel-connections/connection-queries.ts";
import { disconnectChannel } from "../channel-connections/index.ts";
import { assignChannel } from "../channels/index.ts";
import { regenerateFeed } from "../runs/index.ts";
import { rotateFeedToken } from "../shops/index.ts";
import { claimDatafeed, claimRemoval, keepRemoval, markOldAddressesDue, releaseRemoval } from "./claim-datafeeds.ts";
import { forgetRemoving, keepLease, markAllRemoving, storeDatafeedFault, storeRegistered, storeRemoteId } from "./datafeed-queries.ts";
import {
  ask,
  assign,
  channel,
  configure,
  connect,
  create,
  list,
  makeDue,
  path,
  playGoogleShop,
  registered,
  signIn,
  signal,
  work,
  workNextRun,
  world,
} from "./google-shop.suite.ts";
import { workDatafeed } from "./work-datafeed.ts";

playGoogleShop();

/** Registrations follow what the platform should have, and of two workers the one that claimed last counts. */

test.each([
  ["a new feed token", () => ask(rotateFeedToken, { path: {}, body: {} })],
  [
    "another format",
    () => ask(assignChannel, { path: path({ feed_id: String(world.listed.primaryId) }), body: { settings: { format: "rss" } } }),
  ],
])("%s is given to the platform at once, in the registration there is", async (_title, change) => {
  await registered();
  const [before] = world.fake.registrations();
  expect(await work()).toBe(0);
  await change();
  expect(await work()).toBe(1);
  expect(world.fake.counts.get("accounts.dataSources.patch")).toBe(1);
  const [after, ...others] = world.fake.registrations();
  expect(others).toEqual([]);
  expect(after?.id).toBe(before?.id);
  expect((await list())[0]?.fetch_url).toBe(after?.url);
  expect(await work()).toBe(0);
});

test.each(["cut_after", null] as const)("another label replaces the registration, which keeps its own at Google (%s)", async (fault) => {
  await registered();
  const settings = { feed_label: "OUTLET" };
  await ask(assignChannel, { path: path({ feed_id: String(world.listed.primaryId) }), body: { settings } });
  if (fault !== null) world.fake.script.fail("accounts.dataSources.create", fault);
  expect(await work()).toBe(1);
  if (fault !== null) {
    await makeDue();
    await work();
  }
  const [remote, ...others] = world.fake.registrations();
  expect(others).toEqual([]);
  expect(remote).toMatchObject({ target: "OUTLET/en" });
  expect(await create()).toMatchObject({ datafeed_id: remote?.id });
  await work();
  expect(world.fake.registrations()).toEqual([remote]);
  expect(await list()).toHaveLength(1);
});

test("files at another public address are registered anew; a platform that refuses isn't asked every minute", async () => {
  await registered();
  configure({ filesUrl: "https://cdn.example" });
  expect(await markOldAddressesDue(world.listed.database.db, "https://cdn.example")).toBe(1);
  world.fake.controls.retryAfterS = 300;
  world.fake.script.fail("accounts.dataSources.list", "throttled");
  await work();
  await world.listed.database.db.deleteFrom("platform_rates").execute();
  expect(await markOldAddressesDue(world.listed.database.db, "https://cdn.example")).toBe(0);
  await makeDue();
  await work();
  expect(world.fake.registrations()).toMatchObject([{ url: expect.stringMatching(/^https:\/\/cdn\.example\//) }]);
  expect(await markOldAddressesDue(world.listed.database.db, "https://cdn.example")).toBe(0);
});

test("a feed that goes live in another currency is given to the platform at once", async () => {
  await registered();
  await workNextRun();
  await work();
  await world.listed.database.db
    .updateTable("datafeeds")
    .set({ given: sql`given || '{"currency": "EUR"}'` })
    .execute();
  await ask(regenerateFeed, { path: { id: String(world.listed.primaryId) }, body: {} });
  await workNextRun();
  expect(await work()).toBe(1);
  await ask(regenerateFeed, { path: { id: String(world.listed.primaryId) }, body: {} });
  await workNextRun();
  expect(await work()).toBe(0);
});

test("someone who connects again needn't wait for the next try", async () => {
  await registered();
  world.fake.revokeGrant();
  await makeDue();
  await work();
  expect(await work()).toBe(0);
  await signIn();
  expect(await work()).toBe(1);
});

test("a worker that stalled past its lease changes nothing of what another has done since", async () => {
  await connect();
  await assign();
  await create({ hour: 3 });
  const stalled = await claimDatafeed(world.listed.database.db);
  if (stalled === undefined) throw new Error("a registration is due");
  await makeDue();
  expect(await work()).toBe(1);
  const rows = () => world.listed.database.db.selectFrom("datafeeds").selectAll().execute();
  const [before, calls] = [await rows(), world.fake.registrations()];
  expect(await keepLease(world.listed.shop, stalled, 30)).toBe(false);
  await workDatafeed(world.services, world.listed.shop, { ...stalled, fetch_wanted: true, hour: 9 }, signal);
  await storeRemoteId(world.listed.shop, stalled, "stale");
  await storeDatafeedFault(world.listed.shop, stalled, { code: "refused", message: "stale", againS: 1 });
  const given = { name: "stale", url: "https://stale.example", format: "tsv", hour: 9, timeZone: "UTC", targets: [], currency: null };
  await storeRegistered(world.listed.shop, stalled, { remoteId: "stale", given, target: "x", lookAgainS: 1 });
  expect([await rows(), world.fake.registrations()]).toEqual([before, calls]);
});

test("a worker that stalled while removing a connection leaves the one that was made since alone", async () => {
  await registered();
  await ask(disconnectChannel);
  const { db } = world.listed.database;
  const stalled = await claimRemoval(db);
  if (stalled === undefined) throw new Error("a connection is to be removed");
  const release = () =>
    db
      .updateTable("channel_connections")
      .set({ leased_until: null, work_due_at: new Date(0) })
      .execute();
  await release();
  const claimed = await claimRemoval(db);
  if (claimed === undefined) throw new Error("its lease has ended");
  expect(await keepRemoval(db, stalled)).toBe(false);
  await releaseRemoval(db, stalled);
  expect(await claimRemoval(db)).toBeUndefined();
  expect(await markAllRemoving(world.listed.shop, stalled)).toBe(0);
  expect(await markAllRemoving(world.listed.shop, claimed)).toBe(1);
  await forgetRemoving(world.listed.shop, stalled);
  await deleteConnection(world.listed.shop, stalled);
  expect(await db.selectFrom("datafeeds").select("id").execute()).toHaveLength(1);
  await work();
  await deleteConnection(world.listed.shop, claimed);
  await connect();
  const again = await create();
  await work();
  expect(await markAllRemoving(world.listed.shop, claimed)).toBe(0);
  await forgetRemoving(world.listed.shop, claimed);
  await deleteConnection(world.listed.shop, claimed);
  expect(await list()).toMatchObject([{ id: again.id, datafeed_id: world.fake.registrations()[0]?.id }]);
  expect(await channel()).toMatchObject({ status: "connected" });
});
