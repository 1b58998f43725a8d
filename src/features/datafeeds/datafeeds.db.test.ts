import { describe, expect, test } from "vitest";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import { storedId } from "../../kernel/ids.ts";
import { branded } from "../../kernel/unsafe.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import { chooseAccount, connectChannel, disconnectChannel, listAccounts } from "../channel-connections/index.ts";
import { claimSync, listSyncs, syncChannel, workSync } from "../syncs/index.ts";
import { claimDatafeed, claimRemoval, dropUnassigned } from "./claim-datafeeds.ts";
import { createDatafeed } from "./create-datafeed.ts";
import { datafeedStatus } from "./datafeed-status.ts";
import { deleteDatafeed } from "./delete-datafeed.ts";
import { fetchDatafeed } from "./fetch-datafeed.ts";
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
  visitConsent,
  work,
  workNextRun,
  world,
} from "./google-shop.suite.ts";
import { updateDatafeed } from "./update-datafeed.ts";
import { workDatafeed } from "./work-datafeed.ts";

playGoogleShop();

describe("connecting", () => {
  test("a sign-in stores a grant that nobody can read, and the account is chosen from those the platform lists", async () => {
    expect(await channel()).toMatchObject({ status: "not_connected" });
    const query = await visitConsent();
    expect(await channel()).toMatchObject({ status: "pending" });
    expect(await signIn(query)).toMatchObject({ kind: "choose_account" });
    expect(await channel()).toMatchObject({ status: "pending", account: null });
    const accounts = await ask<readonly { readonly id: string }[]>(listAccounts);
    expect(accounts.map(({ id }) => id)).toContain("1001");
    await expect(ask(chooseAccount, { body: { account_id: "1" } })).rejects.toMatchObject({ code: "invalid_param" });
    await ask(chooseAccount, { body: { account_id: "1001" } });
    expect(await channel()).toMatchObject({ status: "connected", account: { id: "1001" } });
    const stored = await world.listed.database.db.selectFrom("channel_connections").selectAll().executeTakeFirstOrThrow();
    expect(stored.grant_sealed).toMatch(/^v1\./);
    expect(JSON.stringify(stored)).not.toContain(query["code"]);
  });

  test("a state counts once, only for its channel, and not after its ten minutes", async () => {
    const query = await visitConsent();
    expect(await signIn(query)).toMatchObject({ kind: "choose_account" });
    expect(await signIn(query)).toMatchObject({ kind: "unknown" });
    const late = await visitConsent();
    await world.listed.database.db
      .updateTable("sign_in_states")
      .set({ expires_at: new Date(0) })
      .execute();
    expect(await signIn(late)).toMatchObject({ kind: "unknown" });
    expect(await signIn({ ...late, state: "guessed" })).toMatchObject({ kind: "unknown" });
  });

  test("someone who says no at the platform is told what to do, and nothing is connected", async () => {
    const { state = "" } = await visitConsent();
    expect(await signIn({ state, error: "access_denied" })).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("Start again"),
    });
    expect(await channel()).toMatchObject({ status: "not_connected" });
  });

  test.each(["javascript:alert(1)", "http://evil.example/", "https://user@evil.example/"])(
    "a sign-in returns to no page like %s",
    async (url) => {
      await expect(ask(connectChannel, { body: { return_url: url } })).rejects.toMatchObject({ code: "invalid_param" });
    },
  );

  test("an installation without an application at the platform says so", async () => {
    configure({ platforms: { google: { ...world.fake.settings, clientId: null } } });
    await expect(ask(connectChannel, { body: {} })).rejects.toMatchObject({ code: "channel_not_configured" });
  });

  test("four calls at once that find the token expired renew it once, and none fails", async () => {
    await connect();
    world.fake.expireTokens();
    const refreshes = world.fake.counts.get("oauth.token") ?? 0;
    await Promise.all(Array.from({ length: 4 }, () => ask(listAccounts)));
    expect((world.fake.counts.get("oauth.token") ?? 0) - refreshes).toBe(1);
  });

  test("a grant that was taken back makes the connection an error until someone signs in again", async () => {
    await connect();
    world.fake.revokeGrant();
    await expect(ask(listAccounts)).rejects.toMatchObject({ code: "channel_not_connected" });
    expect(await channel()).toMatchObject({
      status: "error",
      error: { code: "reauth_required", message: expect.stringContaining("again") },
    });
    await signIn();
    expect(await channel()).toMatchObject({ status: "connected", error: null, account: { id: "1001" } });
  });
});

describe("datafeeds", () => {
  test("a feed is registered once, however often that is asked for", async () => {
    await connect();
    await assign();
    const datafeed = await create();
    expect(datafeed).toMatchObject({ datafeed_id: null });
    expect(await create({ hour: 9 })).toMatchObject({ id: datafeed.id });
    await work();
    expect(await work()).toBe(0);
    const [remote, ...others] = world.fake.registrations();
    expect(others).toEqual([]);
    expect(await list()).toMatchObject([{ id: datafeed.id, datafeed_id: remote?.id, fetch_url: remote?.url }]);
    expect(world.fake.violations).toEqual([]);
  });

  test.each(["cut", "cut_after", "error_after"] as const)(
    "a registration whose answer is lost (%s) is found again, and made once",
    async (kind) => {
      await connect();
      await assign();
      await create();
      world.fake.script.fail("accounts.dataSources.create", kind);
      await work();
      expect(await ask(datafeedStatus, { path: path({ id: String((await list())[0]?.id) }) })).toMatchObject({
        state: "failed",
        issues: [{ code: "registration_failed" }],
      });
      await makeDue();
      await work();
      expect(world.fake.registrations()).toHaveLength(1);
      expect(await list()).toMatchObject([{ datafeed_id: world.fake.registrations()[0]?.id }]);
    },
  );

  test("a worker that dies after the platform has made the registration leaves it to the next", async () => {
    await connect();
    await assign();
    await create();
    const row = await claimDatafeed(world.listed.database.db);
    if (row === undefined) throw new Error("a registration is due");
    const dead = { ...world.listed.shop, db: brokenAfter(world.listed.database.db) };
    await expect(workDatafeed(world.services, dead, row, signal)).rejects.toThrow("died");
    expect(world.fake.registrations()).toHaveLength(1);
    await makeDue();
    await work();
    expect(world.fake.registrations()).toHaveLength(1);
    expect(await list()).toMatchObject([{ datafeed_id: world.fake.registrations()[0]?.id }]);
  });

  test("what is changed here is changed there; what is deleted there is registered again", async () => {
    const { id } = await registered();
    const at = { path: path({ id: String(id) }) };
    expect(await ask(updateDatafeed, { ...at, body: { hour: 22, time_zone: "europe/berlin" } })).toMatchObject({
      hour: 22,
      time_zone: "Europe/Berlin",
    });
    await work();
    const [remote] = world.fake.registrations();
    world.fake.deleteRemotely(remote?.id ?? "");
    await makeDue();
    await work();
    expect(world.fake.registrations()).toMatchObject([{ url: remote?.url }]);
    expect(world.fake.registrations()[0]?.id).not.toBe(remote?.id);
    expect((await list())[0]?.datafeed_id).toBe(world.fake.registrations()[0]?.id);
  });

  test("a fetch is asked for once within what the platform allows, and a status can be read at once", async () => {
    const { id } = await registered();
    const at = { path: path({ id: String(id) }) };
    expect(await ask(datafeedStatus, at)).toMatchObject({ state: "never_fetched", issues: [] });
    await ask(fetchDatafeed, at);
    await expect(ask(fetchDatafeed, at)).rejects.toMatchObject({
      code: "rate_limited",
      headers: { "retry-after": expect.stringMatching(/^[1-9]/) },
    });
    await work();
    expect(world.fake.registrations()).toMatchObject([{ fetches: 1 }]);
  });

  test("a deleted datafeed goes at the platform, too; so does one whose channel is removed from the feed", async () => {
    const { id } = await registered();
    await ask(deleteDatafeed, { path: path({ id: String(id) }) });
    expect(await list()).toEqual([]);
    await work();
    expect(world.fake.registrations()).toEqual([]);
    await create();
    await work();
    await world.listed.database.db.deleteFrom("feed_channels").execute();
    expect(await dropUnassigned(world.listed.database.db)).toBe(1);
    await work();
    expect(world.fake.registrations()).toEqual([]);
    expect(await world.listed.database.db.selectFrom("datafeeds").selectAll().execute()).toEqual([]);
  });

  test("a feed that isn't assigned, a channel that isn't connected and a platform that registers no feeds are refused with what to do", async () => {
    await expect(create()).rejects.toMatchObject({ code: "channel_not_connected" });
    await connect();
    await expect(create()).rejects.toMatchObject({ code: "invalid_param", message: expect.stringContaining("Assign Google") });
    await expect(ask(createDatafeed, { path: { slug: "microsoft" }, body: { feed_id: "feed_1" } })).rejects.toMatchObject({
      code: "channel_not_supported",
    });
  });

  test("disconnecting deletes the registrations first, then revokes the grant", async () => {
    await registered();
    await ask(disconnectChannel);
    expect(await channel()).toMatchObject({ status: "not_connected" });
    expect(await claimRemoval(world.listed.database.db)).toMatchObject({ channel: "google", is_overdue: false });
  });
});

test("a token that is refused while a datafeed is deleted is tried again; one that was taken back isn't tried for ever", async () => {
  const { id } = await registered();
  await ask(deleteDatafeed, { path: path({ id: String(id) }) });
  world.fake.script.fail("accounts.dataSources.delete", "unauthorized", 2);
  await work();
  expect(world.fake.registrations()).toHaveLength(1);
  await makeDue();
  await work();
  expect(world.fake.registrations()).toEqual([]);

  const again = await create();
  await work();
  await ask(deleteDatafeed, { path: path({ id: String(again.id) }) });
  world.fake.revokeGrant();
  for (let tries = 0; tries < 3; tries += 1) {
    await makeDue();
    await work();
  }
  expect(await world.listed.database.db.selectFrom("datafeeds").select("id").execute()).toEqual([]);
});

describe("syncs", () => {
  const ofFeed = () => ({ path: path({ feed_id: String(world.listed.primaryId) }) });
  const syncs = () =>
    ask<readonly { readonly status: string; readonly rows_sent: number; readonly error_details: string | null }[]>(listSyncs, ofFeed());

  async function sync(): Promise<number> {
    for (let done = 0; done < 10; done += 1) {
      const row = await claimSync(world.listed.database.db, 30);
      if (row === undefined) return done;
      await workSync(world.services, { shop: openShop(world.listed.database.db, storedId("shop", row.shop_id)), row, signal });
    }
    throw new Error("there is no end of it");
  }

  test("after a publish the platform is told once, and subscribers are told of it", async () => {
    await listen(world.listed.shop);
    await registered();
    await workNextRun();
    expect(await sync()).toBe(1);
    expect(await sync()).toBe(0);
    expect(world.fake.registrations()).toMatchObject([{ fetches: 1 }]);
    expect(await syncs()).toMatchObject([{ mode: "fetch", status: "success", rows_sent: 2, errors_count: 0 }]);
    expect(await channel()).toMatchObject({ last_synced_at: expect.any(String) });
    const told = await toldEvents(world.listed.shop, "channel.synced");
    expect(told).toMatchObject([{ data: { channel: "google", status: "success" } }]);
  });

  test("one sync is under way at a time, and a platform that was just asked isn't asked again", async () => {
    await registered();
    await ask(syncChannel, ofFeed());
    await expect(ask(syncChannel, ofFeed())).rejects.toMatchObject({ code: "sync_in_progress" });
    await sync();
    await ask(syncChannel, ofFeed());
    await sync();
    expect(world.fake.registrations()).toMatchObject([{ fetches: 1 }]);
    expect(await syncs()).toMatchObject([
      { status: "success", error_details: expect.stringContaining("schedule") },
      { error_details: null },
    ]);
  });

  test("a platform's moment of weakness is waited for; a connection that was taken back fails the sync with what to do", async () => {
    await registered();
    await ask(syncChannel, ofFeed());
    world.fake.controls.retryAfterS = 300;
    world.fake.script.fail("accounts.dataSources.fetch", "throttled");
    await sync();
    expect(await syncs()).toMatchObject([{ status: "pending" }]);
    await world.listed.database.db.deleteFrom("platform_rates").execute();
    world.fake.revokeGrant();
    await world.listed.database.db
      .updateTable("sync_logs")
      .set({ work_due_at: new Date(0) })
      .execute();
    await sync();
    expect(await syncs()).toMatchObject([{ status: "failed", errors_count: 1, error_details: expect.stringContaining("again") }]);

    await connect();
    await ask(syncChannel, ofFeed());
    await sync();
    expect(world.fake.registrations()).toMatchObject([{ fetches: 1 }]);
  });

  test("a sync whose request came to nothing asks again, although the platform was just asked", async () => {
    await registered();
    await ask(syncChannel, ofFeed());
    world.fake.controls.isFetchTooSoon = true;
    await sync();
    expect(await syncs()).toMatchObject([{ status: "pending" }]);
    world.fake.controls.isFetchTooSoon = false;
    await world.listed.database.db
      .updateTable("sync_logs")
      .set({ work_due_at: new Date(0) })
      .execute();
    await sync();
    expect(await syncs()).toMatchObject([{ status: "success", error_details: null }]);
    expect(world.fake.registrations()).toMatchObject([{ fetches: 1 }]);
  });

  test("a feed that the platform doesn't fetch isn't synced", async () => {
    await connect();
    await assign();
    await expect(ask(syncChannel, ofFeed())).rejects.toMatchObject({
      code: "channel_not_connected",
      message: expect.stringContaining("datafeed"),
    });
  });
});

/** A database whose process dies as soon as it has something to write. */
function brokenAfter(db: Db): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name === "updateTable")
        return () => {
          throw new Error("died");
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? branded<() => unknown>(value).bind(target) : value;
    },
  });
}
