import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  assignPlatform,
  asksFor,
  connectPlatform,
  type PlayedPlatform,
  playPlatform,
  publish,
  type PushedShop,
  pushedShop,
  sellableCatalog,
  syncAll,
  titlesAt,
  titlesOf,
} from "../../../test/harness/pushed-shop.ts";
import { disconnectChannel } from "../../features/channel-connections/index.ts";
import { startChannelWork } from "./channel-work.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

const catalog = sellableCatalog(3);

let pushed: PushedShop;
let platform: PlayedPlatform;
beforeEach(async () => {
  pushed = await pushedShop("shop.example", catalog);
  platform = await playPlatform("microsoft", 7);
  await connectPlatform(pushed, platform);
  await assignPlatform(pushed, "microsoft");
  await publish(pushed, catalog);
  await syncAll(pushed);
});
afterEach(async () => {
  await platform.fake[Symbol.asyncDispose]();
  await pushed[Symbol.asyncDispose]();
});

const db = () => pushed.listed.database.db;
const left = async () => ({
  connections: (await db().selectFrom("channel_connections").select("status").execute()).map(({ status }) => status),
  pushes: (await db().selectFrom("channel_pushes").select("id").execute()).length,
});

test("a platform that is away while a channel is disconnected is asked to take the rows away until it's back", async () => {
  platform.fake.script.fail("batchProducts", "error", 1);
  await asksFor(pushed, "microsoft")(disconnectChannel);
  await using _work = startChannelWork({ db: db(), services: pushed.services, lookEveryMs: 50 });
  await vi.waitFor(async () => expect(await left()).toEqual({ connections: [], pushes: 0 }), IN_TIME);
  expect(titlesAt(platform)).toEqual({});
  expect(platform.fake.script.struck.get("error")).toBe(1);
});

test("a platform that is away for an hour is given up: the connection and what is known of it go, and the rows stay", async () => {
  platform.fake.script.fail("*", "error", 1_000);
  await asksFor(pushed, "microsoft")(disconnectChannel);
  await db()
    .updateTable("channel_connections")
    .set({ updated_at: new Date(Date.now() - 2 * 3_600_000) })
    .execute();
  await using _work = startChannelWork({ db: db(), services: pushed.services, lookEveryMs: 50 });
  await vi.waitFor(async () => expect(await left()).toEqual({ connections: [], pushes: 0 }), IN_TIME);
  expect(titlesAt(platform)).toEqual(titlesOf(catalog));
});
