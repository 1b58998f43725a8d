import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { createKey, type NewKey, revokeKey } from "../../features/keys/index.ts";
import { adminWrite, organizationWrite, write } from "../../features/operation.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { insertActiveConnection, insertOrganization } from "../../features/organizations/index.ts";
import { uninstallShop } from "../../features/shops/index.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { expectError, httpFront, type HttpFront } from "./http-front.suite.ts";

/** Longer than a revocation takes that waits for nobody. */
const LOOK_AROUND_MS = 200;

/** Every organization of this name is an effect. */
const EFFECT = "an effect";
const slow = { begun: () => {}, end: Promise.resolve() };
const quiet = { mcp: { hidden: "a test" }, errors: [], output: z.undefined() } as const;

async function haveEffect(db: Db): Promise<undefined> {
  await insertOrganization(db, EFFECT);
  slow.begun();
  await slow.end;
  return undefined;
}

const SLOW = [
  write({
    ...quiet,
    name: "slow.merchant",
    title: "Do a thing",
    summary: "Has an effect.",
    scope: "write_settings",
    http: { method: "POST", path: "/slow/merchant", status: 204 },
    audit: "slow.done",
    run: ({ shop }) => haveEffect(shop.db),
  }),
  organizationWrite({
    ...quiet,
    name: "slow.organization",
    title: "Do a thing",
    summary: "Has an effect.",
    scope: "write_org",
    http: { method: "POST", path: "/slow/organization", status: 204 },
    audit: "slow.done",
    run: ({ organization }) => haveEffect(organization.db),
  }),
  adminWrite({
    ...quiet,
    name: "slow.admin",
    title: "Do a thing",
    summary: "Has an effect.",
    scope: "write_admin",
    http: { method: "POST", path: "/slow/admin", status: 204 },
    audit: "slow.done",
    run: ({ db }) => haveEffect(db),
  }),
];

let front: HttpFront;
let home: TestShop;
beforeAll(async () => {
  front = await httpFront({ operations: [...OPERATIONS, ...SLOW] });
});
afterAll(() => front[Symbol.asyncDispose]());
beforeEach(async () => {
  home = await testShop(front.db);
  slow.begun = () => {};
  slow.end = Promise.resolve();
  await front.db.deleteFrom("organizations").where("name", "=", EFFECT).execute();
});

const effects = async (): Promise<number> =>
  (await front.db.selectFrom("organizations").select("id").where("name", "=", EFFECT).execute()).length;

const keyOf = (owner: NewKey) => createKey(front.db, owner);
const admin = () => keyOf({ kind: "admin", name: "Admin", grants: ["write_admin"] });
const merchant = () => keyOf({ kind: "merchant", shopId: home.shop.shopId, name: "Own", grants: ["full_access"] });
async function agency() {
  const organizationId = await insertOrganization(front.db, "An agency");
  await insertActiveConnection(front.db, { organizationId, shopId: home.shop.shopId, domain: "home.example", clientLabel: "Home" });
  const own = (name: string) => keyOf({ kind: "organization", organizationId, name, grants: ["write_org", "full_access"] });
  return { organizationId, victim: await own("Leaving"), other: await own("Staying") };
}

interface Asked {
  readonly key: string;
  readonly method: "POST" | "DELETE";
  readonly url: string;
}

/** A change that somebody may just be making, what takes the right to it away, and what a later one is told. */
interface Scene {
  readonly change: Asked;
  readonly revocation: Asked;
  readonly refusal: "unauthorized" | "shop_not_connected" | "shop_inactive";
}

const changeOf = (kind: "merchant" | "organization" | "admin", key: string, query = ""): Asked => ({
  key,
  method: "POST",
  url: `/v1/slow/${kind}${query}`,
});

const SCENES: Readonly<Record<string, () => Promise<Scene>>> = {
  "DELETE /api_keys": async () => {
    const [victim, other] = [await merchant(), await merchant()];
    const revocation = { key: other.rawKey, method: "DELETE", url: `/v1/api_keys/${victim.id}` } as const;
    return { change: changeOf("merchant", victim.rawKey), revocation, refusal: "unauthorized" };
  },
  "DELETE /admin/keys": async () => {
    const [victim, other] = [await admin(), await admin()];
    const revocation = { key: other.rawKey, method: "DELETE", url: `/v1/admin/keys/${victim.id}` } as const;
    return { change: changeOf("admin", victim.rawKey), revocation, refusal: "unauthorized" };
  },
  "DELETE /admin/shops/{id}/keys": async () => {
    const [victim, other] = [await merchant(), await admin()];
    const url = `/v1/admin/shops/${home.shop.shopId}/keys/${victim.id}`;
    return {
      change: changeOf("merchant", victim.rawKey),
      revocation: { key: other.rawKey, method: "DELETE", url },
      refusal: "unauthorized",
    };
  },
  "DELETE /org/keys, of a key at work for its organization": async () => {
    const { victim, other } = await agency();
    const revocation = { key: other.rawKey, method: "DELETE", url: `/v1/org/keys/${victim.id}` } as const;
    return { change: changeOf("organization", victim.rawKey), revocation, refusal: "unauthorized" };
  },
  "DELETE /org/keys, of a key at work in a shop": async () => {
    const { victim, other } = await agency();
    const revocation = { key: other.rawKey, method: "DELETE", url: `/v1/org/keys/${victim.id}` } as const;
    return { change: changeOf("merchant", victim.rawKey, `?shop_id=${home.shop.shopId}`), revocation, refusal: "unauthorized" };
  },
  "DELETE /org/connections": async () => {
    const { victim, other } = await agency();
    const revocation = { key: other.rawKey, method: "DELETE", url: `/v1/org/connections/${home.shop.shopId}` } as const;
    return { change: changeOf("merchant", victim.rawKey, `?shop_id=${home.shop.shopId}`), revocation, refusal: "shop_not_connected" };
  },
  "POST /connection_requests/{id}/decline, of a key the organization made": async () => {
    const { organizationId } = await agency();
    const { id } = await front.db
      .selectFrom("organization_connections")
      .select("id")
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    const shopId = home.shop.shopId;
    const victim = await keyOf({ kind: "merchant", shopId, createdBy: organizationId, name: "Made", grants: ["full_access"] });
    const revocation = { key: (await merchant()).rawKey, method: "POST", url: `/v1/connection_requests/${id}/decline` } as const;
    return { change: changeOf("merchant", victim.rawKey), revocation, refusal: "unauthorized" };
  },
  "DELETE /admin/shops/{id}": async () => {
    const [victim, other] = [await merchant(), await admin()];
    const revocation = { key: other.rawKey, method: "DELETE", url: `/v1/admin/shops/${home.shop.shopId}` } as const;
    return { change: changeOf("merchant", victim.rawKey), revocation, refusal: "shop_inactive" };
  },
  "DELETE /admin/shops/{id}, of an organization at work in the shop": async () => {
    const [{ victim }, other] = [await agency(), await admin()];
    const revocation = { key: other.rawKey, method: "DELETE", url: `/v1/admin/shops/${home.shop.shopId}` } as const;
    return { change: changeOf("merchant", victim.rawKey, `?shop_id=${home.shop.shopId}`), revocation, refusal: "shop_inactive" };
  },
};

const REFUSED = [401, 403];
const send = ({ key, method, url }: Asked) => front.send({ key, method, url });

describe.each(Object.entries(SCENES))("%s", (_, scene) => {
  test("is answered when changes under way have ended, and no change comes after the answer", async () => {
    const { change, revocation, refusal } = await scene();
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    onTestFinished(() => end.resolve());
    slow.begun = begun.resolve;
    slow.end = end.promise;
    const changing = send(change);
    await begun.promise;
    let answered = false;
    const revoking = send(revocation).finally(() => (answered = true));
    await sleep(LOOK_AROUND_MS);
    expect(answered).toBe(false);
    end.resolve();
    const [changed, revoked] = await Promise.all([changing, revoking]);
    expect([changed.statusCode, Math.floor(revoked.statusCode / 100)]).toEqual([204, 2]);
    const before = await effects();
    expectError(await send(change), refusal);
    expect([before, await effects()]).toEqual([1, 1]);
  });

  test("waits for the changes it came behind, and for none that comes behind it", async () => {
    const { change, revocation } = await scene();
    const [begun, end, overtaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    onTestFinished(() => end.resolve());
    slow.begun = begun.resolve;
    slow.end = end.promise;
    const changing = send(change);
    await begun.promise;
    const revoking = send(revocation);
    await sleep(LOOK_AROUND_MS);
    slow.begun = () => overtaken.resolve("a change that came later went first");
    const later = send(change);
    const early = await Promise.race([overtaken.promise, sleep(LOOK_AROUND_MS, "nothing")]);
    end.resolve();
    expect(early).toBe("nothing");
    const [changed, revoked] = await Promise.all([changing, revoking]);
    expect([changed.statusCode, Math.floor(revoked.statusCode / 100)]).toEqual([204, 2]);
    expect(REFUSED).toContain((await later).statusCode);
    expect(await effects()).toBe(1);
  });
});

describe("a request that was admitted before what took the right away was committed", () => {
  /** Sends while the transaction is open, which has done it; commits once the request waits. */
  async function sentMeanwhile(change: Asked, done: (transaction: Db) => Promise<unknown>) {
    const transaction = await front.db.startTransaction().execute();
    await done(transaction);
    const sent = send(change);
    await sleep(LOOK_AROUND_MS);
    await transaction.commit().execute();
    return sent;
  }

  test.each(["merchant", "organization", "admin"] as const)("is refused, and has no effect: a key of kind %s", async (kind) => {
    const victim = kind === "organization" ? (await agency()).victim : await (kind === "admin" ? admin() : merchant());
    const answer = await sentMeanwhile(changeOf(kind, victim.rawKey), (transaction) => revokeKey(transaction, victim.id));
    expectError(answer, "unauthorized");
    expect(await effects()).toBe(0);
  });

  test("is refused, and has no effect: the connection of the key's organization", async () => {
    const { organizationId, victim } = await agency();
    const answer = await sentMeanwhile(changeOf("merchant", victim.rawKey, `?shop_id=${home.shop.shopId}`), (transaction) =>
      transaction.deleteFrom("organization_connections").where("organization_id", "=", organizationId).execute(),
    );
    expectError(answer, "shop_not_connected");
    expect(await effects()).toBe(0);
  });

  test.each(["merchant", "organization"] as const)(
    "is refused, and has no effect: a shop that is uninstalled, a key of kind %s",
    async (kind) => {
      const { rawKey } = kind === "merchant" ? await merchant() : (await agency()).victim;
      const query = kind === "merchant" ? "" : `?shop_id=${home.shop.shopId}`;
      const answer = await sentMeanwhile(changeOf("merchant", rawKey, query), (transaction) =>
        uninstallShop({ ...home.shop, db: transaction }),
      );
      expectError(answer, "shop_inactive");
      expect(await effects()).toBe(0);
    },
  );

  test("by two keys that revoke each other leaves one of them", async () => {
    const [one, two] = [await admin(), await admin()];
    const revoke = (by: typeof one, id: number) => send({ key: by.rawKey, method: "DELETE", url: `/v1/admin/keys/${id}` });
    const answers = await Promise.all([revoke(one, two.id), revoke(two, one.id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 401]);
  });
});
