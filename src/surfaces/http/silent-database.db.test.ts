import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type OwnServer, ownServer } from "../../../test/harness/own-server.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";
import { findPublicFile } from "../../features/feeds/index.ts";
import { lastKnown } from "../files/last-known.ts";
import { expectError, httpFront, type HttpFront, json } from "./http-front.suite.ts";

/** A database that hangs: all its processes are stopped, and its connections stand. */
let server: OwnServer;
let front: HttpFront;
beforeAll(async () => {
  server = await ownServer();
  const { reserve } = server.postgres;
  const isReady = async () =>
    sql`select 1`.execute(reserve).then(
      () => true,
      () => false,
    );
  const readiness = async () => [{ name: "database", ok: await isReady(), detail: "" }];
  front = await httpFront({ database: server.postgres, readiness });
});
afterAll(async () => {
  await server.signal("SIGCONT");
  await front[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
afterEach(() => server.signal("SIGCONT"));

const notes = () => `/v1/feeds/${front.home.feedId}/notes`;
const change = (name: string, key: string) => ({
  method: "PATCH" as const,
  url: notes(),
  payload: JSON.stringify({ name }),
  headers: { ...json("").headers, "idempotency-key": key },
});
/** What takes some milliseconds on an idle machine. */
const AT_ONCE_MS = 1_000;
/** Found to be silent within four seconds. */
const SOON_MS = 20_000;

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await work();
  expect(performance.now() - begun).toBeLessThan(ms);
  return answer;
}

const recovered = () => vi.waitFor(async () => expect(await front.send({ url: "/v1/notes" })).toMatchObject({ statusCode: 200 }), IN_TIME);

describe("while the database hangs", () => {
  test("requests are answered 503 within seconds, later ones at once; it is noticed when it is back", async () => {
    await recovered();
    expect(await front.send({ url: "/readyz" })).toMatchObject({ statusCode: 200 });
    await server.signal("SIGSTOP");
    const answers = await within(SOON_MS, () => Promise.all(Array.from({ length: 30 }, () => front.send({ url: "/v1/notes" }))));
    for (const answer of answers) expectError(answer, "unavailable");
    const answer = await within(AT_ONCE_MS, () => front.send({ url: "/v1/notes" }));
    expectError(answer, "unavailable");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(await within(AT_ONCE_MS, () => front.send({ url: "/healthz" }))).toMatchObject({ statusCode: 200 });
    expect(await within(AT_ONCE_MS, () => front.send({ url: "/readyz" }))).toMatchObject({ statusCode: 503 });
    await server.signal("SIGCONT");
    await recovered();
    expect(await front.send({ url: "/readyz" })).toMatchObject({ statusCode: 200 });
  });

  test("feed files go on from what is known", async () => {
    await recovered();
    const { token } = front.home;
    const find = lastKnown((feedToken, file) => findPublicFile(front.reserve, feedToken, file));
    await front.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", front.home.shop.shopId).execute();
    expect(await find(token, "gmcfeed.txt")).toBe("gone");
    await front.db.updateTable("shops").set({ uninstalled_at: null }).where("id", "=", front.home.shop.shopId).execute();
    await server.signal("SIGSTOP");
    expect(await within(SOON_MS, () => find(token, "gmcfeed.txt"))).toBe("gone");
    await vi.waitFor(async () => expectError(await front.send({ url: "/v1/notes" }), "unavailable"), IN_TIME);
    expect(await within(AT_ONCE_MS, () => find(token, "gmcfeed.txt"))).toBe("gone");
  });

  test("a change that was under way is answered 503, and its repeat has one effect", async () => {
    await recovered();
    await server.signal("SIGSTOP");
    const [first, second] = await Promise.all([front.send(change("hung", "hung-1")), front.send(change("hung", "hung-1"))]);
    for (const answer of [first, second]) expectError(answer, "unavailable");
    await server.signal("SIGCONT");
    await vi.waitFor(async () => expect(await front.send(change("hung", "hung-1"))).toMatchObject({ statusCode: 200 }), IN_TIME);
    const rows = await front.db.selectFrom("audit_log").select("id").where("action", "=", "notes.changed").execute();
    expect(rows).toHaveLength(1);
  });
});
