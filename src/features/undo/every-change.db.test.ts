import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FrontAnswer, FrontClient } from "../../../test/harness/front-client.ts";
import { OPERATIONS } from "../operations.ts";
import { done, undoShop, type UndoShop } from "./undo-shop.suite.ts";

/** Every change that an agent can make has a way back, which is tried here, or says why there is none. */

let home: UndoShop;
let client: FrontClient;
beforeAll(async () => {
  home = await undoShop("every-change.example");
  client = await home.clientWith(["full_access"]);
});
afterAll(() => home[Symbol.asyncDispose]());

const CHANGES = OPERATIONS.filter(({ undone }) => undone !== null);
const WITHOUT_WAY_BACK = CHANGES.filter(({ undone }) => typeof undone === "object");
const WITH_WAY_BACK = CHANGES.filter(({ undone }) => typeof undone !== "object").map(({ name }) => name);

interface Scenario {
  /** Makes what is changed; answers what the others are given. */
  readonly arrange?: (feed: string) => Promise<string>;
  readonly change: (feed: string, made: string) => Promise<FrontAnswer>;
  /** What the change changes, without times and numbers that only grow. */
  readonly state: (feed: string, made: string) => Promise<unknown>;
}

async function config(feed: string): Promise<unknown> {
  const { version: _, ...definition } = (await done(client.get(`/feeds/${feed}/config`))).data;
  return definition;
}

const SET = { type: "set_value", target: "brand", value: "Acme" };
const addRule = async (feed: string, rule: object = SET) => String((await done(client.post(`/feeds/${feed}/rules`, { rule }))).data["id"]);
const selection = async (feed: string) => (await done(client.get(`/feeds/${feed}/selection`))).data;
const manual = async () => home.newFeed("manual");
const overrides = (): Promise<unknown> =>
  home.db.selectFrom("product_overrides").select(["row_id", "feed_column", "value"]).orderBy("row_id").orderBy("feed_column").execute();
const override = async () => {
  await done(
    client.patch("/products/batch", {
      products: [
        { id: "prod_1001", brand: "Before" },
        { id: "prod_1002", title: "Was" },
      ],
    }),
  );
  return "";
};
const setCell = (feed: string, row: number, cells: object) => done(client.patch(`/feeds/${feed}/products/prod_${row}/cells`, { cells }));
const feedDetail = async (feed: string, members: readonly string[]) => {
  const { data } = await done(client.get(`/feeds/${feed}`));
  return members.map((name) => data[name]);
};
const mutes = async (feed: string) =>
  (await done(client.get(`/feeds/${feed}/channels/google/findings/mutes`))).list.map(({ code, field, row_id: row, note }) => [
    code,
    field,
    row,
    note,
  ]);
const assign = async (feed: string) => {
  await done(client.put(`/feeds/${feed}/channels/google`, {}));
  return "";
};
const channels = async (feed: string) =>
  (await done(client.get(`/feeds/${feed}/channels`))).list.map(({ slug, settings }) => [slug, settings]);
const newWebhook = async () =>
  String((await done(client.post("/webhooks", { endpoint_url: "https://hooks.example.com/a", events: ["run.held"] }))).data["id"]);

const publicationOf = async (feed: string, run: string) => (await done(client.get(`/feeds/${feed}/runs/${run}`))).data["publication"];
async function heldRun(feed: string): Promise<string> {
  await addRule(feed, { type: "exclude", reason: "Closed" });
  await done(client.post(`/feeds/${feed}/regenerate`));
  await home.work();
  return String((await done(client.get(`/feeds/${feed}/runs/latest`))).data["id"]);
}

const LOOKUPS: Scenario = {
  change: () => client.put("/lookup_tables/undone", { rows: [{ key: "a", value: "b" }] }),
  state: async () => (await done(client.get("/lookup_tables"))).list.map(({ name }) => name),
};

const lookupRows = async () => (await done(client.get("/lookup_tables/changed/rows"))).list.map(({ values }) => values);

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "config.put": { change: (feed) => client.put(`/feeds/${feed}/config`, { rules: [SET], settings: { seo: true } }), state: config },
  "config.restore": {
    arrange: async (feed) => {
      await addRule(feed);
      const [version] = (await done(client.get(`/feeds/${feed}/versions`))).list;
      await done(client.put(`/feeds/${feed}/config`, { rules: [], cells: { 1001: { title: "Better" } } }));
      return String(version?.["id"]);
    },
    change: (feed, version) => client.post(`/feeds/${feed}/versions/${version}/restore`),
    state: config,
  },
  "settings.change": {
    change: (feed) =>
      client.patch(`/feeds/${feed}/settings`, { seo: true, utm: { utm_source: "google" }, publish_guard: { enabled: false } }),
    state: config,
  },
  "columns.change_extra": {
    arrange: async (feed) => {
      await done(client.patch(`/feeds/${feed}/extra_columns`, { extra_columns: ["one", "two", "three"] }));
      return "";
    },
    change: (feed) => client.patch(`/feeds/${feed}/extra_columns`, { extra_columns: ["four", "three", "one"] }),
    state: config,
  },
  "columns.change_mappings": {
    change: (feed) => client.patch(`/feeds/${feed}/column_mappings`, { mappings: { brand: "title", gtin: null } }),
    state: config,
  },
  "cells.set": {
    arrange: async (feed) => {
      await setCell(feed, 1002, { title: "Before" });
      return "";
    },
    change: (feed) => setCell(feed, 1002, { title: null, vendor: "Hazel" }),
    state: config,
  },
  "cells.set_many": {
    arrange: async (feed) => {
      await setCell(feed, 1002, { title: "Before", vendor: "Acme" });
      return "";
    },
    change: (feed) =>
      client.patch(`/feeds/${feed}/cells`, {
        rows: [
          { row_id: "1001", cells: { title: "One" } },
          { row_id: "1002", cells: { title: "Two", vendor: null } },
        ],
      }),
    state: config,
  },
  "tests.set": {
    change: (feed) => client.put(`/feeds/${feed}/tests`, { tests: [{ name: "One", row_id: "1001", expect: { brand: "Acme" } }] }),
    state: config,
  },
  "rules.create": { change: (feed) => client.post(`/feeds/${feed}/rules`, { rule: SET }), state: config },
  "rules.update": {
    arrange: addRule,
    change: (feed, rule) => client.patch(`/feeds/${feed}/rules/${rule}`, { rule: { value: "Other", note: "Mine" } }),
    state: config,
  },
  "rules.delete": {
    arrange: async (feed) => {
      const first = await addRule(feed);
      await addRule(feed, { ...SET, value: "Second" });
      return first;
    },
    change: (feed, rule) => client.delete(`/feeds/${feed}/rules/${rule}`),
    state: config,
  },
  "rules.activate": {
    arrange: (feed) => addRule(feed, { ...SET, active: false }),
    change: (feed, rule) => client.post(`/feeds/${feed}/rules/${rule}/activate`),
    state: config,
  },
  "rules.deactivate": { arrange: addRule, change: (feed, rule) => client.post(`/feeds/${feed}/rules/${rule}/deactivate`), state: config },
  "rules.reorder": {
    arrange: async (feed) => {
      const ids = [await addRule(feed), await addRule(feed, { ...SET, value: "2" }), await addRule(feed, { ...SET, value: "3" })];
      return ids.join();
    },
    change: (feed, ids) => client.post(`/feeds/${feed}/rules/reorder`, { rule_ids: ids.split(",").toReversed() }),
    state: config,
  },
  "feeds.bulk_action": {
    arrange: manual,
    change: (feed, other) =>
      client.post("/feeds/bulk_action", { action: "add", products: ["prod_1001", "prod_1003"], feed_ids: [feed, other] }),
    state: async (feed, other) => [await config(feed), await config(other), await selection(other)],
  },
  "feeds.set_margin_tiers": {
    change: (feed) => client.post(`/feeds/${feed}/margin_tiers`, { slot: 0, by: "vendor", tiers: [{ name: "a", values: ["Acme"] }] }),
    state: config,
  },
  "feeds.set_selection": {
    arrange: async () => {
      const feed = await manual();
      await done(client.put(`/feeds/${feed}/selection`, { product_ids: ["1", "2"] }));
      return feed;
    },
    change: (_feed, other) => client.put(`/feeds/${other}/selection`, { product_ids: ["2", "3"] }),
    state: async (_feed, other) => new Set(Object.values((await selection(other))["product_ids"] ?? [])),
  },
  "products.update": {
    arrange: override,
    change: () => client.patch("/products/prod_1001", { brand: "After", title: "T".repeat(2_000) }),
    state: overrides,
  },
  "products.update_batch": {
    arrange: override,
    change: () =>
      client.patch("/products/batch", {
        products: [
          { id: "prod_1001", brand: null },
          { id: "prod_1002", excluded: true },
        ],
      }),
    state: overrides,
  },
  "products.restore": {
    arrange: async (feed) => {
      await setCell(feed, 1001, { title: "Cell" });
      return override();
    },
    change: () => client.post("/products/prod_1001/restore"),
    state: async (feed) => [await overrides(), await config(feed)],
  },
  "products.restore_batch": {
    arrange: override,
    change: () => client.post("/products/batch/restore", { ids: ["prod_1001", "prod_1002"] }),
    state: overrides,
  },
  "feeds.create": {
    change: () => client.post("/feeds", { feed_type: "market", target_market: "US", display_name: "Undone market" }),
    state: async () =>
      (await done(client.get("/feeds"))).list.map(({ display_name: name }) => name).filter((name) => name === "Undone market"),
  },
  "feeds.update": {
    change: (feed) => client.patch(`/feeds/${feed}`, { display_name: "Another name", target_country: "CA" }),
    state: (feed) => feedDetail(feed, ["display_name", "target_country"]),
  },
  "feeds.deactivate": { change: (feed) => client.delete(`/feeds/${feed}`), state: (feed) => feedDetail(feed, ["active"]) },
  "feeds.activate": {
    arrange: async (feed) => {
      await done(client.delete(`/feeds/${feed}`));
      return "";
    },
    change: (feed) => client.post(`/feeds/${feed}/activate`),
    state: (feed) => feedDetail(feed, ["active"]),
  },
  "finding_mutes.create": {
    arrange: assign,
    change: (feed) => client.post(`/feeds/${feed}/channels/google/findings/mutes`, { code: "missing_gtin", row_id: "1001", note: "No" }),
    state: mutes,
  },
  "finding_mutes.delete": {
    arrange: async (feed) => {
      await assign(feed);
      return String((await done(client.post(`/feeds/${feed}/channels/google/findings/mutes`, { code: "missing_gtin" }))).data["id"]);
    },
    change: (feed, mute) => client.delete(`/feeds/${feed}/channels/google/findings/mutes/${mute}`),
    state: mutes,
  },
  "metafields.change": {
    change: () => client.patch("/metafields", { metafields: [{ namespace: "custom", key: "material", level: "product" }] }),
    state: async () => (await done(client.get("/metafields"))).data,
  },
  "feed_channels.assign": {
    arrange: assign,
    change: (feed) => client.put(`/feeds/${feed}/channels/google`, { settings: { format: "rss" } }),
    state: channels,
  },
  "feed_channels.remove": { arrange: assign, change: (feed) => client.delete(`/feeds/${feed}/channels/google`), state: channels },
  "runs.publish": {
    arrange: async () => {
      await done(client.patch(`/feeds/${home.primary}/settings`, { publish_guard: { enabled: false } }));
      for (const value of ["One", "Two"]) {
        await addRule(home.primary, { ...SET, value });
        await done(client.post(`/feeds/${home.primary}/regenerate`));
        await home.work();
      }
      const runs = (await done(client.get(`/feeds/${home.primary}/runs`))).list;
      return String(runs.find(({ publication }) => publication === "superseded")?.["id"]);
    },
    change: (_feed, run) => client.post(`/feeds/${home.primary}/runs/${run}/publish`),
    state: () => feedDetail(home.primary, ["last_run_id"]),
  },
  "runs.discard": {
    arrange: async (feed) => heldRun(feed),
    change: (feed, run) => client.post(`/feeds/${feed}/runs/${run}/discard`),
    state: publicationOf,
  },
  "runs.restore": {
    arrange: async (feed) => {
      const run = await heldRun(feed);
      await done(client.post(`/feeds/${feed}/runs/${run}/discard`));
      return run;
    },
    change: (feed, run) => client.post(`/feeds/${feed}/runs/${run}/restore`),
    state: publicationOf,
  },
  "lookups.set_rows": {
    arrange: async () => {
      await done(
        client.put("/lookup_tables/changed", {
          columns: ["k", "v", "w"],
          rows: [
            ["a", "1", ""],
            ["b", "2", ""],
          ],
        }),
      );
      return "changed";
    },
    change: () => client.patch("/lookup_tables/changed/rows", { rows: [{ k: "A", v: "9" }, ["c", "3"]] }),
    state: lookupRows,
  },
  "webhooks.update": {
    arrange: newWebhook,
    change: (_feed, id) => client.patch(`/webhooks/${id}`, { endpoint_url: "https://hooks.example.com/b", events: ["feed.updated"] }),
    state: async (_feed, id) => {
      const { endpoint_url: url, events } = (await done(client.get(`/webhooks/${id}`))).data;
      return [url, events];
    },
  },
  "changes.undo": {
    arrange: async (feed) => {
      await addRule(feed);
      return String((await home.lastEntry()).id);
    },
    change: (_feed, entry) => client.post("/undo", { audit_id: Number(entry) }),
    state: config,
  },
};

test("every change with a way back is tried", () => {
  expect([...Object.keys(SCENARIOS), "lookups.put"].toSorted()).toEqual(WITH_WAY_BACK.toSorted());
});

interface Undone {
  readonly feed: string;
  readonly made: string;
  readonly after: unknown;
  /** The entry of the undoing. */
  readonly undoing: number;
}

/** Makes a change and undoes it, and sees that all is as it was. `look`: called before it is undone, with the entry and what the change left. */
async function undoChange(
  name: string,
  { arrange, change, state }: Scenario,
  look: (entry: number, read: () => Promise<unknown>, after: unknown) => Promise<unknown> = async () => undefined,
): Promise<Undone> {
  const feed = await home.newFeed();
  const made = (await arrange?.(feed)) ?? "";
  const before = await state(feed, made);
  await done(change(feed, made));
  const after = await state(feed, made);
  expect(after).not.toEqual(before);
  const entry = await home.lastEntry();
  await look(entry.id, () => state(feed, made), after);
  const undoing = await done(client.post("/undo", { audit_id: entry.id }));
  expect(undoing.data).toMatchObject({ object: "undo", audit_id: entry.id, operation: name, action: entry.action });
  expect(await state(feed, made)).toEqual(before);
  const last = await home.lastEntry();
  expect(last).toMatchObject({ action: "change.undone", facts: { answer: { data: { audit_id: entry.id } } } });
  return { feed, made, after, undoing: last.id };
}

/** Shows what undoing would do, which changes nothing. */
const shows = (name: string) => async (entry: number, read: () => Promise<unknown>, left: unknown) => {
  const shown = await done(client.post("/undo", { audit_id: entry, preview: true }));
  expect(shown.data).toMatchObject({ object: "undo_preview", audit_id: entry, operation: name });
  expect(await read()).toEqual(left);
};

test("a new lookup table is removed by undoing, and can't come back: its rows are gone", async () => {
  const { undoing } = await undoChange("lookups.put", LOOKUPS, shows("lookups.put"));
  expect(await client.post("/undo", { audit_id: undoing })).toMatchObject({ status: 422, code: "undo_impossible" });
});

test("rows of a lookup table are put back where others were changed later, and not where they were", async () => {
  await done(
    client.put("/lookup_tables/changed", {
      columns: ["k", "v"],
      rows: [
        ["a", "1"],
        ["b", "2"],
        ["c", "3"],
      ],
    }),
  );
  await done(client.patch("/lookup_tables/changed/rows", { rows: [["a", "9"]], remove: ["b"] }));
  const first = await home.lastEntry();
  await done(client.patch("/lookup_tables/changed/rows", { rows: [["c", "8"]] }));
  const second = await home.lastEntry();
  await done(client.post("/undo", { audit_id: first.id }));
  expect(await lookupRows()).toEqual([
    { k: "a", v: "1" },
    { k: "c", v: "8" },
    { k: "b", v: "2" },
  ]);
  await done(client.patch("/lookup_tables/changed/rows", { rows: [["c", "7"]] }));
  expect(await client.post("/undo", { audit_id: second.id })).toMatchObject({
    status: 409,
    code: "version_conflict",
    message: expect.stringContaining('row "c" of the lookup table changed'),
  });
  await done(client.put("/lookup_tables/changed", { columns: ["k"], rows: [["c"]] }));
  expect(await client.post("/undo", { audit_id: second.id })).toMatchObject({
    status: 422,
    message: expect.stringContaining("other columns"),
  });
});

/** Brought back by the feed's versions, all in the same way: the undoing of three of them is shown first and undone too. */
const VERSIONED = new Set(CHANGES.filter(({ undone }) => undone === "versions").map(({ name }) => name));
const SHOWN = new Set(["config.put", "cells.set_many", "rules.delete"]);
const isUndoneOnly = ([name]: readonly [string, Scenario]) => VERSIONED.has(name) && !SHOWN.has(name);
const ENTRIES = Object.entries(SCENARIOS);

test.each(ENTRIES.filter(isUndoneOnly))("%s changes a feed's definition and is undone", async (name, scenario) => {
  await expect(undoChange(name, scenario)).resolves.toHaveProperty("undoing");
});

describe("a change is undone, as was shown before, and made again by undoing that", () => {
  test.each(ENTRIES.filter((entry) => !isUndoneOnly(entry)))("%s", async (name, scenario) => {
    const { feed, made, after, undoing } = await undoChange(name, scenario, shows(name));
    await done(client.post("/undo", { audit_id: undoing }));
    expect(await scenario.state(feed, made)).toEqual(after);
  });
});

test.each(WITHOUT_WAY_BACK.map((operation) => [operation.name, operation] as const))("%s says why it can't be undone", (_, { undone }) => {
  expect(undone).toEqual({ impossible: expect.stringMatching(/^[A-Z].*\.$/) });
});
