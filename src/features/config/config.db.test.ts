import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FeedId } from "../../kernel/ids.ts";
import { raiseVersion } from "../feeds/version-queries.ts";
import { changeSettings } from "../settings/index.ts";
import type { FeedConfigShape } from "./config-shapes.ts";
import { type ConfigShop, configShop, refusal } from "./config-shop.suite.ts";

let config: ConfigShop;
let feedId: FeedId;
beforeAll(async () => {
  config = await configShop("config.example");
});
afterAll(() => config[Symbol.asyncDispose]());
beforeEach(async () => {
  feedId = await config.newFeed();
});

describe("a configuration", () => {
  test("of an untouched feed is its defaults", async () => {
    expect(await config.get(feedId)).toMatchObject({
      object: "feed_config",
      feed_id: `feed_${feedId}`,
      settings: { seo: false, variants: true, id_format: "global", utm: null, publish_guard: { enabled: true } },
      mappings: {},
      extra_columns: [],
      rules: [],
      cells: {},
      tests: [],
    });
  });

  test("written back as it was read changes nothing, makes no version and has nothing to preview", async () => {
    await config.furnishInSteps(feedId);
    const got = await config.get(feedId);
    expect(got).toMatchObject({
      mappings: { brand: "title", gtin: null, season: '=[D]vendor & " summer"' },
      extra_columns: ["campaign", "season"],
      rules: [
        { type: "set_value", active: true, condition: "[D]vendor is not blank" },
        { type: "exclude", active: false },
        { type: "truncate", note: "Short" },
      ],
      cells: { "1002": { title: "Better", vendor: "Hazel" } },
    });
    expect(await config.put(feedId, got)).toEqual(got);
    const plan = await config.plan(feedId, got);
    expect([plan.changes, plan.preview]).toEqual([[], null]);
    expect(JSON.stringify(await config.get(feedId))).toBe(JSON.stringify(got));
  });

  test("takes null for what a rule may leave out, which changes nothing", async () => {
    await config.furnish(feedId);
    const got = await config.get(feedId);
    expect(await config.put(feedId, { ...got, rules: got.rules.map((rule) => ({ ...rule, stop: null })) })).toEqual(got);
  });

  test("carried to a fresh feed is the same there, and again changes nothing", async () => {
    await config.furnish(feedId);
    const { version: _version, ...document } = await config.get(feedId);
    const other = await config.newFeed();
    const there = await config.put(other, document);
    expect({ ...there, rules: there.rules.map((rule) => ({ ...rule, id: 0 })) }).toEqual({
      ...document,
      feed_id: `feed_${other}`,
      version: expect.any(Number),
      rules: document.rules.map((rule) => ({ ...rule, id: 0 })),
    });
    expect((await config.put(other, document)).version).toBe(there.version);
  });
});

describe("sections", () => {
  test("that are left out stay as they are, and settings that are not named take their defaults", async () => {
    await config.furnish(feedId);
    const before = await config.get(feedId);
    const after = await config.put(feedId, { settings: { variants: false } });
    expect(after).toEqual({
      ...before,
      version: before.version + 1,
      settings: { ...before.settings, seo: false, utm: null, variants: false },
    });
  });

  test("of rules keep the ids of those they name, make those that are new, and delete the rest", async () => {
    await config.furnish(feedId);
    const { rules } = await config.get(feedId);
    const [first, second, third] = rules;
    const after = await config.put(feedId, {
      rules: [{ ...third, length: 30 }, { text: 'Set brand to "Acme"' }, { ...second, id: undefined, active: true }],
    });
    expect(after.rules).toMatchObject([
      { id: third?.id, type: "truncate", length: 30 },
      { type: "set_value", target: "brand", value: "Acme", active: true },
      { id: second?.id, type: "exclude", active: true },
    ]);
    expect(after.rules.map(({ id }) => id)).not.toContain(first?.id);
    expect((await config.plan(feedId, { rules })).changed_count).toMatchObject({ rules: 5 });
  });
});

describe("tests", () => {
  test("are read, kept as they are, and refused where the document takes away a column they name", async () => {
    const test_ = { row_id: "1001", expect: { tier: "gold" } };
    const { tests } = await config.put(feedId, { extra_columns: ["tier"], tests: [test_] });
    expect(tests).toEqual([{ name: "Row 1001", row_id: "1001", expect: { tier: "gold" } }]);
    expect((await config.put(feedId, { tests })).version).toBe(2);
    const error = await refusal(config.put(feedId, { extra_columns: [], tests }));
    expect(error.details).toEqual([expect.objectContaining({ param: "/tests/0/expect/tier", code: "unknown_feed_column" })]);
    await config.put(feedId, { extra_columns: [] });
    expect((await config.put(feedId, { tests })).version).toBe(3);
  });
});

describe("what an extra column's going leaves behind", () => {
  test("is refused where the document takes the column away, and kept where it had gone before", async () => {
    await config.furnish(feedId);
    const { rules, mappings } = await config.get(feedId);
    const error = await refusal(config.put(feedId, { extra_columns: [], rules, mappings }));
    expect(error.details.map(({ param }) => param)).toEqual(["/mappings/season", "/rules/0/target"]);
    const named = await refusal(config.put(feedId, { extra_columns: [], mappings: { title: "=[G]season", season: null } }));
    const advice = expect.stringContaining("Add it to `extra_columns`");
    expect(named.details).toMatchObject([
      { param: "/mappings/title", code: "unknown_feed_column", message: expect.not.stringContaining("extra_columns") },
      { param: "/mappings/season", code: "unknown_feed_column", message: advice },
    ]);
    await config.put(feedId, { extra_columns: [] });
    const got = await config.get(feedId);
    expect(got.mappings).toEqual(mappings);
    expect(await config.put(feedId, got)).toEqual(got);
  });
});

describe("faults", () => {
  test("of all sections are named at once, and nothing is changed", async () => {
    await config.furnish(feedId);
    const before = await config.get(feedId);
    const [first] = before.rules;
    const error = await refusal(
      config.put(feedId, {
        shape: 1,
        settings: { id_format: "upc", publish_guard: { max_drop_percent: 200 }, object: "x" },
        extra_columns: ["campaign", "9"],
        mappings: { titel: "title", brand: "vendr", season: '=if([D]title matches "(", "a", "b")' },
        rules: [first, { ...first, condition: "titel is blank" }, { text: "Set brand too 4" }, 7, { type: "truncate", target: "title" }],
        cells: { "41200": { titel: "x", vendor: 4 }, x: {} },
        tests: [1],
      }),
    );
    expect(error.code).toBe("rule_invalid");
    expect(error.details.map(({ param }) => param).toSorted()).toEqual([
      "/cells/x",
      "/extra_columns/1",
      "/mappings/brand",
      "/mappings/season",
      "/mappings/titel",
      "/rules/1/condition",
      "/rules/1/id",
      "/rules/2/text",
      "/rules/3",
      "/rules/4/length",
      "/settings/id_format",
      "/settings/object",
      "/settings/publish_guard/max_drop_percent",
      "/shape",
      "/tests/0",
    ]);
    const amounts = { "1001": { price: "44 EUR" }, "1002": { currency: "EUR", price: "44 EUR", cost: "4,5" } };
    const wrong = await refusal(config.put(feedId, { cells: amounts }));
    expect(wrong.details.map(({ param, code }) => [param, code])).toEqual([
      ["/cells/1001/price", "invalid_value"],
      ["/cells/1002/cost", "invalid_value"],
    ]);
    const cells = await refusal(config.put(feedId, { cells: { "41200": { titel: "x", vendor: 4, "a/b": "" } } }));
    expect([cells.code, cells.details.map(({ param }) => param).toSorted()]).toEqual([
      "validation_failed",
      ["/cells/41200/a~1b", "/cells/41200/titel", "/cells/41200/vendor"],
    ]);
    expect(await config.get(feedId)).toEqual(before);
    expect(await config.versionOf(feedId)).toBe(before.version);
  });
});

describe("bounds", () => {
  const messagesOf = async (body: object): Promise<readonly string[]> => {
    const { code, details } = await refusal(config.put(feedId, body));
    return [code, ...details.map(({ param, message }) => `${param}: ${message}`)];
  };

  test("are those of the single operations, over the whole document", async () => {
    const set = { type: "set_value", target: "brand", value: "x" };
    expect(await messagesOf({ rules: Array.from({ length: 501 }, () => set) })).toEqual([
      "rule_invalid",
      expect.stringContaining("/rules: A feed can have at most 500 rules. This list has 501"),
    ]);
    const split = { type: "split_row", over: "[D]additional_images", target: "image_link" };
    const limit = { type: "limit_rows", keep: 100, by: "[D]inventory_quantity" };
    const conditions = { ...set, condition: Array.from({ length: 100 }, (_, at) => `[D]title = "${at}"`).join(" or ") };
    const limits = Array.from({ length: 16 }, () => limit);
    expect(await messagesOf({ rules: [split, split, ...limits], mappings: { custom_label_0: "=rank([D]price)" } })).toEqual([
      "rule_invalid",
      expect.stringContaining("/rules: A feed's rules and mappings can have at most 16 functions that run over all rows"),
      "/rules: A feed can have only one active split_row rule. Deactivate the other one first.",
    ]);
    await config.put(feedId, { rules: [split, { ...split, active: false }, ...limits] });
    expect(await messagesOf({ mappings: { custom_label_0: "=rank([D]price)" } })).toEqual([
      "validation_failed",
      expect.stringContaining("/mappings: A feed's rules and mappings can have at most 16 functions that run over all rows"),
    ]);
    expect(await messagesOf({ rules: Array.from({ length: 51 }, () => conditions) })).toEqual([
      "rule_invalid",
      expect.stringContaining(
        "/rules: A feed's rules can have at most 5000 conditions together, but this change would make it 5100. Remove some.",
      ),
    ]);
    const long = { ...set, value: `=${Array.from({ length: 900 }, () => "upper([D]title)").join("&")}` };
    expect(await messagesOf({ rules: Array.from({ length: 12 }, () => long) })).toEqual([
      "rule_invalid",
      expect.stringContaining("/rules: A feed's active rules and mappings can have at most 20000 parts together"),
    ]);
    const cells = Object.fromEntries(Array.from({ length: 100_001 }, (_, at) => [String(at + 1), { title: "x" }]));
    expect(await messagesOf({ cells })).toEqual([
      "validation_failed",
      expect.stringContaining("/cells: A feed can have at most 100000 cells"),
    ]);
  });
});

describe("a dry run", () => {
  /** How many rows every table has. */
  async function rowCounts(): Promise<unknown> {
    const { rows } = await config.listed.database.pool.query(
      `select table_name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', table_name), false, true, '')))[1]::text as n
       from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    return rows;
  }

  test("answers every change and what it does to the rows, and writes nothing", async () => {
    await config.furnish(feedId);
    const present = await config.get(feedId);
    const [first, second, third] = present.rules;
    const before = await rowCounts();
    const plan = await config.plan(feedId, {
      settings: { ...present.settings, seo: false },
      mappings: { gtin: null, brand: "vendor", season: "title" },
      extra_columns: ["season", "campaign", "tier"],
      rules: [third, { text: 'Set tier to "gold"' }, { ...first, value: "P2" }, second],
      cells: { "1002": { title: "Best" }, "1003": { title: "Third" }, "9999": { title: "Not there" } },
    });
    expect(plan).toMatchObject({
      object: "config_plan",
      version: present.version,
      changed_count: { settings: 1, mappings: 2, extra_columns: 2, rules: 3, tests: 0, cells: 4 },
    });
    expect(plan.changes.map(({ action, path, rule_id, summary }) => [action, path, rule_id, summary])).toEqual([
      ["changed", "/settings/seo", null, "seo: true → false"],
      ["removed", "/mappings/brand", null, "brand: title → its default"],
      ["changed", "/mappings/season", null, 'season: =[D]vendor & " summer" → title'],
      ["added", "/extra_columns/2", null, "tier"],
      ["moved", "/extra_columns/0", null, "from place 2 to 1: season"],
      ["added", "/rules/1", null, 'Set tier to "gold"'],
      ["changed", "/rules/2", first?.id, expect.stringContaining('→ Set campaign to "P2"')],
      ["moved", "/rules/0", third?.id, expect.stringMatching(/^from place 3 to 1: /)],
      ["changed", "/cells/1002/title", null, "title of row 1002: Better → Best"],
      ["removed", "/cells/1002/vendor", null, "vendor of row 1002: Hazel → the platform's value"],
      ["added", "/cells/1003/title", null, "title of row 1003: the platform's value → Third"],
      ["added", "/cells/9999/title", null, "title of row 9999: the platform's value → Not there"],
    ]);
    expect(plan.preview).toMatchObject({ object: "feed_preview", summary: { changed: 3, total: 3 } });
    const [row] = plan.preview?.results.filter(({ row_id: id }) => id === "1003") ?? [];
    expect(row?.changes).toContainEqual({ field: "title", before: "Product 3", after: "Third" });
    expect(await rowCounts()).toEqual(before);
    expect(await config.get(feedId)).toEqual(present);
  });

  test("of what no row shows, or of columns the snapshot has lost, has rows that stay as they are", async () => {
    await config.furnish(feedId);
    const lost = { feed_id: feedId, shop_id: config.shop.shopId, row_id: 1001, source_column: "metafield-gone", value: "x" };
    await config.shop.db.insertInto("cells").values(lost).execute();
    const got = await config.get(feedId);
    expect(await config.put(feedId, got)).toEqual(got);
    const { "1001": _lost, ...cells } = got.cells;
    const plan = await config.plan(feedId, { cells, settings: { ...got.settings, publish_guard: { enabled: false } } });
    expect(plan).toMatchObject({
      changed_count: { cells: 1, settings: 1 },
      preview: { summary: { changed: 0, unchanged: 3 }, results: [] },
    });
  });
});

describe("two editors", () => {
  test("who saw the same version: one wins, the others are told the version there is, and nothing is lost", async () => {
    await config.furnish(feedId);
    const { version } = await config.get(feedId);
    const query = { expected_version: String(version) };
    const path = { feed_id: String(feedId) };
    const answers = await Promise.allSettled([
      ...[1, 2, 3].map((n) => config.put(feedId, { rules: [{ text: `Set brand to "Editor ${n}"` }] }, query)),
      ...["a", "b", "c"].map((utm_source) => config.ask(changeSettings, path, { query, body: { utm: { utm_source } } })),
    ]);
    const won = answers.filter((answer) => answer.status === "fulfilled");
    const lost = answers.filter((answer) => answer.status === "rejected").map(({ reason }): unknown => reason);
    expect(lost).toEqual(
      Array.from({ length: 5 }, () =>
        expect.objectContaining({ code: "version_conflict", details: [expect.objectContaining({ current_version: version + 1 })] }),
      ),
    );
    const after = await config.get(feedId);
    expect(won).toHaveLength(1);
    expect(after.version).toBe(version + 1);
    // Whoever won, what the others had seen is there, but for what the winner changed.
    expect([after.rules.length === 1, after.settings.utm?.["utm_medium"] === undefined].filter(Boolean)).toHaveLength(1);
  });

  test("lose nothing to an override or a lookup table that raised the version meanwhile, and so are let by", async () => {
    await config.furnish(feedId);
    const seen = await config.get(feedId);
    await raiseVersion(config.shop, feedId);
    const rules = [{ text: 'Set brand to "Acme"' }];
    const put = await config.put(feedId, { ...seen, rules });
    expect(put).toMatchObject({ version: seen.version + 2, rules: [{ value: "Acme" }] });
    expect((await refusal(config.put(feedId, { ...seen, rules: [] }))).code).toBe("version_conflict");
    expect((await refusal(config.put(feedId, { rules: [] }, { expected_version: String(put.version + 1) }))).code).toBe("version_conflict");
  });

  test("are read by others as the one or the other left the feed, never halfway", async () => {
    const states = ["a", "b"].map((mark) => ({
      settings: { utm: { utm_source: mark } },
      rules: [{ text: `Set brand to "${mark}"` }],
      cells: { "1001": { title: mark } },
    }));
    await config.put(feedId, states[0] ?? {});
    const found: FeedConfigShape[] = [];
    let isWriting = true;
    const readers = [1, 2, 3].map(async () => {
      while (isWriting) found.push(await config.get(feedId));
    });
    for (const at of Array.from({ length: 8 }).keys()) await config.put(feedId, states[at % 2] ?? {});
    isWriting = false;
    await Promise.all(readers);
    const marks = found.map(({ settings, rules, cells }) => [settings.utm?.["utm_source"], rules[0]?.["value"], cells["1001"]?.["title"]]);
    expect(marks.filter(([settings, rule, cell]) => settings !== rule || rule !== cell)).toEqual([]);
  });

  test("a document of this feed stands for the version it was taken at; of another feed it does not", async () => {
    const document = await config.get(feedId);
    await config.put(feedId, { settings: { seo: true } });
    expect((await refusal(config.put(feedId, document))).code).toBe("version_conflict");
    const other = await config.newFeed();
    expect((await config.put(other, document)).version).toBe(1);
  });
});
