import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type McpAddress, messagesOf, sendMcp, type Sending } from "../../../test/harness/mcp-caller.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";
import { read, write } from "../../features/operation.ts";
import { insertOrganization } from "../../features/organizations/index.ts";
import { dataOf } from "../../kernel/page.ts";
import { members } from "../../kernel/unsafe.ts";
import { WarehouseLost } from "../../platform/warehouse/warehouse-port.ts";
import { endlessWork } from "../endless-work.suite.ts";
import { httpFront, type HttpFront } from "../http/http-front.suite.ts";
import { portOf } from "../../../test/conformance/keyed-proxy.ts";

const EFFECT = "an effect";
const slow = { end: Promise.resolve() };

let folder: string;
const seen = endlessWork(() => folder);

const WORKS = { endless_query: seen.query, endless_session: seen.session } as const;

const quiet = { errors: [], output: dataOf(z.string()) } as const;
const OPERATIONS = [
  ...Object.entries(WORKS).map(([tool, work]) =>
    read({
      ...quiet,
      name: `slow.${tool}`,
      title: "Work",
      summary: "Works for hours.",
      scope: "read_feeds",
      http: { method: "GET", path: `/slow/${tool}`, status: 200 },
      mcp: { tool, use: "In a test." },
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
    summary: "Takes its time to change something.",
    scope: "write_settings",
    http: { method: "POST", path: "/slow/change", status: 200 },
    audit: "slow.done",
    mcp: { tool: "slow_change", use: "In a test." },
    undone: { impossible: "In a test nothing is kept." },
    async run({ shop }) {
      await insertOrganization(shop.db, EFFECT);
      seen.begun += 1;
      await slow.end;
      return { data: "done" };
    },
  }),
];

let front: HttpFront;
let address: McpAddress;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "feedwright-cancel-"));
  front = await httpFront({ operations: OPERATIONS });
  await front.app.listen({ host: "127.0.0.1", port: 0 });
  address = { url: `http://127.0.0.1:${portOf(front.app.server)}/v1/mcp`, key: front.key };
});
afterAll(async () => {
  await front[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  seen.begun = 0;
  seen.ends = [];
  slow.end = Promise.resolve();
  await front.db.deleteFrom("organizations").where("name", "=", EFFECT).execute();
});

const effects = async (): Promise<number> =>
  (await front.db.selectFrom("organizations").select("id").where("name", "=", EFFECT).execute()).length;
const call = (era: Sending["era"], name: string, given: object = {}, more: Partial<Sending> = {}) =>
  sendMcp(address, { era, method: "tools/call", params: { name, arguments: given }, ...more });

async function answerOf(answer: Promise<Response>) {
  const { result } = (await messagesOf(await answer)).at(-1) ?? {};
  return members(members(result)["structuredContent"]);
}

describe("closing the connection of a call of 2026-07-28", () => {
  test.each(Object.keys(WORKS))("ends what DuckDB does for it (%s)", async (tool) => {
    const client = new AbortController();
    const answer = call("2026-07-28", tool, {}, { signal: client.signal }).catch(() => "closed");
    await vi.waitUntil(() => seen.begun > 0, IN_TIME);
    client.abort();
    expect(await answer).toBe("closed");
    await vi.waitUntil(() => seen.ends.length > 0, IN_TIME);
    const [end] = seen.ends;
    expect(end).toBeInstanceOf(WarehouseLost);
    expect(members(end)["reason"]).toBe("aborted");
    expect(front.logged.filter(({ level, msg }) => level === "error" || msg === "request failed")).toEqual([]);
  });

  test("takes back a change that isn't committed yet, and its preview still counts", async () => {
    const { preview_token } = await answerOf(call("2026-07-28", "slow_change", { preview: true }));
    const begun = seen.begun;
    const work = Promise.withResolvers<void>();
    slow.end = work.promise;
    const client = new AbortController();
    const answer = call("2026-07-28", "slow_change", { preview_token }, { signal: client.signal }).catch(() => "closed");
    await vi.waitUntil(() => seen.begun > begun, IN_TIME);
    const before = departed();
    client.abort();
    expect(await answer).toBe("closed");
    await vi.waitUntil(() => departed() > before, IN_TIME);
    work.resolve();
    slow.end = Promise.resolve();
    expect(await answerOf(call("2026-07-28", "slow_change", { preview_token }))).toMatchObject({ data: "done" });
    expect(await effects()).toBe(1);
  });
});

/** Calls whose client has left, as the service knows it. */
const departed = (): number =>
  front.logged.filter(({ tool, msg }) => tool === "slow_change" && msg === "client disconnected before its answer").length;

describe("a client of 2025-11-25", () => {
  const initialize = () =>
    sendMcp(address, {
      era: "2025-11-25",
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    });

  test("doesn't cancel a change by closing its connection", async () => {
    const { preview_token } = await answerOf(call("2025-11-25", "slow_change", { preview: true }));
    const begun = seen.begun;
    const work = Promise.withResolvers<void>();
    slow.end = work.promise;
    const client = new AbortController();
    const answer = call("2025-11-25", "slow_change", { preview_token }, { signal: client.signal });
    await vi.waitUntil(() => seen.begun > begun, IN_TIME);
    client.abort();
    await answer.then((left) => left.text()).catch(() => undefined);
    work.resolve();
    await vi.waitUntil(async () => (await effects()) > 0, IN_TIME);
    expect(await effects()).toBe(1);
  });

  test("cancels a call by its id, within its own session alone", async () => {
    const session = async () => ({ "mcp-session-id": String((await initialize()).headers.get("mcp-session-id")) });
    const [own, other] = [await session(), await session()];
    const answer = call("2025-11-25", "endless_query", {}, { id: 7, headers: own });
    await vi.waitUntil(() => seen.begun > 0, IN_TIME);
    const cancel = (headers: Readonly<Record<string, string>>) =>
      sendMcp(address, { era: "2025-11-25", method: "notifications/cancelled", params: { requestId: 7 }, id: null, headers });
    expect((await cancel(other)).status).toBe(202);
    expect(seen.ends).toEqual([]);
    expect((await cancel(own)).status).toBe(202);
    await vi.waitUntil(() => seen.ends.length > 0, IN_TIME);
    expect(members(seen.ends[0])["reason"]).toBe("aborted");
    await answer.then((ended) => ended.text());
  });
});
