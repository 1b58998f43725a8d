import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";
import { portOf } from "../../../test/conformance/keyed-proxy.ts";
import { sql } from "../../engine/sql/fragment.ts";
import { read, write } from "../../features/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { members } from "../../kernel/unsafe.ts";
import { endlessWork } from "../endless-work.suite.ts";
import { httpFront, type HttpFront } from "./http-front.suite.ts";

let folder: string;
const seen = endlessWork(() => folder);

const WORKS = { query: seen.query, preview: seen.session } as const;

const quiet = { errors: [], output: dataOf(z.string()), mcp: { hidden: "In a test." } } as const;
const change = { end: Promise.withResolvers<void>(), answer: "" };
const OPERATIONS = [
  ...Object.entries(WORKS).map(([name, work]) =>
    read({
      ...quiet,
      name: `slow.${name}`,
      title: "Work",
      summary: "Works for hours.",
      scope: "read_feeds",
      http: { method: "POST", path: `/slow/${name}`, status: 200 },
      async run({ warehouse }) {
        await work(warehouse);
        return { data: "done" };
      },
    }),
  ),
  write({
    ...quiet,
    name: "slow.change",
    title: "Change",
    summary: "Asks the warehouse, then changes something.",
    scope: "write_settings",
    http: { method: "POST", path: "/slow/change", status: 200 },
    audit: "slow.done",
    undone: { impossible: "In a test nothing is kept." },
    async prepare({ warehouse }) {
      seen.begun += 1;
      await change.end.promise;
      return (await warehouse.of(null).query(sql`SELECT 'asked' AS answer`))[0]?.["answer"];
    },
    async run(_call, { prepared }) {
      change.answer = String(prepared);
      return { data: "done" };
    },
  }),
];

let front: HttpFront;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "feedwright-left-"));
  front = await httpFront({ operations: OPERATIONS });
  await front.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await front[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  seen.begun = 0;
  seen.ends = [];
});

/** Leaves once the operation has begun. */
async function leave(route: string): Promise<void> {
  const client = new AbortController();
  const asked = fetch(`http://127.0.0.1:${portOf(front.app.server)}/v1/slow/${route}`, {
    method: "POST",
    headers: { authorization: `Bearer ${front.key}` },
    signal: client.signal,
  });
  const left = asked.catch(() => "left");
  await vi.waitUntil(() => seen.begun > 0, IN_TIME);
  client.abort();
  expect(await left).toBe("left");
}

test.each(Object.keys(WORKS))("what DuckDB does for a %s ends when its client leaves, and nothing is logged as failed", async (route) => {
  await leave(route);
  await vi.waitUntil(() => seen.ends.length > 0, IN_TIME);
  expect(members(seen.ends[0])).toMatchObject({ name: "WarehouseLost", reason: "aborted" });
  expect(front.logged.filter(({ level, msg }) => level === "error" || msg === "request failed")).toEqual([]);
});

test("a change is made all the same", async () => {
  await leave("change");
  change.end.resolve();
  await vi.waitUntil(() => change.answer !== "", IN_TIME);
  expect(change.answer).toBe("asked");
});
