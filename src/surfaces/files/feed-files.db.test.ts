import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { fastify, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobsDatabase, liveSnapshot, SOME_OUTPUT, testShop, type TestShop, waitingRun } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { mayDownload, signDownload } from "../../features/downloads/index.ts";
import { createKey } from "../../features/keys/index.ts";
import { insertActiveConnection, insertOrganization } from "../../features/organizations/index.ts";
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
  folder = await mkdtemp(join(tmpdir(), "feedwright-feed-files-"));
  objects = await openDirectoryStore({ root: folder, log });
  database = await jobsDatabase();
  app = fastify();
  routeErrors(app, noteRoutes(app), { publicUrl: "https://feeds.example", log });
  registerFileRoutes(app, {
    services: { objects, secrets, clock: systemClock },
    findPublicFile: (token, fileName) => findPublicFile(databaseIsAway ? nobody.db : database.db, token, fileName),
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
