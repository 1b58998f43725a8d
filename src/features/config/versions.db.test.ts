import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import { changeColumnMappings } from "../columns/index.ts";
import { changeExtraColumns } from "../extra-columns/index.ts";
import { forgetVersions } from "../feeds/version-queries.ts";
import { putLookupTable, removeLookupTable } from "../lookups/index.ts";
import { activateRule, createRule, deactivateRule, deleteRule, reorderRules, updateRule } from "../rules/index.ts";
import { changeSettings } from "../settings/index.ts";
import { setFeedTests } from "../tests/index.ts";
import { compareVersions } from "./compare-versions.ts";
import { type ConfigShop, configShop, refusal } from "./config-shop.suite.ts";
import type { FeedConfigShape } from "./config-shapes.ts";
import { testRuns } from "../../../test/harness/test-seed.ts";

let config: ConfigShop;
let feedId: FeedId;
beforeAll(async () => {
  config = await configShop("versions.example");
});
afterAll(() => config[Symbol.asyncDispose]());
beforeEach(async () => {
  feedId = await config.newFeed();
});

interface Compared {
  readonly changes: readonly Readonly<Record<"section" | "action", string>>[];
  readonly changed_count: Readonly<Record<string, number>>;
}

const contentsOf = ({ version: _version, feed_id: _feed, rules, ...rest }: FeedConfigShape) => ({
  ...rest,
  rules: rules.map((rule) => ({ ...rule, id: "" })),
});
const withoutVersion = ({ version: _version, ...rest }: FeedConfigShape) => rest;

describe("versions", () => {
  /** A feed whose eighth version has something of everything, and its ninth other rules and neither mappings nor cells. */
  let furnished: FeedId;
  beforeAll(async () => {
    furnished = await config.newFeed();
    await config.furnishInSteps(furnished);
    const { rules } = await config.get(furnished);
    await config.put(furnished, {
      rules: [...rules, { text: 'Set brand to "Acme"' }, { text: 'Set condition to "new"' }],
      mappings: {},
      extra_columns: ["campaign", "season", "sale"],
      cells: {},
    });
  });

  test("are listed newest first with what they changed and who changed it", async () => {
    const versions = await config.versions(furnished);
    expect(versions[0]).toEqual({
      id: 9,
      object: "feed_version",
      summary: "Applied a configuration: 2 rules added, 3 mappings changed, 1 extra column changed, 2 cells changed.",
      created_by: "System",
      created_at: expect.any(String),
      current: true,
    });
    expect(versions.slice(1).map(({ id, current }) => [id, current])).toEqual([8, 7, 6, 5, 4, 3, 2].map((id) => [id, false]));
    expect((await config.versions(furnished, { per_page: "2", page: "2" })).map(({ id }) => id)).toEqual([7, 6]);
  });

  test("are compared, any two of them, as the changes that lead from one to the other", async () => {
    const version = 9;
    const compared = (n: number, query: Readonly<Record<string, string>> = {}) =>
      config.ask<Compared>(compareVersions, { id: String(furnished), n: String(n) }, { query });
    const last = await compared(version);
    expect(last).toMatchObject({ object: "config_diff", feed_id: `feed_${furnished}`, version, against: version - 1 });
    const sections = ({ changes }: Compared) => changes.map(({ section, action }) => [section, action]);
    expect(sections(last)).toEqual(expect.arrayContaining([["extra_columns", "added"]]));
    const back = await compared(version - 1, { against: String(version) });
    expect(sections(back)).toEqual(expect.arrayContaining([["extra_columns", "removed"]]));
    expect(back.changes).toHaveLength(last.changes.length);
    const all = await compared(version - 1, { against: "2" });
    expect(all.changed_count).toMatchObject({ rules: 3, cells: 2, extra_columns: 0 });
    expect((await compared(version, { against: String(version) })).changes).toEqual([]);
  });

  test("are not compared with one there is not", async () => {
    const other = await config.newFeed();
    const compared = (feed: FeedId, n: string, query: Readonly<Record<string, string>> = {}) =>
      refusal(config.ask(compareVersions, { id: String(feed), n }, { query }));
    expect(await compared(furnished, "999")).toMatchObject({ code: "resource_not_found" });
    expect(await compared(storedId("feed", 999_999), "1")).toMatchObject({ code: "resource_not_found" });
    expect(await compared(furnished, "3", { against: "999" })).toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("no version 999"),
    });
    await config.put(other, { extra_columns: ["sale"] });
    const [first] = (await config.versions(other)).toReversed();
    expect(await compared(other, String(first?.id))).toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("No version before"),
    });
  });

  test("are planned before they are restored", async () => {
    expect(await config.restore(furnished, 8, { dry_run: "true" })).toMatchObject({
      object: "config_plan",
      changed_count: { rules: 2, cells: 2 },
      preview: { summary: { total: 3 } },
    });
    expect(await config.versionOf(furnished)).toBe(9);
  });

  test("that never existed are not found, and a restore is refused where the expected version is outdated", async () => {
    for (const n of [0, 1, 99, Number.MAX_SAFE_INTEGER])
      expect((await refusal(config.restore(furnished, n))).code).toBe("resource_not_found");
    expect((await refusal(config.version(furnished, 99))).code).toBe("resource_not_found");
    expect((await refusal(config.restore(furnished, 2, { expected_version: "3" }))).code).toBe("version_conflict");
  });

  test("are restored with the ids of rules that were deleted, as a version of its own", async () => {
    await config.furnish(feedId);
    const then = await config.get(feedId);
    await config.put(feedId, { rules: [{ text: 'Set brand to "Acme"' }], settings: {}, mappings: {}, extra_columns: [], cells: {} });
    const restored = await config.restore(feedId, then.version);
    expect(restored).toEqual({ ...then, version: then.version + 2 });
    expect((await config.versions(feedId))[0]).toMatchObject({ id: then.version + 2, summary: `Restored version ${then.version}.` });
    expect((await config.version(feedId, then.version)).config).toEqual(then);
    expect((await config.restore(feedId, then.version)).version).toBe(then.version + 2);
  });

  test("with more parts than a feed may have, kept since before the bound, are not restored", async () => {
    const value = `=${Array.from({ length: 900 }, () => "upper([D]title)").join("&")}`;
    await config.put(feedId, { rules: [{ type: "set_value", target: "brand", value }] });
    // A version lists its rules by id, so twelve of them are twelve times as many parts.
    const kept = sql<number[]>`array(select rules[1] from generate_series(1, 12))`;
    await sql`update feed_versions set rules = ${kept} where feed_id = ${feedId} and version = 2`.execute(config.shop.db);
    await config.put(feedId, { rules: [] });
    const refused = await refusal(config.restore(feedId, 2));
    expect([refused.code, refused.message]).toEqual(["validation_failed", expect.stringContaining("at most 20000 parts together")]);
    expect((await config.get(feedId)).rules).toEqual([]);
  });

  test("with regular expressions that compile to more than a feed may have are not restored", async () => {
    const condition = { any: [{ side: "D", column: "title", operator: "matches", value: "\\pL{95}" }] };
    await config.put(feedId, { rules: [{ type: "set_value", target: "brand", value: "x", condition }] });
    // Fourteen are more than a feed may have; each takes a fifth of a second to judge.
    const kept = sql<number[]>`array(select rules[1] from generate_series(1, 14))`;
    await sql`update feed_versions set rules = ${kept} where feed_id = ${feedId} and version = 2`.execute(config.shop.db);
    await config.put(feedId, { rules: [] });
    expect((await refusal(config.restore(feedId, 2))).message).toContain("at most 20000 parts together");
  });

  test("whose lookup table is gone are restored all the same, and whose table is there keep it from being removed", async () => {
    const table = { name: "colours" };
    await config.ask(putLookupTable, table, { body: { columns: ["key", "name"], rows: [["a", "b"]] } });
    await config.put(feedId, {
      rules: [{ type: "set_value", target: "custom_label_0", value: '=lookup("colours", [D]title)' }],
      mappings: { color: '=lookup("colours", [D]vendor)' },
    });
    const then = await config.get(feedId);
    await config.put(feedId, { rules: [], mappings: {} });
    await config.restore(feedId, then.version);
    const inUse = await refusal(config.ask(removeLookupTable, table));
    expect(inUse.details.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Rule rule_/),
      expect.stringMatching(/^The column mappings/),
    ]);
    await config.put(feedId, { rules: [], mappings: {} });
    await config.ask(removeLookupTable, table);
    expect(withoutVersion(await config.restore(feedId, then.version))).toEqual(withoutVersion(then));
  });

  test("of which the oldest are forgotten leave the others restorable", async () => {
    await config.furnish(feedId);
    const kept = [await config.get(feedId)];
    const { rules } = kept[0] ?? { rules: [] };
    for (const change of [{ rules: rules.slice(1) }, { cells: { "1001": { title: "One" } } }, { rules, cells: {} }])
      kept.push(await config.put(feedId, change));
    await forgetVersions(config.shop, feedId, { versions: 3, bytes: Number.MAX_SAFE_INTEGER });
    expect((await config.versions(feedId)).map(({ id }) => id)).toEqual(
      kept
        .slice(1)
        .map(({ version }) => version)
        .toReversed(),
    );
    expect((await refusal(config.restore(feedId, 8))).code).toBe("resource_not_found");
    for (const then of kept.slice(1)) expect((await config.version(feedId, then.version)).config).toEqual(then);
    await config.put(feedId, { rules: [] });
    await forgetVersions(config.shop, feedId, { versions: 1, bytes: Number.MAX_SAFE_INTEGER });
    const left = async (name: "rule_states" | "cell_changes") =>
      (await config.shop.db.selectFrom(name).select("feed_id").where("feed_id", "=", feedId).execute()).length;
    expect([await left("rule_states"), await left("cell_changes")]).toEqual([0, 0]);
  });
});

describe("versions that take too many bytes", () => {
  const sizes = async () =>
    config.shop.db.selectFrom("feed_versions").select(["version", "kept_bytes"]).where("feed_id", "=", feedId).orderBy("version").execute();
  const text = (letter: string) => ({ type: "set_value", target: "custom_label_0", value: letter.repeat(5_000) });

  test("go from the oldest on, with the rules that came with them counted; the newest stays whatever it takes", async () => {
    for (const letter of ["a", "b", "c"]) await config.put(feedId, { rules: [text(letter)] });
    const kept = await sizes();
    expect(kept.slice(-3).every(({ kept_bytes: bytes }) => Number(bytes) > 5_000)).toBe(true);
    const newest = kept.at(-1);
    const lastTwo = kept.slice(-2).reduce((total, { kept_bytes: bytes }) => total + Number(bytes), 0);
    await forgetVersions(config.shop, feedId, { versions: 1_000, bytes: lastTwo });
    expect(await sizes()).toEqual(kept.slice(-2));
    await forgetVersions(config.shop, feedId, { versions: 1_000, bytes: 1 });
    expect(await sizes()).toEqual([newest]);
    expect((await config.version(feedId, newest?.version ?? 0)).config.rules).toMatchObject([{ value: "c".repeat(5_000) }]);
  });
});

describe("any sequence of changes", () => {
  const word = fc.constantFrom("Acme", "Hazel", "spring", "x");
  const anyRule = fc.record({
    type: fc.constant("set_value"),
    target: fc.constantFrom("brand", "title", "tier"),
    value: word,
    active: fc.boolean(),
    condition: fc.constantFrom("[D]vendor is blank", '[D]title contains "1"'),
  });
  /** Which of the rules there are. */
  const nth = fc.nat(9);
  const anyStep = fc.oneof(
    fc.record({ do: fc.constant("create" as const), rule: anyRule }),
    fc.record({ do: fc.constant("update" as const), nth, rule: anyRule }),
    fc.record({ do: fc.constantFrom("delete" as const, "activate" as const, "deactivate" as const), nth }),
    fc.record({ do: fc.constant("reorder" as const), by: fc.nat(5) }),
    fc.record({ do: fc.constant("settings" as const), seo: fc.boolean(), utm: fc.option(fc.record({ utm_source: word })) }),
    fc.record({
      do: fc.constant("mappings" as const),
      column: fc.constantFrom("brand", "gtin", "tier"),
      to: fc.constantFrom("vendor", null, '="x"'),
    }),
    fc.record({
      do: fc.constant("cells" as const),
      row: fc.integer({ min: 1001, max: 1003 }),
      column: fc.constantFrom("title", "vendor"),
      value: fc.option(word),
    }),
    fc.record({ do: fc.constant("apply" as const), rules: fc.array(anyRule, { maxLength: 3 }), value: word }),
    fc.record({ do: fc.constant("tests" as const), value: word }),
    fc.record({ do: fc.constant("restore" as const), nth }),
  );
  type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

  async function take(feed: FeedId, step: Step, seen: readonly FeedConfigShape[]): Promise<unknown> {
    const { rules } = seen.at(-1) ?? (await config.get(feed));
    const rule = "nth" in step && rules.length > 0 ? { id: rules[step.nth % rules.length]?.id ?? "" } : undefined;
    switch (step.do) {
      case "create":
        return config.change(feed, createRule, { rule: step.rule });
      case "update":
        return rule === undefined ? undefined : config.change(feed, updateRule, { rule: step.rule }, rule);
      case "delete":
        return rule === undefined ? undefined : config.ask(deleteRule, { feed_id: String(feed), ...rule });
      case "activate":
      case "deactivate":
        return rule === undefined
          ? undefined
          : config.ask(step.do === "activate" ? activateRule : deactivateRule, { feed_id: String(feed), ...rule });
      case "reorder": {
        const ids = rules.map(({ id }) => id);
        const cut = ids.length === 0 ? 0 : step.by % ids.length;
        return ids.length === 0 ? undefined : config.change(feed, reorderRules, { rule_ids: [...ids.slice(cut), ...ids.slice(0, cut)] });
      }
      case "settings":
        return config.change(feed, changeSettings, { seo: step.seo, utm: step.utm });
      case "mappings":
        return config.change(feed, changeColumnMappings, { mappings: { [step.column]: step.to } });
      case "cells":
        return config.setRow(feed, step.row, { [step.column]: step.value });
      case "apply":
        return config.put(feed, { rules: [...step.rules, ...rules.slice(0, 2)], cells: { "1002": { title: step.value } } });
      case "tests":
        return config.ask(setFeedTests, { id: String(feed) }, { body: { tests: [{ row_id: "1001", expect: { brand: step.value } }] } });
      case "restore": {
        const then = seen[step.nth % Math.max(1, seen.length)];
        return then === undefined ? undefined : config.restore(feed, then.version);
      }
      default:
        return step satisfies never;
    }
  }

  test("can be undone to every version: the configuration is what it was then, to the letter", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 8 }), fc.nat(), async (steps, start) => {
        const feed = await config.newFeed();
        await config.change(feed, changeExtraColumns, { extra_columns: ["tier"] });
        const seen = [await config.get(feed)];
        for (const step of steps) {
          await take(feed, step, seen);
          const now = await config.get(feed);
          if (now.version !== seen.at(-1)?.version) seen.push(now);
        }
        for (const then of seen) expect(JSON.stringify((await config.version(feed, then.version)).config)).toBe(JSON.stringify(then));
        for (const at of seen.keys()) {
          const then = seen[(at * 7 + start) % seen.length];
          if (then === undefined) continue;
          expect(JSON.stringify(withoutVersion(await config.restore(feed, then.version)))).toBe(JSON.stringify(withoutVersion(then)));
        }
        for (const then of seen) expect((await config.version(feed, then.version)).config).toEqual(then);
        // As a document any of them can be had again too, here and on a fresh feed; ids are of the rules there.
        const fresh = await config.newFeed();
        for (const then of seen.slice(start % seen.length).slice(0, 1))
          for (const to of [feed, fresh]) expect(contentsOf(await config.put(to, withoutVersion(then)))).toEqual(contentsOf(then));
      }),
      { numRuns: 2 * testRuns },
    );
  });
});
