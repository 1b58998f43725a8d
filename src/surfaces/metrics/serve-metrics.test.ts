import { createServer } from "node:http";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { members } from "../../kernel/unsafe.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { portUnusable } from "../port-unusable.ts";
import { serveMetrics } from "./serve-metrics.ts";

const warned: string[] = [];
const log: Logger = { debug() {}, info() {}, warn: (_, message) => void warned.push(message), error() {}, child: () => log };
const TEXT = "# HELP a A.\n# TYPE a gauge\na 1\n";
const told = async () => ({ contentType: "text/plain; version=0.0.4; charset=utf-8", text: TEXT });

afterEach(() => void warned.splice(0));

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const port = Number(members(server.address())["port"]);
  server.close();
  return port;
}

async function served(expose = told) {
  const port = await freePort();
  const server = await serveMetrics({ host: "127.0.0.1", port, expose, log });
  return { port, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test("metrics are answered at /metrics and nowhere else, to those who only read", async () => {
  await using server = await served();
  const answer = await fetch(`${server.url}/metrics?name=a`);
  expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
    TEXT,
  ]);
  const head = await fetch(`${server.url}/metrics`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const post = await fetch(`${server.url}/metrics`, { method: "POST", body: "x" });
  expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  const health = await fetch(`${server.url}/healthz`);
  expect([health.status, await health.text()]).toEqual([200, `{"status":"ok"}`]);
  for (const path of ["/", "/metrics/", "/healthz/", "//metrics"]) expect((await fetch(server.url + path)).status).toBe(404);
});

test("a failure is a 500 that says nothing of its cause, and the next scrape is answered", async () => {
  let asked = 0;
  await using server = await served(async () => {
    asked += 1;
    if (asked === 1) throw new Error("secret_table is gone");
    return told();
  });
  const failed = await fetch(`${server.url}/metrics`);
  expect([failed.status, await failed.text()]).toEqual([500, "The metrics couldn't be read. See the log.\n"]);
  expect(warned).toEqual(["could not report metrics"]);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
});

test("a port in use is refused, and is one sentence that says what to set", async () => {
  await using server = await served();
  const refused: unknown = await serveMetrics({ host: "127.0.0.1", port: server.port, expose: told, log }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "EADDRINUSE" });
  expect(
    portUnusable({ host: "127.0.0.1", port: 9_100, verb: "serve metrics", settings: "METRICS_PORT (or METRICS_HOST)" }, refused),
  ).toMatchObject({
    code: "port_unusable",
    message:
      "Feedwright can't serve metrics on 127.0.0.1:9100: another program is using the port. Set METRICS_PORT (or METRICS_HOST) to another value.",
  });
});

test("closing does not wait for a scrape that hangs, and frees the port", async () => {
  const port = await freePort();
  const hanging = Promise.withResolvers<void>();
  const server = await serveMetrics({
    host: "127.0.0.1",
    port,
    log,
    expose: () => {
      hanging.resolve();
      return new Promise(() => undefined);
    },
  });
  const scrape = fetch(`http://127.0.0.1:${port}/metrics`).catch(() => "cut");
  await hanging.promise;
  await server[Symbol.asyncDispose]();
  expect(await scrape).toBe("cut");
  await using _ = await serveMetrics({ host: "127.0.0.1", port, expose: told, log });
});
