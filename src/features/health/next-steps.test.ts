import { describe, expect, test } from "vitest";
import { members } from "../../kernel/unsafe.ts";
import { OPERATIONS } from "../operations.ts";
import { type Facts, nextSteps, STEPS } from "./next-steps.ts";

const RUN = {
  publication: "live",
  trigger: "regenerate",
  error_code: null,
  error_details: null,
  created_at: "",
  completed_at: null,
} as const;
const GOOD: Facts = {
  ...{
    feed_id: "feed_1",
    name: "Primary feed",
    feed_type: "primary",
    active: true,
    status: "fresh",
    not_extracted: null,
    hasCatalog: true,
  },
  live_run: { id: "run_1", included_count: 3, excluded_count: 0, completed_at: null, outdated: false },
  last_run: { ...RUN, id: "run_1", status: "completed" },
  held_run: null,
  rows: null,
  lint: { warnings: 0, infos: 0, top: [] },
  channels: [{ slug: "google", errors: 0, warnings: 0, muted: 0, top: [], platform: null }],
};
const FINDING = {
  code: "missing_gtin",
  severity: "error",
  field: "gtin",
  affected_count: 2,
  message: "No GTIN.",
  suggested_rule: null,
} as const;
const tools = (facts: Partial<Facts>) => nextSteps({ ...GOOD, ...facts }).map(({ tool }) => tool);

describe("what to do first", () => {
  test("is nothing where all is well", () => {
    expect(nextSteps(GOOD)).toEqual([]);
  });

  test.each<[string, Partial<Facts>, readonly string[]]>([
    ["an inactive feed", { active: false, live_run: null, last_run: null }, ["activate_feed"]],
    ["no catalog", { hasCatalog: false, live_run: null, last_run: null }, ["start_extract"]],
    ["a first extract under way", { hasCatalog: false, status: "generating" }, ["latest_extract"]],
    ["a language that the catalog lacks", { not_extracted: "Not extracted yet for fr. Run a full extract." }, ["start_extract"]],
    ["a feed that never ran", { live_run: null, last_run: null }, ["run_feed"]],
    ["a run under way", { last_run: { ...RUN, id: "run_2", status: "running" } }, ["get_run"]],
    ["a held run", { held_run: { id: "run_2", reasons: ["The file would have no products."] } }, ["diff_runs", "publish_run"]],
    ["a failed run", { last_run: { ...RUN, id: "run_2", status: "failed", error_details: "The disk is full." } }, ["run_feed"]],
    [
      "an outdated live run",
      { live_run: { id: "run_1", included_count: 3, excluded_count: 0, completed_at: null, outdated: true } },
      ["run_feed"],
    ],
    [
      "rows beyond the plan",
      {
        rows: {
          included: 1,
          excluded: 2,
          reasons: [{ reason: "Plan allowance (1) reached", count: 2 }],
          other_reasons: 0,
          computed_at: "",
        },
      },
      ["list_plans"],
    ],
    ["warnings of lint", { lint: { warnings: 2, infos: 0, top: [] } }, ["lint_rules"]],
    ["no channel", { channels: [] }, []],
  ])("for %s", (_, facts, expected) => {
    expect(tools(facts)).toEqual(expected);
  });

  test("names the held run's reasons, and the run it would replace", () => {
    const [compare, publish] = nextSteps({ ...GOOD, held_run: { id: "run_2", reasons: ["The file would have no products."] } });
    expect(compare).toMatchObject({ arguments: { feed_id: "feed_1", run_id: "run_2", against: "run_1" } });
    expect(compare?.action).toContain("The file would have no products.");
    expect(publish).toMatchObject({ operation: "runs.publish", arguments: { feed_id: "feed_1", run_id: "run_2" } });
  });

  test("tries the rule that a finding suggests, looks at a finding without one, and leaves warnings alone", () => {
    const rule = { type: "exclude_field", target: "gtin" };
    const top = [{ ...FINDING, suggested_rule: rule }, FINDING, { ...FINDING, severity: "warning" as const }];
    const steps = nextSteps({ ...GOOD, channels: [{ slug: "google", errors: 2, warnings: 1, muted: 0, top, platform: null }] });
    expect(steps).toMatchObject([
      { tool: "preview_rule", arguments: { feed_id: "feed_1", rule } },
      { tool: "feed_findings", arguments: { feed_id: "feed_1", slug: "google", code: "missing_gtin" } },
    ]);
  });

  test("is five steps at most", () => {
    const top = [FINDING, FINDING];
    const channels = ["google", "meta", "bing"].map((slug) => ({ slug, errors: 2, warnings: 0, muted: 0, top, platform: null }));
    expect(nextSteps({ ...GOOD, channels })).toHaveLength(5);
  });
});

test("every step names an operation that is there with its tool, and arguments that it takes", () => {
  const given: Readonly<Record<keyof typeof STEPS, readonly string[]>> = {
    ...{ extract: ["type"], extracting: [], activate: ["feed_id"], run: ["feed_id"], follow: ["feed_id", "run_id"], plan: [] },
    ...{ compare: ["feed_id", "run_id", "against"], publish: ["feed_id", "run_id"], findings: ["feed_id", "slug", "code"] },
    ...{ tryRule: ["feed_id", "rule"], lint: ["feed_id"], disapproved: ["feed_id", "slug"] },
  };
  for (const [name, { tool, operation: called }] of Object.entries(STEPS)) {
    const operation = OPERATIONS.find((one) => one.name === called);
    expect(operation?.mcp, name).toMatchObject({ tool });
    const taken = [operation?.path, operation?.query, operation?.body].flatMap((schema) => Object.keys(schema?.shape ?? {}));
    // A tool calls the feed of a path `feed_id`.
    const known = operation?.http.path.startsWith("/feeds/{id}") === true ? [...taken, "feed_id"] : taken;
    for (const argument of Object.values(members(given)[name] ?? [])) expect(known, `${name} ${String(argument)}`).toContain(argument);
  }
});

test("no two operations are the same tool", () => {
  const named = OPERATIONS.flatMap(({ mcp }) => ("tool" in mcp ? [mcp.tool] : []));
  expect(named.filter((tool, at) => named.indexOf(tool) !== at)).toEqual([]);
  expect(named).toEqual(expect.arrayContaining(["feed_health", "product", "products", "run_history"]));
});
