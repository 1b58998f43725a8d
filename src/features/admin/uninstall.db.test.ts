import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { waitingForLocks } from "../../../test/harness/lock-waits.ts";
import { liveSnapshot, secondFeed, testShop, type TestShop, waitingRun } from "../../../test/harness/shop-fixture.ts";
import { storedId } from "../../kernel/ids.ts";
import { httpFront, type HttpFront } from "../../surfaces/http/http-front.suite.ts";
import { createKey } from "../keys/index.ts";
import { OPERATIONS } from "../operations.ts";
import { insertActiveConnection, insertOrganization } from "../organizations/index.ts";
import { claimRun } from "../runs/index.ts";

let front: HttpFront;
let admin: FrontClient;
let leaving: TestShop;
let merchant: FrontClient;

beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
  admin = frontClient(front, (await createKey(front.db, { kind: "admin", name: "Admin", grants: ["write_admin"] })).rawKey);
});
afterAll(() => front[Symbol.asyncDispose]());
beforeEach(async () => {
  leaving = await testShop(front.db);
  const own = { kind: "merchant", shopId: leaving.shop.shopId, name: "Own", grants: ["full_access"] } as const;
  merchant = frontClient(front, (await createKey(front.db, own)).rawKey);
});

const path = () => `/admin/shops/${leaving.shop.shopId}`;
const domain = () => `shop-${leaving.token}.example`;
const remove = async () => (await admin.delete(path())).status;

test("an uninstalled shop is read and not changed, with its own key and an organization's, and shown with its moment", async () => {
  const organizationId = await insertOrganization(front.db, "An agency");
  await insertActiveConnection(front.db, { organizationId, shopId: leaving.shop.shopId, domain: domain(), clientLabel: "Home" });
  const agencyKey = await createKey(front.db, { kind: "organization", organizationId, name: "Agency", grants: ["full_access"] });
  const agency = frontClient(front, agencyKey.rawKey);
  const query = `?shop_id=${leaving.shop.shopId}`;
  expect(await remove()).toBe(204);
  expect((await admin.get(path())).data).toMatchObject({ domain: domain(), uninstalled_at: expect.any(String) });
  expect((await merchant.get("/shop")).status).toBe(200);
  expect((await agency.get(`/shop${query}`)).status).toBe(200);
  expect(await merchant.post("/extracts")).toMatchObject({ status: 403, code: "shop_inactive" });
  expect(await agency.post(`/extracts${query}`)).toMatchObject({ status: 403, code: "shop_inactive" });
  expect((await admin.post(`${path()}/extracts`)).code).toBe("shop_inactive");
  expect((await merchant.get("/audit")).list).toMatchObject([{ action: "shop.uninstalled", before: { uninstalled_at: null } }]);
});

test("what waits and works for a shop ends with it, and what was to follow a run does not", async () => {
  const { shop } = leaving;
  const extractId = await liveSnapshot(shop);
  await waitingRun(leaving, extractId);
  expect(await claimRun(front.db, "worker", 20)).toMatchObject({ shop_id: shop.shopId });
  const second = storedId("feed", (await secondFeed(shop, "ca")).id);
  await waitingRun({ shop, feedId: second }, extractId);
  await front.db.updateTable("feeds").set({ rerun_requested: true }).where("id", "=", leaving.feedId).execute();
  const others = await testShop(front.db);
  const other = await waitingRun(others, await liveSnapshot(others.shop));
  const asked = (await merchant.post("/extracts")).data;
  expect(await remove()).toBe(204);
  expect((await merchant.get(`/extracts/${String(asked["id"])}`)).data).toMatchObject({ status: "cancelled" });
  const runs = await front.db.selectFrom("runs").select(["status", "error_code"]).where("shop_id", "=", shop.shopId).execute();
  expect(runs).toEqual([
    { status: "failed", error_code: "cancelled" },
    { status: "failed", error_code: "cancelled" },
  ]);
  expect(await claimRun(front.db, "worker", 20)).toMatchObject({ id: other.id });
  expect(await claimRun(front.db, "worker", 20)).toBeUndefined();
  const wanted = await front.db.selectFrom("feeds").select("rerun_requested").where("shop_id", "=", shop.shopId).execute();
  expect(wanted).toEqual([{ rerun_requested: false }, { rerun_requested: false }]);
});

test("its domain is installed again as another shop, which invitations then reach, and the old one stays", async () => {
  const organizationId = await insertOrganization(front.db, "An agency");
  const agencyKey = await createKey(front.db, { kind: "organization", organizationId, name: "Agency", grants: ["write_org"] });
  const body = { domain: domain(), currency: "EUR", country: "DE", storefront: { kind: "csv", csv: "Handle,Title,Price\na,A,1\n" } };
  expect((await admin.post("/admin/shops", body)).code).toBe("shop_exists");
  expect(await remove()).toBe(204);
  const again = await admin.post("/admin/shops", body);
  expect(again).toMatchObject({ status: 201, data: { domain: domain(), uninstalled_at: null } });
  expect(again.data["id"]).not.toBe(`shop_${leaving.shop.shopId}`);
  await frontClient(front, agencyKey.rawKey).post("/org/invitations", { shop_domain: domain() });
  expect((await merchant.get("/connection_requests")).list).toEqual([]);
  const owner = frontClient(front, String(again.data["merchant_key"]));
  expect((await owner.get("/connection_requests")).list).toHaveLength(1);
});

test("removed once more it is erased at once, and the installation's log alone remembers", async () => {
  expect(await remove()).toBe(204);
  expect(await remove()).toBe(204);
  expect(await remove()).toBe(404);
  expect((await admin.get(path())).code).toBe("resource_not_found");
  expect((await merchant.get("/shop")).code).toBe("unauthorized");
  const [entry] = (await admin.get("/admin/audit")).list;
  expect(entry).toMatchObject({ action: "shop.removed", shop_id: null, before: { domain: domain(), uninstalled_at: expect.any(String) } });
  expect(await front.db.selectFrom("shops").select("id").where("id", "=", leaving.shop.shopId).execute()).toEqual([]);
  const { queue } = (await admin.get("/admin/jobs")).data;
  expect(queue).toContainEqual({ job: "objects.remove", waiting: 1, running: 0, delayed: 0, failed: 0 });
});

test("of two removals at one moment neither erases what the other has just uninstalled", async () => {
  const lock = await front.db.startTransaction().execute();
  await lock.selectFrom("api_keys").select("id").where("shop_id", "=", leaving.shop.shopId).forUpdate().execute();
  const both = Promise.all([remove(), remove()]);
  await expect.poll(() => waitingForLocks(front.db)).toBe(2);
  await lock.commit().execute();
  expect(await both).toEqual([204, 204]);
  expect((await admin.get(path())).data).toMatchObject({ uninstalled_at: expect.any(String) });
});
