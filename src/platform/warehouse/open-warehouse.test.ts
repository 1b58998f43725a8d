import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { trustedSql as sql } from "../../kernel/sql.ts";
import { openWarehouse } from "./open-warehouse.ts";
import { isAlive, pidLog, testFolder } from "./warehouse-under-test.ts";

test("what a session has written to the objects, a query reads; closing the warehouse ends every child", async () => {
  await using root = await testFolder();
  const [objects, folder] = [join(root.path, "objects"), join(root.path, "scratch")];
  await mkdir(objects);
  await mkdir(folder);
  const { log, pids } = pidLog();
  const warehouse = await openWarehouse({ readable: [objects], memoryLimitBytes: 2 ** 30, threads: 2, log });
  const session = await warehouse.session({ signal: new AbortController().signal, folder, deadlineMs: 60_000 });
  await session.run(sql(`COPY (FROM range(1000)) TO '${objects}/rows.parquet' (COMPRESSION zstd)`));
  expect(await warehouse.query(sql(`SELECT count(*) AS n FROM '${objects}/rows.parquet'`))).toEqual([{ n: 1_000 }]);
  const memory = sql("SELECT current_setting('memory_limit') AS memory, current_setting('threads') AS threads");
  expect(await session.all(memory)).toEqual([{ memory: "1.0 GiB", threads: 2 }]);
  expect(await warehouse.query(memory)).toEqual([{ memory: "256.0 MiB", threads: 2 }]);
  await expect(warehouse.query(sql(`FROM '${folder}/x.parquet'`))).rejects.toHaveProperty("name", "WarehouseRefused");
  await warehouse[Symbol.asyncDispose]();
  expect(pids.map(isAlive)).toEqual([false, false]);
});
