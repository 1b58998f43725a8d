import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { type GoogleFake, startGoogleFake } from "../../../test/platforms/google/google-fake.ts";
import { storedId } from "../../kernel/ids.ts";
import { branded } from "../../kernel/unsafe.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import {
  chooseAccount,
  connectChannel,
  disconnectChannel,
  finishSignIn,
  listAccounts,
  type SignInEnd,
} from "../channel-connections/index.ts";
import { assignChannel, getChannel } from "../channels/index.ts";
import type { AnyOperation, Services } from "../operation.ts";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import { claimRun, workRun } from "../runs/index.ts";
import { claimSync, listSyncs, syncChannel, workSync } from "../syncs/index.ts";
import { claimDatafeed, claimRemoval, dropUnassigned } from "./claim-datafeeds.ts";
import { createDatafeed } from "./create-datafeed.ts";
import { datafeedStatus } from "./datafeed-status.ts";
import { deleteDatafeed } from "./delete-datafeed.ts";
import { fetchDatafeed } from "./fetch-datafeed.ts";
import { listDatafeeds } from "./list-datafeeds.ts";
import { updateDatafeed } from "./update-datafeed.ts";
import { workDatafeed } from "./work-datafeed.ts";

let fake: GoogleFake;
let listed: ListedShop;
let services: Services;
const signal = new AbortController().signal;
const path = (more: object = {}) => ({ slug: "google", ...more });

beforeAll(async () => {
  listed = await listedShop("datafeeds.example", 2);
});
afterAll(() => listed[Symbol.asyncDispose]());
beforeEach(async () => {
  fake = await startGoogleFake({ seed: 7, homepage: "https://shop.example" });
  services = { ...listed.real.services, platforms: { google: fake.settings } };
});
afterEach(async () => {
  for (const table of ["sync_logs", "datafeeds", "channel_connections", "sign_in_states", "platform_rates", "feed_channels"] as const)
    await listed.database.db.deleteFrom(table).execute();
  await fake[Symbol.asyncDispose]();
});

const ask = <Answer>(operation: AnyOperation, input: Parameters<typeof perform>[3] = {}) =>
  perform<Answer>(services, listed.shop, operation, { path: path(), ...input });
const channel = () =>
  ask<{ readonly status: string; readonly account: object | null; readonly error: { readonly code: string } | null }>(getChannel);

/** What the browser brings back from Google's consent page. */
async function visitConsent(): Promise<Readonly<Record<string, string>>> {
  const { authorize_url: url } = await ask<{ readonly authorize_url: string }>(connectChannel, { body: {} });
  const page = await fetch(url, { redirect: "manual" });
  return Object.fromEntries(new URL(page.headers.get("location") ?? "").searchParams);
}

async function signIn(query?: Readonly<Record<string, string>>): Promise<SignInEnd> {
  const pack = services.channels.find(({ slug }) => slug === "google");
  if (pack === undefined) throw new Error("Google is a channel");
  const open = { db: listed.database.db, openShop, requestId: "req_test" };
  return finishSignIn(services, { pack, query: query ?? (await visitConsent()), ...open });
}

async function connect(): Promise<void> {
  await signIn();
  await ask(chooseAccount, { body: { account_id: "1001" } });
}

const assign = () => ask(assignChannel, { path: path({ feed_id: String(listed.primaryId) }), body: {} });

interface Datafeed {
  readonly id: number;
  readonly datafeed_id: string | null;
  readonly fetch_url: string;
  readonly hour: number;
}

const create = (body: object = {}) => ask<Datafeed>(createDatafeed, { body: { feed_id: `feed_${listed.primaryId}`, ...body } });
const list = () => ask<readonly Datafeed[]>(listDatafeeds);

/** Does what workers do until nothing is due. Answers how much there was. */
async function work(db: Db = listed.database.db): Promise<number> {
  for (let done = 0; done < 10; done += 1) {
    const row = await claimDatafeed(db);
    if (row === undefined) return done;
    await workDatafeed(services, openShop(db, storedId("shop", row.shop_id)), row, signal);
  }
  throw new Error("there is no end of it");
}

async function workNextRun(): Promise<void> {
  const claim = await claimRun(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(services, listed.shop, claim, { signal, end: async () => undefined });
}

/** As if its time had come. */
const makeDue = () =>
  listed.database.db
    .updateTable("datafeeds")
    .set({ work_due_at: new Date(0), leased_until: null })
    .execute();

async function registered(): Promise<Datafeed> {
  await connect();
  await assign();
  const datafeed = await create();
  await work();
  return datafeed;
}

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
    const stored = await listed.database.db.selectFrom("channel_connections").selectAll().executeTakeFirstOrThrow();
    expect(stored.grant_sealed).toMatch(/^v1\./);
    expect(JSON.stringify(stored)).not.toContain(query["code"]);
  });

  test("a state counts once, only for its channel, and not after its ten minutes", async () => {
    const query = await visitConsent();
    expect(await signIn(query)).toMatchObject({ kind: "choose_account" });
    expect(await signIn(query)).toMatchObject({ kind: "unknown" });
    const late = await visitConsent();
    await listed.database.db
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
    services = { ...services, platforms: { google: { ...fake.settings, clientId: null } } };
    await expect(ask(connectChannel, { body: {} })).rejects.toMatchObject({ code: "channel_not_configured" });
  });

  test("four calls at once that find the token expired renew it once, and none fails", async () => {
    await connect();
    fake.expireTokens();
    const refreshes = fake.counts.get("oauth.token") ?? 0;
    await Promise.all(Array.from({ length: 4 }, () => ask(listAccounts)));
    expect((fake.counts.get("oauth.token") ?? 0) - refreshes).toBe(1);
  });

  test("a grant that was taken back makes the connection an error until someone signs in again", async () => {
    await connect();
    fake.revokeGrant();
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
    const [remote, ...others] = fake.registrations();
    expect(others).toEqual([]);
    expect(await list()).toMatchObject([{ id: datafeed.id, datafeed_id: remote?.id, fetch_url: remote?.url }]);
    expect(fake.violations).toEqual([]);
  });

  test.each(["cut", "cut_after", "error_after"] as const)(
    "a registration whose answer is lost (%s) is found again, and made once",
    async (kind) => {
      await connect();
      await assign();
      await create();
      fake.script.fail("accounts.dataSources.create", kind);
      await work();
      expect(await ask(datafeedStatus, { path: path({ id: String((await list())[0]?.id) }) })).toMatchObject({
        state: "failed",
        issues: [{ code: "registration_failed" }],
      });
      await makeDue();
      await work();
      expect(fake.registrations()).toHaveLength(1);
      expect(await list()).toMatchObject([{ datafeed_id: fake.registrations()[0]?.id }]);
    },
  );

  test("a worker that dies after the platform has made the registration leaves it to the next", async () => {
    await connect();
    await assign();
    await create();
    const row = await claimDatafeed(listed.database.db);
    if (row === undefined) throw new Error("a registration is due");
    const dead = { ...listed.shop, db: brokenAfter(listed.database.db) };
    await expect(workDatafeed(services, dead, row, signal)).rejects.toThrow("died");
    expect(fake.registrations()).toHaveLength(1);
    await makeDue();
    await work();
    expect(fake.registrations()).toHaveLength(1);
    expect(await list()).toMatchObject([{ datafeed_id: fake.registrations()[0]?.id }]);
  });

  test("what is changed here is changed there; what is deleted there is registered again", async () => {
    const { id } = await registered();
    const at = { path: path({ id: String(id) }) };
    expect(await ask(updateDatafeed, { ...at, body: { hour: 22, time_zone: "europe/berlin" } })).toMatchObject({
      hour: 22,
      time_zone: "Europe/Berlin",
    });
    await work();
    const [remote] = fake.registrations();
    fake.deleteRemotely(remote?.id ?? "");
    await makeDue();
    await work();
    expect(fake.registrations()).toMatchObject([{ url: remote?.url }]);
    expect(fake.registrations()[0]?.id).not.toBe(remote?.id);
    expect((await list())[0]?.datafeed_id).toBe(fake.registrations()[0]?.id);
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
    expect(fake.registrations()).toMatchObject([{ fetches: 1 }]);
  });

  test("a deleted datafeed goes at the platform, too; so does one whose channel is removed from the feed", async () => {
    const { id } = await registered();
    await ask(deleteDatafeed, { path: path({ id: String(id) }) });
    expect(await list()).toEqual([]);
    await work();
    expect(fake.registrations()).toEqual([]);
    await create();
    await work();
    await listed.database.db.deleteFrom("feed_channels").execute();
    expect(await dropUnassigned(listed.database.db)).toBe(1);
    await work();
    expect(fake.registrations()).toEqual([]);
    expect(await listed.database.db.selectFrom("datafeeds").selectAll().execute()).toEqual([]);
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
    expect(await claimRemoval(listed.database.db)).toMatchObject({ channel: "google", is_overdue: false });
  });
});

test("a token that is refused while a datafeed is deleted is tried again; one that was taken back isn't tried for ever", async () => {
  const { id } = await registered();
  await ask(deleteDatafeed, { path: path({ id: String(id) }) });
  fake.script.fail("accounts.dataSources.delete", "unauthorized", 2);
  await work();
  expect(fake.registrations()).toHaveLength(1);
  await makeDue();
  await work();
  expect(fake.registrations()).toEqual([]);

  const again = await create();
  await work();
  await ask(deleteDatafeed, { path: path({ id: String(again.id) }) });
  fake.revokeGrant();
  for (let tries = 0; tries < 3; tries += 1) {
    await makeDue();
    await work();
  }
  expect(await listed.database.db.selectFrom("datafeeds").select("id").execute()).toEqual([]);
});

describe("syncs", () => {
  const ofFeed = () => ({ path: path({ feed_id: String(listed.primaryId) }) });
  const syncs = () =>
    ask<readonly { readonly status: string; readonly rows_sent: number; readonly error_details: string | null }[]>(listSyncs, ofFeed());

  async function sync(): Promise<number> {
    for (let done = 0; done < 10; done += 1) {
      const row = await claimSync(listed.database.db, 30);
      if (row === undefined) return done;
      await workSync(services, { shop: openShop(listed.database.db, storedId("shop", row.shop_id)), row, signal });
    }
    throw new Error("there is no end of it");
  }

  test("after a publish the platform is told once, and subscribers are told of it", async () => {
    await listen(listed.shop);
    await registered();
    await workNextRun();
    expect(await sync()).toBe(1);
    expect(await sync()).toBe(0);
    expect(fake.registrations()).toMatchObject([{ fetches: 1 }]);
    expect(await syncs()).toMatchObject([{ mode: "fetch", status: "success", rows_sent: 2, errors_count: 0 }]);
    expect(await channel()).toMatchObject({ last_synced_at: expect.any(String) });
    const told = await toldEvents(listed.shop, "channel.synced");
    expect(told).toMatchObject([{ data: { channel: "google", status: "success" } }]);
  });

  test("one sync is under way at a time, and a platform that was just asked isn't asked again", async () => {
    await registered();
    await ask(syncChannel, ofFeed());
    await expect(ask(syncChannel, ofFeed())).rejects.toMatchObject({ code: "sync_in_progress" });
    await sync();
    await ask(syncChannel, ofFeed());
    await sync();
    expect(fake.registrations()).toMatchObject([{ fetches: 1 }]);
    expect(await syncs()).toMatchObject([
      { status: "success", error_details: expect.stringContaining("schedule") },
      { error_details: null },
    ]);
  });

  test("a platform's moment of weakness is waited for; a connection that was taken back fails the sync with what to do", async () => {
    await registered();
    await ask(syncChannel, ofFeed());
    fake.controls.retryAfterS = 300;
    fake.script.fail("accounts.dataSources.fetch", "throttled");
    await sync();
    expect(await syncs()).toMatchObject([{ status: "pending" }]);
    await listed.database.db.deleteFrom("platform_rates").execute();
    fake.revokeGrant();
    await listed.database.db
      .updateTable("sync_logs")
      .set({ work_due_at: new Date(0) })
      .execute();
    await sync();
    expect(await syncs()).toMatchObject([{ status: "failed", errors_count: 1, error_details: expect.stringContaining("again") }]);

    await connect();
    await ask(syncChannel, ofFeed());
    await sync();
    expect(fake.registrations()).toMatchObject([{ fetches: 1 }]);
  });

  test("a sync whose request came to nothing asks again, although the platform was just asked", async () => {
    await registered();
    await ask(syncChannel, ofFeed());
    fake.controls.isFetchTooSoon = true;
    await sync();
    expect(await syncs()).toMatchObject([{ status: "pending" }]);
    fake.controls.isFetchTooSoon = false;
    await listed.database.db
      .updateTable("sync_logs")
      .set({ work_due_at: new Date(0) })
      .execute();
    await sync();
    expect(await syncs()).toMatchObject([{ status: "success", error_details: null }]);
    expect(fake.registrations()).toMatchObject([{ fetches: 1 }]);
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
