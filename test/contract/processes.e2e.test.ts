import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/features/operations.ts";
import { serviceHome } from "../harness/service-process.ts";
import { expectFault } from "./answers.ts";
import { bearer, type Exchanged, type Exchanging, exchanging, JSON_TYPE } from "./exchange.ts";
import { requestOf } from "./sample.ts";
import { contractScene, type Scene } from "./scene.ts";

/** Two processes on one database: what is taken away at one is gone at the other with the very next request. */

let scene: Scene;
let other: Exchanging;
let served: string;
beforeAll(async () => {
  scene = await contractScene(serviceHome);
  served = (await scene.home.startApi()).url;
  other = exchanging(served);
});
afterAll(async () => {
  other[Symbol.dispose]();
  await scene[Symbol.asyncDispose]();
});

const there = (key: string, method: string, route: string, body?: object): Promise<Exchanged> =>
  other.exchange({
    method,
    target: `/v1${route}`,
    headers: { ...bearer(key), ...(body === undefined ? {} : JSON_TYPE) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

test.each(["merchant", "organization", "admin"] as const)("a revoked %s key is refused by the other process at once", async (kind) => {
  const { ask, own, adminKey } = scene;
  const [route, maker, probe] = (
    {
      merchant: ["/api_keys", own.merchantKey, "/feeds"],
      organization: ["/org/keys", own.agencyKey, "/org"],
      admin: ["/admin/keys", adminKey, "/admin/shops"],
    } as const
  )[kind];
  for (let round = 0; round < 5; round += 1) {
    const { data } = await ask(maker, "POST", route, { name: "Brief" });
    const key = String(data["raw_key"]);
    expect((await there(key, "GET", probe)).status).toBe(200);
    await ask(maker, "DELETE", `${route}/${String(data["id"])}`);
    expectFault(await there(key, "GET", probe), "unauthorized");
  }
});

test("a session that one process began is taken by the other, which refuses it at once when it is ended or its key is revoked", async () => {
  const { exchange, ask, own } = scene;
  const { data } = await ask(own.merchantKey, "POST", "/api_keys", { name: "Browser" });
  const begin = async () => {
    const body = JSON.stringify({ key: data["raw_key"] });
    const { status, headers } = await exchange({ method: "POST", target: "/session", headers: JSON_TYPE, body });
    expect(status).toBe(204);
    return { cookie: String(headers["set-cookie"]).split(";", 1)[0] ?? "", "sec-fetch-site": "same-origin" };
  };
  const feeds = (headers: Readonly<Record<string, string>>) => other.exchange({ method: "GET", target: "/v1/feeds", headers });
  const [left, kept] = [await begin(), await begin()];
  for (const session of [left, kept]) expect((await feeds(session)).status).toBe(200);
  expect((await exchange({ method: "DELETE", target: "/session", headers: left })).status).toBe(204);
  expectFault(await feeds(left), "unauthorized");
  expect((await feeds(kept)).status).toBe(200);
  await ask(own.merchantKey, "DELETE", `/api_keys/${String(data["id"])}`);
  expectFault(await feeds(kept), "unauthorized");
});

describe("a connection that is removed", () => {
  let shopId: string;
  let made: string;
  beforeEach(async () => {
    const { ask, own } = scene;
    await ask(own.agencyKey, "POST", "/org/invitations", { shop_domain: own.domain }).catch(() => undefined);
    await ask(own.merchantKey, "POST", `/connection_requests/${await connection()}/approve`);
    shopId = own.shop.replace("shop_", "");
    made = String((await ask(own.agencyKey, "POST", `/api_keys?shop_id=${shopId}`, { name: "Agency's" })).data["raw_key"]);
  });

  async function connection(): Promise<string> {
    return String((await scene.ask(scene.own.merchantKey, "GET", "/connection_requests")).list[0]?.["id"]);
  }

  const expectThere = async () => {
    expect((await there(scene.own.agencyKey, "GET", `/feeds?shop_id=${shopId}`)).status).toBe(200);
    expect((await there(made, "GET", "/feeds")).status).toBe(200);
  };
  const expectGone = async () => {
    const { agencyKey } = scene.own;
    expectFault(await there(agencyKey, "GET", `/feeds?shop_id=${shopId}`), "shop_not_connected");
    expectFault(await there(agencyKey, "POST", `/api_keys?shop_id=${shopId}`, { name: "Late" }), "shop_not_connected");
    expectFault(await there(made, "GET", "/feeds"), "unauthorized");
  };

  test("by the organization ends its access, and that of the keys it made, in the other process at once", async () => {
    await expectThere();
    await scene.ask(scene.own.agencyKey, "DELETE", `/org/connections/${shopId}`);
    await expectGone();
    expect((await there(scene.own.agencyKey, "GET", "/org/shops")).list.map(({ domain }) => domain)).not.toContain(scene.own.domain);
  });

  test("by the merchant ends it as well", async () => {
    await expectThere();
    await scene.ask(scene.own.merchantKey, "POST", `/connection_requests/${await connection()}/decline`);
    await expectGone();
  });
});

test("a lowered plan takes additional feeds away in the other process at once, and a raised one gives them back", async () => {
  const { ask, own, fresh } = scene;
  const create = () =>
    there(own.merchantKey, "POST", "/feeds", { feed_type: "market", target_market: "CA", display_name: fresh("There ") });
  expect((await create()).status).toBe(201);
  await ask(own.merchantKey, "POST", "/subscription", { plan: "free" });
  expectFault(await create(), "plan_upgrade_required");
  await ask(own.merchantKey, "POST", "/subscription", { plan: "growth" });
  expect((await create()).status).toBe(201);
  await ask(own.merchantKey, "DELETE", "/subscription");
  expectFault(await create(), "plan_upgrade_required");
});

test("a shop that is uninstalled is read and not changed in the other process at once, and removed once more it is gone", async () => {
  const { ask, adminKey, fresh } = scene;
  const storefront = { kind: "csv", csv: "Handle,Title,Variant SKU,Variant Price\nlamp,Lamp,L-1,12.90\n" };
  const { data } = await ask(adminKey, "POST", "/admin/shops", { domain: `${fresh("gone")}.example`, storefront });
  const key = String(data["merchant_key"]);
  expect((await there(key, "GET", "/shop")).status).toBe(200);
  await ask(adminKey, "DELETE", `/admin/shops/${String(data["id"])}`);
  expect((await there(key, "GET", "/shop")).status).toBe(200);
  expectFault(await there(key, "POST", "/extracts"), "shop_inactive");
  await ask(adminKey, "DELETE", `/admin/shops/${String(data["id"])}`);
  expectFault(await there(key, "GET", "/shop"), "unauthorized");
});

test("a preview whose catalog cannot be read is 500 preview_failed", async () => {
  const { own, home } = scene;
  // Runs of other tests may still write there.
  await rm(join(home.dataDir, "objects", "objects", "shops"), { recursive: true, maxRetries: 20, retryDelay: 100 });
  const preview = { rule: { type: "set_value", target: "brand", value: "x" } };
  expectFault(await there(own.merchantKey, "POST", `/feeds/${own.feed}/rules/preview`, preview), "preview_failed");
});

test("without its database every operation of a process is 503 with Retry-After, in the one format of errors", async () => {
  await scene.service.stop();
  for (const operation of OPERATIONS) {
    const answer = await other.exchange(requestOf(operation, { key: scene.adminKey, params: { id: "1", feed_id: "1", run_id: "1" } }));
    expect([operation.name, answer.status, answer.code]).toEqual([operation.name, 503, "unavailable"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect((await other.exchange({ method: "GET", target: "/healthz" })).status).toBe(200);
  expect((await other.exchange({ method: "GET", target: "/readyz" })).status).toBe(503);
});
