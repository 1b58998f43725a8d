import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type CsvShop, csvShop } from "../harness/csv-shop.ts";
import { consoleSuite, pressSequence, typeAfter } from "./console.suite.ts";

const { at, client, service } = consoleSuite({}, "published");
const SOURCE = "/console/shops/1/feeds/1/source";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** The table of rows, once its first page is there. */
async function sourceGrid(page: Page): Promise<Locator> {
  const grid = page.getByRole("grid", { name: "Source data" });
  await grid.getByText("Alder Bowl in glass").first().waitFor();
  return grid;
}

const cell = (grid: Locator, row: number, column: number) => grid.locator(`[id$="-${row}-${column}"]`);

/** The table is drawn in the frame after the bar's. */
async function says(found: Locator, text: string): Promise<void> {
  await expect.poll(() => found.innerText()).toBe(text);
}

describe("source data", () => {
  test("a cell is edited, reviewed, applied with a run and taken back: by pointer in three clicks, by keys in none", () =>
    at("/console/shops/1/feeds/1", async ({ page, clicks }) => {
      await page.getByRole("link", { name: "Source data" }).click();
      const grid = await sourceGrid(page);
      // The first cell is where the focus goes.
      await grid.focus();
      await page.keyboard.type("Bowl, edited");
      await page.keyboard.press("Enter");
      await page.getByText("1 edit in 1 row").waitFor();
      await page.getByRole("button", { name: "Review" }).click();
      await page.getByText("1 row of the file would change, 0 would leave and 0 would come back.").waitFor();
      await page.getByRole("button", { name: "Apply and run" }).click();
      await page.getByText("1 edit applied").waitFor();
      expect(await clicks()).toBe(3);
      const { data } = await client().call("source.rows", { path: { id: "feed_1" }, query: { edited: true, columns: "title" } });
      expect(data).toMatchObject([{ values: { title: "Alder Bowl in glass" }, edited: { title: "Bowl, edited" } }]);
      await page.keyboard.press("Control+z");
      await page.getByText("1 edit applied").waitFor({ state: "detached" });
      const edited = async () => (await client().call("source.rows", { path: { id: "feed_1" }, query: { edited: true } })).meta.total;
      await expect.poll(edited).toBe(0);

      await pressSequence(page, "g", "s");
      await says(cell(grid, 0, 0), "Alder Bowl in glass");
      await grid.focus();
      await page.keyboard.type("Bowl, by keys");
      await page.keyboard.press("Enter");
      await page.getByText("1 edit in 1 row").waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByText("1 row of the file would change").waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByText("1 edit applied").waitFor();
      expect(await clicks()).toBe(3);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("1 edit applied").waitFor({ state: "detached" });
    }));

  test("cells are copied, pasted in a block, filled down, restored and undone", () =>
    at(SOURCE, async ({ page }) => {
      const grid = await sourceGrid(page);
      await cell(grid, 0, 0).click();
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Control+c");
      const copied = "Alder Bowl in glass\tÅngelund Väv\nAlder Bowl in glass\tÅngelund Väv";
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
      await page.evaluate(() => navigator.clipboard.writeText('First\tA\n"with ""quotes"""\tB'));
      await cell(grid, 0, 0).click();
      await page.keyboard.press("Control+v");
      await page.getByText("4 edits in 2 rows").waitFor();
      await says(cell(grid, 1, 0), 'with "quotes"');
      await says(cell(grid, 1, 1), "B");
      await cell(grid, 1, 1).click();
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Control+d");
      await page.getByText("6 edits in 4 rows").waitFor();
      await says(cell(grid, 3, 1), "B");
      await page.keyboard.press("Control+z");
      await page.getByText("4 edits in 2 rows").waitFor();
      await cell(grid, 0, 0).click();
      await page.keyboard.press("Delete");
      await page.getByText("3 edits in 2 rows").waitFor();
      await says(cell(grid, 0, 0), "Alder Bowl in glass");
      await page.getByRole("link", { name: "Products", exact: true }).click();
      await page.getByRole("alertdialog").getByText("3 edits would be lost.").waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByText("3 edits in 2 rows").waitFor({ state: "detached" });
    }));

  test("Escape leaves a cell as it was, and Enter's edit is one step of undo", () =>
    at(SOURCE, async ({ page }) => {
      const grid = await sourceGrid(page);
      await cell(grid, 0, 0).click();
      await page.keyboard.press("F2");
      await page.keyboard.type(", forgotten");
      await page.keyboard.press("Escape");
      await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press("F2");
      await page.keyboard.type(", kept");
      await page.keyboard.press("Enter");
      await page.getByText("1 edit in 1 row").waitFor();
      await says(cell(grid, 0, 0), "Alder Bowl in glass, kept");
      await page.keyboard.press("Control+z");
      await page.getByText("1 edit in 1 row").waitFor({ state: "detached" });
      await says(cell(grid, 0, 0), "Alder Bowl in glass");
    }));

  test("a filter without rows is named and can be cleared", () =>
    at(`${SOURCE}?filter=${encodeURIComponent("[D]price < 0")}&find=bowl&edited=true`, async ({ page, checkAccess }) => {
      await page.getByText("Nothing matches “bowl”, [D]price < 0, edited rows only").waitFor();
      await checkAccess();
      await page.getByRole("button", { name: "Clear the filter" }).last().click();
      await sourceGrid(page);
      expect(new URL(page.url()).search).toBe("");
      await page.getByText("1,487 rows").waitFor();
    }));

  test("rows are filtered, sorted and found, and a wrong condition says where", () =>
    at(SOURCE, async ({ page }) => {
      const grid = await sourceGrid(page);
      await typeAfter(page, "f", '[D]vendor = "Maison Brimousse" and [D]price < 50');
      await page.keyboard.press("Enter");
      await grid.getByText("Maison Brimousse").first().waitFor();
      const { meta } = await client().call("source.rows", {
        path: { id: "feed_1" },
        query: { filter: '[D]vendor = "Maison Brimousse" and [D]price < 50' },
      });
      await page.getByText(`${meta.total} rows`).waitFor();
      await page.getByRole("columnheader", { name: "title" }).click();
      await page.waitForURL(/sort=title/);
      await expect.poll(async () => Number(await page.getByRole("grid").getAttribute("aria-rowcount"))).toBe(meta.total + 1);
      await page.getByLabel("Filter").fill("[D]vendr = 1");
      await page.keyboard.press("Enter");
      await page.getByText(/vendr/).last().waitFor();
      await page.getByText("The rows are shown once the filter is right.").waitFor();
    }));

  test("a computed column is locked, and says so", () =>
    at(`${SOURCE}?columns=canonical_margin_pct,title`, async ({ page }) => {
      const grid = await sourceGrid(page);
      await cell(grid, 0, 0).click();
      await page.getByText("This column is computed from other columns, so it's locked.", { exact: false }).waitFor();
      expect(await cell(grid, 0, 0).getAttribute("aria-readonly")).toBe("true");
      await page.keyboard.type("5");
      await page.keyboard.press("Enter");
      await page.evaluate(() => navigator.clipboard.writeText("7\tPasted"));
      await cell(grid, 0, 0).click();
      await page.keyboard.press("Control+v");
      await page.getByText("1 edit in 1 row").waitFor();
      await says(cell(grid, 0, 1), "Pasted");
      await page.getByRole("button", { name: "Discard" }).click();
    }));

  test("a long table is scrolled without a task that holds the page up, and far cells are reached by keys", () =>
    at(SOURCE, async ({ page }) => {
      const grid = await sourceGrid(page);
      for (let step = 0; step < 40; step += 1) await grid.evaluate((element, top) => (element.scrollTop = top), step * 900);
      await grid.focus();
      await page.keyboard.press("Control+ArrowDown");
      await page.keyboard.press("End");
      const last = cell(grid, 1_486, 10);
      await last.waitFor();
      await expect.poll(async () => grid.getAttribute("aria-activedescendant")).toBe(await last.getAttribute("id"));
      await page.keyboard.press("Control+Home");
      await cell(grid, 0, 0).getByText("Alder Bowl in glass").waitFor();
    }));
});

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
    }));

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
      await page
        .getByRole("region", { name: /^Row / })
        .getByText(/^\d+ of \d+ attributes as in the feed$/)
        .first()
        .waitFor();
      await client().call("products.restore", { path: { id: "prod_41200000000001" } });
    });
  });

  test("is listed with the columns that a person chooses", () =>
    at("/console/shops/1/feeds/1/products", async ({ page }) => {
      const table = page.getByRole("table", { name: "Rows" });
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
      },
      { key: shop.key },
    ));
});
