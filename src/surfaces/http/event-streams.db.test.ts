import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { portOf } from "../../../test/conformance/keyed-proxy.ts";
import { jobsDatabase, testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { insertEvents } from "../../features/events/event-queries.ts";
import { createKey, type NewKey } from "../../features/keys/index.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { type Db, transact } from "../../platform/postgres/postgres-port.ts";
import { type Listener, listen, type Listening } from "./event-streams.suite.ts";
import { httpFront, type HttpFront } from "./http-front.suite.ts";
import { STOP_GRACE_MS } from "./server-limits.ts";
import { agencyOf, COOKIE, OWN_PAGE, signedIn } from "./session-front.suite.ts";

/** Two nodes on one database. */
let database: TestDatabase;
let front: HttpFront;
let other: HttpFront;
beforeAll(async () => {
  database = await jobsDatabase();
  [front, other] = await Promise.all([node(), node()]);
});
afterAll(async () => {
  await Promise.all([front[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  await database[Symbol.asyncDispose]();
});

async function node(): Promise<HttpFront> {
  const made = await httpFront({ operations: OPERATIONS, database });
  await made.app.listen({ host: "127.0.0.1", port: 0 });
  return made;
}

let home: TestShop;
let key: string;
beforeEach(async () => {
  home = await testShop(database.db);
  key = (await keyWith(["full_access"])).rawKey;
});

const keyOf = (owner: NewKey) => createKey(database.db, owner);
const keyWith = (grants: string[]) => keyOf({ kind: "merchant", shopId: home.shop.shopId, name: "Own", grants });
const bearer = (of: string) => ({ authorization: `Bearer ${of}` });
const open = (of: Listening = {}, at = front) => listen(at, { ...of, headers: { ...bearer(key), ...of.headers } });
const resumed = (lastId: string, at = front) => open({ headers: { "last-event-id": lastId } }, at);

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Grows with `number`. */
const idOf = (number: number): string =>
  `evt_${Array.from({ length: 26 }, (_, place) => DIGITS[Math.floor(number / 32 ** (25 - place)) % 32]).join("")}`;
let number = 0;

/** An event in a transaction of its own, or in the given one; answers its id. */
async function happen(
  name: "feed.updated" | "rules.changed" | "api_key.created" = "feed.updated",
  of: { db?: Db; data?: object; organizationId?: number; id?: number } = {},
) {
  number += 1;
  const id = idOf(of.id ?? number);
  const shop = { ...home.shop, db: of.db ?? database.db };
  const data = { object: "feed", id: "feed_1", status: "active", run_id: "run_7", display_name: "secret name", ...of.data };
  await insertEvents(shop, {
    name,
    at: new Date(),
    organizationId: of.organizationId ?? null,
    events: [{ id, body: JSON.stringify({ id, object: "event", event: name, data }) }],
  });
  return id;
}

const idsOf = (received: Listener["received"]) => received.map(({ data }) => String(members(parseJson(data))["id"]));
const sorted = (ids: readonly string[]) => ids.toSorted((a, b) => (a < b ? -1 : 1));

describe("a stream", () => {
  test("sends each event once with its name, ids and states, and nothing else of it", async () => {
    const stream = await open();
    expect(stream).toMatchObject({
      status: 200,
      headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
    });
    const first = await happen();
    const [received] = await stream.upTo(1);
    expect(received?.event).toBe("feed.updated");
    expect(parseJson(received?.data ?? "")).toEqual({
      id: first,
      object: "event",
      event: "feed.updated",
      created_at: expect.stringMatching(/Z$/),
      data: { object: "feed", id: "feed_1", status: "active", run_id: "run_7" },
    });
    const second = await happen();
    expect(idsOf(await stream.upTo(2))).toEqual([first, second]);
  });

  test("begins with the present, and doesn't repeat what happened before", async () => {
    await isListed(await happen());
    const stream = await open();
    const id = await happen();
    expect(idsOf(await stream.upTo(1))).toEqual([id]);
  });

  test("carries on at another node after Last-Event-ID, without losing or repeating an event", async () => {
    const stream = await open();
    const first = await happen();
    await stream.upTo(1);
    stream.leave();
    const missed = [await happen(), await happen()];
    const again = await resumed(stream.lastId(), other);
    const last = await happen();
    expect(idsOf(await again.upTo(3))).toEqual([...missed, last]);
    expect(idsOf((await resumed("", other)).received)).not.toContain(first);
  });

  test("carries on from its beginning if nothing had happened yet", async () => {
    const stream = await open();
    await vi.waitUntil(() => stream.lastId() !== "", IN_TIME);
    stream.leave();
    const id = await happen();
    expect(idsOf(await (await resumed(stream.lastId(), other)).upTo(1))).toEqual([id]);
  });

  test("sends an event that commits after one with a greater id, to a reader that saw the greater one last", async () => {
    const stream = await open();
    const late = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const early = number + 1;
    number += 1;
    const committing = transact(database.db, async (db) => {
      await happen("feed.updated", { db, id: early });
      begun.resolve();
      await late.promise;
    });
    await begun.promise;
    const later = await happen();
    // The reader comes back between the two commits.
    const place = (await listAfter(null)).after;
    late.resolve();
    await committing;
    const both = [idOf(early), later];
    expect(sorted(idsOf(await stream.upTo(2)))).toEqual(sorted(both));
    expect(sorted(idsOf(await (await resumed(place, other)).upTo(2)))).toEqual(sorted(both));
  });

  test("loses and repeats nothing while many transactions commit at once and the reader comes and goes", async () => {
    let stream = await open();
    const got: string[] = [];
    const writing = Promise.all(
      Array.from({ length: 12 }, async () => {
        const ids: string[] = [];
        for (let at = 0; at < 15; at += 1) ids.push(await transact(database.db, (db) => happen("feed.updated", { db })));
        return ids;
      }),
    );
    let made: readonly string[] | undefined;
    const done = writing.then((ids) => (made = ids.flat()));
    for (let turn = 0; made === undefined || got.length + stream.received.length < made.length; turn += 1) {
      expect(turn).toBeLessThan(400);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (turn % 2 === 0) continue;
      stream.leave();
      await vi.waitUntil(() => stream.isEnded(), IN_TIME);
      got.push(...idsOf(stream.received));
      stream = await resumed(stream.lastId(), turn % 4 === 1 ? other : front);
    }
    await done;
    got.push(...idsOf(stream.received));
    expect(got).toHaveLength(made?.length ?? 0);
    expect(sorted(got)).toEqual(sorted(made ?? []));
  });

  test.each([
    ["a text that is no place", "nonsense"],
    ["a place older than events are kept", `${Date.now() - 31 * 86_400_000}-1-`],
    ["a place of another database", `${Date.now()}-8999999999999999999-`],
  ])("begins with stream.reset after %s", async (_, place) => {
    const stream = await resumed(place);
    expect(await stream.upTo(1)).toEqual([{ id: expect.stringMatching(/^\d+-\d+-$/), event: "stream.reset", data: "{}" }]);
    const id = await happen();
    expect(idsOf((await stream.upTo(2)).slice(1))).toEqual([id]);
  });

  test("leaves out what the key may not read, other organizations' events and other shops'", async () => {
    const agency = await agencyOf(database.db, home);
    const rival = await agencyOf(database.db, home);
    const limited = await listen(front, { headers: bearer((await keyWith(["read_feeds"])).rawKey) });
    const theirs = await listen(front, { query: `?shop_id=${home.shop.shopId}`, headers: bearer(agency.rawKey) });
    const stranger = await testShop(database.db);
    const strangers = await keyOf({ kind: "merchant", shopId: stranger.shop.shopId, name: "Else", grants: ["full_access"] });
    const elsewhere = await listen(front, { headers: bearer(strangers.rawKey) });
    const own = await open();
    const rules = await happen("rules.changed");
    const rivals = await happen("api_key.created", { organizationId: rival.organizationId });
    const agencys = await happen("api_key.created", { organizationId: agency.organizationId });
    const last = await happen();
    expect(idsOf(await own.upTo(4))).toEqual([rules, rivals, agencys, last]);
    expect(idsOf(await theirs.upTo(3))).toEqual([rules, agencys, last]);
    expect(idsOf(await limited.upTo(1))).toEqual([last]);
    expect(elsewhere.received).toEqual([]);
    const listed = await front.send({ url: "/v1/events", key: strangers.rawKey });
    expect(members(listed.json<unknown>())["data"]).toEqual([]);
  });

  test("of `seconds=0` ends after the events there are", async () => {
    const place = (await listAfter(null)).after;
    const id = await happen();
    await isListed(id);
    const stream = await open({ query: `?seconds=0&after=${place}` });
    await vi.waitUntil(() => stream.isEnded(), IN_TIME);
    expect(idsOf(stream.received)).toEqual([id]);
  });

  test("sends more events than a page has", async () => {
    const { after } = await listAfter(null);
    const made: string[] = [];
    await transact(database.db, async (db) => {
      for (let at = 0; at < 230; at += 1) made.push(await happen("feed.updated", { db }));
    });
    expect(idsOf(await (await resumed(after)).upTo(230))).toEqual(made);
  });
});

describe("a stream ends", () => {
  const ended = (stream: Listener) => vi.waitUntil(() => stream.isEnded(), IN_TIME);

  test("soon after its key is revoked, and a new one is refused", async () => {
    const own = await keyWith(["read"]);
    const stream = await listen(front, { headers: bearer(own.rawKey) });
    await database.db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", own.id).execute();
    await ended(stream);
    expect((await listen(front, { headers: bearer(own.rawKey) })).status).toBe(401);
  });

  test("soon after its session ends, and that of another session goes on", async () => {
    const token = await signedIn(front, key);
    const staying = await signedIn(front, key);
    const asked = (of: string) => ({ headers: { cookie: `${COOKIE}=${of}`, ...OWN_PAGE } });
    const [stream, on] = await Promise.all([listen(front, asked(token)), listen(other, asked(staying))]);
    const left = await front.send({ method: "DELETE", url: "/session", key: null, ...asked(token) });
    expect(left.statusCode).toBe(204);
    await ended(stream);
    const id = await happen();
    expect(idsOf(await on.upTo(1))).toEqual([id]);
  });

  test("soon after the organization is disconnected", async () => {
    const agency = await agencyOf(database.db, home);
    const stream = await listen(front, { query: `?shop_id=${home.shop.shopId}`, headers: bearer(agency.rawKey) });
    await database.db.deleteFrom("organization_connections").where("organization_id", "=", agency.organizationId).execute();
    await ended(stream);
    expect((await listen(front, { query: `?shop_id=${home.shop.shopId}`, headers: bearer(agency.rawKey) })).status).toBe(403);
  });

  test("soon after the shop is uninstalled, and a new one is refused", async () => {
    const stream = await open();
    await database.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", home.shop.shopId).execute();
    await ended(stream);
    expect((await open()).status).toBe(403);
  });

  test("at once when the service stops", async () => {
    const stopping = await node();
    onTestFinished(() => stopping[Symbol.asyncDispose]());
    const stream = await open({}, stopping);
    const begun = performance.now();
    await stopping.app.close();
    expect(performance.now() - begun).toBeLessThan(STOP_GRACE_MS * 0.75);
    await ended(stream);
  });
});

describe("streams are bounded", () => {
  test("a key has twenty, and gets a place back when one leaves", async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const refused = await open();
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "5"]);
    streams[0]?.leave();
    await vi.waitUntil(async () => (await open()).status === 200, IN_TIME);
  });

  test("a reader that takes nothing doesn't fill the memory, and others go on", async () => {
    const { after } = await listAfter(null);
    const data = { channel: "x".repeat(50_000) };
    await transact(database.db, async (db) => {
      for (let at = 0; at < 200; at += 1) await happen("feed.updated", { db, data });
    });
    const socket = connect(portOf(front.app.server), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.pause();
    let served: { readonly writableLength: number } | undefined;
    front.app.server.once("connection", (accepted) => (served = accepted));
    socket.write(`GET /v1/events/stream?after=${after} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    await vi.waitUntil(() => (served?.writableLength ?? 0) > 0, IN_TIME);
    // All of it is 10 MB. A page is 5 MB, and the next one waits for the reader.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(served?.writableLength).toBeLessThan(8_000_000);
    expect(await (await resumed(after)).upTo(200)).toHaveLength(200);
  });
});

/** Other databases of the server hold events back as well while they write, so an event may take a moment until readers have it. */
const isListed = (id: string) => vi.waitUntil(async () => (await listAfter(null)).ids.includes(id), IN_TIME);

interface Listed {
  readonly ids: readonly unknown[];
  readonly after: string;
  readonly hasMore: unknown;
}

async function listAfter(after: string | null, limit = 25): Promise<Listed> {
  const url = `/v1/events?limit=${limit}${after === null ? "" : `&after=${after}`}`;
  const { data, meta } = members((await front.send({ url, key })).json<unknown>());
  const rows: readonly unknown[] = Array.isArray(data) ? data : [];
  return { ids: rows.map((row) => members(row)["id"]), after: String(members(meta)["after"]), hasMore: members(meta)["has_more"] };
}

describe("the list of events", () => {
  test("has the newest, then goes on page by page to the end", async () => {
    const empty = await listAfter(null);
    expect(empty).toMatchObject({ ids: [], hasMore: false });
    const ids = [await happen(), await happen(), await happen()];
    await isListed(ids[2] ?? "");
    expect((await listAfter(null, 2)).ids).toEqual(ids.slice(1));
    const first = await listAfter(empty.after, 2);
    expect(first).toMatchObject({ ids: ids.slice(0, 2), hasMore: true });
    const second = await listAfter(first.after, 2);
    expect(second).toMatchObject({ ids: ids.slice(2), hasMore: false });
    expect(await listAfter(second.after)).toMatchObject({ ids: [], after: second.after });
  });

  test("refuses a place that isn't one", async () => {
    const answer = await front.send({ url: "/v1/events?after=nonsense", key });
    expect([answer.statusCode, members(members(answer.json<unknown>())["error"])["code"]]).toEqual([400, "invalid_request"]);
  });
});
