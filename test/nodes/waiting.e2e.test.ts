import { expect, test, vi } from "vitest";
import { members } from "../../src/kernel/unsafe.ts";
import { testDatabase } from "../harness/postgres-template.ts";
import { freePort, serviceHome } from "../harness/service-process.ts";
import { IN_TIME } from "../harness/slow-machine.ts";

const KEY = "5".repeat(64);

test("nodes that wait for the schema answer health checks, stop when asked to, and serve once it's there", async () => {
  await using database = await testDatabase("empty");
  await using home = await serviceHome({ DATABASE_URL: database.connectionString, SECRETS_KEY: KEY, MIGRATE_AT_START: "0" });
  const metrics = await freePort();
  const api = home.command("api");
  const worker = home.commandWith({ METRICS_PORT: String(metrics) }, "worker");
  for (const url of [home.url, `http://127.0.0.1:${metrics}`]) {
    await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), IN_TIME);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, members(await ready.json())["checks"]]).toEqual([
      503,
      [
        { name: "migrations", ok: false, detail: expect.stringMatching(/haven't been applied yet: \d+\. Run feedwright migrate\.$/) },
        { name: "process", ok: false, detail: expect.stringContaining("is starting") },
      ],
    ]);
    const other = await fetch(`${url}/v1/feeds`);
    expect([other.status, other.headers.get("retry-after"), members(members(await other.json())["error"])["code"]]).toEqual([
      503,
      expect.any(String),
      "unavailable",
    ]);
  }
  worker.interrupt();
  expect(await worker.output).toBe("");
  await home.command("migrate").output;
  await vi.waitFor(async () => expect((await fetch(`${home.url}/readyz`)).status).toBe(200), IN_TIME);
  api.interrupt();
  expect(await api.output).toContain("The API is ready");
});
