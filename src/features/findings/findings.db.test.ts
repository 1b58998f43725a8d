import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { listedCatalog } from "../../../test/harness/listed-storefront.ts";
import { perform, performWhole } from "../../../test/harness/perform.ts";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import { assignChannel, getFeedChannel } from "../channels/index.ts";
import type { AnyOperation } from "../operation.ts";
import { createRule } from "../rules/index.ts";
import { claimRun, regenerateFeed, workRun } from "../runs/index.ts";
import { exportFindings } from "./export-findings.ts";
import { MUTES_MAX } from "./finding-limits.ts";
import { listFindingHeads } from "./finding-queries.ts";
import type { FindingRowShape, FindingShape, MuteShape } from "./finding-shapes.ts";
import { listErrorFindings, listFindings, listWarningFindings } from "./list-findings.ts";
import { listFindingRows } from "./list-finding-rows.ts";
import { listFindingMutes } from "./list-mutes.ts";
import { muteFinding } from "./mute-finding.ts";
import { removeFindingMute } from "./remove-mute.ts";

const PRODUCTS = 12;
let listed: ListedShop;
const signal = new AbortController().signal;

interface Listed {
  readonly data: readonly FindingShape[];
  readonly meta: Readonly<Record<string, unknown>>;
}

const path = (more: object = {}) => ({ feed_id: String(listed.primaryId), slug: "google", ...more });
const list = (query: Readonly<Record<string, string>> = {}, operation: AnyOperation = listFindings) =>
  performWhole<Listed>(listed.real.services, listed.shop, operation, { path: path(), query: { per_page: "100", ...query } });
const rowsOf = (code: string, query: Readonly<Record<string, string>> = {}) =>
  performWhole<{ readonly data: readonly FindingRowShape[]; readonly meta: { readonly total: number } }>(
    ...([listed.real.services, listed.shop, listFindingRows, { path: path({ code }), query }] as const),
  );
const mute = (body: object) => perform<MuteShape>(listed.real.services, listed.shop, muteFinding, { path: path(), body });
const unmute = ({ id }: MuteShape) => perform(listed.real.services, listed.shop, removeFindingMute, { path: path({ id: String(id) }) });
const mutes = () => perform<readonly MuteShape[]>(listed.real.services, listed.shop, listFindingMutes, { path: path() });
const find = async (code: string, query: Readonly<Record<string, string>> = {}) => (await list({ code, ...query })).data[0];

async function workNextRun(): Promise<void> {
  const claim = await claimRun(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(listed.real.services, listed.shop, claim, { signal, end: async () => undefined });
}

async function rule(definition: object): Promise<void> {
  await perform(listed.real.services, listed.shop, createRule, { path: { feed_id: path().feed_id }, body: { rule: definition } });
}

async function regenerate(): Promise<void> {
  await perform(listed.real.services, listed.shop, regenerateFeed, { path: { id: path().feed_id } });
  await workNextRun();
}

beforeAll(async () => {
  listed = await listedShop("found.example", listedCatalog(PRODUCTS));
  await listen(listed.shop);
  await workNextRun();
});
afterAll(() => listed[Symbol.asyncDispose]());

test("a feed has no findings for a channel until it's assigned, and then those of the next live run, with an event", async () => {
  await expect(list()).rejects.toMatchObject({ code: "resource_not_found", message: expect.stringContaining("isn't assigned") });
  await rule({ type: "set_value", target: "gtin", value: "1234", condition: '[D]title in ("Product 1", "Product 2", "Product 3")' });
  await rule({ type: "set_value", target: "title", value: '=concat("=cmd, ", [D]title, " in a box of oak")' });
  await perform(listed.real.services, listed.shop, assignChannel, { path: path(), body: {} });
  expect((await list()).meta).toMatchObject({ status: "revalidating", revalidating: true, run_id: null, errors_count: 0 });
  await workNextRun();
  const { data, meta } = await list();
  expect(meta).toMatchObject({ status: "fresh", revalidating: false, run_id: expect.stringMatching(/^run_/) });
  expect(data.find(({ code }) => code === "invalid_gtin_length")).toMatchObject({
    ...{ object: "finding", category: "identifiers", severity: "error", field: "gtin", affected_count: 3, muted: false },
    samples: [1_001, 1_002, 1_003].map((id, at) => ({
      ...{ row_id: String(id), product_id: `prod_${id}`, title: `=cmd, Product ${at + 1} in a box of oak`, value: "1234", admin_url: null },
    })),
    suggested_rule: { type: "exclude_field", target: "gtin" },
    source: { document: expect.any(String) },
  });
  const told = await toldEvents(listed.shop, "findings.updated");
  expect(told.map((event) => event.data)).toEqual([
    ...[{ channel: "google", status: "fresh", feed_id: `feed_${listed.primaryId}`, run_id: meta["run_id"] }].map((event) => ({
      ...event,
      errors_count: meta["errors_count"],
      warnings_count: meta["warnings_count"],
    })),
  ]);
  const assigned = await perform(listed.real.services, listed.shop, getFeedChannel, { path: path() });
  expect(assigned).toMatchObject({ findings: { errors: meta["errors_count"], warnings: meta["warnings_count"], muted: 0 } });
});

describe("findings", () => {
  test("are sorted by severity, then by rows, and filtered by code, category and severity", async () => {
    const { data, meta } = await list();
    const rank = ({ severity }: FindingShape) => ["error", "warning", "info"].indexOf(severity);
    expect(data).toEqual(data.toSorted((one, other) => rank(one) - rank(other) || other.affected_count - one.affected_count));
    const of = (severity: string) => data.filter((finding) => finding.severity === severity);
    expect((await list({}, listErrorFindings)).data).toEqual(of("error"));
    expect((await list({}, listWarningFindings)).data).toEqual(of("warning"));
    expect((await list({ severity: "info" })).data).toEqual(of("info"));
    expect(meta).toMatchObject({ errors_count: of("error").length, warnings_count: of("warning").length, total: data.length });
    const ofIdentifiers = await list({ category: "identifiers" });
    expect(ofIdentifiers.data).toEqual(data.filter(({ category }) => category === "identifiers"));
    expect(ofIdentifiers.data).not.toEqual([]);
    const second = await list({ per_page: "1", page: "2" });
    expect(second).toMatchObject({ data: [data[1]], meta: { total: data.length, has_more: true } });
  });

  test("tell every row they affect, page by page", async () => {
    const { data, meta } = await rowsOf("invalid_gtin_length", { per_page: "2", page: "2" });
    expect(meta).toMatchObject({ total: 3, has_more: false });
    expect(data).toEqual([
      {
        ...{ object: "finding_row", row_id: "1003", product_id: "prod_1003", admin_url: null, sku: "SKU-3", muted: false },
        ...{ title: "=cmd, Product 3 in a box of oak", field: "gtin", value: "1234" },
      },
    ]);
    expect((await rowsOf("expired_item")).data).toEqual([]);
    await expect(rowsOf("no_such_code")).rejects.toMatchObject({ code: "resource_not_found" });
  });

  test.each([
    ["https://linen-shop.myshopify.com", "found.example", "linen-shop"],
    ["http://127.0.0.1:8090", "linen-shop.myshopify.com", "linen-shop"],
    ["http://127.0.0.1:8090", "found.example", null],
  ])("link each row to its variant in the admin of a shop on Shopify: at %s, called %s", async (origin, domain, store) => {
    const { db } = listed.database;
    const setShop = (values: object) => db.updateTable("shops").set(values).where("id", "=", listed.shop.shopId).execute();
    await setShop({ storefront: "shopify", storefront_config: JSON.stringify({ origin }), domain });
    const link = (at: number) => (store === null ? null : `https://admin.shopify.com/store/${store}/products/${at}/variants/${1_000 + at}`);
    const finding = await find("invalid_gtin_length");
    const { data } = await rowsOf("invalid_gtin_length");
    await setShop({ storefront: "csv", storefront_config: JSON.stringify({}), domain: "found.example" });
    expect(finding?.samples.map((sample) => sample.admin_url)).toEqual([1, 2, 3].map(link));
    expect(data.map((row) => row.admin_url)).toEqual([1, 2, 3].map(link));
  });

  test("are exported as CSV that no spreadsheet computes", async () => {
    const text = String(
      await performWhole(listed.real.services, listed.shop, exportFindings, { path: path(), query: { code: "invalid_gtin_length" } }),
    );
    const [header, first, ...rest] = text.split("\r\n");
    expect(header).toBe("code,severity,field,row_id,product_id,sku,title,value,message");
    expect(first).toMatch(/^invalid_gtin_length,error,gtin,1001,prod_1001,SKU-1,"'=cmd, Product 1 in a box of oak",1234,/);
    expect(rest).toHaveLength(3);
  });
});

describe("a mute", () => {
  let earlier: string;

  test("of a finding takes it out of lists and counts, outlives runs, and is undone by removing it", async () => {
    const before = await list();
    earlier = String(before.meta["run_id"]);
    const made = await mute({ code: "invalid_gtin_length", note: "They're ours." });
    expect(made).toEqual({
      ...{ id: expect.any(Number), object: "finding_mute", code: "invalid_gtin_length", field: null, row_id: null, note: "They're ours." },
      created_at: expect.any(String),
    });
    await expect(mute({ code: "invalid_gtin_length" })).rejects.toMatchObject({ code: "already_muted" });
    await rule({ type: "set_value", target: "gtin", value: "12345", condition: '[D]title = "Product 4"' });
    await regenerate();
    expect(await find("invalid_gtin_length")).toBeUndefined();
    expect(await find("invalid_gtin_length", { include_muted: "true" })).toMatchObject({ muted: true, affected_count: 4 });
    const { meta } = await list();
    expect(meta["errors_count"]).toBe(Number(before.meta["errors_count"]) - 1);
    const assigned = await perform(listed.real.services, listed.shop, getFeedChannel, { path: path() });
    expect(assigned).toMatchObject({ findings: { errors: meta["errors_count"], muted: 1 } });
    expect(await mutes()).toEqual([made]);
    await unmute(made);
    expect(await find("invalid_gtin_length")).toMatchObject({ muted: false });
    expect(await mutes()).toEqual([]);
    await expect(unmute(made)).rejects.toMatchObject({ code: "resource_not_found" });
    const about = { ...made, feed_id: `feed_${listed.primaryId}`, channel: "google" };
    expect((await toldEvents(listed.shop, "finding_mute.")).map(({ event, data }) => ({ event, data }))).toEqual([
      { event: "finding_mute.created", data: about },
      { event: "finding_mute.removed", data: about },
    ]);
  });

  test("leaves an earlier run's findings to be read, and a run that checked nothing found nothing", async () => {
    expect((await list()).meta["run_id"]).not.toBe(earlier);
    expect((await find("invalid_gtin_length"))?.affected_count).toBe(4);
    expect(await find("invalid_gtin_length", { run_id: earlier })).toMatchObject({ affected_count: 3 });
    expect((await list({ run_id: earlier })).meta["run_id"]).toBe(earlier);
    expect((await rowsOf("invalid_gtin_length", { run_id: earlier })).meta.total).toBe(3);
    for (const missing of ["run_1", "run_999999", "nothing"]) {
      await expect(list({ run_id: missing })).rejects.toMatchObject({ code: "resource_not_found" });
      await expect(rowsOf("invalid_gtin_length", { run_id: missing })).rejects.toMatchObject({ code: "resource_not_found" });
    }
  });

  test("of a row takes it out of the count, and when all rows are muted the finding is", async () => {
    const made = [await mute({ code: "invalid_gtin_length", field: "gtin", row_id: "1002" })];
    expect(await find("invalid_gtin_length")).toMatchObject({
      ...{ affected_count: 3, samples: [{ row_id: "1001" }, { row_id: "1003" }, { row_id: "1004" }] },
    });
    expect((await rowsOf("invalid_gtin_length")).data.map(({ muted }) => muted)).toEqual([false, true, false, false]);
    for (const row of ["1001", "1003", "1004"]) made.push(await mute({ code: "invalid_gtin_length", row_id: row }));
    expect(await find("invalid_gtin_length")).toBeUndefined();
    expect(await find("invalid_gtin_length", { include_muted: "true" })).toMatchObject({ muted: true, affected_count: 0 });
    for (const each of made) await unmute(each);
  });

  test("of the rows a finding shows leaves it others to show, and takes them out of every count", async () => {
    const { code, affected_count: all = 0 } = (await list({ severity: "info" })).data[0] ?? {};
    const rows = (await rowsOf(String(code))).data.map(({ row_id: rowId }) => rowId);
    expect(rows).toHaveLength(PRODUCTS);
    const made = [];
    for (const row of rows.slice(0, 5)) made.push(await mute({ code, row_id: row }));
    const left = await find(String(code));
    expect(left).toMatchObject({ affected_count: all - 5 });
    expect(left?.samples.map(({ row_id: rowId }) => rowId)).toEqual(rows.slice(5, 10));
    const heads = await listFindingHeads(listed.shop, listed.primaryId);
    expect(heads.find((head) => head.code === code)).toMatchObject({ affected_count: all - 5, is_muted: false });
    for (const each of made) await unmute(each);
  });

  test("of an unknown code is refused, of an attribute or row that the code isn't about, and one more than a feed may have", async () => {
    await expect(mute({ code: "no_such_code" })).rejects.toMatchObject({ code: "invalid_param", details: [{ param: "/code" }] });
    await expect(mute({ code: "invalid_gtin_length", field: "title" })).rejects.toMatchObject({
      ...{ code: "invalid_param", message: "Findings with the code invalid_gtin_length are about gtin.", details: [{ param: "/field" }] },
    });
    await expect(mute({ code: "product_count_drop", row_id: "1001" })).rejects.toMatchObject({
      ...{ code: "invalid_param", message: "Findings with the code product_count_drop are about the feed as a whole. Leave row_id out." },
      details: [{ param: "/row_id" }],
    });
    const { db, shopId } = listed.shop;
    const rows = Array.from({ length: MUTES_MAX }, (_, at) => ({
      ...{
        shop_id: shopId,
        feed_id: listed.primaryId,
        channel: "google",
        code: "missing_gtin",
        field: null,
        row_id: 5_000 + at,
        note: null,
      },
    }));
    await db.insertInto("finding_mutes").values(rows).execute();
    await expect(mute({ code: "missing_gtin" })).rejects.toMatchObject({ code: "mute_limit_reached" });
    await db.deleteFrom("finding_mutes").where("shop_id", "=", shopId).execute();
  });
});
