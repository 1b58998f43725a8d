import { afterAll, beforeAll, expect, test } from "vitest";
import { members } from "../../kernel/unsafe.ts";
import { type FleetShops, fleetShops, statuses } from "../fleet/fleet-shops.suite.ts";

let fleet: FleetShops;
beforeAll(async () => {
  fleet = await fleetShops(2);
});
afterAll(() => fleet[Symbol.asyncDispose]());

const DOCUMENT = { rules: [{ text: 'Set custom_label_0 to "{{label}}"' }], settings: { utm: { utm_source: "{{source}}" } } };
const PLACEHOLDERS = [{ name: "label" }, { name: "source", default: "agency" }];

const created = async (name: string, more: object = {}) =>
  (await fleet.agency.client.post("/org/templates", { name, document: DOCUMENT, placeholders: PLACEHOLDERS, ...more })).data;
const drift = async (id: unknown) => (await fleet.agency.client.get(`/org/templates/${String(id)}/drift`)).list;
const shopIds = () => fleet.shops.map(({ id }) => ({ shop_id: id }));

async function rolled(action: object, shops: readonly object[]) {
  const { id } = await fleet.create({ action, shops, stages: [2] });
  await fleet.workFleet();
  await fleet.decide(id, "start");
  await fleet.workFleet();
  await fleet.workRuns();
  await fleet.workFleet();
  return fleet.change(id);
}

test("a template is applied to each shop with its own values, shows drift, and is undone", async () => {
  const { client } = fleet.agency;
  const { id } = await created("Basics");
  const [first, second] = fleet.shops;
  const set = (values: readonly object[]) =>
    client.put(`/org/templates/${String(id)}/shops`, { shops: fleet.shops.map((shop, at) => ({ shop_id: shop.id, values: values[at] })) });
  // A shop without a value is named, and nothing is begun.
  expect((await set([{ label: "One" }, {}])).data["shops"]).toMatchObject([{ missing: [] }, { missing: ["label"], shop_id: second?.id }]);
  const action = { type: "apply_template", template_id: id };
  const refused = await client.post("/org/fleet/changes", { action, shops: shopIds() });
  expect([refused.code, refused.message]).toEqual(["invalid_param", `client-2.example (shop ${second?.id}) has no value for label.`]);
  expect((await drift(id)).map(({ status }) => status)).toEqual(["differs", "missing_values"]);

  await set([{ label: "One" }, { label: "Two", source: "second" }]);
  const over = await rolled(action, shopIds());
  expect([over.status, statuses(over)]).toEqual(["completed", ["done", "done"]]);
  const rules = async (shop = first) =>
    (await client.get(`/feeds/feed_${shop?.feed}/rules?shop_id=${shop?.id}`)).list.map(({ text }) => text);
  expect([await rules(first), await rules(second)]).toEqual([['Set [G]custom_label_0 to "One"'], ['Set [G]custom_label_0 to "Two"']]);
  expect((await drift(id)).map(({ status }) => status)).toEqual(["equal", "equal"]);

  // Someone changes a shop; the template says what differs there.
  await client.post(`/feeds/feed_${first?.feed}/rules?shop_id=${first?.id}`, {
    rule: { type: "set_value", target: "custom_label_1", value: "X" },
  });
  const [changed, other] = await drift(id);
  expect([changed, other]).toMatchObject([
    { status: "differs", change_count: 1, changes: [{ section: "rules", action: "removed" }] },
    { status: "equal" },
  ]);

  await fleet.decide(over.id, "undo");
  await fleet.workFleet();
  await fleet.workRuns();
  const undone = await fleet.change(over.id);
  expect([undone.status, undone.counts["undone"]]).toEqual(["undone", 2]);
  expect((await rules(second)).length).toBe(0);
});

test("of two people who replace the version they both read, the second is told of the first and may still go over it", async () => {
  const { client } = fleet.agency;
  const { id } = await created("Shared");
  const replace = (label: string, query = "") =>
    client.put(`/org/templates/${String(id)}${query}`, { name: "Shared", document: { settings: { utm: { utm_source: label } } } });
  expect((await replace("first", "?expected_version=1")).data["version"]).toBe(2);
  const refused = await replace("second", "?expected_version=1");
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    "version_conflict",
    "The template is now at version 2, not 1. Someone else changed it. Read the template again, then repeat your change.",
  ]);
  expect((await client.get(`/org/templates/${String(id)}`)).data).toMatchObject({
    version: 2,
    document: { settings: { utm: { utm_source: "first" } } },
  });
  expect((await replace("second")).data["version"]).toBe(3);
});

test("each edit makes a version, and a change keeps to the version and values it was made with", async () => {
  const { client } = fleet.agency;
  const document = { settings: { utm: { utm_source: "{{source}}" } } };
  const { id } = await created("Versions", { document, placeholders: [{ name: "source", default: "agency" }] });
  await client.put(`/org/templates/${String(id)}/shops`, { shops: shopIds().slice(0, 1) });
  const prepared = await fleet.create({ action: { type: "apply_template", template_id: id }, shops: shopIds().slice(0, 1) });
  const replaced = await client.put(`/org/templates/${String(id)}`, { name: "Versions", document: {}, placeholders: [] });
  expect(replaced.data).toMatchObject({ version: 2, versions: [{ version: 2 }, { version: 1, created_by: 'API key "An agency"' }] });
  await fleet.workFleet();
  expect((await fleet.change(prepared.id)).shops[0]?.["preview"]).toMatchObject({ error: null, changes: [expect.stringContaining("utm")] });
  await fleet.decide(prepared.id, "cancel");
});

test("names are unique, values must be declared, and only connected shops and their feeds can be meant", async () => {
  const { client } = fleet.agency;
  const { id } = await created("Unique");
  expect((await client.post("/org/templates", { name: "unique", document: {} })).code).toBe("template_exists");
  const put = (shops: readonly object[]) => client.put(`/org/templates/${String(id)}/shops`, { shops });
  expect(await put([{ shop_id: fleet.shops[0]?.id, values: { brnad: "x" } }])).toMatchObject({
    code: "invalid_param",
    params: ["/shops/0/values"],
  });
  const other = await fleet.organization("Another agency");
  const theirs = await fleet.connectedShop(other.id, "template-stranger.example");
  expect((await put([{ shop_id: theirs.id }])).code).toBe("shop_not_connected");
  expect((await put([{ shop_id: fleet.shops[0]?.id, feed_id: `feed_${theirs.feed}` }])).params).toEqual(["/shops/0/feed_id"]);
  for (const ask of [
    other.client.get(`/org/templates/${String(id)}`),
    other.client.get(`/org/templates/${String(id)}/drift`),
    other.client.put(`/org/templates/${String(id)}`, { name: "Mine", document: {} }),
    other.client.delete(`/org/templates/${String(id)}`),
  ])
    expect((await ask).code).toBe("resource_not_found");
  const action = { type: "apply_template", template_id: id };
  expect((await other.client.post("/org/fleet/changes", { action, shops: [{ shop_id: theirs.id }] })).code).toBe("invalid_param");
  expect((await other.client.get("/org/templates")).list).toEqual([]);
  expect((await client.delete(`/org/templates/${String(id)}`)).status).toBe(204);
});

test("a document that doesn't fit a feed says why", async () => {
  const { client } = fleet.agency;
  const { id } = await created("Wrong", { document: { rules: [{ text: "Set no_such_column to 1" }] } });
  await client.put(`/org/templates/${String(id)}/shops`, { shops: [{ shop_id: fleet.shops[0]?.id, values: { label: "L" } }] });
  expect(members((await drift(id))[0])).toMatchObject({ status: "invalid", message: expect.stringContaining("no_such_column") });
});
