import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { consoleSuite } from "./console.suite.ts";

const { at, client } = consoleSuite();
const FEED = "/console/shops/1/feeds/1";
const WITHIN = { timeout: 60_000 };
const MAPPINGS = `${FEED}/mappings`;
const path = { feed_id: "feed_1" };

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const mappings = async () => (await client().call("columns.mappings", { path })).data.mappings;
const table = (page: Page) => page.getByRole("table", { name: "Mappings" });

afterAll(() => client().call("columns.change_mappings", { path, body: { reset: true } }));

describe("columns", () => {
  test("stand in the order of what is missing, with what they read, how full they are and what each channel requires", () =>
    at(MAPPINGS, async ({ page }) => {
      const rows = table(page).getByRole("row");
      await rows.nth(1).waitFor();
      await expect.poll(() => rows.nth(1).innerText()).toMatch(/image_link\s+\[D\]image_src\s+99\.\d %.*required.*required/s);
      const row = table(page)
        .getByRole("row")
        .filter({ has: page.getByRole("button", { name: "Edit gtin", exact: true }) });
      await expect.poll(() => row.innerText()).toMatch(/\[D\]barcode\s+\d+ %.*\+\d+/s);
      await page.keyboard.press("/");
      await page.keyboard.type("vendor");
      await page.keyboard.press("Enter");
      // The header, `brand`, and `identifier_exists`, whose expression reads the vendor too.
      await expect.poll(() => rows.count(), WITHIN).toBe(3);
      await page.getByRole("button", { name: "Edit brand", exact: true }).waitFor();
      await page.getByLabel("Find", { exact: true }).fill("no such column");
      await page.keyboard.press("Enter");
      await page.getByText("Nothing matches “no such column”").waitFor();
      await page.getByRole("button", { name: "Clear the filter" }).click();
      await expect.poll(() => rows.count(), WITHIN).toBeGreaterThan(20);
    }));

  test("one reads another source column, previewed with rows and findings before it's saved, and its default again", () =>
    at(MAPPINGS, async ({ page, clicks }) => {
      await table(page).getByRole("button", { name: "Edit gtin", exact: true }).click();
      const editor = page.getByRole("region", { name: "What gtin reads" });
      await editor.getByRole("combobox", { name: "Source column" }).focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.type("sku");
      await page.getByRole("option", { name: /^sku/ }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await editor.getByText(/rows would change, 0 would leave and 0 would come back/).waitFor();
      await editor.getByRole("list", { name: "Findings that change" }).getByText(/ new$/).first().waitFor();
      await editor.getByRole("list", { name: "Rows before and after" }).getByRole("listitem").first().waitFor();
      // Neither another column nor another part takes what isn't saved without a question.
      const asking = page.getByRole("alertdialog", { name: "Leave the mapping without saving it?" });
      for (const key of ["Escape", "j"]) {
        await editor.getByRole("heading").first().focus();
        await page.keyboard.press(key);
        await asking.getByRole("button", { name: "Cancel" }).press("Enter");
        await asking.waitFor({ state: "detached" });
      }
      await editor.getByRole("button", { name: "Save mapping" }).click();
      await expect.poll(async () => (await mappings())["gtin"], WITHIN).toBe("sku");
      expect(await clicks()).toBe(2);
      await table(page).getByText("changed").waitFor();
      await editor.getByRole("button", { name: "Reset to default" }).click();
      await editor.getByText(/rows would change/).waitFor();
      await editor.getByRole("button", { name: "Save and run" }).click();
      await expect.poll(async () => (await mappings())["gtin"], WITHIN).toBe("barcode");
      await table(page).getByText("changed").waitFor({ state: "detached" });
    }));

  test("one is given an expression by keys alone: columns and tables are completed, and a fault stands at its place", async () => {
    await client().call("lookups.put", {
      path: { name: "makers" },
      body: { columns: ["vendor", "brand"], rows: [["Maison Brimousse", "Brimousse"]] },
    });
    await at(`${MAPPINGS}?column=brand`, async ({ page, clicks }) => {
      const editor = page.getByRole("region", { name: "What brand reads" });
      await editor.getByRole("button", { name: /^a source column/ }).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      const text = editor.getByRole("textbox", { name: "Expression" });
      await text.focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.type("upper([D]vendr)");
      await editor.getByRole("list", { name: "Faults" }).getByText("Line 1, column 7: There is no source column vendr").waitFor();
      await page.keyboard.press("Control+a");
      await page.keyboard.type('lookup("');
      await page.getByRole("option", { name: "makers" }).waitFor();
      // A list that has just appeared takes no key: it might be meant for the text.
      await page.waitForTimeout(300);
      await page.keyboard.press("Enter");
      await page.keyboard.type('", [D]ven');
      await page.getByRole("option", { name: "vendor", exact: true }).waitFor();
      await page.waitForTimeout(300);
      await page.keyboard.press("Enter");
      await page.keyboard.type(', "brand", [D]vendor)');
      await editor.getByText(/rows? would change/).waitFor();
      await page.keyboard.press("Control+Enter");
      await expect.poll(async () => (await mappings())["brand"], WITHIN).toBe('=lookup("makers", [D]vendor, "brand", [D]vendor)');
      expect(await clicks()).toBe(0);
    });
    await client().call("columns.change_mappings", { path, body: { reset: true } });
  });

  test("a change that somebody else made meanwhile isn't overwritten unseen", () =>
    at(`${MAPPINGS}?column=mpn`, async ({ page }) => {
      const editor = page.getByRole("region", { name: "What mpn reads" });
      await editor.getByRole("button", { name: /^an expression/ }).click();
      await page.getByRole("option", { name: "nothing" }).click();
      await editor.getByText(/rows would change/).waitFor();
      await client().call("columns.change_mappings", { path, body: { mappings: { color: null } } });
      await editor.getByRole("button", { name: "Save mapping" }).click();
      await editor.getByText("Someone else has changed this feed since you opened it.").waitFor();
      await editor.getByRole("button", { name: "Put mine on top" }).click();
      await expect.poll(async () => (await mappings())["mpn"], WITHIN).toBe(null);
      expect((await mappings())["color"]).toBe(null);
      await page.getByRole("button", { name: "Reset all to default" }).click();
      await page
        .getByRole("alertdialog")
        .getByText(/2 columns would read their defaults again/)
        .waitFor();
      await page.getByRole("alertdialog").getByRole("button", { name: "Reset all to default" }).click();
      await expect.poll(async () => (await mappings())["mpn"], WITHIN).not.toBe(null);
      // What was saved follows the reset. What the page changed itself is nobody else's change.
      await editor.getByRole("button", { name: /^an expression/ }).click();
      await page.getByRole("option", { name: "nothing" }).click();
      await editor.getByRole("button", { name: "Save mapping" }).click();
      await expect.poll(async () => (await mappings())["mpn"], WITHIN).toBe(null);
    }));
});

describe("extra columns and metafields", () => {
  test("extra columns are added, ordered and removed, and a wrong name says so in its place", () =>
    at(`${MAPPINGS}?part=extra`, async ({ page }) => {
      const name = page.getByLabel("Name of the new column");
      for (const column of ["season", "9 lives"]) {
        await name.fill(column);
        await page.keyboard.press("Enter");
      }
      const list = page.getByRole("list", { name: "Extra columns" });
      await page.getByRole("button", { name: "Save columns" }).click();
      await list
        .getByRole("listitem")
        .filter({ hasText: "9 lives" })
        .getByText(/letter/)
        .waitFor();
      await page.getByRole("button", { name: "Remove 9 lives" }).click();
      await name.fill("lives");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Move lives up" }).click();
      await page.keyboard.press("Control+Enter");
      const kept = async () => (await client().call("columns.extra", { path })).data.extra_columns;
      await expect.poll(kept, WITHIN).toEqual(["lives", "season"]);
      await page.getByRole("button", { name: "Remove lives" }).click();
      await page.getByRole("button", { name: "Remove season" }).click();
      await page.getByRole("button", { name: "Save columns" }).click();
      await expect.poll(kept, WITHIN).toEqual([]);
      await page.getByText("The feed has no extra column").waitFor();
    }));

  test("metafields say how many products have them, and a choice says what reads blank then", () =>
    at(`${MAPPINGS}?part=metafields`, async ({ page }) => {
      const row = page.getByRole("row").filter({ hasText: "custom.care" });
      await row.getByText(/^516 of 1,487/).waitFor();
      await page.getByLabel("Find a metafield").fill("condition");
      const condition = page.getByRole("checkbox", { name: "mm-google-shopping.condition" });
      await condition.focus();
      await page.keyboard.press("Space");
      await page.getByRole("button", { name: "Save the choice" }).click();
      await page.getByText("These mappings read blank from the next extract on:").waitFor();
      await page.getByRole("listitem").filter({ hasText: "feed_1: condition" }).waitFor();
      const { data } = await client().call("metafields.get", {});
      expect(data.metafields.some(({ key }) => key === "condition")).toBe(false);
      await page.getByRole("button", { name: "Take all metafields" }).click();
      await expect.poll(async () => (await client().call("metafields.get", {})).data.takes, WITHIN).toBe("all");
    }));
});

test("the page fits a narrow screen in dark colours", () =>
  at(
    MAPPINGS,
    async ({ page, checkAccess }) => {
      for (const search of ["", "?column=brand", "?part=extra", "?part=metafields"]) {
        await page.goto(`${MAPPINGS}${search}`);
        await heading(page, "Mappings").waitFor();
        await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), search).toBeLessThanOrEqual(0);
        await checkAccess();
      }
    },
    { width: 390, height: 844, scheme: "dark" },
  ));
