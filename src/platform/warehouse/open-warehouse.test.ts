import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type ShopId, storedId } from "../../kernel/ids.ts";
import { trustedSql as sql } from "../../kernel/sql.ts";
import { openWarehouse } from "./open-warehouse.ts";
import { isFileGone, type ShopWarehouse } from "./warehouse-port.ts";
import { ENDLESS, failure, isAlive, pidLog, testFolder } from "./warehouse-under-test.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

test("what a session has written, a query reads among the objects; closing the warehouse ends every child", async () => {
  await using root = await testFolder();
  const [objects, folder] = [join(root.path, "objects"), join(root.path, "scratch")];
  await mkdir(objects);
  await mkdir(folder);
  const { log, pids } = pidLog();
  const warehouse = await openWarehouse({ readable: [objects], memoryLimitBytes: 2 ** 30, threads: 2, log });
  const session = await warehouse.of(null).session({ signal: new AbortController().signal, folder, deadlineMs: 60_000 });
  await session.run(sql(`COPY (FROM range(1000)) TO '${folder}/rows.parquet' (COMPRESSION zstd)`));
  await rename(join(folder, "rows.parquet"), join(objects, "rows.parquet"));
  expect(await warehouse.of(null).query(sql(`SELECT count(*) AS n FROM '${objects}/rows.parquet'`))).toEqual([{ n: 1_000 }]);
  const memory = sql("SELECT current_setting('memory_limit') AS memory, current_setting('threads') AS threads");
  expect(await session.all(memory)).toEqual([{ memory: "1.0 GiB", threads: 2 }]);
  expect(await warehouse.of(null).query(memory)).toEqual([{ memory: "256.0 MiB", threads: 2 }]);
  await expect(warehouse.of(null).query(sql(`FROM '${folder}/x.parquet'`))).rejects.toHaveProperty("name", "WarehouseRefused");
  await warehouse[Symbol.asyncDispose]();
  expect(pids.map(isAlive)).toEqual([false, false]);
});

test("a file that was removed before it is read is told from a statement that is wrong", async () => {
  await using root = await testFolder();
  await using warehouse = await openWarehouse({ readable: [root.path], memoryLimitBytes: 2 ** 28, threads: 1, log: pidLog().log });
  const refusal = (text: string) =>
    warehouse
      .of(null)
      .query(sql(text))
      .then(() => null, isFileGone);
  expect(await refusal(`FROM read_parquet('${root.path}/gone.parquet')`)).toBe(true);
  expect(await refusal(`FROM read_csv('${root.path}/gone.csv')`)).toBe(true);
  expect(await refusal("FROM nowhere")).toBe(false);
  await writeFile(join(root.path, "no.parquet"), "no file of the kind");
  expect(await refusal(`FROM read_parquet('${root.path}/no.parquet')`)).toBe(false);
});

test("its load tells who is alive, who waits and who was lost, and takes nobody for lost whose work was done", async () => {
  await using root = await testFolder();
  const { log, pids } = pidLog();
  const settings = { readable: [root.path], memoryLimitBytes: 2 ** 28, threads: 1, jobChildren: 1, log };
  await using warehouse = await openWarehouse(settings);
  const none = { children: 0, waiting: 0, lost: { crashed: 0, deadline: 0 } };
  expect(warehouse.load()).toEqual({ query: none, job: none, preview: none, pattern: none });
  const open = (deadlineMs = 60_000) => warehouse.of(null).session({ signal: new AbortController().signal, folder: root.path, deadlineMs });
  const first = await open();
  const second = open();
  await vi.waitFor(() => expect(warehouse.load().job).toEqual({ ...none, children: 1, waiting: 1 }), IN_TIME);
  await first[Symbol.asyncDispose]();
  const held = await second;
  expect(warehouse.load().job).toEqual({ ...none, children: 1 });
  process.kill(pids.at(-1) ?? 0, "SIGKILL");
  await expect(held.all(sql("SELECT 1 AS n"))).rejects.toMatchObject({ reason: "crashed" });
  await vi.waitFor(() => expect(warehouse.load().job).toEqual({ ...none, lost: { crashed: 1, deadline: 0 } }), IN_TIME);
  const late = await open(50);
  await expect(late.all(sql(ENDLESS))).rejects.toMatchObject({ reason: "deadline" });
  await vi.waitFor(() => expect(warehouse.load().job).toEqual({ ...none, lost: { crashed: 1, deadline: 1 } }), IN_TIME);
  await warehouse.of(null).query(sql("SELECT 1 AS n"));
  expect(warehouse.load()).toMatchObject({ query: { ...none, children: 1 }, preview: none });
});

test("a session reads its own shop's objects and no other's, and writes among neither", async () => {
  await using root = await testFolder();
  const shopFolder = (shop: ShopId): string => join(root.path, "objects/shops", String(shop));
  const [own, other] = [storedId("shop", 1), storedId("shop", 12)];
  const scratch = join(root.path, "scratch");
  for (const folder of [shopFolder(own), shopFolder(other), scratch]) await mkdir(folder, { recursive: true });
  for (const shop of [own, other]) await writeFile(join(shopFolder(shop), "rows.csv"), `n\n${shop}\n`);
  const readableOf = (shop: ShopId) => [shopFolder(shop)];
  await using warehouse = await openWarehouse({
    readable: [join(root.path, "objects")],
    readableOf,
    memoryLimitBytes: 2 ** 28,
    threads: 1,
    log: pidLog().log,
  });
  const said = { folder: scratch, deadlineMs: 60_000 };
  for (const interactive of [{}, { interactive: true }] as const) {
    await using session = await warehouse.of(own).session({ ...said, ...interactive });
    expect(await session.all(sql(`FROM '${shopFolder(own)}/rows.csv'`))).toEqual([{ n: 1 }]);
    for (const file of [`${shopFolder(other)}/rows.csv`, `${shopFolder(own)}/../12/rows.csv`, `${root.path}/objects/shops/*/rows.csv`]) {
      await expect(session.all(sql(`FROM '${file}'`))).rejects.toThrow(/Permission Error/);
      await expect(session.run(sql(`CREATE OR REPLACE TABLE t AS FROM '${file}'`))).rejects.toThrow(/Permission Error/);
    }
    for (const folder of [shopFolder(own), shopFolder(other), root.path])
      await expect(session.run(sql(`COPY (SELECT 2 AS n) TO '${folder}/rows.csv'`))).rejects.toThrow(/is not in the session's folder/);
  }
  // A query child runs one SELECT, and makes one table of another; nothing that stands behind them.
  const load = sql(`SELECT 1 AS n; COPY (SELECT 2 AS n) TO '${shopFolder(own)}/rows.csv'`);
  await expect(warehouse.of(own).query(sql("FROM t"), { resident: [{ name: "t", load }] })).rejects.toHaveProperty(
    "name",
    "WarehouseRefused",
  );
  await expect(warehouse.of(own).query(sql(`COPY (SELECT 2 AS n) TO '${shopFolder(own)}/rows.csv'`))).rejects.toThrow(/only a SELECT/);
  expect(await readdir(shopFolder(own))).toEqual(["rows.csv"]);
  expect(await readFile(join(shopFolder(own), "rows.csv"), "utf8")).toBe("n\n1\n");
});

test("a shop that floods previews has one place at a time, and the next place is the stranger's", async () => {
  await using root = await testFolder();
  const settings = { readable: [root.path], memoryLimitBytes: 2 ** 28, threads: 1, previewChildren: 1, log: pidLog().log };
  await using warehouse = await openWarehouse(settings);
  const [flooding, stranger] = [warehouse.of(storedId("shop", 1)), warehouse.of(storedId("shop", 2))];
  const stop = new AbortController();
  const options = { signal: stop.signal, folder: root.path, deadlineMs: 60_000, interactive: true } as const;
  const first = await flooding.session(options);
  const order: string[] = [];
  const preview = async (shop: ShopWarehouse, name: string): Promise<void> => {
    await using session = await shop.session(options);
    order.push(name);
    await session.all(sql("SELECT 1 AS n"));
  };
  const waiting = Array.from({ length: 8 }, () => failure(preview(flooding, "flooding")));
  await expect(preview(flooding, "one too many")).rejects.toMatchObject({ code: "rate_limited", headers: { "retry-after": "2" } });
  const asked = preview(stranger, "stranger");
  await first[Symbol.asyncDispose]();
  await asked;
  expect(order[0]).toBe("stranger");
  stop.abort();
  expect(await Promise.all(waiting)).toHaveLength(8);
});
