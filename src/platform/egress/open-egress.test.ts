import { getEventListeners } from "node:events";
import { gzipSync } from "node:zlib";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AnsweringServer, answeringServer } from "../../../test/harness/answering-server.ts";
import { type Canary, canary } from "../../../test/harness/canary.ts";
import { silentLog } from "../objects/silent-log.ts";
import type { EgressAnswer, EgressFailure, EgressRequest } from "./egress-port.ts";
import { openEgress } from "./open-egress.ts";
import { BUSY_MACHINE, IN_TIME } from "../../../test/harness/slow-machine.ts";

let server: AnsweringServer;
const egress = openEgress({ allowLoopback: true, log: silentLog });
beforeAll(async () => {
  server = await answeringServer();
});
afterAll(async () => {
  await egress[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Before any other bound than the one that is tested, on a busy machine too. */
const SOON = expect.toSatisfy((ms: number) => ms < 3_000 * BUSY_MACHINE);

function post(request: Partial<EgressRequest> = {}): Promise<EgressAnswer | EgressFailure> {
  const defaults = { url: `${server.url}/hook?a=1#part`, headers: {}, body: Buffer.from("{}"), timeoutMs: 2_000, keptBytesMax: 64 };
  return egress.post({ ...defaults, signal: new AbortController().signal, ...request });
}

const says =
  (status: number, body: string | Buffer = "", headers: Record<string, string | string[]> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end(body);

test("a call that has ended, however it did, leaves nothing with its caller's signal, which lives as long as the process", async () => {
  const caller = new AbortController();
  const listening = () => getEventListeners(caller.signal, "abort").length;
  const answers: ServerResponse[] = [];
  server.answer((response) => void answers.push(response));
  const calls = Promise.all([post({ signal: caller.signal }), post({ signal: caller.signal })]);
  await expect.poll(() => answers.length, IN_TIME).toBe(2);
  expect(listening()).toBe(2);
  for (const answer of answers) answer.end();
  await calls;
  server.answer(() => undefined);
  expect(await post({ signal: caller.signal, timeoutMs: 50 })).toMatchObject({ fault: "timed_out" });
  expect(listening()).toBe(0);
});

describe("an answer", () => {
  test("comes with its status, body and duration; what was sent came as it was given", async () => {
    server.answer(says(201, "made"));
    const answer = await post({
      body: Buffer.from('{"a":"ä"}'),
      headers: { "content-type": "application/json", "x-svc-event": "test.ping" },
    });
    expect(answer).toEqual({ kind: "answered", status: 201, retryAfter: null, body: "made", durationMs: SOON });
    const [request] = server.requests;
    expect(request).toMatchObject({ path: "/hook?a=1", body: '{"a":"ä"}' });
    expect(request?.headers).toMatchObject({ "content-type": "application/json", "x-svc-event": "test.ping", "content-length": "10" });
    expect(request?.headers.host).toBe(new URL(server.url).host);
  });

  test.each([200, 204, 299, 400, 404, 410, 429, 500, 503, 599])("of %d is an answer", async (status) => {
    server.answer(says(status));
    expect(await post()).toMatchObject({ kind: "answered", status });
  });

  test("carries Retry-After as it came, the first of several", async () => {
    server.answer(says(503, "", { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }));
    expect(await post()).toMatchObject({ retryAfter: "Wed, 21 Oct 2026 07:28:00 GMT" });
    server.answer(says(429, "", { "retry-after": ["7", "9"] }));
    expect(await post()).toMatchObject({ retryAfter: "7" });
  });

  test("is text: bad bytes replaced, NUL left out, and no character cut in two", async () => {
    server.answer(says(200, Buffer.from([0x61, 0x00, 0xff, 0x62])));
    expect(await post()).toMatchObject({ body: "a\uFFFDb" });
    server.answer(says(200, "aää"));
    expect(await post({ keptBytesMax: 4 })).toMatchObject({ body: "aä" });
    expect(await post({ keptBytesMax: 5 })).toMatchObject({ body: "aää" });
    server.answer(says(200, Buffer.from([0x61, 0xc3])));
    expect(await post()).toMatchObject({ body: "a\uFFFD" });
  });

  test("is never unpacked", async () => {
    const packed = gzipSync(Buffer.alloc(10_000_000, "x"));
    server.answer(says(200, packed, { "content-encoding": "gzip" }));
    const answer = await post({ keptBytesMax: 100_000 });
    expect(answer).toMatchObject({ kind: "answered", status: 200 });
    expect("body" in answer && answer.body.length).toBeLessThan(packed.length + 1);
    expect(server.requests[0]?.headers["accept-encoding"]).toBe("identity");
  });

  test("that is a redirect is told, and not followed", async () => {
    await using bird: Canary = await canary();
    const signal = new AbortController().signal;
    for (const status of [301, 302, 303, 307, 308]) {
      server.answer(says(status, "", { location: `http://127.0.0.1:${bird.port}/` }));
      expect(await post()).toMatchObject({ kind: "answered", status });
      await expect(egress.fetch(server.url, { method: "GET", signal, loopback: true })).rejects.toThrow(TypeError);
    }
    expect(bird.connections()).toBe(0);
  });
});

describe("a bad answer", () => {
  /** Speaks with the caller's socket, in whatever tongue. */
  async function speaking(
    speak: (socket: Socket) => void,
  ): Promise<AsyncDisposable & { readonly url: string; readonly sockets: Socket[] }> {
    const sockets: Socket[] = [];
    const listener: Server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => socket.destroy());
      socket.once("data", () => speak(socket));
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const address = listener.address();
    if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
    return {
      url: `http://127.0.0.1:${address.port}/`,
      sockets,
      async [Symbol.asyncDispose]() {
        for (const socket of sockets) socket.destroy();
        await new Promise<void>((resolve) => listener.close(() => resolve()));
      },
    };
  }

  const HEAD = "HTTP/1.1 200 OK\r\n";
  const CLOSED = "The connection broke before the answer was complete.";

  /** Says `first`, and then `more` again and again. */
  const dripping =
    (first: string, more: string) =>
    (socket: Socket): void => {
      if (first !== "") socket.write(first);
      const timer = setInterval(() => socket.write(more), 20);
      socket.on("close", () => clearInterval(timer));
    };

  test.each<[string, (socket: Socket) => void]>([
    ["no answer", () => {}],
    ["a head that drips", dripping(HEAD, "X-More: 1\r\n")],
    ["interim answers without end", dripping("", "HTTP/1.1 102 Processing\r\n\r\n")],
    ["a body that drips", dripping(`${HEAD}Content-Length: 60\r\n\r\n`, "x")],
    ["a body that stops", (socket) => void socket.write(`${HEAD}Content-Length: 60\r\n\r\nhalf`)],
    ["chunks that drip", dripping(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, "1\r\nx\r\n")],
  ])("%s ends at the deadline, and the connection with it", async (_what, speak) => {
    await using other = await speaking(speak);
    const answer = await post({ url: other.url, timeoutMs: 400 });
    expect(answer).toMatchObject({ kind: "failed", fault: "timed_out", message: "No answer within 0.4 s.", durationMs: SOON });
    await expect.poll(() => other.sockets[0]?.destroyed, IN_TIME).toBe(true);
  });

  test.each<[string, string, (socket: Socket) => void]>([
    ["a connection that closes", CLOSED, (socket) => void socket.end()],
    ["a connection that is reset", CLOSED, (socket) => void socket.resetAndDestroy()],
    ["a body that breaks off", CLOSED, (socket) => void socket.end(`${HEAD}Content-Length: 60\r\n\r\nhalf`)],
    ["chunks that break off", CLOSED, (socket) => void socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`)],
    ["headers without end", "The headers of the answer are too large.", (socket) => void socket.write(`${HEAD}X: ${"x".repeat(100_000)}`)],
    ["another protocol", "The server's answer isn't HTTP.", (socket) => void socket.write("220 mail.example.com ESMTP\r\n")],
    ["a change of protocol", CLOSED, (socket) => void socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")], // prettier-ignore
  ])("%s is a failed connection", async (_what, message, speak) => {
    await using other = await speaking(speak);
    expect(await post({ url: other.url })).toMatchObject({ kind: "failed", fault: "connection_failed", message, durationMs: SOON });
  });

  test("does not end its connection; an idle one is closed after two seconds", async () => {
    await using other = await speaking((socket) => {
      const answer = (): void => void socket.write(`${HEAD}Content-Length: 2\r\n\r\nok`);
      socket.on("data", answer);
      answer();
    });
    await post({ url: other.url });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await post({ url: other.url })).toMatchObject({ status: 200 });
    expect(other.sockets).toHaveLength(1);
    await expect.poll(() => other.sockets[0]?.destroyed, IN_TIME).toBe(true);
  });

  test("that never ends is cut where no more of it is kept, and counts as what its status says", async () => {
    await using other = await speaking((socket) => {
      socket.write(`${HEAD}Content-Length: 1000000000\r\n\r\n`);
      const more = (): void => {
        while (!socket.destroyed && socket.write("x".repeat(65_536)));
      };
      socket.on("drain", more);
      more();
    });
    expect(await post({ url: other.url })).toEqual({
      kind: "answered",
      status: 200,
      retryAfter: null,
      body: "x".repeat(64),
      durationMs: SOON,
    });
    await expect.poll(() => other.sockets[0]?.destroyed, IN_TIME).toBe(true);
    expect(other.sockets[0]?.bytesWritten).toBeLessThan(50_000_000);
  });

  test("nobody listens, at one address or at two", async () => {
    const other = await speaking(() => {});
    await other[Symbol.asyncDispose]();
    const refused = { fault: "connection_failed", message: "The server refused the connection." };
    expect(await post({ url: other.url })).toMatchObject(refused);
    expect(await post({ url: other.url.replace("127.0.0.1", "localhost") })).toMatchObject(refused);
  });
});

describe("a call", () => {
  test("ends when its caller says so, before it begins and while it waits", async () => {
    server.answer(() => {});
    expect(await post({ signal: AbortSignal.abort() })).toMatchObject({ kind: "failed", fault: "cancelled" });
    expect(server.requests).toHaveLength(0);
    const stop = new AbortController();
    const answer = post({ signal: stop.signal });
    await expect.poll(() => server.requests.length, IN_TIME).toBe(1);
    stop.abort();
    expect(await answer).toMatchObject({ kind: "failed", fault: "cancelled", message: "The call was cancelled.", durationMs: SOON });
  });

  test("that ended before it began waits for no name server", async () => {
    await using waiting = openEgress({ allowLoopback: true, resolve: () => new Promise(() => {}), log: silentLog });
    const request = { url: "https://slow.example.com/", headers: {}, body: Buffer.from("{}"), timeoutMs: 5_000, keptBytesMax: 64 };
    expect(await waiting.post({ ...request, signal: AbortSignal.abort() })).toMatchObject({ fault: "cancelled", durationMs: SOON });
  });

  test("is not sent when its deadline has passed before there was a connection", async () => {
    let found = (_addresses: readonly string[]): void => {};
    const resolve = (): Promise<readonly string[]> => new Promise((resolved) => (found = resolved)); // prettier-ignore
    await using slow = openEgress({ allowLoopback: true, resolve, log: silentLog });
    server.answer(says(200));
    const url = `http://slow.example.com:${new URL(server.url).port}/`;
    const signal = new AbortController().signal;
    const request = { url, headers: {}, body: Buffer.from("{}"), timeoutMs: 100, keptBytesMax: 64, signal };
    expect(await slow.post(request)).toMatchObject({ fault: "timed_out" });
    found(["127.0.0.1"]);
    await new Promise((resolved) => setTimeout(resolved, 200));
    expect(server.requests).toHaveLength(0);
  });

  test("uses a connection again, that of another answer and of a redirect too", async () => {
    const ports = new Set<number | undefined>();
    let turns = 0;
    const turn = (response: ServerResponse & { readonly req: IncomingMessage }): void => {
      ports.add(response.req.socket.remotePort);
      turns += 1;
      response.writeHead(turns % 2 === 0 ? 302 : 200, { location: "/elsewhere" }).end("ok");
    };
    server.answer(turn);
    await using fresh = openEgress({ allowLoopback: true, log: silentLog });
    const request = { url: server.url, headers: {}, body: Buffer.from("{}"), timeoutMs: 2_000, keptBytesMax: 64 };
    for (let count = 0; count < 5; count += 1) {
      await fresh.post({ ...request, signal: new AbortController().signal });
      // A connection is free again a moment after its answer has been read.
      await setImmediate();
    }
    expect(server.requests).toHaveLength(5);
    expect(ports.size).toBe(1);
  });

  test("under way ends when the service does", async () => {
    const closing = openEgress({ allowLoopback: true, log: silentLog });
    server.answer(() => void closing[Symbol.asyncDispose]());
    const request = { url: server.url, headers: {}, body: Buffer.from("{}"), timeoutMs: 5_000, keptBytesMax: 64 };
    const answer = await closing.post({ ...request, signal: new AbortController().signal });
    expect(answer).toMatchObject({ kind: "failed", durationMs: SOON });
    await closing[Symbol.asyncDispose]();
  });
});

describe("fetch", () => {
  beforeEach(() => server.answer(says(200, "x".repeat(100_000))));

  test("brings a whole body as a stream, from this machine where that is admitted", async () => {
    await using production = openEgress({ allowLoopback: false, log: silentLog });
    const signal = new AbortController().signal;
    const response = await production.fetch(`${server.url}/file`, {
      method: "POST",
      body: "{}",
      headers: { "x-a": "1" },
      signal,
      loopback: true,
    });
    expect(response.status).toBe(200);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += Buffer.from(chunk).length;
    expect(bytes).toBe(100_000);
    expect(server.requests[0]).toMatchObject({ path: "/file", body: "{}", headers: expect.objectContaining({ "x-a": "1" }) });
  });

  test("goes to this machine only where that is said, whatever webhooks may do", async () => {
    const signal = new AbortController().signal;
    await expect(egress.fetch(server.url, { method: "GET", signal })).rejects.toThrow(TypeError);
    expect(server.requests).toHaveLength(0);
  });

  test("ends with the reason of its caller", async () => {
    server.answer(() => {});
    const signal = AbortSignal.timeout(100);
    await expect(egress.fetch(server.url, { method: "GET", signal, loopback: true })).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
