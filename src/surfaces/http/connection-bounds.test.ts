import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setImmediate as nextRound } from "node:timers/promises";
import { fastify, type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { branded } from "../../kernel/unsafe.ts";
import { boundConnections, boundRequestsInFlight, type TrustProxy } from "./connection-bounds.ts";
import { CONNECTIONS_OF_NETWORK_MAX, REQUESTS_IN_FLIGHT_MAX, REQUESTS_OF_NETWORK_MAX } from "./server-limits.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

const open: AsyncDisposableStack[] = [];
afterEach(async () => {
  for (const stack of open.splice(0)) await stack.disposeAsync();
});

async function listen(prepare: (app: FastifyInstance) => void): Promise<{ readonly join: () => Promise<Socket> }> {
  const stack = new AsyncDisposableStack();
  open.push(stack);
  const app = stack.adopt(fastify({ forceCloseConnections: true }), (server) => server.close());
  prepare(app);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = branded<{ readonly port: number }>(app.server.address());
  return {
    async join() {
      const socket = stack.adopt(connect(port, "127.0.0.1"), (each) => void each.destroy());
      socket.on("error", () => undefined);
      await once(socket, "connect");
      return socket;
    },
  };
}

/** A request of each connection, one after another; how many were answered. */
async function answered(sockets: readonly Socket[]): Promise<number> {
  let answers = 0;
  for (const socket of sockets) {
    if (socket.closed) continue;
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    // One that is refused may be reset while the request is on its way.
    const [data] = await Promise.race([once(socket, "data"), once(socket, "close").then(() => [undefined])]).catch(() => [undefined]);
    if (data !== undefined) answers += 1;
  }
  return answers;
}

async function manyOf(trustProxy: TrustProxy, connections: number): Promise<number> {
  const { join } = await listen((app) => {
    boundConnections(app, trustProxy);
    app.get("/", () => "here");
  });
  const sockets: Socket[] = [];
  for (let at = 0; at < connections; at += 1) sockets.push(await join());
  return answered(sockets);
}

test("an address has so many connections and not one more", async () => {
  expect(await manyOf(false, CONNECTIONS_OF_NETWORK_MAX + 3)).toBe(CONNECTIONS_OF_NETWORK_MAX);
  expect(await manyOf(["10.0.0.0/8"], CONNECTIONS_OF_NETWORK_MAX + 1)).toBe(CONNECTIONS_OF_NETWORK_MAX);
});

test("a trusted proxy has as many as come through it", async () => {
  expect(await manyOf(1, CONNECTIONS_OF_NETWORK_MAX + 3)).toBe(CONNECTIONS_OF_NETWORK_MAX + 3);
  expect(await manyOf(["10.0.0.0/8", "127.0.0.1"], CONNECTIONS_OF_NETWORK_MAX + 3)).toBe(CONNECTIONS_OF_NETWORK_MAX + 3);
});

test("a connection that ended makes room for another", async () => {
  const { join } = await listen((app) => {
    boundConnections(app, false);
    app.get("/", () => "here");
  });
  const sockets: Socket[] = [];
  for (let at = 0; at < CONNECTIONS_OF_NETWORK_MAX; at += 1) sockets.push(await join());
  const [first] = sockets;
  if (first === undefined) throw new Error("there is no connection");
  await answered([first]);
  first.destroy();
  await once(first, "close");
  await nextRound();
  await answered(sockets.slice(1, 3));
  expect(await answered([await join()])).toBe(1);
});

test("of requests written ahead on a connection a few are worked on at a time, and all are answered in order", async () => {
  let [working, most] = [0, 0];
  const { join } = await listen((app) => {
    boundRequestsInFlight(app, false);
    const work = async (at: string): Promise<string> => {
      working += 1;
      most = Math.max(most, working);
      await nextRound();
      working -= 1;
      return `<${at}>`;
    };
    app.get("/:at", (request) => work(branded<{ readonly at: string }>(request.params).at));
  });
  const socket = await join();
  const requests = 20 * REQUESTS_IN_FLIGHT_MAX;
  let text = "";
  socket.on("data", (data: Buffer) => (text += data.toString()));
  socket.write(Array.from({ length: requests }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""));
  await expect.poll(() => text.match(/<\d+>/g)?.length, IN_TIME).toBe(requests);
  expect(text.match(/<\d+>/g)).toEqual(Array.from({ length: requests }, (_, at) => `<${at}>`));
  expect(most).toBe(REQUESTS_IN_FLIGHT_MAX);
});

describe("of requests that many connections of a network write ahead", () => {
  const CONNECTIONS = (2 * REQUESTS_OF_NETWORK_MAX) / REQUESTS_IN_FLIGHT_MAX;

  /** How many are worked on at a time until the answer begins, and the answers that came. */
  async function pipelined(path: string, trustProxy: TrustProxy = false, headers: (connection: number) => string = () => "") {
    let [working, most, answers] = [0, 0, 0];
    const { join } = await listen((app) => {
      boundRequestsInFlight(app, trustProxy);
      app.get(path, async () => {
        working += 1;
        most = Math.max(most, working);
        for (let round = 0; round < 20; round += 1) await nextRound();
        working -= 1;
        return "here";
      });
    });
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, join));
    for (const [at, socket] of sockets.entries()) {
      socket.on("data", (data: Buffer) => (answers += data.toString().split("HTTP/1.1 200").length - 1));
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers(at)}\r\n`.repeat(REQUESTS_IN_FLIGHT_MAX));
    }
    await expect.poll(() => answers, IN_TIME).toBe(CONNECTIONS * REQUESTS_IN_FLIGHT_MAX);
    return most;
  }

  test.each(["/feeds/a/b.txt", "/healthz", "/v1/openapi.json"])("a few are worked on at a time: %s", async (path) => {
    expect(await pipelined(path)).toBe(REQUESTS_OF_NETWORK_MAX);
  });

  test("those with a limit of their own don't wait for each other", async () => {
    expect(await pipelined("/v1/shop")).toBeGreaterThan(REQUESTS_OF_NETWORK_MAX);
  });

  test("behind a trusted proxy each client has its own line, whatever it writes into the header itself", async () => {
    const from = (client: string, at: number) => `X-Forwarded-For: 192.0.2.${at}, ${client}\r\n`;
    for (const proxies of [1, ["127.0.0.1"]] as const) {
      expect(await pipelined("/healthz", proxies, (at) => from("198.51.100.1", at))).toBe(REQUESTS_OF_NETWORK_MAX);
      expect(await pipelined("/healthz", proxies, (at) => from(`198.51.100.${at % 2}`, at))).toBeGreaterThan(REQUESTS_OF_NETWORK_MAX);
      expect(await pipelined("/healthz", proxies, () => "X-Forwarded-For: 1.2.3.4, no address\r\n")).toBe(REQUESTS_OF_NETWORK_MAX);
    }
  });
});

test("an answer that is being sent takes no place, and a connection that ended gives its places back", async () => {
  let begun = 0;
  const { join } = await listen((app) => {
    boundRequestsInFlight(app, false);
    app.get("/endless", (_request, reply) => reply.send(new Readable({ read: () => undefined })));
    app.get("/silent", () => {
      begun += 1;
      return new Promise(() => undefined);
    });
    app.get("/healthz", () => "here");
  });
  const write = async (path: string, connections: number): Promise<readonly Socket[]> => {
    const sockets = await Promise.all(Array.from({ length: connections }, join));
    for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return sockets;
  };
  await write("/endless", REQUESTS_OF_NETWORK_MAX);
  const silent = await write("/silent", REQUESTS_OF_NETWORK_MAX);
  await expect.poll(() => begun, IN_TIME).toBe(REQUESTS_OF_NETWORK_MAX);
  for (const socket of silent) socket.destroy();
  const [last] = await write("/healthz", 1);
  if (last === undefined) throw new Error("there is no connection");
  const [data]: unknown[] = await once(last, "data");
  expect(String(data)).toContain("here");
});
