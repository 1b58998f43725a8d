import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { members } from "../../kernel/unsafe.ts";
import { httpFront, type HttpFront } from "../../surfaces/http/http-front.suite.ts";
import { createKey } from "../keys/index.ts";
import { OPERATIONS } from "../operations.ts";

let front: HttpFront;
let admin: FrontClient;
let shop: TestShop;

beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
  admin = await adminClient(["write_admin"]);
  shop = await testShop(front.db);
});
afterAll(() => front[Symbol.asyncDispose]());

async function adminClient(grants: readonly string[]): Promise<FrontClient> {
  return frontClient(front, (await createKey(front.db, { kind: "admin", name: "Admin", grants })).rawKey);
}

const at = (rest = "", of = shop): string => `/admin/shops/${of.shop.shopId}${rest}`;
const NOTHING = 999_999;

describe("what admins ask", () => {
  const ROUTES = OPERATIONS.filter(({ keyKind }) => keyKind === "admin").map(({ name, http, scope }) => ({ name, http, scope }));

  const ask = (client: FrontClient, { method, path }: (typeof ROUTES)[number]["http"]) => {
    const route = path.replace(/\{\w+\}/g, String(NOTHING));
    if (method === "GET") return client.get(route);
    if (method === "PATCH") return client.patch(route, {});
    return method === "DELETE" ? client.delete(route) : client.post(route);
  };

  test.each(ROUTES)("$name takes an admin key alone, with the scope", async ({ http, scope }) => {
    const agency = await front.db.insertInto("organizations").values({ name: "A" }).returning("id").executeTakeFirstOrThrow();
    const owner = { kind: "organization", organizationId: agency.id } as const;
    const { rawKey } = await createKey(front.db, { ...owner, name: "A key", grants: ["write_org", "full_access"] });
    expect((await ask(frontClient(front, front.key), http)).code).toBe("wrong_key_kind");
    expect((await ask(frontClient(front, rawKey), http)).code).toBe("wrong_key_kind");
    const refused = (await ask(await adminClient(["read_admin"]), http)).code === "insufficient_scope";
    expect(refused).toBe(scope === "write_admin");
  });

  test.each(ROUTES.filter(({ http }) => http.path.includes("{")))("$name finds nothing where nothing is", async ({ http }) => {
    expect((await ask(admin, http)).code).toBe("resource_not_found");
  });
});

describe("admin keys", () => {
  test("are made, listed without the secret, and revoked", async () => {
    const made = await admin.post("/admin/keys");
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ object: "admin_key", name: "Admin key", scopes: ["read_admin", "write_admin"], status: "active" });
    const second = frontClient(front, String(made.data["raw_key"]));
    expect((await second.get("/admin/keys")).text).not.toContain("raw_key");
    expect((await admin.delete(`/admin/keys/${String(made.data["id"])}`)).status).toBe(204);
    expect((await second.get("/admin/keys")).code).toBe("unauthorized");
    const merchants = await createKey(front.db, { kind: "merchant", shopId: shop.shop.shopId, name: "M", grants: ["read"] });
    expect((await admin.delete(`/admin/keys/${merchants.id}`)).code).toBe("resource_not_found");
    expect((await admin.post("/admin/keys", { scopes: ["read"] })).code).toBe("invalid_param");
  });
});

describe("shops", () => {
  test("are found by a part of their domain", async () => {
    const found = await admin.get(`/admin/shops?search=${shop.token.slice(5, 25).toUpperCase()}`);
    expect(found.list).toMatchObject([
      { id: `shop_${shop.shop.shopId}`, storefront: "csv", subscription_plan: "premium", uninstalled_at: null },
    ]);
    expect(found.meta).toMatchObject({ total: 1 });
    expect((await admin.get("/admin/shops?search=%25")).meta).toMatchObject({ total: 0 });
    expect((await admin.get("/admin/shops?per_page=1")).meta).toMatchObject({ has_more: true });
    expect((await admin.get(at())).data).toMatchObject({ object: "shop", name: "A shop" });
  });

  test("are installed from an export, with a key and an extract", async () => {
    const body = {
      domain: "Made.example",
      currency: "EUR",
      country: "DE",
      plan: "starter",
      storefront: { kind: "csv", csv: "Handle,Title,Price\na,A,1\n" },
    };
    const made = await admin.post("/admin/shops", body);
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({
      domain: "made.example",
      currency: "EUR",
      country: "DE",
      subscription_plan: "starter",
      merchant_key: expect.stringMatching(/^svc_live_sk_/),
      extract_id: expect.stringMatching(/^ext_/),
      missing: null,
    });
    const owner = frontClient(front, String(made.data["merchant_key"]));
    expect((await owner.get("/extracts/latest")).data).toMatchObject({ id: made.data["extract_id"], status: "pending" });
    const log = await owner.get("/audit");
    expect(log.list).toMatchObject([{ action: "shop.installed", actor: { key_kind: "admin" }, after: { merchant_key: "[redacted]" } }]);
    expect(log.text).not.toContain("Handle,Title");
    expect(await admin.post("/admin/shops", body)).toMatchObject({ status: 409, code: "shop_exists" });
    const twice = await Promise.all([1, 2].map(() => admin.post("/admin/shops", { ...body, domain: "twice.example" })));
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test("are installed with the language and time zone of their export, in the usual spelling", async () => {
    const body = { domain: "sprache.example", storefront: { kind: "csv", csv: "Handle,Title,Price\na,A,1\n" } };
    const made = await admin.post("/admin/shops", { ...body, language: "DE-at", time_zone: "europe/vienna" });
    expect(made.status).toBe(201);
    const spoken = { primary_locale: "de-AT", languages: ["de-AT"], time_zone: "Europe/Vienna" };
    expect(made.data).toMatchObject(spoken);
    expect((await frontClient(front, String(made.data["merchant_key"])).get("/shop")).data).toMatchObject(spoken);
    const wrong = { ...body, domain: "zone.example", language: "german", time_zone: "+02:00" };
    expect(await admin.post("/admin/shops", wrong)).toMatchObject({
      status: 422,
      code: "invalid_param",
      params: ["/language", "/time_zone"],
    });
    const plain = await admin.post("/admin/shops", { ...body, domain: "plain.example" });
    expect(plain.data).toMatchObject({ primary_locale: "en", languages: ["en"], time_zone: "UTC" });
  });

  test.each([
    ["no domain", { storefront: { kind: "csv", csv: "Handle\na\n" } }, "invalid_param"],
    ["a domain that is none", { domain: "x y", storefront: { kind: "csv", csv: "Handle\na\n" } }, "invalid_param"],
    [
      "a currency that is none",
      { domain: "y.example", currency: "coins", storefront: { kind: "csv", csv: "Handle\na\n" } },
      "invalid_param",
    ],
    [
      "a platform not extracted from here",
      { storefront: { kind: "shopify", shop: "x.myshopify.com", access_token: "t" } },
      "invalid_param",
    ],
    ["another platform", { domain: "y.example", storefront: { kind: "magento" } }, "validation_failed"],
    ["a plan there is not", { domain: "y.example", plan: "gold", storefront: { kind: "csv", csv: "Handle\na\n" } }, "validation_failed"],
  ])("are not installed with %s", async (_, body, code) => {
    const before = (await admin.get("/admin/shops")).meta["total"];
    expect(await admin.post("/admin/shops", body)).toMatchObject({ status: 422, code });
    expect((await admin.get("/admin/shops")).meta["total"]).toBe(before);
  });

  test("are not installed with several things wrong, and all are named", async () => {
    const wrong = { domain: "x y", currency: "coins", country: "Elbonia", storefront: { kind: "csv", csv: "Handle\na\n" } };
    const refused = (params: readonly string[]) => ({ status: 422, code: "invalid_param", params });
    expect(await admin.post("/admin/shops", wrong)).toMatchObject(refused(["/domain", "/currency", "/country"]));
    const unnamed = { currency: "coins", storefront: { kind: "csv", csv: "Handle\na\n" } };
    expect(await admin.post("/admin/shops", unnamed)).toMatchObject(refused(["/domain", "/currency"]));
    const elsewhere = { country: "Elbonia", storefront: { kind: "shopify", shop: "x.myshopify.com", access_token: "t" } };
    expect(await admin.post("/admin/shops", elsewhere)).toMatchObject(refused(["/storefront"]));
    const nowhere = { storefront: { kind: "shopify", access_token: "t" } };
    expect(await admin.post("/admin/shops", nowhere)).toMatchObject(refused(["/storefront/shop"]));
  });
});

describe("the keys of a shop", () => {
  test("are made, listed and revoked by an admin, and the shop's log says so", async () => {
    const made = await admin.post(at("/keys"), { name: "From support", scopes: ["read_settings"] });
    expect(made.data).toMatchObject({ object: "api_key", name: "From support", scopes: ["read_settings"] });
    const key = frontClient(front, String(made.data["raw_key"]));
    expect((await key.get("/audit")).list[0]).toMatchObject({ action: "api_key.created", actor: { key_kind: "admin" } });
    expect((await admin.get(at("/keys"))).list.at(-1)).toMatchObject({ name: "From support", status: "active" });
    const other = await testShop(front.db);
    expect((await admin.delete(at(`/keys/${String(made.data["id"])}`, other))).code).toBe("resource_not_found");
    expect((await admin.delete(at(`/keys/${String(made.data["id"])}`))).status).toBe(204);
    expect((await key.get("/audit")).code).toBe("unauthorized");
  });
});

describe("the extracts of a shop", () => {
  test("are started and listed", async () => {
    const started = await admin.post(at("/extracts"));
    expect(started.status).toBe(202);
    expect(started.data).toMatchObject({ object: "extract", type: "full", status: "pending" });
    expect(await admin.post(at("/extracts"))).toMatchObject({ status: 409, code: "export_in_progress" });
    expect((await admin.get(at("/extracts"))).list).toMatchObject([{ id: started.data["id"] }]);
    const gone = await testShop(front.db);
    await front.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", gone.shop.shopId).execute();
    expect((await admin.post(at("/extracts", gone))).code).toBe("shop_inactive");
  });
});

describe("organizations", () => {
  test("are made with members and a first key", async () => {
    const made = await admin.post("/admin/organizations", { name: " An agency " });
    expect(made.data).toMatchObject({ object: "organization", name: "An agency", shop_count: 0, member_count: 0 });
    const path = `/admin/organizations/${String(made.data["id"])}`;
    const ada = { name: "Ada", email: "ada@agency.example", role: "owner" };
    expect((await admin.post(`${path}/members`, ada)).data).toMatchObject({ object: "org_member", ...ada });
    expect(await admin.post(`${path}/members`, { ...ada, email: "ADA@agency.example" })).toMatchObject({
      status: 409,
      code: "member_exists",
    });
    expect(await admin.post(`${path}/members`, { name: "Eve", email: "eve" })).toMatchObject({ status: 422, code: "validation_failed" });
    const key = await admin.post(`${path}/keys`, { scopes: ["write_org"] });
    expect(key.data).toMatchObject({ object: "org_key", name: "Organization key", scopes: ["write_org"] });
    const agency = frontClient(front, String(key.data["raw_key"]));
    expect((await agency.get("/org")).data).toMatchObject({ id: made.data["id"], member_count: 1 });
    const all = await admin.get("/admin/organizations?per_page=100");
    expect(all.list.at(-1)).toMatchObject({ id: made.data["id"] });
  });
});

describe("the audit log of the installation", () => {
  test("holds what is about no shop too, and can be asked for one", async () => {
    const all = (await admin.get("/admin/audit?per_page=100")).list;
    expect(all.some(({ action, shop_id: of }) => action === "organization.created" && of === null)).toBe(true);
    const one = await admin.get(`/admin/audit?shop_id=shop_${shop.shop.shopId}`);
    expect(one.list.length).toBeGreaterThan(0);
    expect(one.list.every(({ shop_id: of }) => of === `shop_${shop.shop.shopId}`)).toBe(true);
    expect((await admin.get("/admin/audit?shop_id=x")).code).toBe("invalid_request");
    expect(JSON.stringify(all)).not.toMatch(/svc_(?:live|admin|org)_sk_[0-9a-f]{40}/);
  });
});

describe("the jobs", () => {
  test("are counted, with what failed", async () => {
    const failing = await testShop(front.db);
    const failed = {
      shop_id: failing.shop.shopId,
      type: "full",
      status: "failed",
      warnings: "[]",
      error_code: "csv_file_missing",
    } as const;
    await front.db
      .insertInto("extracts")
      .values({ ...failed, error_details: "The file is gone.", failed_at: new Date() })
      .execute();
    const { data } = await admin.get("/admin/jobs");
    expect(data).toMatchObject({ object: "jobs", workers: 0 });
    expect(data["work"]).toEqual([
      { kind: "extract", waiting: 5, running: 0, failed_last_day: 1 },
      { kind: "run", waiting: 0, running: 0, failed_last_day: 0 },
      { kind: "scope", waiting: 0, running: 0, failed_last_day: 0 },
    ]);
    const failures: unknown = data["failures"];
    expect(members(Array.isArray(failures) ? failures[0] : null)).toMatchObject({
      object: "extract",
      shop_id: `shop_${failing.shop.shopId}`,
      error_code: "csv_file_missing",
      error_details: "The file is gone.",
    });
  });

  test("that failed at one moment are told by number, the highest first, whenever they are asked for", async () => {
    const { shopId } = (await testShop(front.db)).shop;
    const failed = { shop_id: shopId, type: "full", status: "failed", warnings: "[]", created_at: new Date(Date.now() + 60_000) } as const;
    const made = await front.db
      .insertInto("extracts")
      .values(Array.from({ length: 30 }, () => failed))
      .returning("id")
      .execute();
    const newest = made.map(({ id }) => `ext_${id}`).toReversed();
    const idsOf = async () => {
      const { failures } = (await admin.get("/admin/jobs")).data;
      return Array.isArray(failures) ? failures.map((failure) => members(failure)["id"]) : [];
    };
    expect(await idsOf()).toEqual(newest.slice(0, 20));
    await front.db
      .updateTable("extracts")
      .set({ progress: 1 })
      .where("id", "=", made[7]?.id ?? 0)
      .execute();
    expect(await idsOf()).toEqual(newest.slice(0, 20));
  });
});

test("a list in the order of making has every entry once, also while it grows", async () => {
  const make = async (name: string) =>
    `org_${(await front.db.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow()).id}`;
  const atStart: string[] = [];
  while (atStart.length < 12) atStart.push(await make("Before"));
  const read: unknown[] = [];
  for (let number = 1, more = true; more && number < 100; number += 1) {
    const page = await admin.get(`/admin/organizations?per_page=5&page=${number}`);
    read.push(...page.list.map(({ id }) => id));
    more = page.meta["has_more"] === true;
    if (number < 5) await make("Meanwhile");
  }
  expect(read.filter((id) => atStart.includes(String(id)))).toEqual(atStart);
  expect(new Set(read).size).toBe(read.length);
});
