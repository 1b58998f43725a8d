import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { httpFront, type HttpFront } from "../../surfaces/http/http-front.suite.ts";
import { findPublicFile } from "../feeds/index.ts";
import { createKey } from "../keys/index.ts";
import { OPERATIONS } from "../operations.ts";

let front: HttpFront;
let merchant: FrontClient;

beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
  merchant = frontClient(front, front.key);
});
afterAll(() => front[Symbol.asyncDispose]());

const tokens = () =>
  front.db
    .selectFrom("shops")
    .select(["feed_token", "feed_token_previous", "feed_token_previous_until"])
    .where("id", "=", front.home.shop.shopId)
    .executeTakeFirstOrThrow();

const DAY_MS = 24 * 60 * 60 * 1000;

describe("the token of the feed URLs", () => {
  test("is replaced, and the old one is served for 7 days", async () => {
    const first = await tokens();
    expect((await merchant.post("/shop/feed_token/rotate")).data).toMatchObject({ object: "shop", id: `shop_${front.home.shop.shopId}` });
    const second = await tokens();
    expect(second.feed_token).toMatch(/^[0-9a-f]{40}$/);
    expect(second.feed_token).not.toBe(first.feed_token);
    expect(second.feed_token_previous).toBe(first.feed_token);
    const left = (second.feed_token_previous_until?.getTime() ?? 0) - Date.now();
    expect(Math.round(left / DAY_MS)).toBe(7);
  });

  test("is served for its own 7 days, however often another follows", async () => {
    const seen: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      seen.push((await tokens()).feed_token);
      await merchant.post("/shop/feed_token/rotate");
    }
    const found = () => Promise.all(seen.map(async (token) => (await findPublicFile(front.db, token, "gmcfeed.txt")) !== undefined));
    await front.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", front.home.shop.shopId).execute();
    expect(await found()).toEqual([true, true, true, true]);
    await front.db
      .updateTable("former_feed_tokens")
      .set({ served_until: new Date(0) })
      .where("token", "=", seen[1] ?? "")
      .execute();
    expect(await found()).toEqual([true, false, true, true]);
    await front.db.updateTable("shops").set({ uninstalled_at: null }).where("id", "=", front.home.shop.shopId).execute();
    await merchant.post("/shop/feed_token/rotate");
    const kept = await front.db
      .selectFrom("former_feed_tokens")
      .select("token")
      .where("token", "=", seen[1] ?? "")
      .execute();
    expect(kept).toEqual([]);
  });

  test("is replaced by a key of the shop with the scope alone", async () => {
    const { shopId } = front.home.shop;
    const { rawKey } = await createKey(front.db, { kind: "merchant", shopId, name: "Reader", grants: ["read"] });
    expect((await frontClient(front, rawKey).post("/shop/feed_token/rotate")).code).toBe("insufficient_scope");
    const admin = await createKey(front.db, { kind: "admin", name: "Admin", grants: ["write_admin"] });
    expect((await frontClient(front, admin.rawKey).post("/shop/feed_token/rotate")).code).toBe("wrong_key_kind");
  });
});
