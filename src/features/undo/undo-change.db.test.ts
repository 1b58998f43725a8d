import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FrontClient } from "../../../test/harness/front-client.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { frontClient } from "../../../test/harness/front-client.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { insertStep } from "../changes/step-queries.ts";
import { createKey } from "../keys/index.ts";
import { undoOffer } from "./index.ts";
import { done, undoShop, type UndoShop } from "./undo-shop.suite.ts";

let home: UndoShop;
let client: FrontClient;
let feed: string;
beforeAll(async () => {
  home = await undoShop("undo.example");
});
afterAll(() => home[Symbol.asyncDispose]());
beforeEach(async () => {
  client = await home.clientWith(["full_access"]);
  feed = await home.newFeed();
});

const SET = { type: "set_value", target: "brand", value: "Acme" };
const addRule = async (rule: object = SET) => String((await done(client.post(`/feeds/${feed}/rules`, { rule }))).data["id"]);
const values = async () => (await done(client.get(`/feeds/${feed}/rules`))).list.map(({ value }) => value);
const settings = (change: object) => done(client.patch(`/feeds/${feed}/settings`, change));
const entry = async () => (await home.lastEntry()).id;
const undo = (body: object = {}) => client.post("/undo", body);
const setCells = (cells: object, row = 1001) => done(client.patch(`/feeds/${feed}/products/prod_${row}/cells`, { cells }));
const cells = async () => (await done(client.get(`/feeds/${feed}/config`))).data["cells"];

describe("undo", () => {
  test("takes back the key's last change, then the one before, and says when there is none", async () => {
    expect(await undo()).toMatchObject({ status: 422, code: "undo_impossible", message: expect.stringContaining("no change") });
    await addRule();
    await addRule({ ...SET, value: "Second" });
    expect((await done(undo())).data).toMatchObject({ operation: "rules.create", scope: "write_rules", feeds: [{ feed_id: feed }] });
    expect(await values()).toEqual(["Acme"]);
    await done(undo());
    expect(await values()).toEqual([]);
    expect(await undo()).toMatchObject({ code: "undo_impossible" });
  });

  test("leaves all later changes alone", async () => {
    const first = await addRule();
    const added = await entry();
    await settings({ seo: true, gift_cards: true });
    const changed = await entry();
    await addRule({ ...SET, value: "Second" });
    await settings({ variants: false });
    await setCells({ title: "Better" });
    await done(undo({ audit_id: changed }));
    expect((await done(client.get(`/feeds/${feed}/settings`))).data).toMatchObject({ seo: false, gift_cards: false, variants: false });
    await done(undo({ audit_id: added }));
    expect(await values()).toEqual(["Second"]);
    expect(await cells()).toEqual({ 1001: { title: "Better" } });
    expect((await client.get(`/feeds/${feed}/rules/${first}`)).status).toBe(404);
  });

  test("puts a deleted rule back where it stood, with its id, among rules that came later", async () => {
    const [, second] = [
      await addRule({ ...SET, value: "1" }),
      await addRule({ ...SET, value: "2" }),
      await addRule({ ...SET, value: "3" }),
    ];
    await done(client.delete(`/feeds/${feed}/rules/${second}`));
    const deleted = await entry();
    await addRule({ ...SET, value: "4" });
    await done(undo({ audit_id: deleted }));
    expect(await values()).toEqual(["1", "2", "3", "4"]);
    expect((await client.get(`/feeds/${feed}/rules/${second}`)).status).toBe(200);
  });

  test("makes one version and one entry, tells of changed rules, and can be made undone", async () => {
    await addRule();
    const versions = async () => (await done(client.get(`/feeds/${feed}/versions`))).list;
    const before = await versions();
    await done(undo());
    const [newest, ...others] = await versions();
    expect(others).toEqual(before.map((version, at) => (at === 0 ? { ...version, current: false } : version)));
    expect(newest?.["summary"]).toMatch(/^Undid rule\.created \(audit entry \d+\)\.$/);
    await done(undo({ audit_id: await entry() }));
    expect(await values()).toEqual(["Acme"]);
    // Undone and made again over and over: what stands is what is there.
    await done(undo({ audit_id: await entry() }));
    expect(await values()).toEqual([]);
    expect(await undo()).toMatchObject({ code: "undo_impossible" });
    await done(undo({ audit_id: await entry() }));
    await done(undo());
    expect(await values()).toEqual([]);
  });

  test.each<readonly [string, object | null]>([
    ["replaced", { target_country: "DE" }],
    ["removed", null],
  ])("puts back a channel's settings that were %s, also if nobody could save them today", async (_, next) => {
    await done(client.put(`/feeds/${feed}/channels/google`, {}));
    const stored = { format: "tsv", target_country: "XX", feed_label: "us shop" };
    await home.db
      .updateTable("feed_channels")
      .set({ settings: JSON.stringify(stored) })
      .where("feed_id", "=", Number(feed.slice(5)))
      .execute();
    expect(await client.put(`/feeds/${feed}/channels/google`, { settings: stored })).toMatchObject({ status: 422 });
    await done(
      next === null ? client.delete(`/feeds/${feed}/channels/google`) : client.put(`/feeds/${feed}/channels/google`, { settings: next }),
    );
    await done(undo());
    expect((await done(client.get(`/feeds/${feed}/channels/google`))).data).toMatchObject({ settings: stored });
  });

  test("of a preview changes nothing and leaves no entry", async () => {
    await addRule();
    const last = await entry();
    const shown = await done(undo({ preview: true }));
    expect(shown.data).toMatchObject({
      object: "undo_preview",
      audit_id: last,
      feeds: [{ changes: [{ section: "rules", action: "removed" }], effect: { summary: { changed: 4 } } }],
    });
    expect([await values(), await entry()]).toEqual([["Acme"], last]);
  });
});

describe("what somebody has changed since", () => {
  test.each<readonly [string, () => Promise<unknown>, () => Promise<unknown>, RegExp]>([
    [
      "a setting",
      () => settings({ utm: { utm_source: "a" } }),
      () => settings({ utm: { utm_source: "b" } }),
      /setting utm of feed_\d+ has changed since/,
    ],
    [
      "a mapping",
      () => done(client.patch(`/feeds/${feed}/column_mappings`, { mappings: { brand: "title" } })),
      () => done(client.patch(`/feeds/${feed}/column_mappings`, { mappings: { brand: "vendor" } })),
      /mapping of brand/,
    ],
    ["a cell", () => setCells({ title: "A" }), () => setCells({ title: "B" }), /cell title of row 1001/],
    [
      "an extra column",
      () => done(client.patch(`/feeds/${feed}/extra_columns`, { extra_columns: ["one"] })),
      () => done(client.patch(`/feeds/${feed}/extra_columns`, { extra_columns: [] })),
      /extra column one/,
    ],
    [
      "an override",
      () => done(client.patch("/products/prod_1001", { brand: "A" })),
      () => done(client.patch("/products/prod_1001", { brand: "B" })),
      /override of brand of prod_1001/,
    ],
    [
      "what a feed is called",
      () => done(client.patch(`/feeds/${feed}`, { display_name: "A name" })),
      () => done(client.patch(`/feeds/${feed}`, { display_name: "B name" })),
      /display_name of \d+/,
    ],
    [
      "a channel",
      () => done(client.put(`/feeds/${feed}/channels/google`, {})),
      () => done(client.delete(`/feeds/${feed}/channels/google`)),
      /since been removed/,
    ],
  ])("%s is a conflict that names it, and nothing changes", async (_, change, later, message) => {
    await change();
    const first = await entry();
    await later();
    const last = await entry();
    const before = (await done(client.get(`/feeds/${feed}/config`))).data;
    for (const body of [{ audit_id: first, preview: true }, { audit_id: first }])
      expect(await undo(body)).toMatchObject({ status: 409, code: "version_conflict", message: expect.stringMatching(message) });
    expect([(await done(client.get(`/feeds/${feed}/config`))).data, await entry()]).toEqual([before, last]);
  });

  test("of a rule is one too, and of an order", async () => {
    const rule = await addRule();
    const made = await entry();
    await done(client.patch(`/feeds/${feed}/rules/${rule}`, { rule: { value: "Other" } }));
    expect(await undo({ audit_id: made })).toMatchObject({ code: "version_conflict", message: expect.stringContaining(`rule ${rule}`) });
    const second = await addRule();
    const third = await addRule();
    const order = (ids: readonly string[]) => done(client.post(`/feeds/${feed}/rules/reorder`, { rule_ids: ids }));
    await order([third, second, rule]);
    const moved = await entry();
    await order([second, third, rule]);
    expect(await undo({ audit_id: moved })).toMatchObject({
      code: "version_conflict",
      message: expect.stringContaining("order of the rules"),
    });
  });

  test("in one of several feeds keeps all of them as they are", async () => {
    const other = await home.newFeed();
    await done(client.post("/feeds/bulk_action", { action: "exclude", products: ["prod_1001"], feed_ids: [feed, other] }));
    const bulk = await entry();
    const [rule] = (await done(client.get(`/feeds/${other}/rules`))).list;
    await done(client.delete(`/feeds/${other}/rules/${String(rule?.["id"])}`));
    expect(await undo({ audit_id: bulk })).toMatchObject({ code: "version_conflict" });
    expect((await done(client.get(`/feeds/${feed}/rules`))).list).toHaveLength(1);
  });

  test("so that it can't be as it was is told with what stands in the way", async () => {
    await done(client.patch(`/feeds/${feed}/extra_columns`, { extra_columns: ["season"] }));
    const added = await entry();
    await addRule({ ...SET, target: "season" });
    expect(await undo({ audit_id: added })).toMatchObject({
      status: 422,
      code: "undo_impossible",
      message: expect.stringContaining("season"),
    });
  });
});

describe("who may undo", () => {
  test("another key has no last change here, but undoes one that is named, once", async () => {
    await addRule();
    const made = await entry();
    const other = await home.clientWith(["write_rules"]);
    expect(await other.post("/undo")).toMatchObject({ code: "undo_impossible" });
    await done(other.post("/undo", { audit_id: made }));
    expect(await client.post("/undo", { audit_id: made })).toMatchObject({
      status: 409,
      code: "already_undone",
      message: expect.stringMatching(/^Entry \d+ has already been undone by entry \d+/),
    });
    expect(await undo()).toMatchObject({ code: "undo_impossible" });
  });

  test("at one moment only one of two does", async () => {
    await addRule();
    const body = { audit_id: await entry() };
    const answers = await Promise.all([undo(body), undo(body), undo(body)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await values()).toEqual([]);
  });

  test("a key without the change's scope is refused with its name; any that may change something may ask", async () => {
    await settings({ seo: true });
    const made = await entry();
    const other = await home.clientWith(["write_webhooks"]);
    expect(await other.post("/undo", { audit_id: made })).toMatchObject({
      status: 403,
      code: "insufficient_scope",
      message: expect.stringContaining("write_settings"),
    });
    expect(await (await home.clientWith(["read"])).post("/undo")).toMatchObject({ status: 403 });
    const able = await home.clientWith(["write_settings"]);
    await done(able.post("/undo", { audit_id: made }));
    // Making it again takes the same.
    expect(await other.post("/undo", { audit_id: await entry() })).toMatchObject({ code: "insufficient_scope" });
  });

  test("another shop has no such change", async () => {
    await addRule();
    const { shop } = await testShop(home.db);
    const { rawKey } = await createKey(home.db, { kind: "merchant", shopId: shop.shopId, name: "Elsewhere", grants: ["full_access"] });
    const elsewhere = frontClient(home.front, rawKey);
    expect(await elsewhere.post("/undo", { audit_id: await entry() })).toMatchObject({ status: 404, code: "resource_not_found" });
    expect(await elsewhere.post("/undo")).toMatchObject({ code: "undo_impossible" });
    expect(await values()).toEqual(["Acme"]);
  });
});

describe("what has no way back", () => {
  test("is told to whoever made the change, in place of the call that undoes it", () => {
    expect(undoOffer(12, null)).toEqual({ tool: "undo", arguments: { audit_id: 12 } });
    expect(undoOffer(12, "It was sent.")).toEqual({ tool: null, reason: "It was sent." });
  });

  test("says what to do instead, and is not passed over", async () => {
    await addRule();
    await done(client.post(`/feeds/${home.primary}/regenerate`));
    expect(await undo()).toMatchObject({ status: 422, code: "undo_impossible", message: expect.stringContaining("publish_run") });
    await done(client.post("/api_keys", { name: "Another", scopes: ["read"] }));
    expect(await undo()).toMatchObject({ status: 422, message: expect.stringContaining("api_key.created") });
    expect(await values()).toEqual(["Acme"]);
  });

  test("is a change that left everything as it was, and one that is too old", async () => {
    await addRule();
    await settings({ seo: false });
    const idle = await entry();
    await settings({ seo: false });
    expect(await undo()).toMatchObject({ code: "undo_impossible", message: "The change didn't modify anything." });
    await home.db.updateTable("audit_log").set({ made_in: null }).where("id", "=", idle).execute();
    expect(await undo({ audit_id: idle })).toMatchObject({ code: "undo_impossible", message: expect.stringContaining("too old") });
    await settings({ gift_cards: true });
    const kept = await entry();
    await home.db
      .deleteFrom("feed_versions")
      .where("feed_id", "=", Number(feed.slice("feed_".length)))
      .where("version", "<", (eb) =>
        eb
          .selectFrom("feeds")
          .select("definition_version")
          .where("id", "=", Number(feed.slice("feed_".length))),
      )
      .execute();
    expect(await undo({ audit_id: kept })).toMatchObject({
      code: "undo_impossible",
      message: expect.stringContaining("is no longer stored"),
    });
  });

  test("is a change whose steps have been forgotten, however much of it versions still know", async () => {
    await setCells({ title: "Cell" }, 1003);
    await done(client.patch("/products/prod_1003", { brand: "Mine" }));
    await done(client.post("/products/prod_1003/restore"));
    const restored = await entry();
    // Later steps take the place of it, as far as a shop may keep any.
    await insertStep(openShop(home.db, home.shopId), '{"kind":"none","impossible":"A test."}', { steps: 1, bytes: 1_000, days: 1 });
    expect(await undo({ audit_id: restored })).toMatchObject({ code: "undo_impossible", message: expect.stringContaining("too old") });
    expect((await done(client.get("/products/prod_1003"))).data["overrides"]).toEqual({});
  });
});
