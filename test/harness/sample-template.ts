import { randomBytes } from "node:crypto";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { sampleImageBase } from "../../src/storefronts/sample/sample-shop.ts";
import { typedClient } from "../contract/client/typed-client.ts";
import { databaseLike, databaseUrl, makeDatabase, type SharedServer, type TestDatabase } from "./postgres-template.ts";
import { published } from "./sample-shop.ts";
import type { ClonedService } from "./service-on-clone.ts";
import { serviceHome } from "./service-process.ts";

/**
 * The sample shop, extracted and published once in a run of the tests, which takes as much of the processor as a dozen pages of the console. A copy
 * takes a tenth of that.
 */
const FEEDS = ["feed_1", "feed_2", "feed_3"];
const COPIED = ["objects", "quickstart.json"];
const DESCRIPTION = "template.json";
/** A number that nothing else on the server locks. */
const LOCK = 4_715_201;

/** Where the service says it is: `published` is where the copied shop was published, which nothing listens at any more, but where its pictures are. */
export type SampleAddress = "own" | "published";

/** A service over a copy of the published sample shop, with the keys of `quickstart.json`. */
export async function sampleService(
  settings: Readonly<Record<string, string>> = {},
  address: SampleAddress = "own",
): Promise<ClonedService> {
  const template = await sampleTemplate();
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await databaseLike(inject("postgresServer").sample));
  const given = { DATABASE_URL: database.connectionString, SECRETS_KEY: template.secretsKey, SAMPLE_SHOP: "1" };
  const elsewhere = address === "published" ? { PUBLIC_URL: template.origin } : {};
  const home = stack.use(await serviceHome({ ...given, ...elsewhere, ...settings }));
  await copyData(template.folder, home.dataDir);
  if (address === "own") await moveSample(database, home.url);
  const running = stack.move();
  return { ...home, database, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

export const publishedOrigin = async (): Promise<string> => (await sampleTemplate()).origin;

/** A service whose sample shop has its pictures elsewhere would extract it again. */
async function moveSample({ pool }: TestDatabase, url: string): Promise<void> {
  const moved = "update shops set storefront_config = storefront_config || jsonb_build_object('image_base', $1::text)";
  await pool.query(moved, [sampleImageBase(url)]);
}

async function copyData(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of COPIED) await cp(join(from, name), join(to, name), { recursive: true });
}

interface SampleTemplate {
  readonly folder: string;
  readonly origin: string;
  readonly secretsKey: string;
}

/** Made by the first that asks for it, in whichever process; the others wait. */
async function sampleTemplate(): Promise<SampleTemplate> {
  const server = inject("postgresServer");
  const folder = join(server.folder, "sample");
  const client = new Client({ connectionString: server.superuser });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    const described = await readFile(join(folder, DESCRIPTION), "utf8").catch(() => undefined);
    const { origin, secrets_key: secretsKey } =
      described === undefined ? await makeTemplate(server, folder) : members(parseJson(described));
    return { folder, origin: String(origin), secretsKey: String(secretsKey) };
  } finally {
    // Ends the lock as well.
    await client.end();
  }
}

async function makeTemplate(server: SharedServer, folder: string) {
  await makeDatabase(server, server.sample, server.template);
  const secretsKey = randomBytes(32).toString("hex");
  const settings = { DATABASE_URL: databaseUrl(server.connectionString, server.sample), SECRETS_KEY: secretsKey, SAMPLE_SHOP: "1" };
  await using home = await serviceHome(settings);
  const service = await home.start();
  const quickstart = members(parseJson(await readFile(join(home.dataDir, "quickstart.json"), "utf8")));
  const client = typedClient(home.url, String(quickstart["merchant_key"]));
  for (const feed of FEEDS) await published(client, feed);
  // A database that somebody is connected to can't be copied.
  await service.stop();
  await copyData(home.dataDir, folder);
  const description = { origin: home.url, secrets_key: secretsKey };
  await writeFile(join(folder, DESCRIPTION), JSON.stringify(description));
  return description;
}
