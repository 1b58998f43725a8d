import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frontClient } from "../../../test/harness/front-client.ts";
import { createKey } from "../keys/index.ts";
import { storedId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import { type FleetShops, fleetShops, statuses } from "./fleet-shops.suite.ts";

let fleet: FleetShops;
beforeAll(async () => {
  fleet = await fleetShops(2);
  const [first, second] = fleet.shops;
  for (const shop of [first, second]) await fleet.agency.client.put(`/feeds/feed_${shop?.feed}/channels/google?shop_id=${shop?.id}`, {});
  // Only the first shop has wrong GTINs.
  const rule = { type: "set_value", target: "gtin", value: "1234" };
  await fleet.agency.client.post(`/feeds/feed_${first?.feed}/rules?shop_id=${first?.id}`, { rule });
  for (const shop of [first, second]) await fleet.agency.client.post(`/feeds/feed_${shop?.feed}/regenerate?shop_id=${shop?.id}`);
  await fleet.workRuns();
});
afterAll(() => fleet[Symbol.asyncDispose]());

const domains = (list: readonly Readonly<Record<string, unknown>>[]) => list.map(({ domain }) => domain);

describe("the fleet", () => {
  test("shows every connected shop with its overview, those that need it most first, and invitations last", async () => {
    await fleet.agency.client.post("/org/invitations", { shop_domain: "invited.example" });
    const [, second] = fleet.shops;
    const failing = fleet.db.updateTable("runs").where("feed_id", "=", second?.feed ?? 0);
    await failing.set({ status: "failed", error_details: "It broke." }).execute();
    const { list, meta } = await fleet.agency.client.get("/org/fleet");
    expect(domains(list)).toEqual(["client-2.example", "client-1.example", "invited.example"]);
    expect(meta).toMatchObject({ total: 3, health: { error: 1, ok: 0, unknown: 1 } });
    expect(list[0]).toMatchObject({ id: second?.id, health: "error", connection: "active", plan: expect.any(String), included_count: 4 });
    const attention = members(list[0]?.["overview"])["attention"];
    expect(attention).toMatchObject([{ code: "run_failed" }, ...(Array.isArray(attention) ? attention.slice(1) : [])]);
    expect(list[2]).toMatchObject({ health: "unknown", connection: "pending", overview: null, name: null });
    await failing.set({ status: "completed" }).execute();
  });

  test("says of each shop what the shop's own overview says", async () => {
    const { list } = await fleet.agency.client.get("/org/fleet");
    for (const { id } of fleet.shops) {
      const own = await fleet.agency.client.get(`/overview?shop_id=${id}`);
      const { overview } = list.find((shop) => shop["id"] === id) ?? {};
      // Webhooks aside, whose ids and places are the same too.
      expect(overview).toEqual(own.data);
    }
  });

  test("is searched, filtered, sorted and paged", async () => {
    const { client } = fleet.agency;
    expect(domains((await client.get("/org/fleet?search=CLIENT-2")).list)).toEqual(["client-2.example"]);
    expect(domains((await client.get("/org/fleet?sort=name")).list)).toEqual(["client-1.example", "client-2.example", "invited.example"]);
    expect(domains((await client.get("/org/fleet?sort=name&per_page=1&page=2")).list)).toEqual(["client-2.example"]);
    expect(domains((await client.get("/org/fleet?attention=unknown")).list)).toEqual(["invited.example"]);
    expect((await client.get("/org/fleet?attention=run_failed")).list).toEqual([]);
    expect((await client.get("/org/fleet?sort=best")).code).toBe("invalid_request");
  });

  test("takes as many statements for forty shops as for one", async () => {
    const count = async (): Promise<number> => {
      const { rows } = await fleet.counted(() => fleet.agency.client.get("/org/fleet"));
      return rows;
    };
    const before = await count();
    for (let n = 0; n < 3; n += 1) await fleet.connectedShop(fleet.agency.id, `more-${n}.example`);
    expect(await count()).toBe(before);
    await fleet.db.deleteFrom("organization_connections").where("domain", "like", "more-%").execute();
  });

  test("needs read_feeds besides read_org", async () => {
    const organizationId = storedId("org", fleet.agency.id);
    const key = await createKey(fleet.db, { kind: "organization", organizationId, name: "Small", grants: ["read_org"] });
    for (const path of ["/org/fleet", "/org/fleet/findings"])
      expect((await frontClient(fleet.front, key.rawKey).get(path)).code).toBe("insufficient_scope");
  });
});

test("findings that several shops have are one, with the feeds that have it and the rule that clears it", async () => {
  const { list } = await fleet.agency.client.get("/org/fleet/findings");
  const gtin = list.find(({ code }) => code === "invalid_gtin_length");
  expect(gtin).toMatchObject({
    channel: "google",
    field: "gtin",
    shop_count: 1,
    affected_count: 4,
    shops: [{ shop_id: fleet.shops[0]?.id }],
  });
  expect(list.some(({ shop_count: shops }) => shops === 2)).toBe(true);
  // Both shops' feeds are fixed by what it suggests.
  const { id } = await fleet.create({
    action: { type: "add_rule", rule: gtin?.["suggested_rule"] },
    shops: [{ shop_id: fleet.shops[0]?.id }],
  });
  await fleet.workFleet();
  expect((await fleet.change(id)).shops[0]?.["preview"]).toMatchObject({ findings_cleared: expect.any(Number), error: null });
  expect(Number(members((await fleet.change(id)).shops[0]?.["preview"])["findings_cleared"])).toBeGreaterThan(0);
  await fleet.decide(id, "cancel");
});

describe("what an organization may touch", () => {
  test("ends at the shops it is connected to: others, and feeds of others, are refused before anything is stored", async () => {
    const other = await fleet.organization("Another agency");
    const theirs = await fleet.connectedShop(other.id, "theirs.example");
    const [own] = fleet.shops;
    const action = { type: "run" };
    const post = (shops: readonly object[]) => fleet.agency.client.post("/org/fleet/changes", { action, shops });
    expect(await post([{ shop_id: theirs.id }])).toMatchObject({ status: 403, code: "shop_not_connected", params: ["/shops/0/shop_id"] });
    expect(await post([{ shop_id: own?.id, feed_id: `feed_${theirs.feed}` }])).toMatchObject({
      code: "invalid_param",
      params: ["/shops/0/feed_id"],
    });
    expect(await post([{ shop_id: own?.id }, { shop_id: own?.id }])).toMatchObject({ code: "invalid_param", params: ["/shops/1/shop_id"] });
    const { id } = await fleet.create({ action, shops: [{ shop_id: own?.id }] });
    for (const what of ["", "/start", "/stop", "/undo", "/cancel"]) {
      const path = `/org/fleet/changes/${id}${what}`;
      const answer = await (what === "" ? other.client.get(path) : other.client.post(path, what === "/start" ? {} : undefined));
      expect([what, answer.code]).toEqual([what, "resource_not_found"]);
    }
    expect(domains((await other.client.get("/org/fleet")).list)).toEqual(["theirs.example"]);
    expect((await other.client.get("/org/fleet/changes")).list).toEqual([]);
    await fleet.decide(id, "cancel");
  });

  test("a shop that is disconnected during a rollout is skipped, with the reason, and the others go on", async () => {
    const { id } = await fleet.create({
      action: { type: "add_rule", rule: { type: "set_value", target: "custom_label_2", value: "A" } },
      shops: fleet.shops.map((shop) => ({ shop_id: shop.id })),
      stages: [2],
    });
    await fleet.workFleet();
    await fleet.decide(id, "start");
    const [first] = fleet.shops;
    const connection = fleet.db.updateTable("organization_connections").where("shop_id", "=", first?.id ?? 0);
    await connection.set({ status: "declined" }).execute();
    await fleet.workFleet();
    await fleet.workRuns();
    await fleet.workFleet();
    const over = await fleet.change(id);
    expect([over.status, statuses(over)]).toEqual(["completed", ["skipped", "done"]]);
    expect(over.shops[0]).toMatchObject({
      reason: expect.stringContaining("isn't connected"),
      connected: false,
      preview: null,
      domain: "",
    });
    await connection.set({ status: "active" }).execute();
  });

  test("a key that is revoked stops the rollout, and another one goes on with it", async () => {
    const organizationId = storedId("org", fleet.agency.id);
    const grants = ["full_access", "write_org"];
    const key = await createKey(fleet.db, { kind: "organization", organizationId, name: "Leaving", grants });
    const leaving = frontClient(fleet.front, key.rawKey);
    const { id } = await fleet.create({ action: { type: "run" }, shops: [{ shop_id: fleet.shops[0]?.id }] });
    await fleet.workFleet();
    expect((await leaving.post(`/org/fleet/changes/${id}/start`, {})).status).toBe(200);
    await fleet.db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", key.id).execute();
    await fleet.workFleet();
    expect(await fleet.change(id)).toMatchObject({ status: "stopped", stopped_reason: expect.stringContaining("revoked") });
    await fleet.decide(id, "start");
    await fleet.workFleet();
    expect(statuses(await fleet.change(id))).toEqual(["applied"]);
    await fleet.workRuns();
    await fleet.workFleet();
  });

  test("needs the scopes of what it does, when it's prepared and when it's started", async () => {
    const reader = await createKey(fleet.db, {
      kind: "organization",
      organizationId: storedId("org", fleet.agency.id),
      name: "R",
      grants: ["read", "write_org"],
    });
    const client = frontClient(fleet.front, reader.rawKey);
    const shops = [{ shop_id: fleet.shops[0]?.id }];
    expect((await client.post("/org/fleet/changes", { action: { type: "run" }, shops })).code).toBe("insufficient_scope");
    const { id } = await fleet.create({ action: { type: "run" }, shops });
    expect((await client.post(`/org/fleet/changes/${id}/start`, {})).code).toBe("insufficient_scope");
    expect((await fleet.agency.client.post(`/org/fleet/changes/${id}/start`, {})).code).toBe("fleet_change_state");
    await fleet.decide(id, "cancel");
  });
});

describe("other actions", () => {
  const [one] = [() => [{ shop_id: fleet.shops[0]?.id }]];

  async function rolled(action: object) {
    const { id } = await fleet.create({ action, shops: one() });
    await fleet.workFleet();
    await fleet.decide(id, "start");
    await fleet.workFleet();
    await fleet.workExtracts();
    await fleet.workRuns();
    await fleet.workFleet();
    return fleet.change(id);
  }

  test("a rule is found by its text and switched off; where it isn't, the shop is skipped", async () => {
    const shop = fleet.shops[0];
    const rules = async () => (await fleet.agency.client.get(`/feeds/feed_${shop?.feed}/rules?shop_id=${shop?.id}`)).list;
    const [rule] = await rules();
    expect(statuses(await rolled({ type: "deactivate_rule", text: rule?.["text"] }))).toEqual(["done"]);
    expect((await rules())[0]?.["active"]).toBe(false);
    expect(await rolled({ type: "deactivate_rule", text: rule?.["text"] })).toMatchObject({
      shops: [{ status: "skipped", reason: expect.stringContaining("already") }],
    });
    expect(await rolled({ type: "activate_rule", text: "Exclude" })).toMatchObject({ shops: [{ reason: "The feed has no such rule." }] });
  });

  test("an extract is waited for with the runs that follow it", async () => {
    expect(statuses(await rolled({ type: "extract" }))).toEqual(["done"]);
  });

  test("a document changes the sections it has, and held runs are published or discarded", async () => {
    const document = { rules: [{ text: 'Exclude because "Closed" when [D]price > 0' }] };
    const held = await rolled({ type: "apply_config", document });
    expect(held).toMatchObject({
      status: "stopped",
      shops: [{ status: "held", preview: { rows_after: 0, changes: expect.arrayContaining([expect.stringMatching(/^rules, /)]) } }],
    });
    expect(statuses(await rolled({ type: "discard_held" }))).toEqual(["done"]);
    expect(statuses(await rolled({ type: "publish_held" }))).toEqual(["skipped"]);
  });
});
