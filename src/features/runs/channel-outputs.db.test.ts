import { buffer } from "node:stream/consumers";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFeedFile } from "../../../test/harness/feed-file.ts";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { listedCatalog } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { failingCheckPack, failingPack, placingPack } from "../../../test/harness/trial-packs.ts";
import { CHANNEL_PACKS } from "../../channels/packs.ts";
import { assignChannel, getFeedChannel, removeChannel } from "../channels/index.ts";
import { listFindings } from "../findings/index.ts";
import { findFeed, findPublicFile } from "../feeds/index.ts";
import type { AnyOperation, Services } from "../operation.ts";
import { createRule, deleteRule } from "../rules/index.ts";
import { changeSettings } from "../settings/index.ts";
import { debugRows } from "../transforms/index.ts";
import { latestRun } from "./latest-run.ts";
import { publishRun } from "./publish-run.ts";
import { regenerateFeed } from "./regenerate-feed.ts";
import { claimRun } from "./run-claims.ts";
import { workRun } from "./work-run.ts";

/** Rows past what one thread takes at a time, so that an order that was lost shows. */
const ROWS = 2_100;

let listed: ListedShop;
let services: Services;
let token: string;
let first: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  const { products, variants } = listedCatalog(ROWS);
  listed = await listedShop("channel-files.example", {
    products: products.map((product, at) => (at === 1 ? { ...product, title: `<b>Fish & "Chips"</b>, 12"` } : product)),
    variants,
  });
  const packs = CHANNEL_PACKS.filter(({ slug }) => !["openai", "amazon", "snapchat"].includes(slug));
  services = { ...listed.real.services, channels: [...packs, placingPack, failingPack, failingCheckPack] };
  token = (await listed.database.db.selectFrom("shops").select("feed_token").executeTakeFirstOrThrow()).feed_token;
  await assign("google");
  await assign("meta", { format: "rss" });
  await assign("openai", { extra_attributes: ["custom_label_4"] });
  first = await run();
});
afterAll(() => listed[Symbol.asyncDispose]());

type Answer = Readonly<Record<string, unknown>>;
const ask = <T = Answer>(operation: AnyOperation, path: Readonly<Record<string, string>>, body?: object) => {
  const of = operation.http.path.includes("{feed_id}") ? { feed_id: String(listed.primaryId) } : { id: String(listed.primaryId) };
  return perform<T>(services, listed.shop, operation, { path: { ...of, ...path }, ...(body === undefined ? {} : { body }) });
};
const assign = (slug: string, settings: object = {}) => ask(assignChannel, { slug }, { settings });
const feedChannel = (slug: string) => ask(getFeedChannel, { slug });

/** Does the run that waits, or one more; answers it. */
async function run(): Promise<Answer & { readonly id: string }> {
  const waiting = await claimRun(listed.database.db, "test", 20);
  if (waiting === undefined) {
    await ask(regenerateFeed, {});
    return run();
  }
  await workRun(services, listed.shop, waiting, { signal: new AbortController().signal, end: async () => undefined });
  return ask(latestRun, {});
}

const debug = (slug: string, rows: readonly string[]) =>
  ask<{ readonly rows: readonly Answer[] }>(debugRows, {}, { row_ids: rows, channel_slug: slug });
const find = (name: string) => findPublicFile(listed.database.db, token, name);

async function served(name: string): Promise<string | undefined> {
  const file = await find(name);
  if (typeof file !== "object") return undefined;
  const bytes = await buffer(await services.objects.read(file.key));
  const beside = file.gzip === null ? null : await buffer(await services.objects.read(file.gzip.key));
  const text = (beside === null ? gunzipSync(bytes) : bytes).toString("utf8");
  expect([bytes.length, gunzipSync(beside ?? bytes).toString("utf8") === text]).toEqual([file.bytes, true]);
  return text;
}

const LINES = "gmcfeed.openai.lines.gz";
const rowsOfLines = async () => linesOf(await served(LINES)).map((line) => line.split("\t"));
const linesOf = (text: string | undefined) => text?.trimEnd().split("\n") ?? [];
const idsOf = (lines: readonly string[]) => lines.map((line) => line.split("\t")[0]);
const objectPath = (key: string) => join(listed.real.folder, "objects", key);

describe("a run of a feed with channels", () => {
  test("makes each channel's file in its format, with the canonical file's rows in their order", async () => {
    expect(first).toMatchObject({ status: "completed", publication: "live" });
    const canonical = linesOf(await served("gmcfeed.txt")).slice(1);
    const google = linesOf(await served("gmcfeed.google.txt"));
    expect(google.slice(0, 3)).toEqual([
      "id\ttitle\tlink\tavailability\tprice\tmpn\tidentifier_exists\tcondition\titem_group_id",
      "shopify_US_1_1001\tProduct 1\thttps://shop.example/products/product-1\tin_stock\t1.00 USD\tSKU-1\tno\tnew\t1",
      `shopify_US_2_1002\t"<b>Fish & ""Chips""</b>, 12"""\thttps://shop.example/products/product-2\tin_stock\t2.00 USD\tSKU-2\tno\tnew\t2`,
    ]);
    expect(idsOf(google.slice(1))).toEqual(idsOf(canonical));
    const meta = linesOf(await served("gmcfeed.meta.xml"));
    expect(meta[4]).toContain(`<g:title>&lt;b&gt;Fish &amp; "Chips"&lt;/b&gt;, 12"</g:title>`);
    expect(meta.slice(3, -2).map((line) => /<g:id>([^<]*)/.exec(line)?.[1])).toEqual(idsOf(canonical));
    expect(meta.at(-1)).toBe("</rss>");
    expect(await feedChannel("google")).toMatchObject({
      feed_url: `https://files.example/feeds/${token}/gmcfeed.google.txt`,
      file: { format: "tsv", rows: ROWS, omitted_rows: 0, bytes: Buffer.byteLength(`${google.join("\n")}\n`) },
      findings: { errors: expect.any(Number), warnings: expect.any(Number), muted: 0 },
    });
  });

  test("gives each row what was computed beside all rows, and writes no attribute that is blank in all of them", async () => {
    const [header, ...rows] = await rowsOfLines();
    expect(header).toEqual(["id", "title", "place"]);
    expect(rows.map(([id, , place]) => [id, place])).toEqual(
      Array.from({ length: ROWS }, (_, at) => [`shopify_US_${at + 1}_${1_001 + at}`, String(ROWS - at)]),
    );
    expect(await find(LINES)).toMatchObject({ contentType: "application/gzip", gzip: null });
  });

  test("is debugged with what the channel's file says, and what was computed beside all rows", async () => {
    const { rows } = await debug("openai", ["1002"]);
    const values = { id: "shopify_US_2_1002", title: `<b>Fish & "Chips"</b>, 12"`, place: String(ROWS - 1) };
    expect((await rowsOfLines())[2]).toEqual(Object.values({ ...values, title: `"<b>Fish & ""Chips""</b>, 12"""` }));
    expect(rows[0]?.["rendered"]).toEqual({ renderer: "openai_lines", columns: Object.keys(values), values });
  });

  test("makes the same bytes of the same rows", async () => {
    const files = () => Promise.all(["gmcfeed.google.txt", "gmcfeed.meta.xml", LINES].map((name) => find(name)));
    const before = await files();
    await run();
    const after = await files();
    const bytesOf = (file: (typeof after)[number]) =>
      typeof file === "object" ? { key: file.key, all: [file.sha256, file.bytes, file.gzip?.sha256] } : undefined;
    for (const [at, file] of after.entries()) {
      expect(bytesOf(file)?.all).toEqual(bytesOf(before[at])?.all);
      expect(bytesOf(file)?.key).not.toBe(bytesOf(before[at])?.key);
    }
  });

  test("leaves rows with errors out if the settings say so, and compares how many a file has with the channel's own last file", async () => {
    const drops = (slug: string) =>
      perform(services, listed.shop, listFindings, {
        path: { feed_id: String(listed.primaryId), slug },
        query: { code: "product_count_drop" },
      });
    const all = await rowsOfLines();
    expect(await drops("google")).toEqual([]);
    await assign("google", { omit_rows_with_errors: true });
    await assign("openai", { omit_rows_with_errors: true, extra_attributes: ["custom_label_4"] });
    // Its first file, which has fewer rows than the canonical one.
    await assign("pinterest", { omit_rows_with_errors: true });
    const kept = all.filter(([, title]) => !title?.endsWith("7"));
    await run();
    expect(await rowsOfLines()).toEqual(kept);
    expect(await feedChannel("openai")).toMatchObject({
      file: { rows: ROWS - ROWS / 10, omitted_rows: ROWS / 10 },
      findings: { errors: 1, warnings: 0, muted: 0 },
    });
    expect([await feedChannel("google"), await feedChannel("pinterest")]).toMatchObject([{ file: { rows: 0 } }, { file: { rows: 0 } }]);
    expect(await drops("google")).toHaveLength(1);
    expect(await drops("pinterest")).toEqual([]);
    const rule = { type: "set_value", target: "custom_label_4", value: "last", condition: `[D]sku = "SKU-${ROWS}"` };
    const { id } = await ask<{ readonly id: string }>(createRule, {}, { rule });
    await run();
    expect(await drops("google")).toEqual([]);
    const [header, ...lines] = await rowsOfLines();
    // An attribute that a single row has is written.
    expect([header, lines.at(-1)]).toEqual([
      [...(all[0] ?? []), "custom_label_4"],
      [...(kept.at(-1) ?? []), "last"],
    ]);
    await ask(deleteRule, { id });
    await ask(removeChannel, { slug: "pinterest" });
  });

  test("that can't make a file, or check the rows for it, fails, says of which channel, and the last files go on being served", async () => {
    const before = [await find("gmcfeed.txt"), await find(LINES)];
    for (const [slug, named] of [
      ["amazon", "Failing trial"],
      ["snapchat", "Failing check"],
    ] as const) {
      await assign(slug);
      expect(await run()).toMatchObject({
        status: "failed",
        error_code: "channel_file_failed",
        error_details: expect.stringContaining(named),
      });
      expect([await find("gmcfeed.txt"), await find(LINES)]).toEqual(before);
      await ask(removeChannel, { slug });
    }
    expect(await run()).toMatchObject({ status: "completed", publication: "live" });
  });
});

describe("the address of a channel's file", () => {
  test("is gone with the feed, and unknown for what is no channel of the run", async () => {
    for (const name of [
      "gmcfeed.meta.csv",
      "gmcfeed.openai.csv",
      "gmcfeed.constructor.txt",
      "gmcfeed-de.openai.xml",
      "gmcfeed.openai.lines",
    ])
      expect(await find(name)).toBeUndefined();
    const setActive = (active: boolean) =>
      listed.database.db.updateTable("feeds").set({ active }).where("id", "=", listed.primaryId).execute();
    await setActive(false);
    expect(await find(LINES)).toBe("gone");
    await setActive(true);
  });

  test("of a former format, or of a channel that was removed, is unknown once the next run is live", async () => {
    await assign("openai", { format: "xml" });
    await ask(removeChannel, { slug: "meta" });
    expect(await find(LINES)).toMatchObject({ contentType: "application/gzip" });
    expect(await find("gmcfeed.meta.xml")).toBeTypeOf("object");
    expect(await feedChannel("openai")).toMatchObject({ feed_url: null, file: { format: "lines" } });
    await run();
    expect([await find(LINES), await find("gmcfeed.meta.xml")]).toEqual([undefined, undefined]);
    expect(await find("gmcfeed.openai.xml")).toMatchObject({ contentType: "application/xml; charset=utf-8" });
  });
});

test("A run that is held holds all its files, and brings them with it; published again, its files must be whole.", async () => {
  await assign("openai", { format: "xml" });
  const live = await run();
  const before = await find("gmcfeed.openai.xml");
  await assign("openai");
  await ask(changeSettings, {}, { id_format: "sku" });
  const held = await run();
  expect(held).toMatchObject({ publication: "held" });
  expect(await find("gmcfeed.openai.xml")).toEqual(before);
  expect(await find(LINES)).toBeUndefined();
  await ask(publishRun, { run_id: held.id });
  expect(await find("gmcfeed.openai.xml")).toBeUndefined();
  expect((await rowsOfLines())[1]?.[0]).toBe("SKU-1");
  const file = await find(LINES);
  await ask(publishRun, { run_id: live.id });
  expect(linesOf(await served("gmcfeed.openai.xml"))[3]).toContain("<g:id>shopify_US_1_1001</g:id>");
  expect((await findFeed(listed.shop, listed.primaryId))?.live_run_id).toBe(Number(live.id.replace("run_", "")));
  const path = objectPath(typeof file === "object" ? file.key : "");
  const bytes = await readFile(path);
  await writeFile(path, Buffer.from(bytes).fill(65, 20, 30));
  await expect(ask(publishRun, { run_id: held.id })).rejects.toMatchObject({ code: "object_damaged" });
  await rm(path);
  await expect(ask(publishRun, { run_id: held.id })).rejects.toMatchObject({ code: "invalid_param" });
  await ask(changeSettings, {}, { id_format: "global" });
});

describe("debugged rows", () => {
  test("have nothing rendered where they're excluded or no channel is asked for", async () => {
    const rule = { type: "exclude", reason: "Sold out", condition: '[D]sku = "SKU-5"' };
    const { id } = await ask<{ readonly id: string }>(createRule, {}, { rule });
    await assign("openai", { format: "xml" });
    const { rows } = await debug("openai", ["1005", "1006"]);
    expect(rows).toMatchObject([
      { excluded: true, rendered: null },
      { excluded: false, rendered: { renderer: "openai_xml", values: { title: "Product 6" } } },
    ]);
    const plain = await ask<{ readonly rows: readonly Answer[] }>(debugRows, {}, { row_ids: ["1006"] });
    expect(plain.rows[0]).not.toHaveProperty("rendered");
    await ask(deleteRule, { id });
  });

  test("have nothing rendered where the channel leaves out rows with errors", async () => {
    await assign("openai", { omit_rows_with_errors: true });
    const { rows } = await debug("openai", ["1006", "1007"]);
    expect(rows).toMatchObject([{ rendered: { values: { title: "Product 6" } } }, { excluded: false, rendered: null }]);
    await assign("openai");
  });

  test("are refused for a channel that isn't assigned, or that this version can't render", async () => {
    await expect(debug("microsoft", ["1001"])).rejects.toMatchObject({ code: "resource_not_found" });
    await assign("openai");
    const rename = (from: string, to: string) =>
      listed.database.db.updateTable("feed_channels").set({ channel: to }).where("channel", "=", from).execute();
    await rename("openai", "tomorrow");
    await expect(debug("tomorrow", ["1001"])).rejects.toMatchObject({ code: "channel_not_renderable" });
    await rename("tomorrow", "openai");
  });
});

test("The rows that a rule makes of one stand in channels' files as in the canonical file, and only those with errors are left out.", async () => {
  await ask(changeSettings, {}, { publish_guard: { enabled: false } });
  await ask(createRule, {}, { rule: { type: "split_row", over: '=list([D]title & ";" & [D]title & "8", ";")', target: "title" } });
  await assign("google");
  await assign("openai", { omit_rows_with_errors: true });
  expect(await run()).toMatchObject({ status: "completed", publication: "live" });
  const canonical = readFeedFile((await served("gmcfeed.txt")) ?? "");
  expect(canonical.slice(0, 3).map((row) => row["title"])).toEqual(["Product 1", "Product 18", expect.stringContaining("Fish")]);
  expect(canonical.length).toBeGreaterThan(ROWS);
  const ids = (rows: typeof canonical) => rows.map((row) => row["id"]);
  expect(ids(readFeedFile((await served("gmcfeed.google.txt")) ?? ""))).toEqual(ids(canonical));
  const kept = readFeedFile((await served("gmcfeed.openai.lines.gz")) ?? "");
  expect(ids(kept)).toEqual(ids(canonical.filter((row) => !row["title"]?.endsWith("7"))));
  expect(await feedChannel("openai")).toMatchObject({ file: { rows: kept.length, omitted_rows: canonical.length - kept.length } });
});

test("A file that has no rows is its header.", async () => {
  await ask(changeSettings, {}, { publish_guard: { enabled: false } });
  await ask(createRule, {}, { rule: { type: "exclude", reason: "All" } });
  await assign("google");
  await run();
  expect(await served("gmcfeed.google.txt")).toBe("id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\n");
});
