import { expect, test, vi } from "vitest";
import { storedId } from "../../kernel/ids.ts";
import { trustedSql as sql } from "../../kernel/sql.ts";
import { openWarehouse } from "./open-warehouse.ts";
import { ENDLESS, failure, pidLog, testFolder } from "./warehouse-under-test.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

const [A, B] = [storedId("shop", 1), storedId("shop", 2)];
const resident = { name: "run_1", load: sql("SELECT uuid() AS load") };

test("what is never judged ends its own child at the deadline, while another shop's reads keep theirs, and the next is judged", async () => {
  await using root = await testFolder();
  const { log, pids } = pidLog();
  const settings = { readable: [root.path], memoryLimitBytes: 2 ** 28, threads: 1, log };
  await using warehouse = await openWarehouse({ ...settings, judgeDeadlineMs: 500 });
  const read = () => warehouse.of(B).query(sql("FROM run_1"), { resident: [resident] });
  const before = await read();
  const late = failure(warehouse.of(A).judge(sql(ENDLESS)));
  expect(await read()).toEqual(before);
  expect(await late).toMatchObject({ name: "WarehouseLost", reason: "deadline" });
  expect(await read()).toEqual(before);
  const lost = { crashed: 0, deadline: 1 };
  await vi.waitFor(() => expect(warehouse.load()).toMatchObject({ query: { children: 1 }, pattern: { children: 0, lost } }), IN_TIME);
  await warehouse.of(A).judge(sql("SELECT regexp_matches('', 'a')"));
  await expect(warehouse.of(A).judge(sql("SELECT regexp_matches('', '(')"))).rejects.toHaveProperty("name", "WarehouseRefused");
  // The reads', the judge that was killed, and the one after it.
  expect(pids).toHaveLength(3);
});

test("a shop's questions wait for those of others, which come between them", async () => {
  await using warehouse = await openWarehouse({ readable: [], memoryLimitBytes: 2 ** 28, threads: 1, log: pidLog().log });
  const order: string[] = [];
  const judge = (shop: typeof A, name: string) =>
    warehouse
      .of(shop)
      .judge(sql("SELECT 1"))
      .then(() => order.push(name));
  await Promise.all([judge(A, "a1"), judge(A, "a2"), judge(A, "a3"), judge(B, "b1")]);
  expect(order).toEqual(["a1", "b1", "a2", "a3"]);
});
