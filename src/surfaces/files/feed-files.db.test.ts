import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { fastify, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";
import { jobsDatabase, liveSnapshot, SOME_OUTPUT, testShop, type TestShop, waitingRun } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { mayDownload, signDownload } from "../../features/downloads/index.ts";
import { createKey } from "../../features/keys/index.ts";
import { insertActiveConnection, insertOrganization } from "../../features/organizations/index.ts";
import { findServedFiles, listFetches, storeFetch } from "../../features/feed-files/file-queries.ts";
import { listFiles, noteFetches } from "../../features/feed-files/index.ts";
import { feedTokenExists, findPublicFile } from "../../features/feeds/index.ts";
import { systemClock } from "../../kernel/clock.ts";
import { type DirectoryStore, openDirectoryStore } from "../../platform/objects/directory-store.ts";
import { openConnections } from "../../platform/postgres/connection-pool.ts";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { noteRoutes } from "../http/allowed-methods.ts";
import { routeErrors } from "../http/error-routes.ts";
import { registerFileRoutes } from "./file-routes.ts";

const TEXT = "id\n1\n";
const secrets = openSecrets(Buffer.alloc(32, 3));

const log = makeLogger({ level: "error", write: () => undefined });
type Files = readonly { readonly url: string; readonly last_fetch: { readonly user_agent: string | null } | null }[];

let real: RealServices;
let folder: string;
let objects: DirectoryStore;
let database: TestDatabase;
let app: FastifyInstance;
let shop: TestShop;
let databaseIsAway: boolean;
const strangerOf = () => ({ isPastLimit: false, count: () => Promise.resolve() });
/** Connections to a port where nobody answers. */
const nobody = openConnections("postgres://127.0.0.1:1/none", log, 1);

beforeAll(async () => {
  real = await realServices(listedStorefront(listedCatalog(1)));
  folder = await mkdtemp(join(tmpdir(), "feedwright-feed-files-"));
  objects = await openDirectoryStore({ root: folder, log });
  database = await jobsDatabase();
  app = fastify();
  routeErrors(app, noteRoutes(app), { publicUrl: "https://feeds.example", log });
  registerFileRoutes(app, {
    services: { objects, secrets, clock: systemClock },
    findPublicFile: (token, fileName) => findPublicFile(databaseIsAway ? nobody.db : database.db, token, fileName),
    noteFetch: noteFetches({ open: (shopId) => openShop(database.db, shopId), clock: systemClock, log }),
    feedTokenExists: feedTokenExists(database.db),
    strangerOf,
    mayDownload: (grant) => mayDownload(database.db, grant),
    sampleImage: () => undefined,
  });
});

beforeEach(async () => {
  databaseIsAway = false;
  shop = await testShop(database.db);
});

afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await app.close();
  await nobody[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await objects[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function store(key: string, content: string | Buffer): Promise<void> {
  await using scratch = await objects.scratch();
  await writeFile(scratch.file("content"), content);
  await objects.put(key, scratch.file("content"));
}

/** A run of the shop's feed whose file the URL answers. */
async function publish(text: string): Promise<void> {
  const run = await waitingRun(shop, await liveSnapshot(shop.shop));
  const prefix = `shops/${shop.shop.shopId}/runs/${run.id}/1/`;
  const gzip = gzipSync(text);
  await store(`${prefix}gmcfeed.txt`, text);
  await store(`${prefix}gmcfeed.txt.gz`, gzip);
  const file = { ...SOME_OUTPUT.file, bytes: text.length, gzipBytes: gzip.length };
  const output = JSON.stringify({ ...SOME_OUTPUT, file });
  await database.db
    .updateTable("runs")
    .set({ output_prefix: prefix, output, published_at: new Date(), status: "completed", publication: "live" })
    .where("id", "=", run.id)
    .execute();
  await database.db.updateTable("feeds").set({ live_run_id: run.id }).where("id", "=", shop.feedId).execute();
}

const get = (token: string, file = "gmcfeed.txt") => app.inject({ url: `/feeds/${token}/${file}` });

describe("a feed's URL", () => {
  test("answers 404 until a run has been published, then that run's file", async () => {
    expect((await get(shop.token)).statusCode).toBe(404);
    await publish(TEXT);
    expect(await get(shop.token)).toMatchObject({ statusCode: 200, body: TEXT });
  });

  test("goes on answering the published file while the database is away", async () => {
    await publish(TEXT);
    await get(shop.token);
    databaseIsAway = true;
    expect(await get(shop.token)).toMatchObject({ statusCode: 200, body: TEXT });
  });

  test("answers with the token before the last rotation until its time is over", async () => {
    await publish(TEXT);
    const rotated = (until: Date) =>
      database.db
        .updateTable("shops")
        .set({ feed_token: "n".repeat(20) + shop.token.slice(20), feed_token_previous: shop.token, feed_token_previous_until: until })
        .where("id", "=", shop.shop.shopId)
        .execute();
    await rotated(new Date(Date.now() + 60_000));
    expect((await get(shop.token)).statusCode).toBe(200);
    await rotated(new Date(Date.now() - 1_000));
    expect((await get(shop.token)).statusCode).toBe(404);
  });

  test("answers 410 once the feed is inactive or the shop uninstalled", async () => {
    await publish(TEXT);
    await database.db.updateTable("feeds").set({ active: false }).where("id", "=", shop.feedId).execute();
    expect((await get(shop.token)).statusCode).toBe(410);
    await database.db.updateTable("feeds").set({ active: true }).where("id", "=", shop.feedId).execute();
    await database.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", shop.shop.shopId).execute();
    expect((await get(shop.token)).statusCode).toBe(410);
  });

  test.each(["%00", "a%00b", "%F0%9F%98%80", "'%20or%20true--", "..%2F..%2Fetc", "x".repeat(99)])(
    "that cannot be one answers 404: %s",
    async (text) => {
      const [byToken, byFile] = [await get(text), await get(shop.token, text)];
      expect([byToken.statusCode, byFile.statusCode]).toEqual([404, 404]);
    },
  );
});

describe("who fetched a file", () => {
  const files = () => perform<Files>(real.services, shop.shop, listFiles, { path: { id: String(shop.feedId) } });
  const fetched = (agent: string, method: "GET" | "HEAD" = "GET") =>
    app.inject({ method, url: `/feeds/${shop.token}/gmcfeed.txt`, headers: { "user-agent": agent } });
  const rows = () => database.db.selectFrom("file_fetches").selectAll().where("feed_id", "=", shop.feedId).execute();

  test("is shown with the file's URL, size, rows and tag, by class and by the first 200 characters of the user agent", async () => {
    expect(await files()).toEqual([]);
    await publish(TEXT);
    expect(await files()).toMatchObject([{ channel: null, bytes: TEXT.length, etag: `"${"a".repeat(64)}"`, last_fetch: null }]);
    await fetched("curl/8.0", "HEAD");
    await fetched(`Feedfetcher-Google; ${"x".repeat(300)}`);
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1), IN_TIME);
    const [file] = await files();
    expect(file).toMatchObject({ url: expect.stringContaining(`/feeds/${shop.token}/gmcfeed.txt`), last_fetch: { agent_class: "google" } });
    expect(file?.last_fetch?.user_agent).toHaveLength(200);
  });

  test("is written at most once a minute for each file, and never with an address", async () => {
    await publish(TEXT);
    const fetch = { feedId: shop.feedId, channel: "", agentClass: "tool", userAgent: "curl/8.0" } as const;
    expect(await storeFetch(shop.shop, fetch)).toBe(true);
    expect(await storeFetch(shop.shop, { ...fetch, userAgent: "curl/9.0" })).toBe(false);
    expect(await storeFetch(shop.shop, { ...fetch, channel: "google" })).toBe(true);
    await database.db
      .updateTable("file_fetches")
      .set({ fetched_at: new Date(Date.now() - 61_000) })
      .execute();
    expect(await storeFetch(shop.shop, { ...fetch, userAgent: "curl/9.0" })).toBe(true);
    expect(JSON.stringify(await rows())).not.toMatch(/127\.0\.0\.1|::1/);
  });

  test("doesn't keep the file from being served while the database is away", async () => {
    await publish(TEXT);
    await get(shop.token);
    const note = noteFetches({ open: (shopId) => openShop(nobody.db, shopId), clock: systemClock, log });
    const found = await findPublicFile(database.db, shop.token, "gmcfeed.txt");
    if (found === undefined || typeof found === "string") throw new Error("the file is served");
    expect(note(found, undefined)).toBeUndefined();
  });

  test("stays within the shop", async () => {
    await publish(TEXT);
    const stranger = (await testShop(database.db)).shop;
    const fetch = { feedId: shop.feedId, channel: "", agentClass: "tool", userAgent: null } as const;
    expect(await storeFetch(stranger, fetch)).toBe(false);
    await storeFetch(shop.shop, fetch);
    expect([await listFetches(stranger, shop.feedId), await findServedFiles(stranger, shop.feedId)]).toEqual([[], undefined]);
    const asked = perform(real.services, stranger, listFiles, { path: { id: String(shop.feedId) } });
    await expect(asked).rejects.toMatchObject({ code: "resource_not_found" });
  });
});

describe("a signed download", () => {
  const key = "extracts/1/source.csv";
  const linkOf = (keyId: number | null) => {
    const download = { key, fileName: "source.csv", contentType: "text/csv", shopId: shop.shop.shopId, keyId };
    return signDownload({ secrets, clock: systemClock, filesUrl: "" }, download, TEXT.length).url;
  };
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;

  test("ends with the key that asked for it, with the organization's connection, and with the shop", async () => {
    await store(key, TEXT);
    const { db } = database;
    const { shopId } = shop.shop;
    const merchant = await createKey(db, { kind: "merchant", shopId, name: "Reader", grants: ["full_access"] });
    const organizationId = await insertOrganization(db, "Agency");
    await insertActiveConnection(db, { organizationId, shopId, domain: "shop.example", clientLabel: "Shop" });
    const agency = await createKey(db, { kind: "organization", organizationId, name: "Agent", grants: ["full_access"] });
    const [ofMerchant, ofAgency, ofCommand] = [linkOf(merchant.id), linkOf(agency.id), linkOf(null)];
    const statuses = () => Promise.all([ofMerchant, ofAgency, ofCommand].map(statusOf));
    expect(await statuses()).toEqual([200, 200, 200]);
    await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", merchant.id).execute();
    expect(await statuses()).toEqual([403, 200, 200]);
    await db.updateTable("organization_connections").set({ status: "declined" }).where("organization_id", "=", organizationId).execute();
    expect(await statuses()).toEqual([403, 403, 200]);
    await db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", shopId).execute();
    expect(await statuses()).toEqual([403, 403, 403]);
  });
});
