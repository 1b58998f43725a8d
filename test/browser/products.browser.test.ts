import { describe, expect, test } from "vitest";
import { consoleSuite } from "./console.suite.ts";

const { at, client } = consoleSuite();

const EXCLUDED = "/console/shops/1/feeds/1/products?show=excluded";
const HOSTILE = "<img src=x onerror=\"document.documentElement.dataset.owned='1'\"><script>document.title='owned'</script> שלום 👩‍🚀";

async function excludedRow() {
  const { data, meta } = await client().call("feeds.products", { path: { id: "feed_1" }, query: { excluded: true, per_page: 1 } });
  const [row] = data;
  if (row === undefined) throw new Error("The sample shop leaves no row out");
  return { row, total: meta.total };
}

describe("a feed's products", () => {
  test("counts what is left out against all rows, and names a filter without results", () =>
    at(EXCLUDED, async ({ page }) => {
      await page.getByText("335 of 1,487 rows").waitFor();
      const rows = page.getByRole("table", { name: "Rows" });
      expect(await rows.getByRole("row").count()).toBe(51);
      await page.keyboard.press("j");
      expect(await page.locator("tr[data-selected=true]").count()).toBe(1);
      await page.goto("/console/shops/1/feeds/1/products?find=nosuchthing");
      await page.getByRole("heading", { name: /Nothing matches.*nosuchthing/ }).waitFor();
      await page.getByRole("button", { name: "Clear the filter" }).last().click();
      await page.getByText("1,487 rows").waitFor();
    }));

  test("fit a narrow screen in dark colours", () =>
    at(
      EXCLUDED,
      async ({ page }) => {
        await page.getByText("335 of 1,487 rows").waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      },
      { width: 390, height: 844, scheme: "dark" },
    ));
});

describe("why a product is missing", () => {
  test("is said by its id in the palette without a click, and its cause is a link", async () => {
    const { row } = await excludedRow();
    await at("/console/shops/1", async ({ page, clicks }) => {
      await page.getByRole("table", { name: "Feeds" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("A SKU, a page, what to do").fill(row.row_id);
      await page.keyboard.press("Enter");
      const primary = page.getByRole("list", { name: "Feeds" }).getByRole("listitem").filter({ hasText: "Primary feed" });
      await primary.waitFor();
      expect(new URL(page.url()).pathname).toBe(`/console/shops/1/products/${row.product_id}`);
      expect(await primary.innerText()).toContain(String(row.excluded_reason));
      expect(await clicks()).toBe(0);
      await primary.getByRole("link").nth(1).click();
      await page.waitForURL(/\/feeds\/1\/(?:settings|rules|selection)/);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await clicks()).toBeLessThanOrEqual(2);
    });
  });
});

describe("a product with hostile text", () => {
  test("shows it as text, in the layout, with every variant", async () => {
    const { row } = await excludedRow();
    const path = { id: row.product_id };
    await client().call("products.update", { path, body: { title: HOSTILE, description: "<b>wide</b>".repeat(1_500) } });
    try {
      await at(
        `/console/shops/1/products/${row.product_id}?feed=1`,
        async ({ page }) => {
          await page.getByRole("heading", { level: 1 }).filter({ hasText: "<img src=x" }).waitFor();
          await page.getByRole("region", { name: `Row ${row.row_id}, item 1` }).waitFor();
          await page.getByRole("table", { name: "Variants" }).waitFor();
          expect(await page.evaluate(() => document.documentElement.dataset["owned"])).toBeUndefined();
          expect(await page.title()).not.toBe("owned");
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        },
        { width: 390, height: 844 },
      );
    } finally {
      await client().call("products.restore", { path });
    }
  });
});
