import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { playGoogleShop, signIn, visitConsent, world } from "./google-shop.suite.ts";

playGoogleShop();

/** What a stranger can try with the address that ends a sign-in. */

test("of several callbacks with one state at once, one connects", async () => {
  const query = await visitConsent();
  const ends = await Promise.all(Array.from({ length: 5 }, () => signIn(query)));
  expect(ends.map(({ kind }) => kind).toSorted()).toEqual(["choose_account", ...Array.from({ length: 4 }, () => "unknown")]);
  expect(world.fake.counts.get("oauth.token")).toBe(1);
});

test("a sign-in that a key began ends with the key", async () => {
  const { db } = world.listed.database;
  const key = {
    kind: "merchant",
    shop_id: world.listed.shop.shopId,
    name: "gone",
    key_hash: randomBytes(32),
    key_prefix: "x".repeat(16),
  } as const;
  const { id } = await db
    .insertInto("api_keys")
    .values({ ...key, grants: ["write_channels"] })
    .returning("id")
    .executeTakeFirstOrThrow();
  const query = await visitConsent();
  await db.updateTable("sign_in_states").set({ key_id: id }).execute();
  await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", id).execute();
  expect(await signIn(query)).toMatchObject({ kind: "unknown" });
  await db.updateTable("api_keys").set({ revoked_at: null }).where("id", "=", id).execute();
  expect(await signIn(query)).toMatchObject({ kind: "choose_account" });
});

test.each(["<script>alert(1)</script>", "a\0b", "x".repeat(5_000), "line\r\nSet-Cookie: a=b"])(
  "what a stranger writes into the callback isn't said again (%j)",
  async (error) => {
    for (const code of [undefined, ""]) {
      const { state = "" } = await visitConsent();
      const end = await signIn({ state, error, error_description: error, ...(code === undefined ? {} : { code }) });
      expect(end).toEqual({
        ...{ kind: "failed", returnUrl: null },
        message: "Google Merchant Center didn't connect. Start again and allow what is asked for.",
      });
    }
  },
);
