import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { APP_SHOP, type AppWorld, appWorld } from "../../../test/harness/shopify-app.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { storedId } from "../../kernel/ids.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { actOnWebhook } from "../shopify-webhooks/index.ts";
import { rereadOldSubscriptions, rereadSubscription } from "./index.ts";

/** Plans of a shop that installed the app, as the merchant and Shopify change them. */

const billing = { mode: "live", trialDays: 14, discounts: { LAUNCH20: { share: 0.2, periods: 3 } } } as const;
const world: AppWorld = await appWorld({ settings: { billing } });
afterAll(() => world[Symbol.asyncDispose]());

const { front, simulator, services } = world;
const { app } = simulator.control;
const { db } = front;

beforeEach(async () => {
  simulator.control.clearFailures();
  app.uninstall();
  app.setDevelopment(false);
  for (const table of ["events", "extracts", "shopify_charges"] as const) await db.deleteFrom(table).execute();
  await db.deleteFrom("shops").where("domain", "=", APP_SHOP).execute();
  await world.install();
});

const shopOf = async () => {
  const { id } = await db.selectFrom("shops").select("id").where("domain", "=", APP_SHOP).executeTakeFirstOrThrow();
  return openShop(db, storedId("shop", id));
};
const ask = (method: "GET" | "POST" | "DELETE", body?: object) =>
  front.send({
    method,
    url: "/v1/subscription",
    key: app.sessionToken(),
    ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
const plan = async () => {
  const { data } = (await ask("GET")).json<{ readonly data: { readonly plan: string; readonly status: string } }>();
  return `${data.plan} ${data.status}`;
};
const told = async () => {
  const rows = await db.selectFrom("events").select("body").where("name", "=", "subscription.changed").orderBy("id").execute();
  return rows.map(({ body }) => {
    const data = members(members(parseJson(body))["data"]);
    return `${String(data["plan"])} ${String(data["previous_status"])}→${String(data["status"])}`;
  });
};
/** Asks for a plan; the number of the charge that then waits for the merchant. */
const subscribe = async (wanted: object): Promise<number> => {
  const answer = await ask("POST", wanted);
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { data: { confirmation_url: expect.stringContaining(simulator.url) } }]);
  return app.subscriptions.list()[0]?.id ?? 0;
};
const comeBack = () => front.send({ method: "GET", url: `/shopify/charge?shop=${APP_SHOP}&charge_id=1`, key: null });
const reread = async () => rereadSubscription(services, await shopOf());

describe("a plan", () => {
  test("waits for the merchant's approval in Shopify, whatever the browser says", async () => {
    const id = await subscribe({ plan: "growth" });
    expect(app.subscriptions.list()[0]).toMatchObject({
      name: "Feedwright Growth",
      test: false,
      trialDays: 14,
      items: [{ amount: "29.99", currencyCode: "USD", interval: "EVERY_30_DAYS", discount: null }],
      returnUrl: `https://feeds.example/shopify/charge?shop=${APP_SHOP}`,
    });
    expect((await comeBack()).headers.location).toBe(`${simulator.url}/admin/app`);
    expect(await plan()).toBe("free none");
    app.subscriptions.decide(id, "approve");
    expect((await comeBack()).statusCode).toBe(303);
    expect([await plan(), await told()]).toEqual(["growth active", ["growth none→active"]]);
    const again = await ask("POST", { plan: "growth" });
    expect(again.json()).toMatchObject({ data: { confirmation_url: null, message: "The shop is already on the Growth plan." } });
    expect(app.subscriptions.list()).toHaveLength(1);
  });

  test("changes to another one when that is approved, in whatever order we hear of it", async () => {
    app.subscriptions.decide(await subscribe({ plan: "starter" }), "approve");
    await reread();
    const id = await subscribe({ plan: "premium" });
    expect(await plan()).toBe("starter active");
    app.subscriptions.decide(id, "approve");
    await Promise.all([reread(), reread(), reread()]);
    expect(await plan()).toBe("premium active");
    expect(await told()).toEqual(["starter none→active", "premium active→active"]);
  });

  test("is replaced as Shopify does by default, which prorates, in both directions", async () => {
    for (const wanted of ["growth", "premium", "starter"]) {
      app.subscriptions.decide(await subscribe({ plan: wanted }), "approve");
      await reread();
      expect([await plan(), app.subscriptions.list()[0]?.replacement]).toEqual([`${wanted} active`, "STANDARD"]);
    }
    const latest = app.subscriptions.list().slice(0, 3);
    expect(latest.map(({ status }) => status)).toEqual(["ACTIVE", "CANCELLED", "CANCELLED"]);
    expect(await told()).toEqual(["growth none→active", "premium active→active", "starter active→active"]);
  });

  test("isn't believed from a delivery, and is told of once however often Shopify reports it", async () => {
    const acting = { db, openShop, signal: AbortSignal.timeout(60_000) };
    const report = (id: string) =>
      actOnWebhook(services, acting, { webhook_id: id, topic: "app_subscriptions/update", domain: APP_SHOP, reference: null });
    const id = await subscribe({ plan: "growth" });
    await report("says that it's active");
    expect([await plan(), await told()]).toEqual(["free none", []]);
    app.subscriptions.decide(id, "approve");
    await Promise.all(["first", "again", "late"].map(report));
    expect([await plan(), await told()]).toEqual(["growth active", ["growth none→active"]]);
  });

  test("that is frozen can be cancelled, and one that is cancelled while it waits never begins", async () => {
    app.subscriptions.decide(await subscribe({ plan: "growth" }), "approve");
    app.subscriptions.freeze();
    await reread();
    expect((await ask("DELETE")).statusCode).toBe(204);
    expect([await plan(), app.subscriptions.list()[0]?.status]).toEqual(["free none", "CANCELLED"]);
    const waiting = await subscribe({ plan: "starter" });
    expect((await ask("DELETE")).statusCode).toBe(204);
    expect(app.subscriptions.decide(waiting, "approve")).toBeUndefined();
    await reread();
    expect(await plan()).toBe("free none");
  });

  test.each([
    ["declined", (id: number) => void app.subscriptions.decide(id, "decline"), "DECLINED"],
    ["expired", () => void app.subscriptions.expire(), "EXPIRED"],
  ] as const)("stays as it is if the charge is %s", async (_, end, status) => {
    end(await subscribe({ plan: "growth" }));
    await comeBack();
    expect([await plan(), await told()]).toEqual(["free none", []]);
    expect(await db.selectFrom("shopify_charges").select(["plan", "status"]).execute()).toEqual([{ plan: "growth", status }]);
  });

  test("is kept but frozen while the merchant doesn't pay Shopify", async () => {
    app.subscriptions.decide(await subscribe({ plan: "growth" }), "approve");
    await reread();
    app.subscriptions.freeze();
    await reread();
    expect(await plan()).toBe("growth frozen");
    app.subscriptions.unfreeze();
    await reread();
    expect([await plan(), await told()]).toEqual(["growth active", ["growth none→active", "growth active→frozen", "growth frozen→active"]]);
  });

  test("is cancelled at Shopify, by DELETE and by choosing the free one", async () => {
    for (const cancel of [() => ask("DELETE"), () => ask("POST", { plan: "free" })]) {
      app.subscriptions.decide(await subscribe({ plan: "starter" }), "approve");
      await reread();
      expect((await cancel()).statusCode).toBeLessThan(300);
      expect([await plan(), app.subscriptions.list()[0]?.status]).toEqual(["free none", "CANCELLED"]);
    }
    expect((await ask("DELETE")).statusCode).toBe(204);
  });

  test("ends when Shopify ends it, which the daily look finds", async () => {
    app.subscriptions.decide(await subscribe({ plan: "starter" }), "approve");
    await reread();
    app.subscriptions.cancelAll();
    const look = () => rereadOldSubscriptions(services, { db, openShop }, AbortSignal.timeout(20_000));
    await look();
    expect(await plan()).toBe("starter active");
    await db
      .updateTable("shops")
      .set({ subscription_checked_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    await look();
    expect([await plan(), await told()]).toEqual(["free none", ["starter none→active", "free active→none"]]);
  });
});

describe("a charge", () => {
  test("has the discount of a code, and no other code is taken", async () => {
    await subscribe({ plan: "starter", discount_code: "LAUNCH20" });
    expect(app.subscriptions.list()[0]?.items[0]?.discount).toEqual({ value: { percentage: 0.2 }, durationLimitInIntervals: 3 });
    const refused = await ask("POST", { plan: "starter", discount_code: "MADEUP" });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { error: { code: "invalid_param", details: [{ param: "/discount_code" }] } },
    ]);
  });

  test("is a test in a development shop, and a test counts nowhere else", async () => {
    app.setDevelopment(true);
    app.subscriptions.decide(await subscribe({ plan: "starter" }), "approve");
    await reread();
    expect([app.subscriptions.list()[0]?.test, await plan()]).toEqual([true, "starter active"]);
    app.setDevelopment(false);
    await reread();
    expect(await plan()).toBe("free none");
  });

  test("has the whole trial once: what is left of it goes to the next plan, and nothing to a shop that has had it", async () => {
    const trial = () => app.subscriptions.list()[0]?.trialDays;
    app.subscriptions.decide(await subscribe({ plan: "starter" }), "decline");
    app.subscriptions.decide(await subscribe({ plan: "starter" }), "approve");
    expect(trial()).toBe(14);
    // Five days pass.
    const charge = app.subscriptions.list()[0];
    Object.assign(charge ?? {}, { createdAt: new Date(Date.now() - 5 * 86_400_000).toISOString() });
    await subscribe({ plan: "growth" });
    expect(trial()).toBe(9);
    Object.assign(charge ?? {}, { createdAt: new Date(Date.now() - 50 * 86_400_000).toISOString() });
    await subscribe({ plan: "premium" });
    expect(trial()).toBe(0);
  });

  test("costs nothing where only tests are asked for", async () => {
    await using trying = await appWorld({ settings: { billing: { ...billing, mode: "test" } } });
    await trying.install();
    const asked = await trying.front.send({
      method: "POST",
      url: "/v1/subscription",
      key: trying.simulator.control.app.sessionToken(),
      payload: JSON.stringify({ plan: "growth" }),
      headers: { "content-type": "application/json" },
    });
    expect([asked.statusCode, trying.simulator.control.app.subscriptions.list()[0]?.test]).toEqual([200, true]);
  });

  test("can't be asked for while Shopify is away, and nothing changes", async () => {
    simulator.control.fail({ kind: "http_503", times: 30 });
    await expect(reread()).rejects.toMatchObject({ fault: "unavailable" });
    simulator.control.clearFailures();
    expect(await plan()).toBe("free none");
  }, 60_000);

  test("that we died before storing has its plan by its name", async () => {
    const id = await subscribe({ plan: "growth" });
    await db.deleteFrom("shopify_charges").execute();
    app.subscriptions.decide(id, "approve");
    await reread();
    expect(await plan()).toBe("growth active");
  });

  test("isn't needed by a shop whose operator gave it a plan", async () => {
    await db.updateTable("shops").set({ subscription_plan: "premium" }).where("domain", "=", APP_SHOP).execute();
    await reread();
    expect([await plan(), await told()]).toEqual(["premium none", []]);
  });
});
