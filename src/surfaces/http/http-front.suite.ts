import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { expect } from "vitest";
import { z } from "zod";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { FeedPath, findFeed } from "../../features/feeds/index.ts";
import { createKey } from "../../features/keys/index.ts";
import { type AnyOperation, read, write } from "../../features/operation.ts";
import { type ErrorCode, ERRORS } from "../../kernel/errors.ts";
import { dataOf, listOf, PageQuery } from "../../kernel/page.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import type { Connections } from "../../platform/postgres/connection-pool.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { type Metrics, NO_METRICS } from "../../platform/telemetry/telemetry-port.ts";
import { buildHttp, type HttpOptions } from "./build-http.ts";
import type { RateLimits } from "./rate-limit.ts";

/** The HTTP front over a database of its own, with operations that do little. */

export const PUBLIC_URL = "https://feeds.example";

const Echo = z.strictObject({ id: z.int(), query: z.record(z.string(), z.unknown()), body: z.record(z.string(), z.unknown()) });

const quiet = { mcp: { hidden: "a test" }, errors: ["resource_not_found"] } as const;

const listNotes = read({
  ...quiet,
  name: "notes.list",
  title: "Do a thing",
  summary: "Answers its query.",
  scope: "read_feeds",
  http: { method: "GET", path: "/notes", status: 200 },
  query: PageQuery.extend({ order: z.enum(["asc", "desc"]).optional() }),
  output: listOf(z.record(z.string(), z.unknown())),
  run: (_call, { query }) => Promise.resolve({ data: [query] }),
});

const getNotes = read({
  ...quiet,
  name: "notes.get",
  title: "Do a thing",
  summary: "Answers the feed's name.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{id}/notes", status: 200 },
  path: FeedPath,
  output: dataOf(z.string()),
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  run: (_call, { target }) => Promise.resolve({ data: target.display_name }),
});

/** Changes the feed's name, then does what the name says. */
const changeNotes = write({
  ...quiet,
  name: "notes.change",
  title: "Do a thing",
  summary: "Changes the feed's name.",
  scope: "write_feeds",
  http: { method: "PATCH", path: "/feeds/{id}/notes", status: 200 },
  path: FeedPath,
  query: z.strictObject({ dry: z.enum(["yes", "no"]).optional(), dry_run: z.enum(["true", "false"]).optional() }),
  body: z.strictObject({
    name: z.string().max(20).default("unnamed"),
    kind: z.enum(["short", "long"]).optional(),
    tags: z.array(z.strictObject({ "a/b~c": z.int().optional(), label: z.string() })).optional(),
    hush: z.string().optional(),
    preview: z.boolean().optional(),
    marks: z.record(z.string(), z.unknown()).optional(),
  }),
  memberCodes: { kind: "invalid_param" },
  itemMembers: ["marks"],
  output: dataOf(Echo),
  errors: ["resource_not_found", "invalid_param", "feed_inactive"],
  audit: "notes.changed",
  secrets: ["hush"],
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  preview: { member: "preview", dryRun: true, show: async (_call, { query, body, target }) => ({ data: { id: target.id, query, body } }) },
  async run(call, { query, body, target }) {
    await call.shop.db.updateTable("feeds").set({ display_name: body.name }).where("id", "=", target.id).execute();
    if (body.name === "refuse") call.fail("feed_inactive", "It is asleep.");
    if (body.name === "fail") throw new Error("relation secret_table does not exist at /var/lib/feedwright");
    return { data: { id: target.id, query, body } };
  },
});

const removeNotes = write({
  ...quiet,
  name: "notes.remove",
  title: "Do a thing",
  summary: "Removes nothing.",
  scope: "write_feeds",
  http: { method: "DELETE", path: "/feeds/{id}/notes", status: 204 },
  path: FeedPath,
  output: z.undefined(),
  audit: "notes.removed",
  run: () => Promise.resolve(undefined),
});

const getText = read({
  ...quiet,
  name: "texts.get",
  title: "Do a thing",
  summary: "Looks a text up in the database.",
  scope: "read_feeds",
  http: { method: "GET", path: "/texts/{text}", status: 200 },
  path: z.strictObject({ text: z.string() }),
  output: dataOf(z.int()),
  async run({ shop }, { path }) {
    const found = await shop.db.selectFrom("feeds").select("id").where("display_name", "=", path.text).execute();
    return { data: found.length };
  },
});

export const NO_LIMITS: RateLimits = { merchant: 0, organization: 0, admin: 0, anonymous: 0 };

const NOTES: readonly AnyOperation[] = [listNotes, getNotes, changeNotes, removeNotes, getText];

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

type FrontOptions = Partial<Pick<HttpOptions, "rateLimits" | "readiness" | "trustProxy" | "publicUrl">> & {
  readonly operations?: readonly AnyOperation[];
  readonly metrics?: Metrics;
  readonly db?: (own: Db) => Db;
  /** Instead of a clone of the tests' database. */
  readonly database?: Pick<Connections, "db" | "reserve">;
};

export async function httpFront({
  operations = [],
  db: wrap = (own) => own,
  metrics = NO_METRICS,
  database,
  ...options
}: FrontOptions = {}): Promise<HttpFront> {
  await using stack = new AsyncDisposableStack();
  const { db, reserve } = database ?? stack.use(await jobsDatabase());
  const { services } = stack.use(await realServices(listedStorefront(listedCatalog(0))));
  const home = await testShop(db);
  const { rawKey: key } = await createKey(db, { kind: "merchant", shopId: home.shop.shopId, name: "Everything", grants: ["full_access"] });
  const logged: Readonly<Record<string, unknown>>[] = [];
  const log = makeLogger({ level: "info", write: (line) => logged.push(members(parseJson(line))) });
  const files = {
    findPublicFile: () => Promise.resolve(undefined),
    mayDownload: () => Promise.resolve(true),
    sampleImage: () => undefined,
  };
  const readiness = () => Promise.resolve([]);
  const app = buildHttp({
    readiness,
    rateLimits: NO_LIMITS,
    trustProxy: false,
    publicUrl: PUBLIC_URL,
    ...options,
    operations: [...NOTES, ...operations],
    db: wrap(db),
    reserve: wrap(reserve),
    services: { ...services, metrics },
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
