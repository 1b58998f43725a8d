import { randomBytes } from "node:crypto";
import { mkdtempDisposable, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { readBackup } from "../../src/main/backup/manifest.ts";
import { checkBackup } from "../../src/main/backup/restore-backup.ts";
import { apiClient, eventually } from "../harness/api-client.ts";
import { type AnsweringServer, answeringServer } from "../harness/answering-server.ts";
import { csvShop, type CsvShop } from "../harness/csv-shop.ts";
import { testDatabase } from "../harness/postgres-template.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { type ServiceHome, serviceHome } from "../harness/service-process.ts";
import { IN_TIME } from "../harness/slow-machine.ts";

/** A backup of a service that is at work, and what a restore makes of it: on an external database and on the built-in one. */

const KEY = randomBytes(32).toString("hex");
const CSV = [
  "Handle,Title,Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Status",
  ...Array.from({ length: 40 }, (_, at) => `item-${at},Item ${at},Hazel,TRUE,Title,Default Title,SKU-${at},${at + 1}.50,3,active`),
  "",
].join("\n");

type Facts = Readonly<Record<string, unknown>>;

let home: ClonedService;
let shop: CsvShop;
let sink: AnsweringServer;
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
const backupJson = async (): Promise<Facts> => members(parseJson(await home.command("backup", "--out", folder.path, "--json").output));
/** What `restore --check` does, without a process. Answers the id; the newest one's unless told otherwise. */
async function whole(id?: string): Promise<string> {
  const found = await readBackup({ path: folder.path }, id);
  await checkBackup(found, () => undefined);
  return found.manifest.id;
}
const bytesOf = async (url: string): Promise<string> => (await fetch(url)).text();
const finished = ({ data }: { readonly data: Facts }): boolean => data["status"] !== "running" && data["status"] !== "pending";

async function runFeed(client: CsvShop["client"]): Promise<void> {
  const started = await client.post("/feeds/feed_1/regenerate");
  expect([202, 409]).toContain(started.status);
  if (started.status === 202) await eventually(() => client.get(`/feeds/feed_1/runs/${String(started.data["id"])}`), finished, 300_000);
}

beforeAll(async () => {
  folder = await mkdtempDisposable(join(tmpdir(), "feedwright-backup-"));
  sink = await answeringServer();
  sink.answer((response) => response.writeHead(204).end());
  home = await clonedService({ SECRETS_KEY: KEY, ALLOW_PRIVATE_WEBHOOKS: "1" });
  await home.start();
  shop = await csvShop(home, "hazel.example", CSV);
  await shop.client.post("/webhooks", { endpoint_url: `${sink.url}/hook`, events: ["feed.updated"] });
  await runFeed(shop.client);
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await sink[Symbol.asyncDispose]();
  await folder.remove();
});

/** Each table's rows as one sum, and how many there are. */
async function sums(pool: Pool, leaveOut: readonly string[] = []): Promise<Facts> {
  const { rows: tables } = await pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(quote_ident(a.attname) order by a.attname) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and a.attnum > 0 and not a.attisdropped
       and a.atttypid <> 'xid8'::regtype group by c.relname`,
  );
  const found: Record<string, unknown> = {};
  for (const { name, columns } of tables) {
    if ([...leaveOut, "backup_holds", "held_removals", "schema_migrations", "secrets_key", "service_addresses", "workers"].includes(name))
      continue;
    const { rows } = await pool.query(
      `select count(*)::int as rows, md5(string_agg(md5(row(${columns.join(", ")})::text), '' order by md5(row(${columns.join(", ")})::text))) as sum from public.${name}`,
    );
    found[name] = rows[0];
  }
  return found;
}

describe("while runs and edits go on", () => {
  test("a backup is whole, and the next copies only what is new", async () => {
    const working = new AbortController();
    const edits = (async () => {
      for (let at = 0; !working.signal.aborted; at += 1) {
        await shop.client.patch("/feeds/feed_1/settings", { seo_titles: at % 2 === 0 });
        await runFeed(shop.client);
      }
    })();
    const first = await backupJson();
    const second = await backupJson();
    working.abort();
    await edits;
    expect(first["new_objects"]).toBe(first["objects"]);
    expect(Number(second["new_objects"])).toBeLessThan(Number(second["objects"]));
    expect([first["lost_objects"], second["lost_objects"]]).toEqual([[], []]);
    expect(await home.command("restore", "--from", folder.path, "--backup", String(first["id"]), "--check").output).toContain("is whole");
    expect(await whole()).toBe(second["id"]);
  });

  test("nothing that a backup holds is removed before it has ended, and afterwards it is", async () => {
    const { db, pool } = home.database;
    await db
      .insertInto("backup_holds")
      .values({ id: "test", held_until: new Date(Date.now() + 3_600_000) })
      .execute();
    for (let at = 0; at < 2; at += 1)
      await pool.query("select graphile_worker.add_job('objects.remove', json_build_object('prefix', 'uploads/nobody/'))");
    const waiting = async () => (await db.selectFrom("held_removals").select("prefix").execute()).map(({ prefix }) => prefix);
    await expect.poll(waiting, IN_TIME).toEqual(["uploads/nobody/"]);
    await db.deleteFrom("backup_holds").execute();
    // Housekeeping looks each minute, and that of a worker when it starts.
    const worker = home.startWorker();
    await expect.poll(waiting, IN_TIME).toEqual([]);
    expect(await worker.stop()).toBe(0);
  });

  test("files of a backup are its owner's alone", async () => {
    const names = await readdir(folder.path, { recursive: true, withFileTypes: true });
    const modes = await Promise.all(
      names.filter((each) => each.isFile()).map(async (each) => (await stat(join(each.parentPath, each.name))).mode & 0o777),
    );
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  test("a place that a backup can't be written to is named", async () => {
    await expect(home.command("backup", "--out", import.meta.filename).output).rejects.toThrow(
      /^the command ended with 1: .*The backup in .* isn't writable: a file is in the place of a folder\./s,
    );
  });
});

/** Also before a test, where `expect.poll` isn't allowed. */
async function eventuallyTrue(look: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await look()).toBe(true), IN_TIME);
}

describe("a backup that is killed", () => {
  test("is never taken for a whole one, and the next one goes on", async () => {
    const finishedBackups = async (): Promise<readonly string[]> =>
      (await readdir(join(folder.path, "backups"))).filter((name) => !name.endsWith(".unfinished"));
    const before = await finishedBackups();
    for (const afterMs of [300, 700, 1_200, 1_800]) {
      const killed = home.command("backup", "--out", folder.path, "--json");
      await sleep(afterMs);
      killed.kill();
      await killed.output.catch(() => undefined);
      for (const id of (await finishedBackups()).filter((name) => !before.includes(name))) expect(await whole(id)).toBe(id);
    }
    const next = await backupJson();
    expect(await whole()).toBe(next["id"]);
  });
});

describe("a restore", () => {
  let target: ServiceHome;
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let feed: string;
  let delivered: number;
  beforeAll(async () => {
    // What is under way ends first, so that the backup is compared with a service at rest.
    await eventuallyTrue(async () => {
      const { rows } = await home.database.pool.query(
        "select 1 from runs where status = 'running' union all select 1 from webhook_deliveries where status = 'pending' union all select 1 from feed_scopes s join feeds f on f.id = s.feed_id where s.definition_version < f.definition_version",
      );
      return rows.length === 0;
    });
    feed = await bytesOf(shop.feedUrl);
    await backupJson();
    delivered = sink.requests.length;
    database = await testDatabase();
    target = await serviceHome({ DATABASE_URL: database.connectionString, SECRETS_KEY: KEY, ALLOW_PRIVATE_WEBHOOKS: "1" });
  });
  afterAll(async () => {
    await target[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });
  const restored = (settings: Readonly<Record<string, string>>, ...options: readonly string[]) =>
    target.commandWith(settings, "restore", "--from", folder.path, "--json", ...options).output;

  test("with another key is refused before anything is written, and says what becomes of secrets without it", async () => {
    await expect(restored({ SECRETS_KEY: randomBytes(32).toString("hex") })).rejects.toThrow(
      /encrypted with the key [0-9a-f]{16}.*--without-secrets/s,
    );
    expect(await database.db.selectFrom("shops").select("id").execute()).toEqual([]);
    expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
  });

  test("that is killed leaves an empty database, and goes on when it's started again", async () => {
    for (const afterMs of [400, 900, 1_500]) {
      const killed = target.command("restore", "--from", folder.path);
      await sleep(afterMs);
      killed.kill();
      if ((await killed.output.catch(() => null)) !== null) break;
    }
    if ((await database.db.selectFrom("shops").select("id").execute()).length === 0) await restored({});
    expect(await sums(database.pool, ["audit_log"])).toEqual(await sums(home.database.pool, ["audit_log"]));
  });

  test("into a database that has rows is refused", async () => {
    await expect(restored({})).rejects.toThrow("The database isn't empty");
  });

  test("serves the same files, knows the same keys, runs feeds, and sends nothing twice", async () => {
    const running = await target.start();
    expect(await bytesOf(shop.feedUrl.replace(home.url, target.url))).toBe(feed);
    const client = apiClient(target.url, shop.key);
    await sleep(1_500);
    expect(sink.requests.length).toBe(delivered);
    await runFeed(client);
    await eventuallyTrue(async () => sink.requests.length === delivered + 1);
    const check = members(parseJson(await target.command("secrets", "rotate", "--check", "--json").output));
    expect(check).toMatchObject({ total: 1, current: 1, unreadable: 0 });
    expect(await target.command("objects", "check").output).toContain("Missing: 0, damaged: 0.");
    await running.stop();
  });

  test("into the store of another installation is refused, also where that has the very objects of the backup", async () => {
    await using empty = await testDatabase();
    const beside = { DATABASE_URL: empty.connectionString, STORAGE_URL: `file://${join(target.dataDir, "objects")}` };
    await expect(restored(beside)).rejects.toThrow(/The object store isn't empty: it has .*, which no restore of this backup has written/);
    expect(await empty.db.selectFrom("shops").select("id").execute()).toEqual([]);
  });

  test("with a key that is only given says that starts need it, and without it nothing makes another", async () => {
    await using own = await serviceHome();
    expect(await own.commandWith({ SECRETS_KEY: KEY }, "restore", "--from", folder.path).output).toContain(
      "Start the service as before, with SECRETS_KEY.",
    );
    await expect(own.command("shop", "list").output).rejects.toThrow(/SECRETS_KEY isn't set and .* has no secrets\.key/);
    expect(await readdir(own.dataDir)).not.toContain("secrets.key");
    expect(await own.commandWith({ SECRETS_KEY: KEY }, "shop", "list").output).toContain("hazel.example");
  });

  test("from one file, on the built-in database, takes the key from a backup that has it", async () => {
    const file = join(folder.path, "backup.tar");
    await home.command("backup", "--out", file, "--with-secrets-key").output;
    expect((await readdir(folder.path)).filter((name) => name.startsWith("backup."))).toEqual(["backup.tar"]);
    await using own = await serviceHome({ ALLOW_PRIVATE_WEBHOOKS: "1" });
    await own.command("restore", "--from", file).output;
    expect((await readFile(join(own.dataDir, "secrets.key"), "utf8")).trim()).toBe(KEY);
    const running = await own.start();
    expect(await bytesOf(shop.feedUrl.replace(home.url, own.url))).toBe(feed);
    await runFeed(apiClient(own.url, shop.key));
    await running.stop();
  });
});

describe("a damaged backup", () => {
  let made: string;
  beforeAll(async () => {
    made = String((await backupJson())["id"]);
  });

  async function whileFlipped(name: string, look: () => Promise<void>): Promise<void> {
    const file = join(folder.path, "backups", made, name);
    const bytes = await readFile(file);
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(flipped.length >> 1) ^ 1, flipped.length >> 1);
    await writeFile(file, flipped);
    await look();
    await writeFile(file, bytes);
  }

  test("is refused by the command", () =>
    whileFlipped("objects.jsonl.gz", async () => {
      await expect(home.command("restore", "--from", folder.path, "--check").output).rejects.toThrow(/is damaged/);
    }));

  test.each([
    ["a table's file", "database/shops.copy.gz"],
    ["the list of objects", "objects.jsonl.gz"],
    ["the manifest", "manifest.json"],
  ])("is refused: %s", (_, name) => whileFlipped(name, () => expect(whole()).rejects.toThrow(/is damaged/)));

  test("is refused: an object's bytes, before the database is touched, and nothing of it is in the way of another backup", async () => {
    const list = gunzipSync(await readFile(join(folder.path, "backups", made, "objects.jsonl.gz"))).toString();
    const sha256 = String(members(parseJson(list.trim().split("\n").at(-1) ?? ""))["sha256"]);
    const last = join(folder.path, "objects", sha256.slice(0, 2), sha256);
    const { size } = await stat(last);
    await truncate(last, size - 1);
    await expect(whole()).rejects.toThrow(/is damaged: the bytes of/);
    await using empty = await testDatabase();
    await using other = await serviceHome({ DATABASE_URL: empty.connectionString, SECRETS_KEY: KEY });
    await expect(other.command("restore", "--from", folder.path).output).rejects.toThrow(/is damaged: the bytes of/);
    expect(await empty.db.selectFrom("shops").select("id").execute()).toEqual([]);
    // The next backup notices the size and copies the object again.
    const next = await backupJson();
    expect(await whole()).toBe(next["id"]);
    expect(await other.command("restore", "--from", folder.path).output).toContain(`Restored the backup ${String(next["id"])}`);
  });

  test("names what the store had lost before the backup was made", async () => {
    await rm(join(home.dataDir, "objects/objects/shops/1/extracts"), { recursive: true });
    await backupJson();
    expect(await home.command("restore", "--from", folder.path, "--check").output).toMatch(
      /is whole\.\nNot in the backup: shops\/1\/extracts\/[0-9/]+ \(.*\)\. To see what to do/,
    );
  });
});
