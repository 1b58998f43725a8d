import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { expect } from "vitest";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { createKey } from "../../features/keys/index.ts";
import type { AnyOperation, Services } from "../../features/operation.ts";
import { type ErrorCode, ERRORS } from "../../kernel/errors.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import type { Connections } from "../../platform/postgres/connection-pool.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { type Metrics, NO_METRICS } from "../../platform/telemetry/telemetry-port.ts";
import { openSideThread } from "../../platform/threads/open-side-thread.ts";
import { buildHttp, type HttpOptions } from "./build-http.ts";
import { NOTES } from "./notes-operations.suite.ts";
import type { RateLimits } from "./rate-limit.ts";
import { READING_THREAD } from "./reading-thread.ts";

/** The HTTP front over a database of its own, with operations that do little. */

/** A thread that knows these operations. */
const NOTES_THREAD = { ...READING_THREAD, module: new URL("notes-reader.suite.ts", import.meta.url) };

export const PUBLIC_URL = "https://feeds.example";

/** Of a shop whose feed has no file. */
export const FEED_TOKEN = "f00d".repeat(10);

export const NO_LIMITS: RateLimits = { merchant: 0, organization: 0, admin: 0, anonymous: 0 };

export interface HttpFront extends AsyncDisposable {
  readonly app: ReturnType<typeof buildHttp>;
  readonly db: Db;
  readonly reserve: Db;
  readonly home: TestShop;
  /** A key of `home` that may do everything a merchant may. */
  readonly key: string;
  /** What was logged, one object a line. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  send(request: InjectOptions & { readonly key?: string | null }): Promise<LightMyRequestResponse>;
}

type FrontOptions = Partial<
  Pick<HttpOptions, "rateLimits" | "uploadBytesMax" | "readiness" | "trustProxy" | "publicUrl" | "mcpHandler">
> & {
  readonly operations?: readonly AnyOperation[];
  readonly metrics?: Metrics;
  readonly db?: (own: Db) => Db;
  /** Instead of a clone of the tests' database. */
  readonly database?: Pick<Connections, "db" | "reserve">;
  /** Instead of those of a shop without products. */
  readonly services?: Services;
};

export async function httpFront({
  operations = [],
  db: wrap = (own) => own,
  metrics = NO_METRICS,
  database,
  services: given,
  ...options
}: FrontOptions = {}): Promise<HttpFront> {
  await using stack = new AsyncDisposableStack();
  const { db, reserve } = database ?? stack.use(await jobsDatabase());
  const services = given ?? stack.use(await realServices(listedStorefront(listedCatalog(0)))).services;
  const reader = stack.use(openSideThread(NOTES_THREAD));
  const home = await testShop(db);
  const { rawKey: key } = await createKey(db, { kind: "merchant", shopId: home.shop.shopId, name: "Everything", grants: ["full_access"] });
  const logged: Readonly<Record<string, unknown>>[] = [];
  const log = makeLogger({ level: "info", write: (line) => logged.push(members(parseJson(line))) });
  const files = {
    findPublicFile: () => Promise.resolve(undefined),
    noteFetch: () => undefined,
    feedTokenExists: (token: string) => Promise.resolve(token === FEED_TOKEN),
    mayDownload: () => Promise.resolve(true),
    sampleImage: () => undefined,
  };
  const readiness = () => Promise.resolve([]);
  const app = buildHttp({
    readiness,
    rateLimits: NO_LIMITS,
    uploadBytesMax: 2_000_000,
    trustProxy: false,
    publicUrl: PUBLIC_URL,
    version: "0.0.0",
    ...options,
    operations: [...NOTES, ...operations],
    db: wrap(db),
    reserve: wrap(reserve),
    services: { ...services, reader, metrics },
    log,
    files,
    checkOutput: true,
  });
  stack.defer(() => app.close());
  const running = stack.move();
  return {
    app,
    db,
    reserve,
    home,
    key,
    logged,
    send: ({ key: sent = key, ...request }) =>
      app.inject({ ...request, headers: { ...(sent === null ? {} : { authorization: `Bearer ${sent}` }), ...request.headers } }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A body with its content type, as `app.inject` takes them. */
export const json = (payload: string | object) => ({
  payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  headers: { "content-type": "application/json" },
});

/** The answer is this error and nothing more, in the one format. Answers its members. */
export function expectError(answer: LightMyRequestResponse, code: ErrorCode): Readonly<Record<string, unknown>> {
  const body = members(answer.json<unknown>());
  expect(body).toEqual({
    error: {
      code,
      message: expect.stringMatching(/\S/),
      param: expect.toSatisfy((param: unknown) => param === null || typeof param === "string"),
      details: expect.any(Array),
      request_id: answer.headers["x-request-id"],
      doc_url: `${PUBLIC_URL}/docs/errors#${code}`,
    },
  });
  expect(answer.statusCode).toBe(ERRORS[code].status);
  expect(answer.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "x-request-id": expect.stringMatching(/^req_[0-9a-f]{24}$/),
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  return members(body["error"]);
}
