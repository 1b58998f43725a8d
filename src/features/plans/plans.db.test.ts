import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { secondFeed, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import { storedId } from "../../kernel/ids.ts";
import { httpFront, type HttpFront } from "../../surfaces/http/http-front.suite.ts";
import { readDefinition } from "../feeds/index.ts";
import { createKey } from "../keys/index.ts";
import { OPERATIONS } from "../operations.ts";
import { insertActiveConnection, insertOrganization } from "../organizations/index.ts";
import { claimRun, publishRun, regenerateFeed, workRun } from "../runs/index.ts";
import { findRun } from "../runs/run-queries.ts";
import { cancelSubscription } from "./index.ts";

let front: HttpFront;

beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
});
afterAll(() => front[Symbol.asyncDispose]());

async function aShop(grants: readonly string[] = ["full_access"]): Promise<TestShop & { readonly client: FrontClient }> {
  const made = await testShop(front.db);
  const { rawKey } = await createKey(front.db, { kind: "merchant", shopId: made.shop.shopId, name: "A key", grants });
  return { ...made, client: frontClient(front, rawKey) };
}

/** What the next run and the scope of the shop's feed would be allowed. */
const allowance = async ({ shop, feed }: TestShop): Promise<number | null> => (await readDefinition(shop, feed)).allowance;

const versions = async ({ shop }: TestShop): Promise<readonly number[]> =>
  (await front.db.selectFrom("feeds").select("definition_version").where("shop_id", "=", shop.shopId).orderBy("id").execute()).map(
    ({ definition_version: version }) => version,
  );

describe("the plans", () => {
  test("are those of the table, without meta", async () => {
    const { client } = await aShop(["read_subscription"]);
    const plans = await client.get("/plans");
    expect(plans.meta).toEqual({});
    expect(
      plans.list.map(({ id, code_name: code, price, skus_min: min, skus_max: max, daily_export_count: daily, additional_feeds: more }) =>
        [id, code, price, min, max, daily, more].join(" "),
      ),
    ).toEqual([
      "1 free 0.0 0 25 1 false",
      "2 starter 9.99 26 1000 4 false",
      "3 growth 29.99 1001 10000 8 true",
      "4 premium 99.99 10001  24 true",
    ]);
    expect(plans.list.filter((plan) => plan["recommended"] === true).map(({ code_name: code }) => code)).toEqual(["growth"]);
    expect((await (await aShop(["read_settings"])).client.get("/plans")).code).toBe("insufficient_scope");
  });

  test("allow what an operator says they do", async () => {
    const made = await aShop();
    await made.client.post("/subscription", { plan: "starter" });
    await front.db.updateTable("plans").set({ skus_max: 700 }).where("code_name", "=", "starter").execute();
    expect(await allowance(made)).toBe(700);
    await front.db.updateTable("plans").set({ skus_max: 1000 }).where("code_name", "=", "starter").execute();
  });
});

describe("the subscription", () => {
  test("is the premium plan of a new shop, which nobody subscribed to", async () => {
    const { client } = await aShop();
    expect((await client.get("/subscription")).data).toEqual({
      object: "subscription",
      plan: "premium",
      plan_name: "Premium",
      status: "none",
      created_at: null,
    });
  });

  test("changes at once: shop, allowance and the versions of its feeds", async () => {
    const made = await aShop();
    await secondFeed(made.shop, "second");
    const before = await versions(made);
    expect(await allowance(made)).toBeNull();
    const changed = await made.client.post("/subscription", { plan: "growth" });
    expect(changed.data).toEqual({ object: "subscription", confirmation_url: null, message: "The shop is now on the Growth plan." });
    expect((await made.client.get("/subscription")).data).toMatchObject({
      plan: "growth",
      status: "active",
      created_at: expect.any(String),
    });
    expect((await made.client.get("/shop")).data).toMatchObject({ subscription_plan: "growth", subscription_status: "active" });
    expect(await allowance(made)).toBe(10_000);
    expect(await versions(made)).toEqual(before.map((version) => version + 1));
    const feeds = await front.db.selectFrom("feeds").select("active").where("shop_id", "=", made.shop.shopId).execute();
    expect(feeds).toEqual([{ active: true }, { active: true }]);
  });

  test("stays as it is when the same plan is asked for again", async () => {
    const made = await aShop();
    await made.client.post("/subscription", { code_name: "starter" });
    const before = await versions(made);
    const again = await made.client.post("/subscription", { plan: "starter", code_name: "starter" });
    expect(again.data).toMatchObject({ message: "The shop is already on the Starter plan." });
    expect(await versions(made)).toEqual(before);
  });

  test("that is cancelled leaves the free plan", async () => {
    const made = await aShop();
    await made.client.post("/subscription", { plan: "growth" });
    expect((await made.client.delete("/subscription")).status).toBe(204);
    expect((await made.client.get("/subscription")).data).toMatchObject({ plan: "free", status: "none", created_at: null });
    expect(await allowance(made)).toBe(25);
    expect((await made.client.delete("/subscription")).status).toBe(204);
  });

  test("is told of when it changes, with what it was before, and not when it stays", async () => {
    const made = await aShop();
    await listen(made.shop);
    for (const plan of ["growth", "growth", "starter"]) await made.client.post("/subscription", { plan });
    await made.client.post("/subscription", { plan: "gold" });
    await made.client.delete("/subscription");
    await made.client.delete("/subscription");
    const told = (await toldEvents(made.shop)).map(({ event, data }) => [event, data["plan"], data["status"], data["previous_status"]]);
    expect(told).toEqual([
      ["subscription.changed", "growth", "active", "none"],
      ["subscription.changed", "starter", "active", "active"],
      ["subscription.changed", "free", "none", "active"],
    ]);
  });

  test("with fewer rows leaves the rest out of the next run, which the guard does not hold, and does not go back to more", async () => {
    await using listed = await listedShop("plans.example", 60);
    const { database, real, shop, primaryId } = listed;
    const path = { id: String(primaryId) };
    const work = async () => {
      const claim = await claimRun(database.db, "test", 20);
      if (claim === undefined) throw new Error("no run waits");
      await workRun(real.services, shop, claim, { signal: new AbortController().signal, end: async () => undefined });
      return storedId("run", claim.id);
    };
    const before = await work();
    expect(await findRun(shop, primaryId, before)).toMatchObject({ included_count: 60, publication: "live" });
    await perform(real.services, shop, cancelSubscription);
    await perform(real.services, shop, regenerateFeed, { path });
    const after = await work();
    expect(await findRun(shop, primaryId, after)).toMatchObject({ included_count: 25, excluded_count: 35, publication: "live" });
    await expect(perform(real.services, shop, publishRun, { path: { ...path, run_id: String(before) } })).rejects.toMatchObject({
      code: "plan_upgrade_required",
      message: `run_${before} has 60 products, but the shop's plan allows 25. Upgrade the plan, or select fewer products.`,
    });
    expect(await findRun(shop, primaryId, after)).toMatchObject({ publication: "live" });
  });

  test.each([
    ["no plan", {}, "missing_param", ["/plan"]],
    ["a plan there is not", { plan: "gold" }, "invalid_param", ["/plan"]],
    ["a plan there is not, by its other name", { code_name: "gold" }, "invalid_param", ["/code_name"]],
    ["two plans", { plan: "growth", code_name: "free" }, "invalid_param", ["/plan", "/code_name"]],
    ["what is no text", { plan: 3, code_name: "" }, "invalid_param", ["/plan", "/code_name"]],
    ["a member there is not", { plan: "growth", seats: 3 }, "validation_failed", ["/seats"]],
  ])("is refused with %s, and the members are named", async (_, body, code, params) => {
    const made = await aShop();
    expect(await made.client.post("/subscription", body)).toMatchObject({ status: 422, code, params });
    expect((await made.client.get("/subscription")).data).toMatchObject({ plan: "premium" });
  });

  test("is the merchant's own to change", async () => {
    const made = await aShop(["read_subscription"]);
    expect((await made.client.post("/subscription", { plan: "free" })).code).toBe("insufficient_scope");
    const { shopId } = made.shop;
    const organizationId = await insertOrganization(front.db, "An agency");
    await insertActiveConnection(front.db, { organizationId, shopId, domain: "x.example", clientLabel: "X" });
    const { rawKey } = await createKey(front.db, { kind: "organization", organizationId, name: "A key", grants: ["full_access"] });
    const agency = frontClient(front, rawKey);
    expect((await agency.get(`/subscription?shop_id=${shopId}`)).data).toMatchObject({ plan: "premium" });
    expect((await agency.post(`/subscription?shop_id=${shopId}`, { plan: "free" })).code).toBe("wrong_key_kind");
    expect((await agency.delete(`/subscription?shop_id=${shopId}`)).code).toBe("wrong_key_kind");
  });
});
