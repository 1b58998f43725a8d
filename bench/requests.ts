import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { descendants, median } from "./measure.ts";
import { answersASecond } from "./raw-requests.ts";
import { record } from "./results.ts";
import { startService } from "./running-server.ts";

/**
 * `node bench/requests.ts`: how many `GET /v1/feeds` a second the service answers as it is installed: with a key, each request counted in
 * its window and compared with its limit, and a line in the log. In turns with one route of Fastify that does nothing.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "3" } } });
const rounds = Number(values.rounds);
/** So many that neither processor waits: with 16 the service and PostgreSQL wait for each other a third of the time. */
const CONNECTIONS = 50;
const CLOCK_TICKS_A_SECOND = 100;

await using service = await startService({ RATE_LIMIT_MERCHANT: "1000000", LOG_LEVEL: "info" }, "ignore");
const key = String((await service.quickstart())["merchant_key"]);
// What the first run takes of the machine is no part of this.
while (!JSON.stringify(await service.ask(key, "/feeds")).includes("gmcfeed")) await sleep(200);
const answer = JSON.stringify(await service.ask(key, "/feeds"));
const bare = fork(fileURLToPath(new URL("bare-route.ts", import.meta.url)), [answer]);
const bareUrl = await new Promise((resolve) => bare.once("message", resolve));

const rates: { service: number; bare: number; share: number }[] = [];
const spent = { server: 0, postgres: 0, client: 0 };
await asked(service.baseUrl);
for (let round = 0; round < rounds; round += 1) {
  const before = cpuSeconds();
  const served = await asked(service.baseUrl);
  const after = cpuSeconds();
  for (const who of ["server", "postgres", "client"] as const) spent[who] += after[who] - before[who];
  const bareRate = await asked(String(bareUrl));
  rates.push({ service: served, bare: bareRate, share: served / bareRate });
}
bare.disconnect();
const answers = rates.reduce((sum, rate) => sum + rate.service * Number(values.seconds), 0);
await record("node bench/requests.ts", [
  {
    what: `GET /v1/feeds with key, exact limit and count, ${CONNECTIONS} connections`,
    figure: perSecond(rates.map((rate) => rate.service)),
    beside: "≥ 2,500/s",
  },
  { what: "the same answer from a bare route of Fastify", figure: perSecond(rates.map((rate) => rate.bare)), beside: "the baseline" },
  { what: "share of the bare route", figure: `${(median(rates.map(({ share }) => share)) * 100).toFixed(1)} %`, beside: "≥ 8 %" },
  {
    what: "CPU time a request: server, PostgreSQL, client",
    figure: [spent.server, spent.postgres, spent.client].map((seconds) => `${((seconds / answers) * 1000).toFixed(2)} ms`).join(", "),
    beside: "no goal",
  },
]);

function asked(baseUrl: string): Promise<number> {
  return answersASecond({ baseUrl, route: "/v1/feeds", key, connections: CONNECTIONS, forMs: Number(values.seconds) * 1000 });
}

function perSecond(samples: readonly number[]): string {
  return `${Math.round(median(samples)).toLocaleString("en-US")}/s`;
}

/** Of the service's process, of its database's, and of this one. */
function cpuSeconds() {
  const database = descendants(service.pid).filter((pid) => statOf(pid).called.startsWith("postgres"));
  const { user, system } = process.cpuUsage();
  return {
    server: statOf(service.pid).seconds,
    postgres: database.reduce((sum, pid) => sum + statOf(pid).seconds, 0),
    client: (user + system) / 1e6,
  };
}

function statOf(pid: number): { readonly called: string; readonly seconds: number } {
  try {
    const [, called = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const fields = rest.split(" ");
    return { called, seconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_A_SECOND };
  } catch {
    return { called: "", seconds: 0 };
  }
}
