import { afterAll, beforeAll, expect, test } from "vitest";
import { members } from "../../src/kernel/unsafe.ts";
import { type ApiClient, apiClient } from "../harness/api-client.ts";
import { csvShop, type CsvShop } from "../harness/csv-shop.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { agent, type Agent, type Cost } from "./agent.ts";

/**
 * Tasks a merchant gives an agent, done with the tools alone by a script in the model's place. Each looks at the end state over REST,
 * and says what the way there cost: calls exactly, bytes at most.
 */

const HEADER =
  "Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Cost per item,Image Src,Status";

interface Item {
  readonly handle: string;
  readonly title: string;
  readonly vendor: string;
  readonly barcode?: string;
  readonly price: number;
  readonly cost: number;
}

const exportOf = (items: readonly Item[]): string =>
  [
    HEADER,
    ...items.map(({ handle, title, vendor, barcode = "", price, cost }) =>
      [
        ...[
          handle,
          title,
          `${title} in solid oak, made to last.`,
          vendor,
          "Furniture",
          "TRUE",
          "Title",
          "Default Title",
          handle.toUpperCase(),
        ],
        ...[barcode, "5", "deny", price, cost, `https://cdn.example/${handle}.jpg`, "active"],
      ].join(","),
    ),
    "",
  ].join("\n");

const GTINS = ["4006381333931", "5901234123457", "9780201379624"];
const ITEMS: readonly Item[] = [
  { handle: "desk", title: "Writing desk", vendor: "Oakline", barcode: GTINS[0] ?? "", price: 400, cost: 100 },
  { handle: "chair", title: "Office chair", vendor: "Oakline", barcode: GTINS[1] ?? "", price: 200, cost: 110 },
  { handle: "shelf", title: "SOLID OAK SHELF FOR BOOKS", vendor: "Oakline", barcode: GTINS[2] ?? "", price: 100, cost: 80 },
  { handle: "stool", title: "FOLDING STOOL WITH CUSHION", vendor: "Birch & Co", price: 50, cost: 20 },
  { handle: "lamp", title: "Reading lamp", vendor: "Birch & Co", price: 80, cost: 30 },
];

let home: ClonedService;
let shops = 0;

beforeAll(async () => {
  home = await clonedService();
  await home.start();
});
afterAll(() => home[Symbol.asyncDispose]());

const newShop = (items = ITEMS): Promise<CsvShop> => csvShop(home, `agents-${(shops += 1)}.example`, exportOf(items));

/** The primary feed of a shop. */
async function feedOf(client: ApiClient): Promise<string> {
  return String((await client.get("/feeds")).list[0]?.["id"]);
}

/** Runs the feed and waits until it has ended. */
async function run(by: Agent, feedId: string): Promise<void> {
  const { answer } = await by.change("run_feed", { feed_id: feedId });
  const { id } = members(answer["data"]);
  const ended = await by.until("run_feed", { feed_id: feedId, mode: "status" }, ({ data }) => {
    const latest = members(data);
    return latest["id"] === id && latest["status"] !== "running" && latest["status"] !== "pending";
  });
  expect(members(ended["data"])).toMatchObject({ status: "completed", publication: { status: "live" } });
}

const rowsOf = async (client: ApiClient, feedId: string) =>
  Object.fromEntries(
    (await client.get(`/feeds/${feedId}/products?per_page=100`)).list.map((row) => {
      const values = members(row["output"]);
      return [
        String(values["link"])
          .replace(/^.*\/products\//, "")
          .replace(/\?.*$/, ""),
        values,
      ];
    }),
  );

function within(by: Agent, { calls, bytes }: Cost): void {
  const cost = by.cost();
  expect(cost.calls).toBe(calls);
  expect(cost.bytes).toBeLessThanOrEqual(bytes);
}

test("why is this product missing", async () => {
  const { client, key } = await newShop();
  const feed = await feedOf(client);
  await client.post(`/feeds/${feed}/rules`, { rule: { text: 'Exclude because "Clearance" when [D]title contains stool' } });
  await using by = await agent(home.url, key);
  await run(by, feed);
  const before = by.cost();
  const { data } = await by.read("product", { search: "folding stool" });
  const [inFeed] = members(data)["feeds"] as readonly unknown[];
  expect(members(inFeed)).toMatchObject({ feed_id: feed, state: "not_in_feed", what: "excluded_by_rule" });
  expect(JSON.stringify(inFeed)).toContain("Clearance");
  expect(by.cost().calls - before.calls).toBe(1);
  expect(by.cost().bytes - before.bytes).toBeLessThan(3_000);
});
