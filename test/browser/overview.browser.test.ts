import { describe, expect, test } from "vitest";
import { consoleSuite } from "./console.suite.ts";

const { at } = consoleSuite();

describe("the overview", () => {
  test("lists every feed with its rows and state, and links to it", () =>
    at("/console/shops/1", async ({ page, clicks }) => {
      const feeds = page.getByRole("table", { name: "Feeds" });
      await feeds.getByRole("link", { name: "Primary feed" }).waitFor();
      await expect.poll(() => feeds.getByRole("row").count()).toBe(4);
      await expect.poll(() => feeds.getByRole("row", { name: /Primary feed/ }).innerText()).toMatch(/1,152.*335.*live/s);
      await feeds.getByRole("link", { name: "Deutsch" }).click();
      await page.getByRole("heading", { level: 1, name: "Deutsch" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/console/shops/1/feeds/2");
      expect(await clicks()).toBe(1);
    }));

  test("is readable on a narrow screen in dark colours", () =>
    at(
      "/console/shops/1",
      async ({ page }) => {
        await page.getByRole("link", { name: "Primary feed" }).last().waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      },
      { width: 390, height: 844, scheme: "dark" },
    ));
});
