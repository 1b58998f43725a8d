import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verb } from "../../../test/platforms/conformance.suite.ts";
import { type GoogleUnderTest, openFakeGoogle } from "../../../test/platforms/open-google.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { assignChannel } from "../channels/index.ts";
import { apparel, type PlatformShop, platformShop } from "./platform-shop.suite.ts";
import { listPlatformIssues } from "./list-platform-issues.ts";
import { readingsWait } from "./reading-queries.ts";
import { refreshPlatformIssues } from "./refresh-platform-issues.ts";
import { settleReadings } from "./settle-readings.ts";

const CATEGORY = { type: "set_value", target: "google_product_category", value: "Apparel & Accessories > Clothing" };
const COLOR = "missing_item_attribute_for_product_type";
const LINK = "url_does_not_match_homepage";

const outlooks = async (shop: PlatformShop) =>
  Object.fromEntries(
    (await shop.issues()).data.map(({ code, affected_count: rows, fixed_by_next_run: fixed, reason }) => [code, [rows, fixed, reason]]),
  );

test("an issue says its rows, our finding, the rules behind it, and whether it ends: from the fault to the file without it", async () => {
  await using google = await openFakeGoogle();
  await using shop = await platformShop(google, apparel(3));
  await shop.rule(CATEGORY);
  const { id: ruleId } = await shop.rule({
    type: "set_value",
    target: "link",
    value: "https://elsewhere.example/x",
    condition: '[G]id = "SKU-2"',
  });
  await shop.publish();
  await shop.fetchFile();
  await shop.readItems();
  const { data, meta } = await shop.issues();
  expect(meta).toMatchObject({
    status: "read",
    items: { approved: 0, limited: 2, disapproved: 1, pending: 0 },
    items_elsewhere: 0,
    error: null,
  });
  expect(data).toMatchObject([
    { code: LINK, severity: "error", attribute: "link", finding_code: "link_domain_mismatch", affected_count: 1, fixed_by_next_run: false },
    {
      ...{ code: COLOR, severity: "warning", attribute: "color", countries: ["US"], affected_count: 3, fixed_count: 0 },
      ...{ finding_code: "missing_apparel_color", fixed_by_next_run: false },
      samples: [{ row_id: "1001", title: "Linen shirt number 1 for every day", value: "" }, { row_id: "1002" }, { row_id: "1003" }],
    },
  ]);
  expect(await shop.rows(LINK)).toMatchObject([
    {
      ...{
        row_id: "1002",
        product_id: "prod_1002",
        sku: "SKU-2",
        item_id: "SKU-2",
        item_status: "disapproved",
        value: "https://elsewhere.example/x",
      },
      finding: { code: "link_domain_mismatch", field: "link" },
      rules: [{ rule_id: ruleId, before: expect.stringContaining("shop.example"), after: "https://elsewhere.example/x" }],
      ...{ fixed_by_next_run: false, reason: expect.stringContaining("link_domain_mismatch") },
    },
  ]);

  await shop.rule({ type: "set_value", target: "color", value: "Blue", condition: '[G]id is not "SKU-3"' });
  expect(await outlooks(shop)).toMatchObject({ [COLOR]: [3, null, expect.stringContaining("next run shows")] });
  await shop.publish();
  expect(await outlooks(shop)).toMatchObject({ [COLOR]: [3, false, expect.stringContaining("1 of 3 rows")] });
  expect((await shop.rows(COLOR)).map(({ row_id: row, fixed_by_next_run: fixed, finding }) => [row, fixed, finding?.code ?? null])).toEqual(
    [
      ...[
        ["1001", true, null],
        ["1002", true, null],
      ],
      ["1003", false, "missing_apparel_color"],
    ],
  );

  await shop.rule({ type: "set_value", target: "color", value: "Red", condition: '[G]id = "SKU-3"' });
  await shop.rule({ type: "exclude", reason: "Elsewhere", condition: '[G]id = "SKU-2"' });
  await shop.publish();
  expect(await outlooks(shop)).toMatchObject({
    [COLOR]: [3, true, expect.stringMatching(/^2 of 3 rows: The live file no longer has this fault/)],
    [LINK]: [1, true, expect.stringContaining("no longer in the file")],
  });
  await shop.fetchFile();
  await shop.readItems();
  expect(await shop.issues()).toMatchObject({ data: [], meta: { items: { approved: 2, disapproved: 0, limited: 0 } } });
  expect(google.fake.violations).toEqual([]);
});

describe("a reading", () => {
  const IDS = ["A/1 ü%", `say "hi"`, "it's", "<b>&amp;", "\\n;--"];
  let google: GoogleUnderTest;
  let shop: PlatformShop;
  beforeAll(async () => {
    google = await openFakeGoogle();
    shop = await platformShop(
      google,
      apparel(IDS.length, (n) => IDS[n - 1] ?? ""),
    );
    await shop.rule(CATEGORY);
    await shop.publish();
    await shop.fetchFile();
    const own = google.file.text ?? "";
    const wanted = { ...google.wanted, url: google.file.url };
    const other = await verb(google, google.pack.platform.createDatafeed)(wanted);
    google.file.text = own.replaceAll(/^(?!id\t)("?)(?=.)/gm, "$1other ");
    await verb(google, google.pack.platform.fetchNow)({ ...wanted, id: other.id });
    google.file.text = own;
    google.fake.controls.pageSizeMax = 4;
    await shop.readItems();
  });
  afterAll(async () => {
    await shop[Symbol.asyncDispose]();
    await google[Symbol.asyncDispose]();
  });

  test("takes all pages, joins ids with odd characters exactly, and counts another feed's items apart", async () => {
    expect(google.fake.items()).toHaveLength(10);
    expect(google.fake.counts.get("accounts.products.list")).toBe(3);
    const { data, meta } = await shop.issues();
    expect(meta).toMatchObject({ items: { limited: 10 }, items_elsewhere: 5 });
    expect(data).toMatchObject([{ code: COLOR, affected_count: 5 }]);
    const rows = await shop.rows(COLOR);
    expect(rows.map(({ row_id: row, item_id: item }) => [row, item])).toEqual(IDS.map((id, at) => [String(1_001 + at), id]));
  });

  test("is filtered by code, attribute, severity, status and row, and paged", async () => {
    const total = async (query: Readonly<Record<string, string>>) => (await shop.issues(query)).meta.total;
    expect(
      await Promise.all(
        [{ code: COLOR }, { attribute: "color" }, { severity: "warning" }, { status: "limited" }, { row_id: "1003" }].map(total),
      ),
    ).toEqual([1, 1, 1, 1, 1]);
    expect(
      await Promise.all([{ code: "x'" }, { attribute: "size" }, { severity: "error" }, { status: "pending" }, { row_id: "1" }].map(total)),
    ).toEqual([0, 0, 0, 0, 0]);
    expect((await shop.issues({ row_id: "1003" })).data).toMatchObject([{ affected_count: 1, samples: [{ row_id: "1003" }] }]);
    expect(await shop.rows(COLOR, { page: "2", per_page: "2" })).toMatchObject([{ row_id: "1003" }, { row_id: "1004" }]);
  });

  test("renews a token that expires between two pages", async () => {
    const before = await shop.issues();
    await shop.readItems((request) => request === 3 && google.fake.expireTokens());
    const after = await shop.issues();
    expect(after.data).toEqual(before.data);
    expect(after.meta.fetched_at).not.toBe(before.meta.fetched_at);
  });

  test("that the platform throttles half-way leaves the last complete one, and is tried again when the platform allows", async () => {
    const before = await shop.issues();
    google.fake.controls.retryAfterS = 300;
    await shop.readItems((request) => request === 3 && google.fake.script.fail("accounts.products.list", "throttled"));
    const { data, meta } = await shop.issues();
    expect(data).toEqual(before.data);
    expect(meta).toMatchObject({
      fetched_at: before.meta.fetched_at,
      status: "reading",
      error: { code: "throttled" },
    });
    const { db } = shop.listed.database;
    const { work_due_at: due } = await db.selectFrom("item_readings").select("work_due_at").executeTakeFirstOrThrow();
    expect(due.getTime()).toBeGreaterThan(Date.now() + 120_000);
    await db.deleteFrom("platform_rates").execute();
  });

  test("of a connection that was taken back fails, and says what to do", async () => {
    const { data } = await shop.issues();
    google.fake.revokeGrant();
    await shop.readItems();
    expect(await shop.issues()).toMatchObject({
      data,
      meta: { status: "failed", error: { code: "reauth_required", message: expect.stringContaining("again") } },
    });
  });

  test("is asked for once at a time", async () => {
    expect(await shop.ask(refreshPlatformIssues)).toMatchObject({ status: "reading" });
    await expect(shop.ask(refreshPlatformIssues)).rejects.toMatchObject({ code: "refresh_in_progress" });
  });

  test("is planned for each assignment of a connected channel, sooner after a sync, and goes with the connection and its object", async () => {
    const { db } = shop.listed.database;
    const objects = async () => countOf(shop.services.objects.list(`shops/${shop.listed.shop.shopId}/platforms/`));
    expect(await objects()).toBe(1);
    await db
      .updateTable("item_readings")
      .set({ is_wanted: false, leased_until: null, work_due_at: new Date(Date.now() + 86_400_000) })
      .execute();
    await db
      .insertInto("sync_logs")
      .values({
        shop_id: shop.listed.shop.shopId,
        feed_id: shop.listed.primaryId,
        channel: "google",
        mode: "fetch",
        status: "success",
        completed_at: new Date(),
      })
      .execute();
    await settleReadings(shop.services, db, openShop);
    const { work_due_at: due } = await db.selectFrom("item_readings").select("work_due_at").executeTakeFirstOrThrow();
    expect(Math.abs(due.getTime() - Date.now() - 30 * 60_000)).toBeLessThan(60_000);
    await db.updateTable("channel_connections").set({ status: "removing" }).execute();
    await settleReadings(shop.services, db, openShop);
    expect([await objects(), await readingsWait(db)]).toEqual([0, false]);
    await db.updateTable("channel_connections").set({ status: "connected" }).execute();
    await settleReadings(shop.services, db, openShop);
    expect(await readingsWait(db)).toBe(true);
    expect(await shop.issues()).toMatchObject({ data: [], meta: { status: "never_read", items: null } });
  });

  test("isn't there for a platform that doesn't list items, which says what to do instead", async () => {
    const path = { feed_id: String(shop.listed.primaryId), slug: "pinterest" };
    await shop.ask(assignChannel, { path, body: {} });
    for (const operation of [listPlatformIssues, refreshPlatformIssues])
      await expect(shop.ask(operation, { path })).rejects.toMatchObject({
        code: "channel_not_supported",
        message: expect.stringContaining("Data sources"),
      });
  });
});

async function countOf(all: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of all) count += 1;
  return count;
}
