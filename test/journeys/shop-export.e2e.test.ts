import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { apiClient, type ApiAnswer, type ApiClient, eventually } from "../harness/api-client.ts";
import { csvShop } from "../harness/csv-shop.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";

/** A merchant's own export, beside a running service: from the file to every endpoint that shows what came of it. */

const EXPORT = [
  "\uFEFFHandle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Gift Card,Variant Image,Variant Weight Unit,Status,Stoff (product.metafields.custom.fabric)",
  'wool-scarf,"Wool ""Highland"" Scarf","<p>Line one\r\nline two &amp; more</p>",Hazel,Scarves,"warm, wool",TRUE,Colour,Red,Size,S,SC-1,250,shopify,3,deny,12.9,20,4006381333931,https://images.example/scarf-1.jpg,1,FALSE,,kg,active,Merino',
  "wool-scarf,,,,,,,,Blue,,S,SC-2,250,shopify,0,deny,12.9,,,https://images.example/scarf-2.jpg,2,,https://images.example/scarf-2.jpg,kg,,",
  "wool-scarf,,,,,,,,,,,,,,,,,,,https://images.example/scarf-3.jpg,3,,,,,",
  "wool-scarf,,,,,,,,Blue,,L,SC-2,250,shopify,-1,continue,15,,,,,,,kg,,",
  "gift,Gift card,,Hazel,Cards,,TRUE,Title,Default Title,,,,,,,deny,25,,,,,TRUE,,,active,",
  "draft,Not yet,,Hazel,Cards,,FALSE,Title,Default Title,,,,,,,deny,1,,,,,FALSE,,,draft,",
  "",
].join("\r\n");

let home: ClonedService;
let client: ApiClient;
let feedUrl: string;
let shopId: number;
let installed: Readonly<Record<string, unknown>>;

async function addShop(name: string, content: string | Buffer, domain: string): Promise<Readonly<Record<string, unknown>>> {
  const file = join(home.dataDir, name);
  await writeFile(file, content);
  return members(
    parseJson(
      await home.command("shop", "add", "--csv", file, "--domain", domain, "--currency", "USD", "--country", "US", "--json").output,
    ),
  );
}

/** What is installed, without a process for each look. */
const exists = async (domain: string): Promise<boolean> =>
  (await home.database.db.selectFrom("shops").select("id").where("domain", "=", domain).execute()).length > 0;

const finished = ({ data }: ApiAnswer): boolean => data["status"] !== "running" && data["status"] !== "pending";
const run = async (): Promise<ApiAnswer> => {
  const started = await client.post("/feeds/feed_1/regenerate");
  expect(started.status).toBe(202);
  return eventually(() => client.get(`/feeds/feed_1/runs/${String(started.data["id"])}`), finished, 300_000);
};

beforeAll(async () => {
  home = await clonedService();
  await home.start();
  installed = await addShop("export.csv", EXPORT, "hazel.example");
  client = apiClient(home.url, String(installed["merchant_key"]));
  feedUrl = String(installed["feed_url"]);
  shopId = Number(installed["shop_id"]);
});
afterAll(() => home[Symbol.asyncDispose]());

describe("the feed of an export", () => {
  test("holds every variant that is sold exactly once, as Google's product data specification asks", async () => {
    const rows = readFeedFile(await (await fetch(feedUrl)).text());
    expect(rows.map((row) => [row["mpn"], row["size"], row["color"], row["availability"], row["price"], row["sale_price"]])).toEqual([
      ["SC-1", "S", "Red", "in_stock", "20.00 USD", "12.90 USD"],
      ["SC-2", "S", "Blue", "out_of_stock", "12.90 USD", ""],
      ["SC-2", "L", "Blue", "in_stock", "15.00 USD", ""],
    ]);
    expect(rows[0]).toMatchObject({
      title: 'Wool "Highland" Scarf',
      description: "Line one line two & more",
      link: "https://hazel.example/products/wool-scarf",
      gtin: "4006381333931",
      brand: "Hazel",
      shipping_weight: "0.25 kg",
      material: "Merino",
    });
    expect(rows[0]?.["id"]).toMatch(/^shopify_US_\d+_\d+$/);
    expect(new Set(rows.map((row) => row["item_group_id"])).size).toBe(1);
    expect(rows[1]?.["image_link"]).toBe("https://images.example/scarf-2.jpg");
  });

  test("is read back cell for cell by Python's csv", async () => {
    const text = await (await fetch(feedUrl)).text();
    const python = spawnSync("python3", ["-c", "import csv,json,sys; print(json.dumps(list(csv.reader(sys.stdin, delimiter='\\t'))))"], {
      input: text,
      encoding: "utf8",
    });
    // Where there is no Python the strict reader of these tests is the second opinion.
    const rows = python.status === 0 ? parseJson(python.stdout) : readFeedFile(text).map((row) => Object.values(row));
    const listed = (await client.get("/feeds/1/products?per_page=100")).list
      .filter((row) => row["excluded"] === false)
      .map((row) => Object.values(members(row["fields"])));
    expect(Array.isArray(rows) ? rows.slice(-listed.length) : rows).toEqual(listed);
  });

  test("shows every variant in the listing, excluded ones with their one reason", async () => {
    const { list, body } = await client.get("/feeds/feed_1/products");
    expect(body["meta"]).toEqual({ page: 1, per_page: 25, total: 5, total_pages: 1, has_more: false });
    expect(
      list
        .filter((row) => row["excluded"] === true)
        .map((row) => String(row["excluded_reason"]))
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(["Draft in the shop", "Gift card"]);
    const scope = (await client.get("/feeds/feed_1/scope")).data;
    expect(scope).toMatchObject({ status: "fresh", included_count: 3, excluded_count: 2, total_count: 5 });
  });

  test("is found by search in any case and sorted by number where the column is one", async () => {
    expect((await client.get("/feeds/1/products?search=HIGHLAND")).list).toHaveLength(3);
    const prices = (await client.get("/feeds/1/products?sort=price&order=desc&per_page=3")).list.map(
      (row) => members(row["fields"])["price"],
    );
    expect(prices).toEqual(["25.00 USD", "20.00 USD", "15.00 USD"]);
    expect((await client.get("/feeds/1/products?sort=nonsense")).code).toBe("invalid_request");
  });

  test("answers conditional, partial and compressed requests for one and the same file", async () => {
    const plain = await fetch(feedUrl, { headers: { "accept-encoding": "identity" } });
    const text = await plain.text();
    const etag = plain.headers.get("etag") ?? "";
    expect((await fetch(feedUrl, { headers: { "if-none-match": etag, "accept-encoding": "identity" } })).status).toBe(304);
    const part = await fetch(feedUrl, { headers: { range: "bytes=0-9" } });
    expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
      206,
      text.slice(0, 10),
      `bytes 0-9/${Buffer.byteLength(text)}`,
    ]);
    const head = await fetch(feedUrl, { method: "HEAD", headers: { "accept-encoding": "identity" } });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(Buffer.byteLength(text))]);
    const packed = await fetch(feedUrl, { headers: { "accept-encoding": "gzip" } });
    expect(packed.headers.get("etag")).not.toBe(etag);
    expect(await packed.text()).toBe(text);
  });
});

describe("the command line", () => {
  test("`shop add --json` has the counts, the warnings and the publication", () => {
    expect(installed).toMatchObject({
      status: "completed",
      extracted_products: 3,
      extracted_variants: 5,
      warnings: [],
      publication: "live",
      included_count: 3,
      excluded_count: 2,
      excluded_reasons: [
        { reason: "Draft in the shop", count: 1 },
        { reason: "Gift card", count: 1 },
      ],
      held_reasons: [],
      feeds: [{ feed_id: "feed_1", run_id: "run_1", publication: "live" }],
    });
  });

  test("`shop add` of a catalog that sells nothing shows its warnings, that its feed is held, and how to publish it", async () => {
    const file = join(home.dataDir, "drafts.csv");
    await writeFile(file, "Handle,Title,Variant Price,Variant Inventory Qty,Status\na,A,free,1,draft\n");
    const said = await home.command("shop", "add", "--csv", file, "--domain", "drafts.example").output;
    expect(said).toContain("Extracted 1 product, 1 variant.");
    expect(said).toMatch(/Warnings:\n {2}- Prices that aren't numbers, left blank: 1\. The first is on line 2\./);
    expect(said).toMatch(
      /Primary feed \((feed_\d+), (run_\d+)\): held: .*product.*\n {2}0 included, 1 excluded:\n {4}1 Draft in the shop\n/,
    );
    const [, feed = "", held = ""] = /\((feed_\d+), (run_\d+)\)/.exec(said) ?? [];
    expect(said).toContain(`feedwright runs publish --feed ${feed} --run ${held}`);
    const listed = await home.command("shop", "list").output;
    expect(listed).toMatch(new RegExp(`drafts\\.example +csv +0 +\\(not published: ${held} is held\\)`));
    expect(parseJson(await home.command("shop", "list", "--json").output)).toContainEqual(
      expect.objectContaining({ domain: "drafts.example", feed_url: null, held_run_id: held }),
    );
  });
});

describe("runs and extracts", () => {
  test("running again gives the same bytes and says that nothing changed", async () => {
    const { data } = await run();
    expect(data).toMatchObject({
      status: "completed",
      publication: "live",
      added_count: 0,
      removed_count: 0,
      changed_count: 0,
      included_count: 3,
    });
    const latest = await client.get("/feeds/1/runs/latest");
    expect(latest.data["id"]).toBe(data["id"]);
    expect((await client.get(`/feeds/1/runs/${String(data["id"])}/diff`)).list).toEqual([]);
  });

  test("an older run can be published again", async () => {
    const { list } = await client.get("/feeds/1/runs?per_page=100");
    const oldest = String(list.at(-1)?.["id"]);
    expect((await client.post(`/feeds/1/runs/${oldest}/publish`)).data).toMatchObject({ id: oldest, publication: "live" });
    expect((await client.get("/feeds/1")).data["last_run_id"]).toBe(oldest);
  });

  test("downloads are signed, carry the whole file and die when they are changed", async () => {
    const { data } = await client.get("/extracts/latest");
    const link = (await client.get(`/extracts/${String(data["id"])}/download`)).data;
    expect(link).toMatchObject({ object: "download_url", content_type: "text/csv", expires_in: 300 });
    const csv = await (await fetch(String(link["url"]))).text();
    expect(Buffer.byteLength(csv)).toBe(link["size_bytes"]);
    expect(csv.split("\n")[0]).toContain("metafield-fabric");
    expect((await fetch(String(link["url"]).replace(/signature=./, "signature=x"))).status).toBe(403);
  });

  test("an export taken again runs the feed again", async () => {
    const { data } = await client.post("/extracts", { type: "full" });
    const done = await eventually(() => client.get(`/extracts/${String(data["id"])}`), finished, 300_000);
    expect(done.data).toMatchObject({ status: "completed", progress: 100, product_count: 5, has_source_csv: true });
    await eventually(
      () => client.get("/feeds/1/runs/latest"),
      (answer) => finished(answer) && answer.data["extract_id"] === data["id"],
      30_000,
    );
  });

  test("a regenerate is one run and ends with it", async () => {
    expect((await client.post("/extracts", { type: "regenerate" })).code).toBe("missing_param");
    expect((await client.post("/extracts", { type: "nonsense" })).code).toBe("invalid_param");
    const { data } = await client.post("/extracts", { type: "regenerate", feed_id: "feed_1" });
    const done = await eventually(() => client.get(`/extracts/${String(data["id"])}`), finished, 300_000);
    expect(done.data).toMatchObject({ type: "regenerate", status: "completed", feed_id: "feed_1" });
    expect((await client.post(`/extracts/${String(data["id"])}/cancel`)).code).toBe("invalid_param");
  });
});

describe("the publish guard", () => {
  test("holds a file that loses most of its products, serves the last good one, and lets a person release it", async () => {
    const served = await (await fetch(feedUrl)).text();
    const file = join(home.dataDir, "smaller.csv");
    await writeFile(file, "Handle,Title,Variant Price\nlast,The last one,5\n");
    const said = members(parseJson(await home.command("extract", "--shop", "hazel.example", "--csv", file, "--json").output));
    expect(said).toMatchObject({
      status: "completed",
      publication: "held",
      included_count: 1,
      held_reasons: [{ code: "row_count_drop" }, { code: "id_change" }],
    });
    const held = (await client.get("/feeds/1/runs/latest")).data;
    expect(held).toMatchObject({
      status: "completed",
      publication: "held",
      has_output: true,
      held_reasons: [{ code: "row_count_drop" }, { code: "id_change" }],
    });
    expect(await (await fetch(feedUrl)).text()).toBe(served);
    expect((await client.get("/feeds/1")).data["last_run_id"]).not.toBe(held["id"]);
    expect((await client.post(`/feeds/1/runs/${String(held["id"])}/publish`)).data).toMatchObject({ publication: "live" });
    expect(readFeedFile(await (await fetch(feedUrl)).text())).toHaveLength(1);
  });
});

describe("what is no export", () => {
  test("is refused with a sentence, and nothing is installed", async () => {
    await expect(addShop("words.csv", "these are words\nand more\n", "bad.example")).rejects.toThrow(/Handle/);
    expect(await exists("bad.example")).toBe(false);
  });

  test("a taken domain is refused, and the shop that has it stays as it is", async () => {
    await expect(addShop("again.csv", EXPORT, "hazel.example")).rejects.toThrow(/already installed/);
    expect((await client.get("/shop")).data["id"]).toBe(`shop_${shopId}`);
  });
});

describe("a shop in another language", () => {
  let laden: ApiClient;
  test("keeps the language and time zone that `shop add` was given; one that is none installs nothing", async () => {
    const file = join(home.dataDir, "laden.csv");
    await writeFile(file, "Handle,Title,Variant Price\nschal,Schal,5\n");
    const add = (...more: readonly string[]) =>
      home.command("shop", "add", "--csv", file, "--domain", "laden.example", "--json", ...more).output;
    await expect(add("--time-zone", "Berlin")).rejects.toThrow(/Berlin isn't a time zone\. Give an IANA name such as Europe\/Berlin\./);
    expect(await exists("laden.example")).toBe(false);
    const added = members(parseJson(await add("--language", "de", "--time-zone", "Europe/Berlin")));
    laden = apiClient(home.url, String(added["merchant_key"]));
    const shop = await laden.get("/shop");
    expect(shop.data).toMatchObject({ primary_locale: "de", languages: ["de"], time_zone: "Europe/Berlin" });
  });

  test("has feeds in the languages of the translation export that is brought beside it", async () => {
    const french = { feed_type: "language", display_name: "Français", locale: "fr" };
    const refused = await laden.post("/feeds", french);
    expect([refused.code, members(refused.body["error"])["message"]]).toEqual(["translation_scope_missing", expect.stringContaining("--translations FILE")]); // prettier-ignore
    const file = join(home.dataDir, "translations.csv");
    const rows = ["PRODUCT,'7,title,fr,,,Schal,Écharpe", "PRODUCT,'7,handle,fr,,,schal,echarpe", "PRODUCT,'8,title,it,,,Hut,Cappello"];
    await writeFile(file, `Type,Identification,Field,Locale,Market,Status,Default content,Translated content\n${rows.join("\n")}\n`);
    const said = members(parseJson(await home.command("extract", "--shop", "laden.example", "--translations", file, "--json").output));
    expect(said).toMatchObject({
      status: "completed",
      warnings: [{ code: "quantity_missing" }, { code: "translation_unplaced", count: 1 }],
    });
    expect((await laden.get("/shop")).data["languages"]).toEqual(["de", "fr", "it"]);
    const made = (await laden.post("/feeds", french)).data;
    await eventually(() => laden.get(`/feeds/${String(made["id"])}/runs/latest`), finished, 300_000);
    const { data: feed } = await laden.get(`/feeds/${String(made["id"])}`);
    const [row] = readFeedFile(await (await fetch(String(feed["feed_url"]))).text());
    expect(row).toMatchObject({ title: "Écharpe", link: "https://laden.example/fr/products/echarpe" });
    expect((await laden.post("/feeds", { ...french, locale: "es", display_name: "Español" })).code).toBe("invalid_param");
  });
});

describe("an export with prices of a market that no country is named after", () => {
  test("has the currency that `--market` of `shop add` or `extract` says, and remembers it; prices in no known currency aren't written", async () => {
    const file = join(home.dataDir, "nordics.csv");
    await writeFile(file, "Handle,Title,Variant Inventory Qty,Variant Price,Price / Nordics,Price / Baltics\nhat,Hat,1,79,999,89\n");
    const add = (...more: readonly string[]) =>
      home.command("shop", "add", "--csv", file, "--domain", "nord.example", "--currency", "EUR", "--country", "DE", "--json", ...more)
        .output;
    await expect(add("--market", "Nordics")).rejects.toThrow(/Nordics/);
    const added = members(parseJson(await add("--market", "Nordics=SEK")));
    expect(added["warnings"]).toMatchObject([{ code: "market_currency_unknown", count: 1, message: expect.stringContaining('"Baltics"') }]);
    const nord = apiClient(home.url, String(added["merchant_key"]));
    const pricesIn = async (market: string): Promise<readonly unknown[]> => {
      const feed = (await nord.post("/feeds", { feed_type: "market", display_name: market, target_market: market })).data;
      const rows = `/feeds/${String(feed["id"])}`;
      const made = await eventually(() => nord.get(`${rows}/runs/latest`), finished, 300_000);
      const row = (await nord.get(`${rows}/products`)).list[0];
      return [feed["currency"], made.data["publication"], row?.["excluded_reason"], members(row?.["fields"])["price"]];
    };
    expect(await pricesIn("Nordics")).toEqual(["SEK", "live", null, "999.00 SEK"]);
    expect(await pricesIn("Baltics")).toEqual([null, "held", "Currency of market Baltics unknown: set market_currency", ""]);
    const again = await home.command("extract", "--shop", "nord.example", "--csv", file, "--market", "baltics=EUR", "--json").output;
    const { warnings, feeds } = members(parseJson(again));
    expect([warnings, feeds]).toMatchObject([[], [{}, { publication: "live" }, { publication: "live", included_count: 1 }]]);
  });
});

describe("`shop remove`", () => {
  test("changes nothing without a confirmation, and erases the shop with one", async () => {
    const { client: gone, feedUrl: url } = await csvShop(home, "gone.example", EXPORT);
    expect((await fetch(url)).status).toBe(200);
    await expect(home.command("shop", "remove", "gone.example").output).rejects.toThrow(
      /This would permanently remove gone\.example \(shop_\d+\) with 1 feed, 1 API key, 1 extract and all files\. To do that, add --yes/,
    );
    expect(await exists("gone.example")).toBe(true);
    const said = await home.command("shop", "remove", "gone.example", "--yes").output;
    expect(said).toMatch(/^Removed gone\.example \(shop_\d+\) with 1 feed, 1 API key, 1 extract and all files\.\n$/);
    expect(await exists("gone.example")).toBe(false);
    expect((await fetch(url)).status).toBe(404);
    expect((await gone.get("/shop")).status).toBe(401);
    await expect(home.command("shop", "remove", "gone.example", "--yes").output).rejects.toThrow(/There is no shop gone\.example/);
  });

  test("answers one JSON object, takes the id, and frees the domain", async () => {
    const gone = await csvShop(home, "gone.example", EXPORT);
    const said = parseJson(await home.command("shop", "remove", gone.id, "--yes", "--json").output);
    expect(said).toEqual({
      ...{ shop_id: Number(gone.id.replace("shop_", "")), shop: gone.id, domain: "gone.example" },
      ...{ feed_count: 1, key_count: 1, extract_count: 1, removed: true },
    });
  });
});

describe("another tenant's objects", () => {
  test("are not found, like what never was", async () => {
    const { client: stranger } = await csvShop(home, "other.example", EXPORT);
    for (const route of ["/feeds/feed_1", "/feeds/1/products", "/feeds/1/runs/1", "/extracts/1", "/extracts/1/download"]) {
      const foreign = await stranger.get(route);
      const missing = await stranger.get(route.replace(/1(?=\/|$)/, "999999"));
      expect([route, foreign.status, foreign.code]).toEqual([route, 404, "resource_not_found"]);
      expect({ ...members(foreign.body["error"]), request_id: "" }).toEqual({ ...members(missing.body["error"]), request_id: "" });
    }
  });
});
