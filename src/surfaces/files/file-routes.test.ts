import { once } from "node:events";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { fastify, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signDownload } from "../../features/downloads/index.ts";
import type { PublicBytes, PublicFile } from "../../features/feeds/index.ts";
import { storedId } from "../../kernel/ids.ts";
import { type DirectoryStore, openDirectoryStore } from "../../platform/objects/directory-store.ts";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { noteRoutes } from "../http/allowed-methods.ts";
import { routeErrors } from "../http/error-routes.ts";
import { PATH_PARAMETER_CHARACTERS_MAX } from "../http/server-limits.ts";
import { registerFileRoutes } from "./file-routes.ts";

const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 500);
const LAST_MODIFIED = "Fri, 02 Jan 2026 03:04:05 GMT";
const TEXT = `id\ttitle\n${"1\tA thing\n".repeat(200)}`;
const GZIP = gzipSync(TEXT);
const TOKEN = "a".repeat(40);
const URL_OF_FEED = `/feeds/${TOKEN}/gmcfeed.txt`;

/** More than any socket buffer takes at once. */
const LARGE_BYTES = 32 * 1024 * 1024;

const log = makeLogger({ level: "error", write: () => undefined });
const secrets = openSecrets(Buffer.alloc(32, 3));
const time = { nowMs: START_MS };
const clock = { now: () => new Date(time.nowMs) };
const published: Record<string, PublicFile | "gone" | Error> = {};
const opened: Readable[] = [];

let folder: string;
let objects: DirectoryStore;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "feedwright-files-"));
  objects = await openDirectoryStore({ root: folder, log });
  await store("runs/1/gmcfeed.txt", TEXT);
  await store("runs/1/gmcfeed.txt.gz", GZIP);
  await store("runs/2/gmcfeed.txt", "large".padEnd(LARGE_BYTES, "."));
  await store("runs/3/gmcfeed.txt", "");
  published["gmcfeed.txt"] = publicFile(1, TEXT.length);
  published["large.txt"] = publicFile(2, LARGE_BYTES);
  published["empty.txt"] = publicFile(3, 0);
  published["gone.txt"] = "gone";
  published["unreachable.txt"] = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  app = fastify({ routerOptions: { maxParamLength: PATH_PARAMETER_CHARACTERS_MAX } });
  routeErrors(app, noteRoutes(app), { publicUrl: "https://feeds.example", log });
  registerFileRoutes(app, {
    services: { objects: { ...objects, read: readNoted }, secrets, clock },
    findPublicFile: async (token, fileName) => {
      const found = token === TOKEN ? published[fileName] : undefined;
      if (found instanceof Error) throw found;
      return found;
    },
    noteFetch: () => undefined,
    feedTokenExists: (token) => Promise.resolve(token === TOKEN),
    strangerOf,
    mayDownload: () => Promise.resolve(true),
    sampleImage: (name) => (name === "blue-shirt" ? Buffer.from("png") : undefined),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(async () => {
  await app.close();
  await objects[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const strangerOf = () => ({ isPastLimit: false, count: () => Promise.resolve() });

async function store(key: string, content: string | Buffer): Promise<void> {
  await using scratch = await objects.scratch();
  await writeFile(scratch.file("content"), content);
  await objects.put(key, scratch.file("content"));
}

async function readNoted(...asked: Parameters<DirectoryStore["read"]>): Promise<Readable> {
  const stream = await objects.read(...asked);
  opened.push(stream);
  return stream;
}

function publicFile(run: number, bytes: number): PublicFile & { readonly gzip: PublicBytes } {
  const key = `runs/${run}/gmcfeed.txt`;
  return {
    key,
    bytes,
    sha256: `plain${run}`,
    gzip: { key: `${key}.gz`, bytes: GZIP.length, sha256: `gzip${run}` },
    publishedAt: new Date(START_MS),
    owner: { shopId: storedId("shop", 1), feedId: storedId("feed", 1), channel: "" },
    contentType: "text/plain; charset=utf-8",
  };
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: "GET", url, headers });
const head = (url: string, headers: Record<string, string> = {}) => app.inject({ method: "HEAD", url, headers });

/** Changes a bit of a stored object behind the store's back; the second time, back again. */
async function damage(key: string): Promise<void> {
  const path = join(objects.objectsFolder, key);
  const bytes = await readFile(path);
  bytes[3] = (bytes[3] ?? 0) ^ 4;
  await writeFile(path, bytes);
}

describe("a damaged file", () => {
  const file = publicFile(1, TEXT.length);

  test("is answered 503 with a time to come back, whole, in part or by HEAD, and carries nothing of the file", async () => {
    await damage(file.key);
    for (const answer of [await get(URL_OF_FEED), await get(URL_OF_FEED, { range: "bytes=0-1" }), await head(URL_OF_FEED)]) {
      expect(answer).toMatchObject({ statusCode: 503, headers: { "retry-after": expect.any(String) } });
      expect(answer.headers).not.toHaveProperty("etag");
      expect(answer.headers["content-type"]).toContain("json");
    }
    await damage(file.key);
    expect(await get(URL_OF_FEED)).toMatchObject({ statusCode: 200, body: TEXT });
  });

  test("leaves its packed form to those who take gzip, and the other way round the plain form", async () => {
    await damage(file.gzip.key);
    const plain = await get(URL_OF_FEED, { "accept-encoding": "gzip" });
    expect(plain).toMatchObject({ statusCode: 200, body: TEXT, headers: { etag: '"plain1"' } });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    await damage(file.gzip.key);
    await damage(file.key);
    const packed = await get(URL_OF_FEED, { "accept-encoding": "gzip" });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(TEXT);
    await damage(file.key);
  });

  test("that was cut short is answered 503 instead of breaking off", async () => {
    const path = join(objects.objectsFolder, file.key);
    await truncate(path, 2);
    expect(await get(URL_OF_FEED)).toMatchObject({ statusCode: 503 });
    await writeFile(path, TEXT);
  });
});

describe("a feed file", () => {
  test("is sent whole, as text nobody may interpret, to be kept for five minutes", async () => {
    const answer = await get(URL_OF_FEED);
    expect(answer.body).toBe(TEXT);
    expect(answer).toMatchObject({ statusCode: 200 });
    expect(answer.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-length": String(TEXT.length),
      "cache-control": "public, max-age=300",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "last-modified": LAST_MODIFIED,
      etag: '"plain1"',
      vary: "Accept-Encoding",
      "accept-ranges": "bytes",
    });
    expect(answer.headers).not.toHaveProperty("content-encoding");
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("is sent compressed to who takes gzip, with a tag of its own", async () => {
    const answer = await get(URL_OF_FEED, { "accept-encoding": "br, gzip" });
    expect(gunzipSync(answer.rawPayload).toString()).toBe(TEXT);
    expect(answer.headers).toMatchObject({
      "content-encoding": "gzip",
      "content-length": String(GZIP.length),
      etag: '"gzip1"',
      vary: "Accept-Encoding",
    });
  });

  test.each([{}, { "accept-encoding": "gzip" }])("answers HEAD as GET, without the file (%j)", async (headers) => {
    const [whole, alone] = [await get(URL_OF_FEED, headers), await head(URL_OF_FEED, headers)];
    const { date: _, connection: __, ...expected } = whole.headers;
    expect(alone).toMatchObject({ statusCode: 200, body: "" });
    expect(alone.headers).toMatchObject(expected);
  });

  test.each(["GET", "HEAD"] as const)("answers %s with 304 to who has it, in each encoding by its own tag", async (method) => {
    const answered = async (headers: Record<string, string>) => (await app.inject({ method, url: URL_OF_FEED, headers })).statusCode;
    expect(await answered({ "if-none-match": '"plain1"' })).toBe(304);
    expect(await answered({ "if-none-match": '"gzip1"', "accept-encoding": "gzip" })).toBe(304);
    expect(await answered({ "if-none-match": '"plain1"', "accept-encoding": "gzip" })).toBe(200);
    expect(await answered({ "if-modified-since": LAST_MODIFIED })).toBe(304);
    expect(await answered({ "if-modified-since": "Fri, 02 Jan 2026 03:04:04 GMT" })).toBe(200);
  });

  test("says in a 304 what a cache needs, and nothing of a body", async () => {
    const answer = await get(URL_OF_FEED, { "if-none-match": '"gzip1"', "accept-encoding": "gzip" });
    expect(answer.body).toBe("");
    expect(answer.headers).toMatchObject({ etag: '"gzip1"', vary: "Accept-Encoding", "cache-control": "public, max-age=300" });
    expect(answer.headers).not.toHaveProperty("content-encoding");
    expect(answer.headers).not.toHaveProperty("content-length");
  });

  test("is sent in part, and the parts make the whole", async () => {
    const first = await get(URL_OF_FEED, { range: "bytes=0-99" });
    const rest = await get(URL_OF_FEED, { range: "bytes=100-", "if-range": '"plain1"' });
    expect([first.statusCode, rest.statusCode]).toEqual([206, 206]);
    expect(first.headers).toMatchObject({ "content-range": `bytes 0-99/${TEXT.length}`, "content-length": "100", etag: '"plain1"' });
    expect(first.body + rest.body).toBe(TEXT);
  });

  test("is sent plain in part, also to who takes gzip", async () => {
    const answer = await get(URL_OF_FEED, { range: "bytes=0-1", "accept-encoding": "gzip" });
    expect(answer).toMatchObject({ statusCode: 206, body: "id" });
    expect(answer.headers).toMatchObject({ etag: '"plain1"' });
    expect(answer.headers).not.toHaveProperty("content-encoding");
  });

  test("is sent whole when the part is of another copy", async () => {
    expect(await get(URL_OF_FEED, { range: "bytes=0-1", "if-range": '"plain0"' })).toMatchObject({ statusCode: 200, body: TEXT });
  });

  test("answers 416 with its size to a part it does not have", async () => {
    const answer = await get(URL_OF_FEED, { range: `bytes=${TEXT.length}-` });
    expect(answer.statusCode).toBe(416);
    expect(answer.json()).toMatchObject({ error: { code: "range_not_satisfiable" } });
    expect(answer.headers).toMatchObject({ "content-range": `bytes */${TEXT.length}`, "cache-control": "no-store" });
    for (const name of ["etag", "accept-ranges", "content-encoding"]) expect(answer.headers).not.toHaveProperty(name);
  });

  test("answers 304 before a part, and HEAD without parts", async () => {
    expect((await get(URL_OF_FEED, { range: "bytes=0-1", "if-none-match": '"plain1"' })).statusCode).toBe(304);
    const alone = await head(URL_OF_FEED, { range: "bytes=0-1" });
    expect(alone.statusCode).toBe(200);
    expect(alone.headers).toMatchObject({ "content-length": String(TEXT.length) });
  });

  test("may be empty", async () => {
    const answer = await get(`/feeds/${TOKEN}/empty.txt`);
    expect(answer).toMatchObject({ statusCode: 200, body: "" });
    expect(answer.headers).toMatchObject({ "content-length": "0" });
  });

  test.each([
    [404, "resource_not_found", "an unknown file", `/feeds/${TOKEN}/other.txt`],
    [404, "resource_not_found", "an unknown token", `/feeds/${"b".repeat(40)}/gmcfeed.txt`],
    [410, "feed_gone", "an inactive feed", `/feeds/${TOKEN}/gone.txt`],
    [503, "unavailable", "a file never asked for while the database is away", `/feeds/${TOKEN}/unreachable.txt`],
  ])("answers %i %s to %s, not to be kept", async (status, code, _, url) => {
    const answer = await get(url, { "accept-encoding": "gzip" });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ error: { code } });
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "content-type": "application/json; charset=utf-8" });
    expect(answer.headers).not.toHaveProperty("content-encoding");
  });

  test("is served as it was while the database is away", async () => {
    const known = published["gmcfeed.txt"];
    if (known === undefined) throw new Error("not published");
    await get(URL_OF_FEED);
    published["gmcfeed.txt"] = new Error("Connection terminated unexpectedly");
    try {
      expect(await get(URL_OF_FEED)).toMatchObject({ statusCode: 200, body: TEXT });
    } finally {
      published["gmcfeed.txt"] = known;
    }
  });

  test("is looked up once more when its object has just been removed", async () => {
    let lookups = 0;
    const moving = fastify();
    registerFileRoutes(moving, {
      services: { objects, secrets, clock },
      findPublicFile: () => Promise.resolve(publicFile((lookups += 1) === 1 ? 99 : 1, TEXT.length)),
      noteFetch: () => undefined,
      feedTokenExists: () => Promise.resolve(true),
      strangerOf,
      mayDownload: () => Promise.resolve(true),
      sampleImage: () => undefined,
    });
    expect(await moving.inject({ url: URL_OF_FEED })).toMatchObject({ statusCode: 200, body: TEXT });
    expect(lookups).toBe(2);
    await moving.close();
  });

  test("whose object is nowhere answers an error that says so and speaks of no part", async () => {
    published["lost.txt"] = publicFile(99, 10);
    const answer = await get(`/feeds/${TOKEN}/lost.txt`, { range: "bytes=0-1" });
    expect(answer.json()).toMatchObject({ error: { code: "unavailable", message: expect.stringContaining("file isn't in the store.") } });
    for (const name of ["content-range", "accept-ranges", "etag", "last-modified"]) expect(answer.headers).not.toHaveProperty(name);
  });

  test("is let go when the client leaves in the middle", async () => {
    const socket = connect(Number(new URL(app.listeningOrigin).port), "127.0.0.1");
    socket.write(`GET /feeds/${TOKEN}/large.txt HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, "data");
    socket.destroy();
    const stream = opened.at(-1);
    for (let tries = 0; tries < 100 && stream?.destroyed === false; tries += 1) await wait(20);
    expect(stream?.destroyed).toBe(true);
  });

  test("is not read faster than the client takes it", async () => {
    const socket = connect(Number(new URL(app.listeningOrigin).port), "127.0.0.1");
    socket.write(`GET /feeds/${TOKEN}/large.txt HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, "readable");
    await wait(300);
    const stream = opened.at(-1);
    expect(stream?.readableEnded).toBe(false);
    socket.destroy();
  });
});

describe("a signed download", () => {
  const link = (fileName = "gmcfeed-run_1.txt", key = "runs/1/gmcfeed.txt") => {
    time.nowMs = START_MS;
    const { url } = signDownload(
      { secrets, clock, filesUrl: "" },
      { key, fileName, contentType: "text/plain", shopId: 1, keyId: null },
      TEXT.length,
    );
    return url;
  };

  test("gives the file under its name, to nobody else's cache", async () => {
    const answer = await get(link());
    expect(answer).toMatchObject({ statusCode: 200, body: TEXT });
    expect(answer.headers).toMatchObject({
      "content-disposition": 'attachment; filename="gmcfeed-run_1.txt"',
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
  });

  test("goes on where it was interrupted, and answers HEAD", async () => {
    const url = link();
    const part = await get(url, { range: "bytes=0-1" });
    expect(part).toMatchObject({ statusCode: 206, body: "id" });
    const alone = await head(url);
    expect(alone).toMatchObject({ statusCode: 200, body: "" });
    expect(alone.headers).toMatchObject({ "content-length": String(TEXT.length) });
  });

  test("puts no character into a header that could end it", async () => {
    const answer = await get(link('a"b\r\nSet-Cookie: x=1;\u{1F600}ü.txt'));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="[\w.-]+"$/);
    expect(answer.headers).not.toHaveProperty("set-cookie");
  });

  test("ends with its time", async () => {
    const url = link();
    time.nowMs = START_MS + 301_000;
    const answer = await get(url);
    time.nowMs = START_MS;
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ error: { code: "link_expired" } });
  });

  test.each([
    ["another end", (url: string) => url.replace(/expires=(\d+)/, (_, end) => `expires=${Number(end) + 60}`)],
    ["another object", (url: string) => url.replace(/downloads\/(.)/, (_, first) => `downloads/${first === "X" ? "Y" : "X"}`)],
    ["another signature", (url: string) => url.replace(/.$/, (last) => (last === "0" ? "1" : "0"))],
    ["no signature", (url: string) => url.replace(/&signature=.*/, "")],
    ["two signatures", (url: string) => url.replace(/&(signature=.*)/, "&$1&$1")],
    ["no query", (url: string) => url.replace(/\?.*/, "")],
  ])("with %s opens nothing", async (_, changed) => {
    const answer = await get(changed(link()));
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ error: { code: "link_expired" } });
  });

  test("of a file that is no longer kept answers 404", async () => {
    const answer = await get(link("a.txt", "runs/99/gmcfeed.txt"));
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ error: { code: "resource_not_found" } });
  });
});

describe("a sample image", () => {
  test("may be kept for long", async () => {
    const answer = await get("/sample/images/blue-shirt.png");
    expect(answer).toMatchObject({ statusCode: 200, body: "png" });
    expect(answer.headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=86400, immutable",
      "x-content-type-options": "nosniff",
    });
  });

  test.each(["red-shirt.png", "blue-shirt.jpg", "blue-shirt", "..%2Fblue-shirt.png", "Blue-Shirt.png"])(
    "that is none answers 404: %s",
    async (name) => {
      expect((await get(`/sample/images/${name}`)).statusCode).toBe(404);
    },
  );
});
