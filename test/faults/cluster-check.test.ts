import { expect, test } from "vitest";
import { checkHistory, type Evidence } from "./cluster-check.ts";
import type { Creation, Edit, Entry, FeedRead, FinalRun, FinalState, ReadFile, Request, SeenDelivery, Sight } from "./cluster-history.ts";

const at = (invokedMs: number, endedMs = invokedMs + 1) =>
  ({ process: "client", node: "api-1", invokedMs, endedMs, outcome: "ok", status: 200 }) as const;

const creation = (more: Partial<Creation> = {}): Creation => ({
  ...at(1),
  operation: "create",
  kind: "rule",
  token: "t-1",
  id: "rule_1",
  ...more,
});
const sight = (more: Partial<Sight> = {}): Sight => ({ ...at(3), operation: "see", id: "rule_1", found: true, ...more });
const edit = (expected: number, value: string, more: Partial<Edit> = {}): Edit => ({
  ...at(expected * 10),
  operation: "edit",
  feedId: "feed_1",
  expected,
  value,
  ...more,
});
const request = (more: Partial<Request> = {}): Request => ({ ...at(1), operation: "regenerate", id: "run_1", ...more });
const file = (name: string, more: Partial<ReadFile> = {}): ReadFile => ({
  encoding: "identity",
  etag: name,
  sentSha256: name,
  sha256: name,
  edits: ["e1"],
  exports: ["v0"],
  rows: 4,
  rowsExpected: 4,
  ...more,
});
const read = (ms: number, of: ReadFile, more: Partial<FeedRead> = {}): FeedRead => ({
  ...at(ms),
  operation: "read",
  feedId: "feed_1",
  file: of,
  ...more,
});
const run = (id: number, sha256: string, more: Partial<FinalRun> = {}): FinalRun => ({
  id,
  feedId: "feed_1",
  status: "completed",
  published: true,
  sha256,
  gzipSha256: `${sha256}.gz`,
  ...more,
});
const updated = (id: number) => ({ id: `evt_${id}`, name: "feed.updated", subject: `run_${id}`, sha256: `body ${id}`, subscribed: true });
const seen = (id: number, ms: number, more: Partial<SeenDelivery> = {}): SeenDelivery => ({
  delivery: `whd_${id}`,
  eventId: `evt_${id}`,
  bodyHash: `body ${id}`,
  at: ms,
  answered: "ok",
  ...more,
});

/** Two runs, published one after the other, each told of and delivered. */
const FINAL: FinalState = {
  resources: [{ kind: "rule", token: "t-1", id: "rule_1", audited: 1 }],
  feeds: [
    {
      id: "feed_1",
      value: "b",
      values: new Map([
        [1, ""],
        [2, "a"],
        [3, "b"],
      ]),
    },
  ],
  runs: [run(1, "old"), run(2, "new")],
  extracts: [{ id: "ext_1", status: "completed" }],
  events: [updated(1), updated(2), { id: "evt_3", name: "extract.completed", subject: "ext_1", sha256: "body 3", subscribed: true }],
  deliveries: [1, 2, 3].map((id) => ({ id: `whd_${id}`, eventId: `evt_${id}`, status: "delivered" })),
  webhooks: 1,
};
const SEEN = [seen(1, 10), seen(2, 20), seen(3, 30)];
const ENTRIES: readonly Entry[] = [creation(), sight(), edit(1, "a"), edit(2, "b"), request(), read(1, file("old")), read(5, file("new"))];

function check(more: Partial<Omit<Evidence, "final">> & { readonly final?: Partial<FinalState> }): readonly string[] {
  const { final, ...rest } = more;
  return checkHistory({ entries: ENTRIES, observations: [], seen: SEEN, faults: [], ...rest, final: { ...FINAL, ...final } });
}

test("finds nothing in a right history", () => {
  expect(check({})).toEqual([]);
});

test("an answer that no client should get", () => {
  expect(check({ entries: [...ENTRIES, request({ outcome: "info", status: 500 })] })).toEqual([
    "client was answered 500 to regenerate by api-1",
  ]);
});

test("an acknowledged creation that is lost, was made twice, has two ids, or has no audit entry", () => {
  const [rule] = FINAL.resources;
  if (rule === undefined) throw new Error("there is no rule");
  expect(check({ final: { resources: [] } })).toEqual(["rule t-1 was acknowledged as rule_1 and isn't there"]);
  expect(check({ final: { resources: [rule, { ...rule, id: "rule_2" }] } })).toEqual(["rule t-1 was made 2 times"]);
  expect(check({ entries: [...ENTRIES, creation({ id: "rule_2" })] })).toContain("rule t-1 was told to be rule_1 and rule_2");
  expect(check({ final: { resources: [{ ...rule, audited: 2 }] } })).toEqual(["rule t-1 (rule_1) has 2 audit entries"]);
});

test("a creation that was refused is not there, and one that nobody knows about may be", () => {
  const other = { kind: "rule", token: "t-2", id: "rule_2", audited: 1 } as const;
  const unknown = creation({ token: "t-2", id: null, outcome: "info", status: 0 });
  const refused = creation({ token: "t-2", id: null, outcome: "fail", status: 429 });
  const both = { resources: [...FINAL.resources, other] };
  expect(check({ entries: [...ENTRIES, unknown] })).toEqual([]);
  expect(check({ entries: [...ENTRIES, unknown], final: both })).toEqual([]);
  expect(check({ entries: [...ENTRIES, refused], final: both })).toEqual(["rule t-2 was refused and is there"]);
  expect(check({ final: both })).toEqual(["rule t-2 is there and nobody asked for it"]);
});

test("what was acknowledged isn't seen at another node", () => {
  expect(check({ entries: [...ENTRIES, sight({ node: "api-2", found: false })] })).toEqual([
    "rule_1 was acknowledged and api-2 doesn't have it",
  ]);
});

test("changes: lost ones, two of one version, one after a newer one, another value in the end", () => {
  expect(check({ entries: [...ENTRIES, edit(2, "c")] })).toEqual([
    "feed_1: 2 changes of version 2 were acknowledged",
    `feed_1: "c" was acknowledged as version 3, which is "b"`,
  ]);
  expect(check({ entries: [...ENTRIES, edit(1, "a", at(500))] })).toContainEqual(
    expect.stringContaining("version 1 was changed after version 2"),
  );
  expect(check({ final: { feeds: [{ id: "feed_1", value: "a", values: FINAL.feeds[0]?.values ?? new Map() }] } })).toEqual([
    `feed_1 is "a", its newest version "b"`,
    `feed_1 is "a", and the last change was "b"`,
  ]);
});

test("a change so old that its version is no longer kept", () => {
  const values = new Map(Array.from({ length: 1_000 }, (_, nth) => [nth + 3, "b"] as const));
  const entries = [...ENTRIES.filter(({ operation }) => operation !== "edit"), edit(1, "a"), edit(1_001, "b")];
  expect(check({ entries, final: { feeds: [{ id: "feed_1", value: "b", values }] } })).toEqual([]);
  values.delete(3);
  expect(check({ entries: [...entries, edit(2, "b")], final: { feeds: [{ id: "feed_1", value: "b", values }] } })).toEqual([
    `feed_1: "b" was acknowledged as version 3, which is null`,
  ]);
});

test("a change that nobody knows about may be the last one", () => {
  const values = new Map([...(FINAL.feeds[0]?.values ?? []), [4, "c"] as const]);
  const entries = [...ENTRIES, edit(3, "c", { outcome: "info", status: 0 })];
  expect(check({ entries })).toEqual([]);
  expect(check({ entries, final: { feeds: [{ id: "feed_1", value: "c", values }] } })).toEqual([]);
});

test("work that was acknowledged and isn't there", () => {
  expect(check({ entries: [...ENTRIES, request({ id: "run_9" })] })).toEqual(["regenerate was acknowledged as run_9, which isn't there"]);
});

test("a file of no run, with another ETag, compressed otherwise, of two runs, or cut", () => {
  const fault = (of: ReadFile) => check({ entries: [...ENTRIES, read(9, of)] });
  expect(fault(file("none"))).toEqual(["client at api-1, feed_1: no published run made the file none"]);
  expect(fault(file("new", { etag: "old" }))).toEqual(["client at api-1, feed_1: the ETag old isn't that of the bytes new"]);
  const zipped = { encoding: "gzip", etag: "new.gz", sentSha256: "new.gz" } as const;
  expect(fault(file("new", zipped))).toEqual([]);
  expect(fault(file("new", { ...zipped, etag: "x", sentSha256: "x" }))).toEqual([
    "client at api-1, feed_1: no run made the compressed file x",
  ]);
  expect(fault(file("new", { edits: ["e1", "e2"] }))).toEqual(["client at api-1, feed_1: rows of e1 and e2, of v0 in one file"]);
  expect(fault(file("new", { exports: ["v0", "v1"] }))).toEqual(["client at api-1, feed_1: rows of e1, of v0 and v1 in one file"]);
  expect(fault(file("new", { rows: 3 }))).toEqual(["client at api-1, feed_1: 3 rows of 4"]);
});

test("an older file after a newer one at one node; not at another node, nor for reads at the same time", () => {
  expect(check({ entries: [...ENTRIES, read(9, file("old"))] })).toEqual(["feed_1 at api-1: client read run_1 after run_2 had been read"]);
  expect(check({ entries: [...ENTRIES, read(9, file("old"), { node: "api-2" })] })).toEqual([]);
  expect(check({ entries: [...ENTRIES, read(4, file("old"), { endedMs: 9 })] })).toEqual([]);
});

test("the same file made by a later run again is no step back", () => {
  const runs = [...FINAL.runs, run(3, "old")];
  const events = [...FINAL.events, updated(4), { ...updated(3), id: "evt_5" }].filter(({ subject }) => subject !== "run_4");
  const deliveries = [...FINAL.deliveries, { id: "whd_5", eventId: "evt_5", status: "delivered" }];
  const third = seen(5, 40, { bodyHash: "body 3" });
  expect(check({ entries: [...ENTRIES, read(9, file("old"))], final: { runs, events, deliveries }, seen: [...SEEN, third] })).toEqual([]);
});

test("an attempt that goes back, and work that changes after its end", () => {
  const row = { kind: "run", id: 1, attempt: 2, status: "running" } as const;
  expect(check({ observations: [row, { ...row, attempt: 3 }, { ...row, attempt: 3, status: "completed" }] })).toEqual([]);
  expect(check({ observations: [row, { ...row, attempt: 1 }] })).toEqual(["run 1 went back from attempt 2 to 1"]);
  expect(
    check({
      observations: [
        { ...row, status: "completed" },
        { ...row, attempt: 3 },
      ],
    }),
  ).toEqual(["run 1 was completed in attempt 2 and became running in attempt 3"]);
});

test("work that never ends, a publication told twice or not at all, an end told twice", () => {
  const [first, ...rest] = FINAL.events;
  if (first === undefined) throw new Error("there is no event");
  expect(check({ final: { runs: [run(1, "old"), run(2, "new", { status: "running" })] } })).toEqual(["run_2 is running in the end"]);
  const delivered = (id: string) => ({ id: `whd_${id}`, eventId: id, status: "delivered" });
  expect(
    check({
      final: { events: [...FINAL.events, { ...first, id: "evt_9" }], deliveries: [...FINAL.deliveries, delivered("evt_9")] },
      seen: [...SEEN, seen(9, 50, { delivery: "whd_evt_9", bodyHash: "body 1" })],
    }),
  ).toEqual(["run_1 has 2 feed.updated events instead of 1"]);
  expect(check({ final: { events: rest, deliveries: FINAL.deliveries.slice(1) }, seen: SEEN.slice(1) })).toEqual([
    "run_1 has 0 feed.updated events instead of 1",
  ]);
});

test("deliveries: missing, never taken, with other bytes, made up, or repeated without an excuse", () => {
  expect(check({ final: { deliveries: FINAL.deliveries.slice(1) }, seen: SEEN.slice(1) })).toEqual([
    "evt_1 has 0 deliveries for 1 webhooks",
  ]);
  expect(check({ seen: SEEN.slice(1) })).toEqual(["whd_1 is delivered, and its receiver never took it"]);
  expect(check({ seen: [...SEEN.slice(1), seen(1, 10, { bodyHash: "other" })] })).toEqual([
    "whd_1 was sent with other bytes than evt_1 has",
  ]);
  expect(check({ seen: [...SEEN, seen(9, 50)] })).toEqual(["whd_9 was sent and is no delivery"]);
  const repeated = [...SEEN, seen(1, 200_000)];
  expect(check({ seen: repeated })).toEqual(["whd_1 was sent again 199990 ms after a 2xx, and nothing was wrong"]);
  expect(check({ seen: repeated, faults: [{ name: "kill worker", fromMs: 5, toMs: 9 }] })).toEqual([]);
});
