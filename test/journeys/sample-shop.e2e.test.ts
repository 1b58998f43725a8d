import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { apiClient, type ApiClient, eventually } from "../harness/api-client.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { serviceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";
import { IN_TIME } from "../harness/slow-machine.ts";
import { readersAgree } from "../readers/readers-agree.ts";

/** A first start as a newcomer sees it, then stop and start again. */

const SIGN_IN_LINK = /http:\S+\/console\/sign-in#code=fwc_[\w-]{32}/;
const PUBLISHED_WITHIN_MS = 300_000;

/** Products that the platform says are bundles, by number; the canonical file has no column for it. */
const BUNDLES = /_8100000000(?:045|145)_/;

let home: ServiceHome;
let service: ServiceProcess;
let quickstart: Readonly<Record<string, unknown>>;
let merchant: ApiClient;
let feedUrl: string;

const readQuickstart = async () => members(parseJson(await readFile(join(home.dataDir, "quickstart.json"), "utf8")));

beforeAll(async () => {
  home = await serviceHome({ SAMPLE_SHOP: "1" });
  service = await home.start();
  await vi.waitFor(readQuickstart, IN_TIME);
  quickstart = await readQuickstart();
  merchant = apiClient(home.url, String(quickstart["merchant_key"]));
  feedUrl = String(quickstart["feed_url"]);
});
afterAll(() => home[Symbol.asyncDispose]());

/** What the service has written before it said that it was ready, since `from`. */
function linesBeforeReady(from: number): readonly string[] {
  const said = home.logged().slice(from);
  return said
    .slice(0, said.indexOf("Feedwright is ready."))
    .split("\n")
    .filter((line) => line !== "");
}

describe("a first start", () => {
  test("logs at most three lines before it is ready", async () => {
    await vi.waitFor(() => expect(home.logged()).toContain("Feedwright is ready."), IN_TIME);
    expect(linesBeforeReady(0).length).toBeLessThanOrEqual(3);
  });

  test("publishes the feed of the sample shop", async () => {
    await eventually(
      () => merchant.get("/feeds"),
      ({ list }) => list[0]?.["feed_url"] === feedUrl,
      PUBLISHED_WITHIN_MS,
    );
    const rows = readFeedFile(await (await fetch(feedUrl)).text());
    expect(rows.length).toBeGreaterThanOrEqual(1_000);
    // The platform's own numbers: the sample comes over Shopify's Admin API.
    for (const row of rows) expect(row["id"]).toMatch(/^shopify_IE_8100000\d{6}_412\d{11}$/);
    expect(new Set(rows.map((row) => row["id"])).size).toBe(rows.length);
  });

  test("publishes the files for Google and Meta beside it, and names them", async () => {
    const [google, meta] = [feedUrl.replace(/\.txt$/, ".google.txt"), feedUrl.replace(/\.txt$/, ".meta.csv")];
    expect(home.logged()).toContain(google);
    const canonical = await (await fetch(feedUrl)).text();
    const csv = await fetch(meta, { headers: { "accept-encoding": "gzip" } });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.headers.get("content-encoding")).toBe("gzip");
    const rows = readFeedFile(canonical);
    const attributes = rows.map(({ id = "" }) => ({ is_bundle: BUNDLES.test(id) ? "yes" : null }));
    const readings = await readersAgree([
      { channel: "google", format: "tsv", canonical, attributes, file: await (await fetch(google)).text() },
      { channel: "meta", format: "csv", canonical, attributes, file: await csv.text() },
    ]);
    expect(readings).toEqual([1, 2].map(() => ({ rows: rows.length, omitted: [], differences: [], faults: [], more: 0 })));
    const etag = csv.headers.get("etag") ?? "";
    expect((await fetch(meta, { headers: { "accept-encoding": "gzip", "if-none-match": etag } })).status).toBe(304);
    const part = await fetch(meta, { headers: { range: "bytes=0-1" } });
    expect([part.status, await part.text()]).toEqual([206, "id"]);
    const output = await home.command("channel", "list", "--feed", "feed_1").output;
    expect(output).toContain(google);
    expect(output).toContain(meta);
  });

  test("prints a link that signs in to the console of the sample shop once, and a command prints another", async () => {
    const [link = ""] = SIGN_IN_LINK.exec(home.logged()) ?? [];
    const printed = parseJson(await home.command("console", "--json").output);
    const other = (await home.command("console", "--shop", String(quickstart["shop_id"])).output).trim();
    for (const url of [link, String(members(printed)["url"]), other]) {
      expect(url.startsWith(`${home.url}/console/sign-in#code=`)).toBe(true);
      const send = () =>
        fetch(`${home.url}/v1/session`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ code: new URLSearchParams(new URL(url).hash.slice(1)).get("code") }),
        });
      const answer = await send();
      expect(answer.status).toBe(204);
      const cookie = String(answer.headers.get("set-cookie")).split(";", 1)[0] ?? "";
      const own = await fetch(`${home.url}/v1/session`, { headers: { cookie, "sec-fetch-site": "same-origin" } });
      expect(members(await own.json())["data"]).toMatchObject({
        key: { name: "Console", scopes: ["full_access"] },
        shop: { id: `shop_${String(quickstart["shop_id"])}` },
        secure_cookie: false,
      });
      expect((await send()).status).toBe(401);
    }
  });

  test("leaves quickstart.json for its owner alone, with everything a newcomer needs", async () => {
    const mode = (await stat(join(home.dataDir, "quickstart.json"))).mode & 0o777;
    expect(mode).toBe(0o600);
    expect(quickstart).toEqual({
      base_url: `${home.url}/v1`,
      console_url: `${home.url}/console`,
      merchant_key: expect.stringMatching(/^svc_live_sk_[0-9a-f]{40}$/),
      org_key: expect.stringMatching(/^svc_org_sk_[0-9a-f]{40}$/),
      admin_key: expect.stringMatching(/^svc_admin_sk_[0-9a-f]{40}$/),
      shop_id: expect.any(Number),
      feed_url: expect.stringMatching(/\/feeds\/[0-9a-f]{40}\/gmcfeed\.txt$/),
    });
  });

  test("gives an agency key that reads the shop by its id, and no other", async () => {
    const agency = apiClient(home.url, String(quickstart["org_key"]));
    expect((await agency.get(`/shop?shop_id=${String(quickstart["shop_id"])}`)).data["id"]).toBe(`shop_${String(quickstart["shop_id"])}`);
    expect((await agency.get("/shop?shop_id=999999")).code).toBe("shop_not_connected");
    expect((await agency.get("/shop")).code).toBe("invalid_request");
  });

  test("serves every image that the sample feed names", async () => {
    const rows = readFeedFile(await (await fetch(feedUrl)).text());
    const images = [...new Set(rows.map((row) => row["image_link"] ?? "").filter((url) => url !== ""))].slice(0, 40);
    expect(images.length).toBeGreaterThan(10);
    for (const image of images) {
      const answer = await fetch(image);
      await answer.arrayBuffer();
      expect([image, answer.status, answer.headers.get("content-type")]).toEqual([image, 200, "image/png"]);
    }
  });

  test("tells commands beside it its real address, whatever port they were given", async () => {
    const listed = parseJson(await home.commandWith({ PORT: "" }, "shop", "list", "--json").output);
    expect(listed).toMatchObject([{ feed_url: feedUrl }]);
    expect(await home.commandWith({ PORT: "1" }, "feed", "list", "--shop", "1").output).toContain(feedUrl);
  });

  test("keeps a second one on its port from making anything: a busy port is noticed first", async () => {
    const fresh = join(home.dataDir, "..", "fresh");
    await expect(home.commandWith({ DATA_DIR: fresh }, "start").output).rejects.toThrow(
      /ended with 1: Feedwright can't listen on 127\.0\.0\.1:\d+: another program is using the port\. Set PORT \(or HOST\) to another value\.\n$/,
    );
    await expect(stat(fresh)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("refuses a second instance on the same data directory with one clear sentence", async () => {
    await expect(home.command("start").output).rejects.toThrow(/Another Feedwright \(pid \d+, host \S+\) is already using/);
  });

  test("answers the reference to whoever asks, without a key", async () => {
    expect(await (await fetch(`${home.url}/docs`)).text()).toContain("Feedwright");
    expect(members(await (await fetch(`${home.url}/v1/openapi.json`)).json())["openapi"]).toBe("3.1.0");
    expect(await (await fetch(`${home.url}/healthz`)).json()).toEqual({ status: "ok" });
  });
});

describe("stop and start again", () => {
  test("stops cleanly on SIGTERM and keeps keys, data and the very file", async () => {
    const etag = async () => (await fetch(feedUrl, { method: "HEAD" })).headers.get("etag");
    const before = await etag();
    expect(await service.stop()).toBe(0);
    const from = home.logged().length;
    service = await home.start();
    await vi.waitFor(() => expect(home.logged().slice(from)).toContain("Feedwright is ready."), IN_TIME);
    expect(linesBeforeReady(from).length).toBeLessThanOrEqual(3);
    await expect.poll(readQuickstart, IN_TIME).toEqual(quickstart);
    const said = home.logged().slice(from);
    expect(said).toContain(`${home.dataDir}/quickstart.json`);
    expect(said).not.toMatch(/svc_\w+_sk_/);
    expect(await etag()).toBe(before);
    expect((await merchant.get("/extracts")).body["meta"]).toMatchObject({ total: 1 });
  });

  test("keeps the admin key out of quickstart.json as soon as there is a second shop, and goes on taking the key", async () => {
    const file = join(home.dataDir, "..", "second.csv");
    await writeFile(file, "Handle,Title,Variant Price\nmug,Mug,9.50\n");
    await home.command("shop", "add", "--csv", file, "--domain", "second.example", "--currency", "EUR").output;
    await expect.poll(readQuickstart, IN_TIME).toEqual({ ...quickstart, admin_key: null });
    const admin = apiClient(home.url, String(quickstart["admin_key"]));
    expect((await admin.get("/admin/shops")).list).toHaveLength(2);
  });
});
