import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { members } from "../../src/kernel/unsafe.ts";
import { tcpProxy, type Toxic } from "./tcp-proxy.ts";

/** Answers each connection's bytes with the same ones. */
async function echo() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.pipe(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: Number(members(server.address())["port"]),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

interface Talk {
  readonly received: string;
  readonly pieces: number;
  readonly ended: "end" | "error" | "open";
  readonly tookMs: number;
}

/** Sends a text and listens until as much came back, the connection ended, or so long. */
function talk(port: number, text: string, withinMs = 5_000): Promise<Talk> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = createConnection({ port, host: "127.0.0.1" });
    let [received, pieces] = ["", 0];
    const finish = (ended: Talk["ended"]): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ received, pieces, ended, tookMs: performance.now() - began });
    };
    const timer = setTimeout(() => finish("open"), withinMs);
    socket.on("data", (chunk) => {
      received += chunk.toString();
      pieces += 1;
      if (received.length >= text.length) finish("open");
    });
    socket.on("end", () => finish("end"));
    socket.on("error", () => finish("error"));
    socket.write(text);
  });
}

async function through(toxic: Toxic | null, text: string, withinMs?: number): Promise<Talk> {
  await using server = await echo();
  await using proxy = await tcpProxy(() => server.port);
  proxy.spoil(toxic);
  return await talk(proxy.port, text, withinMs);
}

test("passes everything both ways, and counts connections", async () => {
  await using server = await echo();
  await using proxy = await tcpProxy(() => server.port);
  const text = "x".repeat(200_000);
  expect((await talk(proxy.port, text)).received).toBe(text);
  expect(proxy.connections()).toBe(1);
});

test("latency delays each direction", async () => {
  const { received, tookMs } = await through({ kind: "latency", latencyMs: 150, jitterMs: 10 }, "hello");
  expect(received).toBe("hello");
  expect(tookMs).toBeGreaterThanOrEqual(270);
});

test("bandwidth makes bytes take their time", async () => {
  const { received, tookMs } = await through({ kind: "bandwidth", bytesPerSecond: 10_000 }, "x".repeat(2_000));
  expect(received).toHaveLength(2_000);
  expect(tookMs).toBeGreaterThanOrEqual(380);
});

test("slicer cuts pieces small, and loses nothing", async () => {
  const { received, pieces } = await through({ kind: "slicer", bytes: 10, delayMs: 2 }, "0123456789".repeat(20));
  expect(received).toBe("0123456789".repeat(20));
  expect(pieces).toBeGreaterThan(5);
});

test("limit_data ends the connection after so many bytes", async () => {
  const { received, ended } = await through({ kind: "limit_data", bytes: 100 }, "x".repeat(1_000));
  expect(received.length).toBeLessThanOrEqual(100);
  expect(ended).not.toBe("open");
});

test("down and reset_peer cut connections, at once and after a while", async () => {
  expect((await through({ kind: "down" }, "hello")).ended).toBe("error");
  await using server = await echo();
  await using proxy = await tcpProxy(() => server.port);
  const socket = createConnection({ port: proxy.port, host: "127.0.0.1" });
  await once(socket, "connect");
  socket.write("hello");
  await once(socket, "data");
  proxy.spoil({ kind: "reset_peer", timeoutMs: 50 });
  const [error] = await once(socket, "error").catch((thrown: unknown) => [thrown]);
  expect(members(error)["code"]).toBe("ECONNRESET");
});

test("timeout holds bytes back, and they arrive when it's over", async () => {
  await using server = await echo();
  await using proxy = await tcpProxy(() => server.port);
  proxy.spoil({ kind: "timeout", timeoutMs: 0 });
  const socket = createConnection({ port: proxy.port, host: "127.0.0.1" });
  socket.write("hello");
  let heard = "";
  socket.on("data", (chunk) => (heard += chunk.toString()));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(heard).toBe("");
  proxy.spoil(null);
  await once(socket, "data");
  expect(heard).toBe("hello");
  socket.destroy();
  expect((await through({ kind: "timeout", timeoutMs: 100 }, "hello")).ended).not.toBe("open");
});

test("slow_close passes an end on later", async () => {
  await using server = await echo();
  await using proxy = await tcpProxy(() => server.port);
  proxy.spoil({ kind: "slow_close", delayMs: 200 });
  const socket = createConnection({ port: proxy.port, host: "127.0.0.1" });
  await once(socket, "connect");
  const began = performance.now();
  socket.end("bye");
  socket.resume();
  await once(socket, "end");
  expect(performance.now() - began).toBeGreaterThanOrEqual(180);
});
