import { fork } from "node:child_process";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "../src/config.ts";
import { insertShop } from "../src/features/shops/shop-queries.ts";
import { newSecret, sealSecret } from "../src/features/webhooks/webhook.ts";
import { insertWebhook, storeSecret } from "../src/features/webhooks/webhook-queries.ts";
import { storedId } from "../src/kernel/ids.ts";
import { branded, members } from "../src/kernel/unsafe.ts";
import { connectToRunning, type Postgres } from "../src/platform/postgres/open-postgres.ts";
import { type Db, openShop, type ShopDb } from "../src/platform/postgres/postgres-port.ts";
import { openSecrets } from "../src/platform/secrets/open-secrets.ts";
import { loadSecretsKey } from "../src/platform/secrets/secrets-key.ts";
import { makeLogger } from "../src/platform/telemetry/make-logger.ts";
import { descendants } from "./measure.ts";
import type { BenchService } from "./running-server.ts";
import type { SinkReport } from "./webhook-sink.ts";

/** What a benchmark of webhooks needs beside a running service: its database, shops with webhooks, and a sink in a process of its own. */

export interface Sink extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  report(): Promise<SinkReport>;
}

export async function startSink(): Promise<Sink> {
  const child = fork(fileURLToPath(new URL("webhook-sink.ts", import.meta.url)));
  const [ready] = branded<readonly unknown[]>(await once(child, "message"));
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${Number(members(ready)["port"])}`,
    async report() {
      const answer = once(child, "message");
      child.send("report");
      const [report] = branded<readonly SinkReport[]>(await answer);
      if (report === undefined) throw new Error("the sink reported nothing");
      return report;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** The database of a service that runs. */
export async function databaseOf(dataDir: string): Promise<Postgres & AsyncDisposable> {
  const running = await connectToRunning(dataDir, makeLogger({ level: "error" }));
  if (running === undefined) throw new Error("the service has no database");
  return running;
}

export async function addShop(db: Db): Promise<ShopDb> {
  const feedToken = randomBytes(20).toString("hex");
  const id = await insertShop(db, {
    domain: `${feedToken}.example`,
    name: "A shop",
    storefront: "csv",
    storefrontConfig: {},
    currency: "USD",
    country: "US",
    primaryLocale: "en",
    languages: ["en"],
    feedToken,
  });
  return openShop(db, storedId("shop", id));
}

/** Webhooks of a shop, as the API makes them. */
export async function addWebhooks(shop: ShopDb, dataDir: string, urls: readonly string[]): Promise<readonly number[]> {
  const secrets = openSecrets(await loadSecretsKey(readConfig({ DATA_DIR: dataDir })));
  const ids: number[] = [];
  for (const endpointUrl of urls) {
    const { id } = await insertWebhook(shop, { endpointUrl, events: ["feed.updated"], organizationId: null });
    const webhookId = storedId("wh", id);
    await storeSecret(shop, webhookId, { sealed: sealSecret(secrets, webhookId, newSecret()), previous: null, organizationId: null });
    ids.push(id);
  }
  return ids;
}

/** Of the service's own process, of its database with all its connections, and of the sink: what a quiet machine would have to spend. */
export async function processorSeconds(
  service: BenchService,
  sink: Sink,
): Promise<Readonly<Record<"service" | "database" | "sink", number>>> {
  const folder = (await readdir(service.dataDir, { recursive: true })).find((file) => path.basename(file) === "postmaster.pid") ?? "";
  const postmaster = Number.parseInt(await readFile(path.join(service.dataDir, folder), "utf8"), 10);
  const database = [postmaster, ...descendants(postmaster)].reduce((sum, pid) => sum + secondsOf(pid), 0);
  return { service: secondsOf(service.pid), database, sink: secondsOf(sink.pid) };
}

/** User and system time of a process and of its children that have ended. */
function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

const TICKS_A_SECOND = 100;
