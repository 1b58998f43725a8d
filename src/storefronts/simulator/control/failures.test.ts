import { expect, test } from "vitest";
import { createFailures, type Failure } from "./failures.ts";
import { FAILURE_KINDS, FAILURE_MEANINGS } from "./failure-kinds.ts";

test("planned failures strike in their order, each as often as planned, each in its place", () => {
  const failures = createFailures(null);
  failures.plan({ kind: "http_500", times: 2 });
  failures.plan({ kind: "failed_timeout" });
  failures.plan({ kind: "slow_answer", forMs: 70 });
  const taken = (place: "request" | "operation" | "download") => failures.take(place, "{ shop }");
  expect([taken("request"), taken("request"), taken("request"), taken("request")]).toEqual([
    { kind: "http_500", forMs: null },
    { kind: "http_500", forMs: null },
    { kind: "slow_answer", forMs: 70 },
    undefined,
  ]);
  expect(taken("download")).toBeUndefined();
  expect(failures.waiting()).toEqual([{ kind: "failed_timeout", times: 1, forMs: null, matching: "" }]);
  failures.clear();
  expect(taken("operation")).toBeUndefined();
});

test("a failure that is for some query alone waits for it", () => {
  const failures = createFailures(null);
  failures.plan({ kind: "failed_timeout", matching: "metafields" });
  failures.plan({ kind: "wrong_counts" });
  expect(failures.take("operation", "{ products }")).toMatchObject({ kind: "wrong_counts" });
  expect(failures.take("operation", "{ products }")).toBeUndefined();
  expect(failures.take("operation", "{ products { metafields } }")).toMatchObject({ kind: "failed_timeout" });
});

test("chance strikes about as often as asked, in the same way for the same seed", () => {
  const draws = (seed: number): readonly (Failure | undefined)[] => {
    const failures = createFailures({ probability: 0.2, seed });
    return Array.from({ length: 2_000 }, () => failures.take("operation", ""));
  };
  const struck = draws(1).filter((failure) => failure !== undefined);
  expect(struck.length / 2_000).toBeCloseTo(0.2, 1);
  expect(new Set(struck.map(({ kind }) => kind)).size).toBeGreaterThan(8);
  expect(struck.every(({ kind }) => FAILURE_KINDS[kind] === "operation")).toBe(true);
  expect(draws(1)).toEqual(draws(1));
  expect(draws(1)).not.toEqual(draws(2));
});

test("chance never lasts for ever, never takes scopes away, and can be switched off", () => {
  const failures = createFailures({ probability: 1, seed: 3 });
  const struck = Array.from({ length: 1_000 }, () => failures.take("operation", "")).filter((failure) => failure !== undefined);
  expect(struck.filter(({ kind, forMs }) => kind === "stuck_running" && forMs === null)).toEqual([]);
  expect(struck.some(({ kind }) => kind === "failed_access_denied")).toBe(false);
  failures.setChaos(null);
  expect(failures.take("operation", "")).toBeUndefined();
});

test("more failures than can ever be wanted are refused", () => {
  expect(() => createFailures(null).plan({ kind: "http_500", times: 10_001 })).toThrow("At most 10000 failures can be pending");
});

test("every kind of failure says what it does", () => {
  expect(Object.keys(FAILURE_MEANINGS)).toEqual(Object.keys(FAILURE_KINDS));
});
