import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/harness/postgres-template.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import type { ShopId } from "../../kernel/ids.ts";
import { type AuditEntry, recordAudit } from "./index.ts";

let database: TestDatabase;
let shopId: ShopId;

beforeAll(async () => {
  database = await testDatabase();
  shopId = (await testShop(database.db)).shop.shopId;
});

afterAll(() => database[Symbol.asyncDispose]());

const entry = (requestId: string): AuditEntry => ({
  shopId,
  action: "feed.updated",
  actor: { kind: "key", keyId: 7, keyKind: "merchant", name: "A key", organizationId: null },
  facts: { path: { id: "12" }, answer: { url: "https://files.example/?signature=1", raw_key: "svc_live_sk_1" } },
  secrets: ["url"],
  requestId,
});

const rows = (requestId: string) => database.db.selectFrom("audit_log").selectAll().where("request_id", "=", requestId).execute();

describe("an audit row", () => {
  test("says who did what in which request, without secrets", async () => {
    await recordAudit(database.db, entry("req_1"));
    expect(await rows("req_1")).toEqual([
      {
        id: expect.any(Number),
        made_in: expect.any(Number),
        undone_in: null,
        shop_id: shopId,
        feed_id: null,
        action: "feed.updated",
        actor: { kind: "key", key_id: 7, key_kind: "merchant", name: "A key" },
        facts: { path: { id: "12" }, answer: { url: "[redacted]", raw_key: "[redacted]" } },
        request_id: "req_1",
        created_at: expect.any(Date),
      },
    ]);
  });

  test.each(["command_line", "system"] as const)("names %s as who did it, and belongs to no shop when it is about none", async (kind) => {
    await recordAudit(database.db, { ...entry(`req_${kind}`), shopId: null, actor: { kind } });
    expect(await rows(`req_${kind}`)).toMatchObject([{ shop_id: null, actor: { kind } }]);
  });

  test("goes with the change it is about when that is undone", async () => {
    const undone = database.db.transaction().execute(async (transaction) => {
      await recordAudit(transaction, entry("req_undone"));
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    expect(await rows("req_undone")).toEqual([]);
  });
});
