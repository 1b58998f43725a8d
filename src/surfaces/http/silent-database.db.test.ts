import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type OwnServer, ownServer } from "../../../test/harness/own-server.ts";
import { BUSY_MACHINE, IN_TIME } from "../../../test/harness/slow-machine.ts";
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

const notes = () => `/v1/feeds/${front.home.feedId}/notes`;
const change = (name: string, key: string) => ({
  method: "PATCH" as const,
  url: notes(),
  payload: JSON.stringify({ name }),
  headers: { ...json("").headers, "idempotency-key": key },
});
/** What takes some milliseconds on an idle machine. */
const AT_ONCE_MS = 1_000 * BUSY_MACHINE;
/** Found to be silent within four seconds. */
const SOON_MS = 10_000 * BUSY_MACHINE;

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await work();
  expect(performance.now() - begun).toBeLessThan(ms);
  return answer;
}

describe("while the database hangs", () => {
  let known: (token: string, file: string) => Promise<unknown>;
  let waited: Awaited<ReturnType<typeof front.send>>[];
  let changed: typeof waited;
  beforeAll(async () => {
    const { shopId } = front.home.shop;
    known = lastKnown((token, file) => findPublicFile(front.reserve, token, file));
    await front.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", shopId).execute();
    await known(front.home.token, "gmcfeed.txt");
    await front.db.updateTable("shops").set({ uninstalled_at: null }).where("id", "=", shopId).execute();
    await server.signal("SIGSTOP");
    const read = Promise.all(Array.from({ length: 30 }, () => front.send({ url: "/v1/notes" })));
    const written = Promise.all([1, 2].map(() => front.send(change("hung", "hung-1"))));
    [waited, changed] = await within(SOON_MS, () => Promise.all([read, written]));
  });

  test("requests that wait for it are answered 503 within seconds, and later ones at once", async () => {
    const late = await within(AT_ONCE_MS, () => front.send({ url: "/v1/notes" }));
    for (const answer of [...waited, ...changed, late]) {
      expectError(answer, "unavailable");
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
  });

  test("the process is alive and not ready", async () => {
    expect(await within(AT_ONCE_MS, () => front.send({ url: "/healthz" }))).toMatchObject({ statusCode: 200 });
    expect(await within(AT_ONCE_MS, () => front.send({ url: "/readyz" }))).toMatchObject({ statusCode: 503 });
  });

  test("feed files go on from what is known, at once", async () => {
    expect(await within(AT_ONCE_MS, () => known(front.home.token, "gmcfeed.txt"))).toBe("gone");
  });

  test("it is noticed that it is back, and a change that was under way has one effect when it is repeated", async () => {
    await server.signal("SIGCONT");
    await vi.waitFor(async () => expect(await front.send(change("hung", "hung-1"))).toMatchObject({ statusCode: 200 }), IN_TIME);
    expect(await front.send({ url: "/readyz" })).toMatchObject({ statusCode: 200 });
    const rows = await front.db.selectFrom("audit_log").select("id").where("action", "=", "notes.changed").execute();
    expect(rows).toHaveLength(1);
  });
});
