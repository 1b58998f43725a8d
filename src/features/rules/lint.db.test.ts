import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { storedId } from "../../kernel/ids.ts";
import { putLookupTable } from "../lookups/index.ts";
import { claimRun, getLineage, regenerateFeed, workRun } from "../runs/index.ts";
import { createRule, deleteRule, lintFeed, listRules, reorderRules } from "./index.ts";

/** Twenty rows of one shop, 1001 to 1020, that cost 1.00 to 20.00; all are in the feed and none has a vendor. */
let listed: ListedShop;
beforeAll(async () => {
  listed = await listedShop("lint.example", 20);
  await workWaitingRun();
});
afterAll(() => listed[Symbol.asyncDispose]());

const feedPath = () => ({ path: { feed_id: `feed_${listed.primaryId}` } });
const ask = <T>(operation: Parameters<typeof perform>[2], input: Parameters<typeof perform>[3]) =>
  perform<T>(listed.real.services, listed.shop, operation, input);

beforeEach(async () => {
  for (const { id } of await ask<readonly { readonly id: string }[]>(listRules, feedPath()))
    await ask(deleteRule, { path: { ...feedPath().path, id } });
});

/** Answers the rules' ids, in order. */
async function withRules(...texts: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const text of texts) ids.push((await ask<{ readonly id: string }>(createRule, { ...feedPath(), body: { rule: { text } } })).id);
  return ids;
}

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly rule_ids: readonly string[];
  readonly column: string | null;
  readonly count: number;
  readonly message: string;
  readonly suggestion: { readonly text: string; readonly request: { readonly path: string; readonly body: object | null } | null };
}
interface Lint {
  readonly run_id: string | null;
  readonly version: number;
  readonly total_count: number;
  readonly findings: readonly Finding[];
}
const lint = () => ask<Lint>(lintFeed, feedPath());
const findings = async () => (await lint()).findings.map(({ code, rule_ids: ids, column, count }) => ({ code, ids, column, count }));

async function workWaitingRun(): Promise<void> {
  const claim = await claimRun(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(listed.real.services, listed.shop, claim, { signal: new AbortController().signal, end: async () => undefined });
}

async function ran(): Promise<string> {
  const run = await ask<{ readonly id: string }>(regenerateFeed, { path: { id: `feed_${listed.primaryId}` } });
  await workWaitingRun();
  return run.id;
}

describe("the lint of rules", () => {
  test("has nothing to say of rules that do what they say", async () => {
    await withRules('Set [G]custom_label_0 to "cheap" when [D]price < 5', 'Exclude because "Dear" when [D]price > 18');
    expect(await lint()).toMatchObject({ total_count: 20, findings: [] });
  });

  test("finds a rule that matches nothing", async () => {
    const [id] = await withRules('Set [G]custom_label_0 to "x" when [G]title contains "Zebra"');
    const { findings: found } = await lint();
    expect(found).toMatchObject([{ code: "matches_nothing", severity: "warning", rule_ids: [id], count: 0 }]);
    expect(found[0]?.suggestion.request?.path).toBe(`/feeds/feed_${listed.primaryId}/rules/${id}/deactivate`);
  });

  test("finds a rule that changes nothing, and lets one be that says stop", async () => {
    const [id] = await withRules("Set [G]mpn to [D]sku");
    expect(await findings()).toEqual([{ code: "changes_nothing", ids: [id], column: null, count: 20 }]);
    await ask(deleteRule, { path: { ...feedPath().path, id: id ?? "" } });
    await ask(createRule, { ...feedPath(), body: { rule: { type: "set_value", target: "mpn", value: "=[D]sku", stop: true } } });
    expect(await findings()).toEqual([]);
  });

  test("finds what a later rule writes over, and not what a later rule works on", async () => {
    const [first, second] = await withRules('Set [G]title to "A" when [D]price < 5', 'Set [G]title to "B"');
    expect(await findings()).toEqual([{ code: "shadowed", ids: [first, second], column: "title", count: 4 }]);
    await ask(deleteRule, { path: { ...feedPath().path, id: second ?? "" } });
    await withRules('Set [G]title to [G]title & "!"');
    expect(await findings()).toEqual([]);
  });

  test("finds rules that write different things into the same cells, with their number", async () => {
    const [first, second] = await withRules('Set [G]brand to "A" when [D]price < 11', 'Set [G]brand to "B" when [D]price > 8');
    expect(await findings()).toEqual([{ code: "contradiction", ids: [first, second], column: "brand", count: 2 }]);
  });

  test("finds an exclusion that a later rule takes back whole", async () => {
    const [first, second] = await withRules('Exclude because "Cheap" when [D]price < 5', "Include when [D]price < 6");
    expect(await findings()).toEqual([{ code: "contradiction", ids: [first, second], column: null, count: 4 }]);
  });

  test("finds rules whose order decides, and the suggested request puts it right", async () => {
    const [first, second] = await withRules("Set [G]custom_label_0 to [G]title", 'Set [G]title to "New" when [D]price < 5');
    const { findings: found } = await lint();
    expect(found).toMatchObject([{ code: "order_dependent", rule_ids: [first, second], column: "title", count: 4 }]);
    const body = found[0]?.suggestion.request?.body ?? {};
    expect(body).toEqual({ rule_ids: [second, first] });
    await ask(reorderRules, { ...feedPath(), body });
    expect(await findings()).toEqual([]);
  });

  test("finds inputs that are blank in every row, but lets rules ask whether one is", async () => {
    const [id] = await withRules('Set [G]custom_label_0 to [D]vendor & "-" & [D]sku', 'Set [G]brand to "Acme" when [D]vendor is blank');
    expect(await findings()).toEqual([{ code: "blank_input", ids: [id], column: "[D]vendor", count: 20 }]);
  });

  test("finds keys that a lookup table does not have", async () => {
    const rows = [
      { sku: "SKU-1", label: "first" },
      { sku: "SKU-2", label: "second" },
    ];
    await ask(putLookupTable, { path: { name: "labels" }, body: { rows } });
    const [id] = await withRules('Set [G]custom_label_0 to lookup("labels", [D]sku)');
    const { findings: found } = await lint();
    expect(found).toMatchObject([{ code: "unmatched_lookup_keys", rule_ids: [id], count: 18 }]);
    expect(found[0]?.message).toContain('"sku-10" (1 row)');
  });

  test("uses the counts of the last run of this very definition, and says so", async () => {
    await withRules('Set [G]custom_label_0 to "x" when [G]title contains "Zebra"');
    expect((await lint()).run_id).toBeNull();
    const fresh = await findings();
    const run = await ran();
    expect((await lint()).run_id).toBe(run);
    expect(await findings()).toEqual(fresh);
    await withRules('Set [G]custom_label_1 to "y"');
    expect((await lint()).run_id).toBeNull();
  });

  test("of a shop without a catalog, or of another shop, is refused", async () => {
    const empty = await testShop(listed.database.db);
    const { services } = listed.real;
    await expect(perform(services, empty.shop, lintFeed, { path: { feed_id: String(empty.feedId) } })).rejects.toMatchObject({
      code: "no_feed",
    });
    await expect(perform(services, empty.shop, lintFeed, feedPath())).rejects.toMatchObject({ code: "resource_not_found" });
  });
});

describe("the lineage of a run", () => {
  test("counts rows met, cells changed by column, and rows excluded, for each rule", async () => {
    const [first, second, third] = await withRules(
      'Set [G]title to "Cheap" when [D]price < 11',
      'Set [G]title to [G]title & "!" when [D]price > 8',
      'Exclude because "Dear" when [D]price > 18',
    );
    const runId = await ran();
    const lineage = await ask<object>(getLineage, { path: { id: `feed_${listed.primaryId}`, run_id: runId } });
    expect(lineage).toMatchObject({
      object: "run_lineage",
      run_id: runId,
      total_count: 20,
      included_count: 18,
      rules: [
        {
          rule_id: first,
          matched_count: 10,
          changed_count: 10,
          columns: [
            { column: "title", changed_count: 10, in_file_count: 10, kept_count: 8, overwritten_by: [{ rule_id: second, count: 2 }] },
          ],
        },
        { rule_id: second, matched_count: 12, changed_count: 12, columns: [{ column: "title", in_file_count: 10, kept_count: 12 }] },
        { rule_id: third, matched_count: 2, excluded_count: 2, changed_count: 0, columns: [] },
      ],
    });
  });

  test("of a run that is no run of the feed is not found", async () => {
    const path = { id: `feed_${listed.primaryId}`, run_id: String(storedId("run", 2 ** 40)) };
    await expect(ask(getLineage, { path })).rejects.toMatchObject({ code: "resource_not_found" });
  });
});
