import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import type { RealServices } from "../../../test/harness/real-platform.ts";
import { secondFeed, testShop } from "../../../test/harness/shop-fixture.ts";
import { RULE_TYPES } from "../../engine/rules/rule-types.ts";
import { RequestError } from "../../kernel/errors.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { putConfig } from "../config/index.ts";
import { findFeed } from "../feeds/index.ts";
import { debugRows } from "../transforms/index.ts";
import {
  activateRule,
  createRule,
  deactivateRule,
  deleteRule,
  describeRules,
  getRule,
  listRules,
  previewRule,
  reorderRules,
  updateRule,
} from "./index.ts";
import type { RuleShape } from "./rule-shapes.ts";

/** A shop with a real snapshot of three rows, 1001 to 1003. */
let listed: ListedShop;
let database: TestDatabase;
let real: RealServices;
let shop: ShopDb;
beforeAll(async () => {
  listed = await listedShop("rules.example", 3);
  ({ database, real, shop } = listed);
});
afterAll(() => listed[Symbol.asyncDispose]());

let feedId: FeedId;
let feeds = 0;
beforeEach(async () => {
  feeds += 1;
  feedId = storedId("feed", (await secondFeed(shop, `rules-${feeds}`)).id);
  // A market without prices would exclude every row.
  await database.db.updateTable("feeds").set({ feed_type: "language" }).where("id", "=", feedId).execute();
});

const of = (id?: string) => ({ path: { feed_id: `feed_${feedId}`, ...(id === undefined ? {} : { id }) } });
const create = (rule: unknown) => perform<RuleShape>(real.services, shop, createRule, { ...of(), body: { rule } });
const update = (id: string, rule: unknown) => perform<RuleShape>(real.services, shop, updateRule, { ...of(id), body: { rule } });
const list = (query: Readonly<Record<string, string>> = {}) =>
  perform<readonly RuleShape[]>(real.services, shop, listRules, { ...of(), query });
const order = async () => (await list()).map(({ id, position }) => `${id}@${position}`);
const reorder = (body: object) => perform<readonly RuleShape[]>(real.services, shop, reorderRules, { ...of(), body });

interface Preview {
  readonly results: readonly Readonly<Record<string, unknown>>[];
  readonly summary: Readonly<Record<string, number>>;
  readonly warnings: readonly { readonly code: string; readonly column: string; readonly count: number; readonly sample: string | null }[];
}
const preview = (body: object) => perform<Preview>(real.services, shop, previewRule, { ...of(), body });

async function refusal(of_: Promise<unknown>): Promise<RequestError> {
  const error = await of_.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RequestError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}

const SET = { type: "set_value", target: "brand", value: "Acme" };

describe("a rule", () => {
  test("is created behind the others, shown, and listed in order", async () => {
    const first = await create({ ...SET, condition: "vendor is Acme", note: "ours" });
    expect(first).toMatchObject({
      object: "rule",
      rule_type: "set_value",
      rule: 'Set brand to "Acme" when [D]vendor = "Acme"',
      target_column: "brand",
      condition: '[D]vendor = "Acme"',
      value: "Acme",
      active: true,
      position: 1,
      note: "ours",
      definition: { type: "set_value", target: "brand", value: "Acme", condition: '[D]vendor = "Acme"', note: "ours" },
    });
    const second = await create({ text: 'Exclude because "Cheap" when price < 5', active: false });
    expect(second).toMatchObject({ position: 2, active: false, target_column: null, text: 'Exclude because "Cheap" when [G]price < 5' });
    expect(await perform(real.services, shop, getRule, of(first.id))).toEqual(first);
    expect((await list()).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect((await list({ rule_type: "exclude" })).map(({ id }) => id)).toEqual([second.id]);
    expect((await refusal(list({ rule_type: "nosuch" }))).code).toBe("invalid_request");
  });

  test("of every type reads back from its definition and from its text", async () => {
    const made: RuleShape[] = [];
    // Switched off: of some types a feed has only so many that are active.
    for (const { example } of RULE_TYPES) made.push(await create({ ...example, active: false }));
    const said = (rules: readonly RuleShape[]) => rules.map(({ definition, text, rule }) => ({ definition, text, rule }));
    const asDocument = async (rules: readonly object[]) => {
      await perform(real.services, shop, putConfig, { path: { id: `feed_${feedId}` }, body: { rules } });
      return list();
    };
    const again = await asDocument(made.map(({ definition }) => ({ ...definition, active: false })));
    expect(said(again)).toEqual(said(made));
    expect(said(await asDocument(made.map(({ text }) => ({ text, active: false }))))).toEqual(said(made));
  });

  test("changes by what is sent; null takes a member away, another type or a text is another rule", async () => {
    const { id } = await create({ ...SET, condition: "[D]sku is blank" });
    expect(await update(id, { value: "Other" })).toMatchObject({ value: "Other", condition: "[D]sku is blank" });
    expect(await update(id, { condition: null })).toMatchObject({ value: "Other", condition: "always" });
    expect(await update(id, { type: "exclude", reason: "No" })).toMatchObject({
      rule_type: "exclude",
      definition: { type: "exclude", reason: "No" },
    });
    expect(await update(id, { text: "Include when [D]tags contains keep" })).toMatchObject({ rule_type: "include", position: 1 });
    expect((await refusal(update("rule_999999", SET))).code).toBe("resource_not_found");
  });

  test("takes null for what may be left out, as its own answer has it, and for nothing else", async () => {
    const rule = { ...SET, condition: null, note: null, active: null, stop: null };
    const made = await create(rule);
    expect(made).toMatchObject({ definition: SET, active: true, condition: "always", note: null });
    expect(await preview({ rule })).toHaveProperty("summary");
    expect(await update(made.id, { text: null, note: "ours" })).toMatchObject({ definition: { ...SET, note: "ours" } });
    expect(await update(made.id, { type: "include", condition: null })).toMatchObject({ definition: { type: "include" } });
    const wrong = { ...SET, value: null };
    for (const ask of [() => create(wrong), () => preview({ rule: wrong }), () => update(made.id, wrong)])
      expect(await refusal(ask())).toMatchObject({ code: "rule_invalid", details: [{ param: "/rule/value" }] });
  });

  test("is switched off and on, and deleted without a gap", async () => {
    const ids = [(await create(SET)).id, (await create(SET)).id, (await create(SET)).id] as const;
    expect(await perform(real.services, shop, deactivateRule, of(ids[1]))).toMatchObject({ active: false });
    expect(await perform(real.services, shop, activateRule, of(ids[1]))).toMatchObject({ active: true });
    await perform(real.services, shop, deleteRule, of(ids[0]));
    expect(await order()).toEqual([`${ids[1]}@1`, `${ids[2]}@2`]);
    expect((await refusal(perform(real.services, shop, deleteRule, of(ids[0])))).code).toBe("resource_not_found");
  });

  test("makes a new version of the definition with every change", async () => {
    const version = async () => (await findFeed(shop, feedId))?.definition_version;
    const { id } = await create(SET);
    const before = await version();
    await update(id, { value: "x" });
    await perform(real.services, shop, deactivateRule, of(id));
    expect(await version()).toBe((before ?? 0) + 2);
  });

  test("stays as it is where what is sent is what it says already, in its words or others", async () => {
    const made = await create({ ...SET, condition: "[D]vendor is blank", note: "ours" });
    const version = (await findFeed(shop, feedId))?.definition_version;
    const { text, definition } = made;
    for (const sent of [
      {},
      { ...SET },
      { condition: "vendor is blank" },
      { active: true },
      { stop: null },
      definition,
      { text, note: "ours" },
    ])
      expect(await update(made.id, sent)).toEqual(made);
    expect((await findFeed(shop, feedId))?.definition_version).toBe(version);
    const off = await update(made.id, { active: false });
    expect(off).toMatchObject({ ...made, active: false, updated_at: expect.any(String) });
    expect((await refusal(update(made.id, { active: "no" }))).details).toMatchObject([{ param: "/rule/active" }]);
    expect((await findFeed(shop, feedId))?.definition_version).toBe((version ?? 0) + 1);
  });

  test("that names a column the snapshot has lost stays as it is too, but is refused in any change", async () => {
    const { id } = await create(SET);
    const definition = JSON.stringify({ ...SET, value: "=[D]metafield-gone" });
    await database.db
      .updateTable("rules")
      .set({ definition })
      .where("id", "=", Number(id.slice("rule_".length)))
      .execute();
    expect(await update(id, {})).toMatchObject({ value: "=[D]metafield-gone" });
    expect((await refusal(update(id, { note: "x" }))).code).toBe("rule_invalid");
  });

  test("that two people add at once gets a position of its own each", async () => {
    const made = await Promise.all([create(SET), create(SET), create(SET)]);
    expect(new Set(made.map(({ position }) => position))).toEqual(new Set([1, 2, 3]));
  });

  test("of another shop's feed is not found", async () => {
    const stranger = (await testShop(database.db)).shop;
    const asked = perform(real.services, stranger, createRule, { ...of(), body: { rule: SET } });
    expect((await refusal(asked)).code).toBe("resource_not_found");
  });
});

describe("an order", () => {
  test("names every rule once, or every rule of a type, which then trade places", async () => {
    const [a, b, c] = [await create(SET), await create({ type: "exclude", condition: "[D]sku is blank" }), await create(SET)];
    await reorder({ rule_ids: [c.id, b.id.replace("rule_", ""), a.id] });
    expect(await order()).toEqual([`${c.id}@1`, `${b.id}@2`, `${a.id}@3`]);
    await reorder({ rule_ids: [a.id, c.id], rule_type: "set_value" });
    expect(await order()).toEqual([`${a.id}@1`, `${b.id}@2`, `${c.id}@3`]);
    await reorder({ rule_ids: [c.id, b.id, a.id], rule_type: null });
    expect(await order()).toEqual([`${c.id}@1`, `${b.id}@2`, `${a.id}@3`]);
  });

  test("is refused where a rule is missing, unknown or named twice", async () => {
    const [a, b] = [await create(SET), await create(SET)];
    for (const ids of [[], [a.id], [a.id, a.id], [a.id, b.id, "rule_999999"], "x"]) {
      expect((await refusal(reorder({ rule_ids: ids }))).code).toBe("invalid_param");
    }
    expect((await refusal(reorder({}))).code).toBe("invalid_param");
  });
});

describe("a rule that is not valid", () => {
  test("is refused with every fault, its member, and in texts its line and column", async () => {
    const error = await refusal(create({ type: "truncate", target: "titel", length: 0, colour: 1, condition: "[D]nosuch = 1" }));
    expect(error.code).toBe("rule_invalid");
    expect(error.details.map(({ param }) => param).toSorted()).toEqual(["/rule/colour", "/rule/condition", "/rule/length", "/rule/target"]);
    const inText = await refusal(create({ text: "Set [G]title to\n[D]vendr & upper(titel)" }));
    expect(inText.details.map(({ param, line, column }) => [param, line, column])).toEqual([
      ["/rule/text", 2, 1],
      ["/rule/text", 2, 18],
    ]);
  });

  test.each(["a\0b", "half \ud83d"])("for text that nobody can store is refused with the member it stands in: %j", async (value) => {
    const members = [["value", { ...SET, value }] as const, ["note", { ...SET, note: value }] as const, ["text", { text: value }] as const];
    for (const [name, rule] of members)
      for (const ask of [() => create(rule), () => preview({ rule })])
        expect(await refusal(ask())).toMatchObject({ code: "rule_invalid", param: `/rule/${name}`, details: [{ param: `/rule/${name}` }] });
  });

  test.each(["(a", "a{2}{3}{4}{9}", "[z-a]", "*"])(
    "as for the regular expression %s, which DuckDB judges, in members and in texts",
    async (pattern) => {
      const member = await refusal(create({ type: "extract", target: "color", from: "[D]title", pattern }));
      expect(member).toMatchObject({ code: "rule_invalid", details: [{ param: "/rule/pattern" }] });
      const inText = await refusal(create({ text: `Exclude when [D]title matches "${pattern}"` }));
      expect(inText).toMatchObject({ code: "rule_invalid", details: [{ param: "/rule/text" }] });
    },
  );
});

describe("a feed's rules together", () => {
  /** Adds rules in the database, behind the others, so that no limit of the API is checked. */
  async function insertRules(count: number, rule: object): Promise<void> {
    const before = (await database.db.selectFrom("rules").select("id").where("feed_id", "=", feedId).execute()).length;
    const like = { shop_id: shop.shopId, feed_id: feedId, rule_type: "set_value", definition: JSON.stringify(SET), ...rule };
    const rules = Array.from({ length: count }, (_, at) => ({ ...like, position: before + at + 1 }));
    await database.db.insertInto("rules").values(rules).execute();
  }
  /** What is stored about a rule, without where it stands. */
  async function storedLike({ id }: RuleShape) {
    const {
      id: _id,
      position: _position,
      ...row
    } = await database.db
      .selectFrom("rules")
      .selectAll()
      .where("id", "=", Number(id.replace("rule_", "")))
      .executeTakeFirstOrThrow();
    return { ...row, definition: JSON.stringify(row.definition) };
  }

  test("have at most 16 functions over the feed, and one split of rows, among the active ones", async () => {
    const ranked = await storedLike(await create({ type: "set_value", target: "custom_label_0", value: "=rank([D]price)" }));
    await insertRules(15, ranked);
    expect((await refusal(create({ type: "deduplicate", by: "[G]gtin" }))).message).toContain("at most 16");
    expect(await create({ type: "deduplicate", by: "[G]gtin", active: false })).toMatchObject({ active: false });
    const split = { type: "split_row", over: "[D]tags", target: "custom_label_1" };
    await create(split);
    expect((await refusal(create(split))).message).toContain("one active split_row");
    const off = await create({ ...split, active: false });
    expect((await refusal(perform(real.services, shop, activateRule, of(off.id)))).code).toBe("rule_invalid");
  });

  test("are at most 500", async () => {
    await insertRules(500, {});
    expect((await refusal(create(SET))).message).toContain("at most 500 rules");
  });

  test("have at most 5,000 conditions", async () => {
    await insertRules(50, { conditions: 100 });
    expect((await refusal(create({ ...SET, condition: "[D]sku is blank" }))).message).toContain("5000 conditions");
    expect(await create(SET)).toMatchObject({ position: 51 });
  });

  test("have at most 20,000 parts together while they are active, and those from before the bound are read but not planned", async () => {
    const big = (calls: number) => ({ ...SET, value: `=${Array.from({ length: calls }, () => "upper([D]title)").join("&")}` });
    const stored = await storedLike(await create(big(900)));
    await insertRules(10, stored);
    const rejected = await refusal(create(big(900)));
    expect(rejected).toMatchObject({ code: "rule_invalid", message: expect.stringContaining("at most 20000 parts together") });
    const off = await create({ ...big(900), active: false });
    expect((await refusal(perform(real.services, shop, activateRule, of(off.id)))).message).toContain("at most 20000 parts");
    expect((await refusal(preview({ rule: big(900) }))).message).toContain("at most 20000 parts");
    await insertRules(8, stored);
    expect(await list()).toHaveLength(20);
    const debugged = perform(real.services, shop, debugRows, { path: { id: `feed_${feedId}` }, body: { row_ids: ["1001"] } });
    await expect(debugged).rejects.toMatchObject({ code: "definition_too_large" });
  });
});

describe("a preview", () => {
  test("shows what a new rule would change over the whole feed, and saves nothing", async () => {
    const { results, summary } = await preview({ rule: { ...SET, value: '=[G]brand & "!"', condition: '[D]id = "1001"' } });
    expect(summary).toEqual({ matched: 1, changed: 1, newly_excluded: 0, newly_included: 0, unchanged: 2, total: 3 });
    expect(results).toMatchObject([{ row_id: "1001", excluded: false, changes: [{ field: "brand" }, { field: "identifier_exists" }] }]);
    expect(await list()).toEqual([]);
  });

  test("of a change compares the rule as it is with what it would become", async () => {
    const { id } = await create({ type: "exclude", reason: "First", condition: '[D]id = "1001"' });
    const { results, summary } = await preview({ rule: { condition: '[D]id = "1002"' }, rule_id: id });
    expect(summary).toMatchObject({ matched: 1, newly_excluded: 1, newly_included: 1, unchanged: 1 });
    expect(results.map(({ row_id: row, excluded }) => [row, excluded])).toEqual([
      ["1001", false],
      ["1002", true],
    ]);
    expect((await preview({ rule: { active: false }, rule_id: id })).summary).toMatchObject({ newly_included: 1, newly_excluded: 0 });
  });

  test("warns of every column the rule reads that is blank in all rows, and of no other", async () => {
    const warned = async (rule: object) => (await preview({ rule })).warnings.map(({ code, column, count }) => [code, column, count]);
    expect(await warned({ ...SET, value: "=[D]hs_code & [D]title", condition: '[D]country_of_origin = "DE"' })).toEqual([
      ["column_blank", "[D]country_of_origin", 3],
      ["column_blank", "[D]hs_code", 3],
    ]);
    expect(await warned({ type: "replace", target: "custom_label_0", find: "a", replace_with: "b" })).toEqual([
      ["column_blank", "[G]custom_label_0", 3],
    ]);
    expect(await warned({ type: "append", target: "custom_label_0", value: "=[D]title" })).toEqual([]);
    expect(await warned({ ...SET, value: '=option("Colour")', condition: "[D]hs_code is blank" })).toEqual([]);
    expect(await warned({ type: "exclude", condition: "[G]material = cotton", active: false })).toEqual([
      ["column_blank", "[G]material", 3],
    ]);
  });

  test("warns that a channel refuses what it writes, and that text is a column's name", async () => {
    const price = { type: "set_value", target: "price", value: '=if([D]id = "1001", "see site", concat(0 - [D]price, ""))' };
    const { warnings } = await preview({ rule: price });
    expect(warnings).toMatchObject([
      { code: "price_invalid", sample: "see site", count: 1 },
      { code: "price_not_positive", sample: expect.stringMatching(/^-[23]/), count: 2 },
    ]);
    const link = await preview({ rule: { type: "set_value", target: "link", value: "" } });
    expect(link.warnings).toMatchObject([{ code: "required_blank", sample: null, count: 3 }]);
    const color = await preview({ rule: { type: "set_value", target: "color", value: "[D]vendor" } });
    expect(color.warnings).toMatchObject([{ code: "column_as_text", sample: "[D]vendor", count: 0 }]);
    const sale = { type: "set_value", target: "sale_price", value: '=if([D]id = "1001", "9.00 EUR", [D]price + 1)' };
    expect((await preview({ rule: sale })).warnings.map(({ code, count }) => [code, count])).toEqual([
      ["price_currency_mismatch", 1],
      ["sale_price_not_lower", 3],
    ]);
    const zeros = await preview({ rule: { type: "set_value", target: "gtin", value: "0000000000000" } });
    expect(zeros.warnings).toMatchObject([{ code: "gtin_invalid", count: 3 }]);
  });

  test("warns of nothing where values are good, or stand in rows that are not in the feed", async () => {
    await create({ type: "exclude", condition: '[D]id = "1001"' });
    const { warnings } = await preview({ rule: { type: "set_value", target: "gender", value: "robot" } });
    expect(warnings).toMatchObject([{ code: "value_unknown", count: 2 }]);
    const good = { type: "set_value", target: "gtin", value: "4006381333931" };
    expect((await preview({ rule: good })).warnings).toEqual([]);
  });

  test("needs a catalog, a valid rule and a rule that exists", async () => {
    const empty = await testShop(database.db);
    const asked = perform(real.services, empty.shop, previewRule, { path: { feed_id: String(empty.feedId) }, body: { rule: SET } });
    expect((await refusal(asked)).code).toBe("no_feed");
    expect((await refusal(preview({ rule: { type: "nosuch" } }))).code).toBe("rule_invalid");
    expect((await refusal(preview({ rule: SET, rule_id: "rule_999999" }))).code).toBe("resource_not_found");
  });
});

describe("debug rows", () => {
  const debug = (rowIds: unknown) =>
    perform<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>(real.services, shop, debugRows, {
      path: { id: String(feedId) },
      body: { row_ids: rowIds },
    });

  test("tell which rule changed what, in order, also of an excluded row", async () => {
    const set = await create({ ...SET, condition: '[D]id = "1002"' });
    const out = await create({ type: "exclude", reason: "Not this one", condition: '[G]brand = "Acme"' });
    const { rows } = await debug(["1002"]);
    expect(rows).toMatchObject([
      { row_id: "1002", product_id: "prod_1002", excluded: true, exclude_reason: "Not this one", output: { brand: "Acme" } },
    ]);
    expect(rows[0]?.["stages"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ stage: "rules", rule_id: set.id }),
        expect.objectContaining({ stage: "rules", rule_id: out.id, excluded: true, exclude_reason: "Not this one" }),
      ]),
    );
  });

  test("know the place of a row in the whole feed", async () => {
    await create({ type: "set_value", target: "custom_label_0", value: '="place " & rank([D]id, "asc")' });
    await create({ type: "limit_rows", keep: 2, by: "[D]id", order: "asc" });
    const { rows } = await debug(["1003", "1001"]);
    expect(rows.map(({ row_id: row, exclude_reason: reason }) => [row, reason])).toEqual([
      ["1003", "Not among the 2 rows kept in the feed"],
      ["1001", null],
    ]);
    expect(rows).toMatchObject([{ output: { custom_label_0: "place 3" } }, { output: { custom_label_0: "place 1" } }]);
  });

  test("refuse ids that are none, too many, or unknown", async () => {
    for (const ids of [undefined, "1001", [], ["1", "2", "3", "4", "5", "6"], [1001]])
      expect((await refusal(debug(ids))).code).toBe("invalid_row_ids");
    expect((await refusal(debug(["9", "abc"]))).code).toBe("rows_not_found");
    expect((await debug(["9", "1001"])).rows).toHaveLength(1);
  });
});

test("the language describes itself, with every type and function", async () => {
  const language = await perform<{ readonly rule_types: readonly object[]; readonly functions: readonly { readonly name: string }[] }>(
    real.services,
    shop,
    describeRules,
  );
  expect(language.rule_types).toHaveLength(RULE_TYPES.length);
  expect(language.functions.map(({ name }) => name)).toEqual(expect.arrayContaining(["upper", "lookup", "rank", "is_valid_gtin"]));
});
