import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { type AnsweringServer, answeringServer } from "../harness/answering-server.ts";
import { apiClient, type ApiClient } from "../harness/api-client.ts";
import { type Exposed, readExposition } from "../harness/exposition.ts";
import { signalIfThere } from "../harness/own-server.ts";
import { freePort, serviceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";

/** The service as Prometheus sees it: its counts move by what really happens, and nothing that happens to it fails a scrape. */

const EXPORT = ["Handle,Title,Variant SKU,Variant Price", "scarf,Wool scarf,SC-1,12.90", "hat,Felt hat,HA-1,20.00", ""].join("\n");
const ROWS = 2;

const SOON = { timeout: 300_000, interval: 100 };
/** What is read from the database is told again for five seconds. */
const READ_ANEW = { timeout: 300_000, interval: 250 };

let home: ServiceHome;
let service: ServiceProcess;
let merchant: ApiClient;
let endpoint: AnsweringServer;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await freePort();
  endpoint = await answeringServer();
  endpoint.answer((response) => response.end());
  home = await serviceHome({ METRICS_PORT: String(metricsPort), ALLOW_PRIVATE_WEBHOOKS: "1" });
  service = await home.start();
  const file = join(home.dataDir, "export.csv");
  await writeFile(file, EXPORT);
  const installed = members(parseJson(await home.command("shop", "add", "--csv", file, "--domain", "hazel.example", "--json").output));
  merchant = apiClient(home.url, String(installed["merchant_key"]));
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
});

async function scrape(port = metricsPort): Promise<Exposed> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.status).toBe(200);
  return readExposition(await answer.text());
}
const isReached = (address: string): Promise<boolean> =>
  fetch(`http://${address}:${metricsPort}/metrics`).then(
    ({ ok }) => ok,
    () => false,
  );
const valueOf = async (series: string, port = metricsPort): Promise<number> => (await scrape(port)).value(series) ?? 0;

const REQUESTS = 'http_request_duration_seconds_count{method="GET",route="/v1/feeds",status="2xx"}';
const RUNS = 'run_duration_seconds_count{outcome="completed"}';
const DELIVERED = 'webhook_deliveries_total{outcome="delivered"}';

describe("metrics", () => {
  test("are told on a port of their own, on this machine alone, and not by the API", async () => {
    const { series, value } = await scrape();
    expect(series).toContain("process_resident_memory_bytes");
    expect([value("database_up"), value("workers_alive")]).toEqual([1, 1]);
    expect((await fetch(`${home.url}/metrics`)).status).toBe(404);
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const elsewhere = addresses.filter(({ family, internal }) => family === "IPv4" && !internal);
    for (const { address } of elsewhere) expect(await isReached(address)).toBe(false);
    expect(await isReached("127.0.0.1")).toBe(true);
  });

  test("move by requests, runs and deliveries as they happen", async () => {
    await vi.waitFor(async () => expect(await valueOf(RUNS)).toBe(1), SOON);
    expect(await valueOf('extract_duration_seconds_count{outcome="completed"}')).toBe(1);
    const [requests, delivered, rows] = [await valueOf(REQUESTS), await valueOf(DELIVERED), await valueOf("run_rows_total")];
    expect(rows).toBe(ROWS);
    for (let times = 0; times < 3; times += 1) await merchant.get("/feeds");
    expect(await valueOf(REQUESTS)).toBe(requests + 3);
    await merchant.post("/webhooks", { endpoint_url: `${endpoint.url}/hook`, events: ["api_key.created"] });
    await merchant.post("/api_keys", { name: "Told of" });
    const { list: feeds } = await merchant.get("/feeds");
    await merchant.post(`/feeds/${String(feeds[0]?.["id"])}/regenerate`);
    await vi.waitFor(async () => expect(await valueOf(RUNS)).toBeGreaterThan(1), SOON);
    await vi.waitFor(async () => expect(await valueOf(DELIVERED)).toBe(delivered + 1), SOON);
    expect(await valueOf('webhook_attempt_duration_seconds_count{outcome="succeeded"}')).toBe(delivered + 1);
    expect(await valueOf("run_rows_total")).toBe(rows * (await valueOf(RUNS)));
  });

  test("are told by each process on its own port; one that is taken is one sentence, and commands need none", async () => {
    const [apiPort, workerPort] = [String(await freePort()), String(await freePort())];
    const api = await home.startApi({ METRICS_PORT: apiPort });
    const worker = home.startWorker({ METRICS_PORT: workerPort });
    await vi.waitFor(async () => expect(await valueOf("workers_alive", Number(workerPort))).toBe(2), SOON);
    expect(await valueOf(REQUESTS, Number(apiPort))).toBe(0);
    expect(await valueOf(RUNS, Number(workerPort))).toBe(0);
    await expect(home.command("worker").output).rejects.toThrow(
      `Feedwright can't serve metrics on 127.0.0.1:${metricsPort}: another program is using the port. Set METRICS_PORT (or METRICS_HOST) to another value.\n`,
    );
    expect(await home.command("shop", "list").output).toContain("hazel.example");
    await Promise.all([api.kill(), worker.kill()]);
  });
});

describe("a database that", () => {
  const postgres = async (): Promise<readonly number[]> =>
    (await service.descendants()).filter(({ command }) => /postgres/.test(command)).map(({ pid }) => pid);

  test("hangs is down within seconds, fails no scrape, and is up again when it goes on", async () => {
    const stopped = await postgres();
    expect(stopped.length).toBeGreaterThan(1);
    try {
      for (const pid of stopped) signalIfThere(pid, "SIGSTOP");
      const down = await vi.waitFor(async () => {
        const seen = await scrape();
        expect(seen.value("database_up")).toBe(0);
        return seen;
      }, READ_ANEW);
      expect(down.series.filter((series) => /^feedwright_(work_|workers_|feeds_|webhook_deliveries_due)/.test(series))).toEqual([]);
      expect(down.value(REQUESTS)).toBeGreaterThan(0);
      expect(down.value("objects_free_bytes")).toBeGreaterThan(0);
    } finally {
      for (const pid of stopped) signalIfThere(pid, "SIGCONT");
    }
    await vi.waitFor(async () => expect(await valueOf("database_up")).toBe(1), READ_ANEW);
  });

  test("is killed fails no scrape either, and is up again when it has been started anew", async () => {
    const [postmaster] = await postgres();
    process.kill(postmaster ?? 0, "SIGKILL");
    for (let scrapes = 0; scrapes < 20; scrapes += 1) expect((await scrape()).value("objects_size_bytes")).toBeGreaterThan(0);
    await vi.waitFor(async () => expect((await merchant.get("/feeds")).status).toBe(200), SOON);
    await vi.waitFor(async () => expect(await valueOf("database_up")).toBe(1), READ_ANEW);
  });
});

test("a service that is stopped frees the port and leaves nothing", async () => {
  expect(await service.stop()).toBe(0);
  expect(await isReached("127.0.0.1")).toBe(false);
});

test("a command without a service starts the database by itself", async () => {
  expect(parseJson(await home.command("shop", "list", "--json").output)).toMatchObject([{ domain: "hazel.example" }]);
});
