import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type CsvShop, csvShop } from "../harness/csv-shop.ts";
import { consoleSuite, typeAfter } from "./console.suite.ts";

const { at, client, service } = consoleSuite({}, "published");

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

describe("a product", () => {
  test("is found by its SKU from anywhere, with where it is and why: no click, and two to the fix", () =>
    at("/console/shops/1", async ({ page, clicks }) => {
      await page.getByRole("table", { name: "Feeds" }).waitFor();
      await typeAfter(page, "Control+k", "WAS-7-1");
      await page.keyboard.press("Enter");
      await heading(page, "Isle Wash Bag in cork").waitFor();
      const feeds = page.getByRole("list", { name: "Feeds" });
      await feeds.getByRole("listitem").nth(2).waitFor();
      await expect.poll(() => feeds.getByText("Draft in the shop").count()).toBe(3);
      expect(await clicks()).toBe(0);
      await feeds.getByRole("link", { name: "Trace" }).first().click();
      const trace = page.getByRole("region", { name: /^Row / });
      await trace.getByText("leaves the row out: Draft in the shop").waitFor();
      const title = trace.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "title", exact: true }) });
      await title.getByText("Isle Wash Bag in cork").first().waitFor();
      await feeds
        .getByRole("link", { name: /unpublished products/ })
        .first()
        .click();
      await heading(page, "Settings").waitFor();
      expect(await clicks()).toBe(2);
    }));

  test("has values that a person overrides in every feed, and gives them back", () =>
    at("/console/shops/1/products/prod_41200000000001", async ({ page }) => {
      await page.getByRole("button", { name: "Override values" }).click();
      await page.getByLabel("title", { exact: true }).fill("A bowl of our own");
      await page.getByRole("button", { name: "Save overrides" }).click();
      await page.getByRole("heading", { name: "Overrides (1 field)" }).waitFor();
      const { data } = await client().call("products.get", { path: { id: "prod_41200000000001" } });
      expect(data.overrides).toEqual({ title: "A bowl of our own" });
      await page.getByRole("button", { name: "Restore the shop's values" }).click();
      await page.getByRole("heading", { name: "Overrides (none)" }).waitFor();
      await page.getByLabel("brand", { exact: true }).fill("Not saved");
      await page.getByRole("link", { name: "Overview" }).click();
      await page.getByRole("alertdialog").getByText("What you changed would be lost.").waitFor();
      await page.getByRole("button", { name: "Discard the changes" }).click();
      await page.getByRole("table", { name: "Feeds" }).waitFor();
    }));

  test("has overrides of two people at once: each keeps what the other wrote elsewhere, and the same field says so", () =>
    at(
      "/console/shops/1/products/prod_41200000000001",
      async ({ page }) => {
        const path = { id: "prod_41200000000001" };
        await page.getByRole("button", { name: "Override values" }).click();
        const title = page.getByLabel("title", { exact: true });
        await title.fill("Mine");
        await client().call("products.update", { path, body: { title: "Theirs", brand: "Their brand" } });
        await page.getByText(/Someone else has set this to .*Theirs.* meanwhile/).waitFor();
        expect(await title.inputValue()).toBe("Mine");
        // What the page hasn't heard of stays as it is, too.
        await page.route("**/v1/products/*", (route) =>
          route.request().method() === "GET" ? route.fulfill({ status: 503 }) : route.fallback(),
        );
        await client().call("products.update", { path, body: { mpn: "unheard of" } });
        await page.getByRole("button", { name: "Save overrides" }).click();
        const kept = async () => (await client().call("products.get", { path })).data.overrides;
        await expect.poll(kept).toEqual({ title: "Mine", brand: "Their brand", mpn: "unheard of" });
        await client().call("products.restore", { path });
      },
      { refused: [503] },
    ));

  test("has a form with every field of an override, and a trace that ends in the channels' files", async () => {
    await client().call("feed_channels.assign", { path: { feed_id: "feed_1", slug: "google" }, body: {} });
    await at("/console/shops/1/products/prod_41200000000001?feed=1", async ({ page }) => {
      await page.getByRole("button", { name: "Override values" }).click();
      const form = page.locator("form");
      await expect.poll(() => form.getByRole("textbox").count()).toBe(12);
      await form.getByRole("button", { name: /condition/ }).click();
      await page.getByRole("option", { name: "refurbished" }).click();
      await form.getByLabel("custom label 4").fill("Last one");
      await page.getByRole("button", { name: "Save overrides" }).click();
      await page.getByRole("heading", { name: "Overrides (2 fields)" }).waitFor();
      const { data } = await client().call("products.get", { path: { id: "prod_41200000000001" } });
      expect(data.overrides).toEqual({ condition: "refurbished", custom_label_4: "Last one" });
      expect(new URL(page.url()).search).toBe("?feed=1");
      await page
        .getByRole("region", { name: /^Row / })
        .getByText(/^\d+ of \d+ attributes as in the feed$/)
        .first()
        .waitFor();
      await client().call("products.restore", { path: { id: "prod_41200000000001" } });
    });
  });

  test("is listed with the columns that a person chooses, on the last page if the address names one past it", () =>
    at("/console/shops/1/feeds/1/products?page=9999", async ({ page }) => {
      const table = page.getByRole("table", { name: "Rows" });
      await page.getByText("1,451–1,487 of 1,487").waitFor();
      await table.getByRole("row").nth(1).waitFor();
      expect(new URL(page.url()).search).toBe("?page=30");
      await table.getByRole("columnheader", { name: "Brand" }).waitFor();
      await page.getByRole("button", { name: "3 columns" }).click();
      await page.getByLabel("Find a column").fill("gtin");
      await page.getByText("gtin", { exact: true }).click();
      await page.keyboard.press("Escape");
      await table.getByRole("columnheader", { name: "gtin" }).waitFor();
      expect(new URL(page.url()).searchParams.get("columns")).toBe("price,availability,brand,gtin");
    }));

  test("is left out with others that are chosen by keys, and taken in again", () =>
    at("/console/shops/1/feeds/1/products?show=included", async ({ page, clicks }) => {
      const overridden = async () => {
        const { data } = await client().call("products.list", { query: { feed_id: "feed_1", has_overrides: true } });
        return data.length;
      };
      await page.getByRole("table", { name: "Rows" }).waitFor();
      for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
      await page.getByRole("toolbar", { name: "2 rows chosen" }).getByRole("button", { name: "Leave out of every feed" }).focus();
      await page.keyboard.press("Enter");
      const said = page.getByRole("status").filter({ hasText: "2 products left out of every feed." });
      await said.getByRole("button", { name: "Undo" }).waitFor();
      expect(await overridden()).toBe(2);
      await said.getByRole("button", { name: "Undo" }).focus();
      await page.keyboard.press("Enter");
      await said.waitFor({ state: "detached" });
      await expect.poll(overridden).toBe(0);
      expect(await clicks()).toBe(0);
    }));

  test("is in or out by the list's filters, each named where nothing matches", () =>
    at("/console/shops/1/feeds/1/products?show=excluded&reason=Draft%20in%20the%20shop", async ({ page }) => {
      await page.getByText("74 of 1,487 rows").waitFor();
      const drafts = () => page.getByRole("table", { name: "Rows" }).getByText("Draft in the shop").count();
      await expect.poll(drafts).toBe(50);
      await page.getByRole("button", { name: "Next page" }).click();
      await expect.poll(drafts).toBe(24);
      await typeAfter(page, "/", "no such thing");
      await page.keyboard.press("Enter");
      await page.getByText("Nothing matches excluded, Draft in the shop, “no such thing”").waitFor();
      await page.getByRole("button", { name: "Clear the filter" }).last().click();
      await page.getByText("1,487 rows").waitFor();
    }));
});

const idOf = (id: unknown): string => String(id).replace(/^[a-z]+_/, "");

/** Runs in the page: texts of cells that aren't below the header of their column, or whose border is on the wrong side. */
function strayCells(grid: Element): readonly (string | null)[] {
  const leftOf = (element: Element) => Math.round(element.getBoundingClientRect().left);
  const lefts = new Map(Array.from(grid.querySelectorAll("[role=columnheader]"), (head) => [head.ariaColIndex, leftOf(head)]));
  return [...grid.querySelectorAll("[role=gridcell]")]
    .filter((found) => lefts.get(found.ariaColIndex) !== leftOf(found) || found.clientLeft !== 0)
    .map(({ textContent }) => textContent);
}

describe("text of a catalog that means harm", () => {
  const SCRIPT = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>";
  const RTL = "\u202Eمرحبا \u2066عالم";
  const ARABIC = "وعاء من الزجاج";
  const HTML = `<p style="position:fixed;inset:0">${"<b>wide</b>".repeat(1_500)}</p>`;
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const EXPORT = [
    "Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Status",
    `one,${quoted(SCRIPT)},${quoted(HTML)},${quoted(RTL)},TRUE,Title,Default Title,HARM-1,5,deny,10,active`,
    `two,${quoted(`${"W".repeat(300)} 👩‍👩‍👧‍👦`)},"",${quoted(SCRIPT)},TRUE,Title,Default Title,HARM-2,5,deny,12,active`,
    `three,${ARABIC},"",בית,TRUE,Title,Default Title,HARM-3,5,deny,14,active`,
    "",
  ].join("\n");
  let shop: CsvShop;
  let feed: string;
  beforeAll(async () => {
    shop = await csvShop(service(), "harm.example", EXPORT);
    const { list } = await shop.client.get("/feeds");
    feed = `/console/shops/${idOf(shop.id)}/feeds/${idOf(list[0]?.["id"])}`;
  });

  test.each(["products", "source", "runs", "rules/new"])("is text on the page of %s, in its place", (name) =>
    at(
      `${feed}/${name}`,
      async ({ page }) => {
        await heading(page, /./).waitFor();
        if (name === "products" || name === "source") await page.getByText("onerror=").first().waitFor();
        expect(await page.title()).not.toBe("owned");
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        const lists = await page.getByRole("table").all();
        for (const list of lists) expect(await list.evaluate((table) => table.getBoundingClientRect().right <= innerWidth)).toBe(true);
      },
      { key: shop.key, width: 390, height: 844 },
    ),
  );

  test("stays in its column where it's written from right to left, however far the table is scrolled", () =>
    at(
      `${feed}/source`,
      async ({ page }) => {
        const grid = page.getByRole("grid", { name: "Source data" });
        await grid.getByText(ARABIC).waitFor();
        await grid.getByText("בית").waitFor();
        expect(await grid.evaluate(strayCells)).toEqual([]);
        await grid.evaluate((element) => (element.scrollLeft = 300));
        expect(await grid.evaluate(({ scrollLeft }) => scrollLeft)).toBe(300);
        expect(await grid.evaluate(strayCells)).toEqual([]);
      },
      { key: shop.key, width: 800 },
    ));

  test("is text on the page of its product too", () =>
    at(
      `/console/shops/${idOf(shop.id)}`,
      async ({ page }) => {
        await page.getByRole("table", { name: "Feeds" }).waitFor();
        await typeAfter(page, "Control+k", "HARM-1");
        await page.keyboard.press("Enter");
        await heading(page, /onerror=/).waitFor();
        await page.getByText("<b>wide</b><b>wide</b>", { exact: false }).first().waitFor();
        expect(await page.title()).not.toBe("owned");
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        // A title of one long word leaves room for the columns after it.
        await page.goto(`${feed}/products`);
        const products = page.getByRole("table", { name: "Rows" });
        await products.getByText("WWW").waitFor();
        expect(await products.evaluate((table) => table.getBoundingClientRect().right <= innerWidth)).toBe(true);
      },
      { key: shop.key },
    ));
});
