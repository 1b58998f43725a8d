import { gunzipSync } from "node:zlib";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { expectError, httpFront, type HttpFront, json, PUBLIC_URL } from "./http-front.suite.ts";
import { BODY_BYTES_MAX, HEADER_BYTES_MAX } from "./server-limits.ts";

let front: HttpFront;
let port: number;

beforeAll(async () => {
  front = await httpFront({ readiness: () => Promise.resolve([{ name: "database", ok: ready, detail: "reachable" }]) });
  await front.app.listen({ host: "127.0.0.1", port: 0 });
  port = Number(new URL(front.app.listeningOrigin).port);
});
afterAll(() => front[Symbol.asyncDispose]());

let ready = true;

/** What a socket answers to these bytes until it is closed. */
async function raw(bytes: string) {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes, "latin1");
  // The server may end the connection before all of a large request has been written.
  socket.on("error", () => undefined);
  const whole = await text(socket);
  const [headers = "", body = ""] = whole.split("\r\n\r\n");
  return { status: Number(headers.split(" ")[1]), headers: headers.toLowerCase(), body, whole };
}

function expectRawError(answer: Awaited<ReturnType<typeof raw>>, code: string): void {
  const requestId = /x-request-id: (\S+)/.exec(answer.headers)?.[1];
  expect(requestId).toMatch(/^req_[0-9a-f]{24}$/);
  expect(parseJson(answer.body)).toEqual({
    error: {
      code,
      message: expect.any(String),
      param: null,
      details: [],
      request_id: requestId,
      doc_url: `${PUBLIC_URL}/docs/errors#${code}`,
    },
  });
  expect(answer.headers).toContain("content-type: application/json; charset=utf-8");
  expect(answer.headers).toContain(`content-length: ${Buffer.byteLength(answer.body)}`);
}

describe("the one error format", () => {
  test.each(["/nowhere", "/v1", "/v1/", "/v1/nowhere", "/v1/notes/", "/v1//notes", "/V1/notes", "/docs/nowhere"])(
    "answers an unknown route: %s",
    async (url) => {
      expect(expectError(await front.send({ url }), "route_not_found")).toMatchObject({ param: null });
    },
  );

  test.each([
    ["POST", "/v1/notes", "GET, HEAD"],
    ["OPTIONS", "/v1/notes", "GET, HEAD"],
    ["TRACE", "/v1/notes", "GET, HEAD"],
    ["PUT", "/v1/feeds/12/notes", "DELETE, GET, HEAD, PATCH"],
    ["OPTIONS", "/v1/feeds/12/notes?x=1", "DELETE, GET, HEAD, PATCH"],
    ["POST", "/feeds/token/gmcfeed.txt", "GET, HEAD"],
    ["DELETE", "/healthz", "GET, HEAD"],
    ["POST", "/docs", "GET, HEAD"],
  ] as const)("answers a method a route does not take with those it takes: %s %s", async (method, url, allowed) => {
    const answer = await front.send({ method, url });
    expectError(answer, "method_not_allowed");
    expect(answer.headers["allow"]).toBe(allowed);
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test.each(["/v1/texts/%zz", "/v1/texts/%ff", "/%", "/v1/texts/%c3"])("answers a path that cannot be decoded: %s", async (url) => {
    expect(expectError(await front.send({ url }), "invalid_request")).toMatchObject({ message: expect.stringContaining("percent sign") });
  });

  test("answers a path parameter longer than any of ours", async () => {
    expect(expectError(await front.send({ url: `/v1/texts/${"x".repeat(3_000)}` }), "route_not_found")).toMatchObject({ param: null });
  });

  test.each([
    ["no HTTP", "HELLO\r\n\r\n"],
    ["an unknown method", "BREW /v1/notes HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["another protocol", "GET / HTTP/9.9\r\nHost: x\r\n\r\n"],
    ["a header without a name", "GET / HTTP/1.1\r\nHost: x\r\n: value\r\n\r\n"],
    ["a header with a control character", "GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n"],
    ["two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na"],
    ["a length and chunks", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a length that is no number", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n"],
    ["no Host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["larger headers than the limit", `GET / HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(HEADER_BYTES_MAX)}\r\n\r\n`],
  ])("answers a request that is %s, and ends the connection", async (_, bytes) => {
    const answer = await raw(bytes);
    expectRawError(answer, "invalid_request");
    expect(answer.status).toBe(400);
  });

  test("answers a body without a declared length as soon as it is too large", async () => {
    const chunk = `${(0x10000).toString(16)}\r\n${" ".repeat(0x10000)}\r\n`;
    const head = `PATCH /v1/feeds/${front.home.feedId}/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${front.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = await raw(head + chunk.repeat(Math.ceil(BODY_BYTES_MAX / 0x10000) + 1));
    expectRawError(answer, "payload_too_large");
    expect(answer).toMatchObject({ status: 413, headers: expect.stringContaining("connection: close") });
  });

  test("tells a client that sends far too much, though it is still writing", async () => {
    const head = `PATCH /v1/feeds/${front.home.feedId}/notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${front.key}\r\nContent-Type: application/json\r\n`;
    const bytes = 5 * BODY_BYTES_MAX;
    const answer = await raw(`${head}Content-Length: ${bytes}\r\n\r\n${" ".repeat(bytes)}`);
    expectRawError(answer, "payload_too_large");
    expect(answer.status).toBe(413);
  });

  test("answers what comes before a broken request on a connection, then that one, and nothing after it", async () => {
    for (const url of ["/healthz", "/v1/notes"]) {
      const answer = await raw(`GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${front.key}\r\n\r\nHELLO\r\n\r\nHELLO\r\n\r\n`);
      expect([answer.status, answer.whole.match(/HTTP\/1\.1 [0-9]+/g)]).toEqual([200, ["HTTP/1.1 200", "HTTP/1.1 400"]]);
    }
  });

  test("reaches a client that has much more to write", async () => {
    const answer = await raw(`GET /v1/notes?${"a".repeat(500_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expectRawError(answer, "invalid_request");
    expect(answer.status).toBe(400);
  });

  test("answers methods that Node and the framework treat by themselves", async () => {
    expectRawError(await raw("CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n"), "method_not_allowed");
    const query = await raw("QUERY /v1/notes HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expectRawError(query, "method_not_allowed");
    expect(query.headers).toContain("allow: get, head");
    expectRawError(await raw("OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), "route_not_found");
  });
});

describe("a request's id", () => {
  test("is ours, another each time, on every kind of answer", async () => {
    const urls = [
      "/",
      "/docs",
      "/docs/errors",
      "/healthz",
      "/readyz",
      "/v1/openapi.json",
      "/v1/notes",
      "/nowhere",
      "/feeds/a/b.txt",
      "/sample/images/a.png",
      "/downloads/a",
    ];
    const answers = await Promise.all(urls.map((url) => front.send({ url, headers: { "x-request-id": "mine" } })));
    const ids = answers.map(({ headers }) => headers["x-request-id"]);
    expect(ids).toEqual(urls.map(() => expect.stringMatching(/^req_[0-9a-f]{24}$/)));
    expect(new Set(ids).size).toBe(urls.length);
  });

  test.each([
    ["trace-1", "trace-1"],
    ["x".repeat(101), undefined],
    ["two words", undefined],
  ])("is logged with the client's own when that is short and plain: %s", async (sent, logged) => {
    const answer = await front.send({ url: "/v1/notes?page=77", headers: { "x-request-id": sent } });
    const line = front.logged.find((entry) => entry["request_id"] === answer.headers["x-request-id"]);
    expect(line).toMatchObject({ method: "GET", route: "/v1/notes", status: 200 });
    expect(line?.["client_request_id"]).toBe(logged);
    expect(JSON.stringify(line)).not.toContain("page=77");
  });
});

describe("what needs no key", () => {
  test("is health: of the process always, of the service with each check", async () => {
    const send = (url: string) => front.send({ url, key: null });
    expect((await send("/healthz")).json()).toEqual({ status: "ok" });
    expect(await send("/readyz")).toMatchObject({ statusCode: 200 });
    ready = false;
    const answer = await send("/readyz");
    ready = true;
    expect(answer).toMatchObject({ statusCode: 503 });
    expect(answer.json()).toEqual({ status: "unavailable", checks: [{ name: "database", ok: false, detail: "reachable" }] });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("is the reference, for programs and for people, which loads nothing from another host", async () => {
    const get = (url: string, headers = {}) => front.send({ url, key: null, headers });
    const document = await get("/v1/openapi.json");
    expect(members(document.json<unknown>())).toMatchObject({ openapi: "3.1.0", servers: [{ url: `${PUBLIC_URL}/v1` }] });
    const errors = await get("/docs/errors");
    expect(errors.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
    const page = await get("/docs");
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toMatch(/https?:|unsafe-eval/);
    expect(page.body).not.toMatch(/(?:src|href)="(?:[a-z]+:|\/)/);
    for (const { headers } of [errors, page])
      expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff" });
    const scripts = [...page.body.matchAll(/<script src="([^"]+)"><\/script>/g)].map(([, source]) => `/${source}`);
    expect(scripts).toEqual(["/docs/scalar.js", "/docs/start.js"]);
    for (const url of scripts)
      expect((await get(url)).headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "x-content-type-options": "nosniff",
      });
    expect((await get("/", {})).headers["location"]).toBe("/docs");
  });

  test("is the reference's bundle, packed where that is taken, and not sent again to who has it", async () => {
    const get = (headers: Readonly<Record<string, string>>) => front.send({ url: "/docs/scalar.js", key: null, headers });
    const plain = await get({});
    expect(plain.body).toContain("createApiReference");
    const packed = await get({ "accept-encoding": "br, gzip" });
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", etag: plain.headers["etag"], vary: "Accept-Encoding" });
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect((await get({ "if-none-match": String(plain.headers["etag"]) })).statusCode).toBe(304);
  });
});

describe("HEAD", () => {
  test.each(["/v1/notes", "/v1/openapi.json", "/healthz", "/docs", "/nowhere"])("is answered as GET, without the body: %s", async (url) => {
    const [whole, alone] = [await front.send({ url }), await front.send({ method: "HEAD", url })];
    expect(alone).toMatchObject({ statusCode: whole.statusCode, body: "" });
    expect(alone.headers["content-type"]).toBe(whole.headers["content-type"]);
  });
});

test("who asks for an upgrade gets the answer without one, and the connection ends with it", async () => {
  const answer = await front.send({ url: "/healthz", key: null, headers: { upgrade: "websocket", connection: "Upgrade" } });
  expect(answer).toMatchObject({ statusCode: 200, headers: { connection: "close" } });
});

test("clients that go away while they send a body take no connection of the database with them, and are no error of ours", async () => {
  const before = front.logged.length;
  const url = `/v1/feeds/${front.home.feedId}/notes`;
  const head = `PATCH ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${front.key}\r\nContent-Type: application/json\r\n`;
  // More than the pool has connections.
  for (let clients = 0; clients < 10; clients += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head}Content-Length: 100\r\n\r\n{"na`);
    await once(socket, "connect");
    await wait(30);
    socket.destroy();
  }
  expect((await front.send({ method: "PATCH", url, ...json({ name: "a" }) })).statusCode).toBe(200);
  expect(front.logged.slice(before)).toMatchObject([{ method: "PATCH", status: 200, level: "info" }]);
});
