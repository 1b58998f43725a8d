import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../harness/api-client.ts";
import { IN_TIME } from "../harness/slow-machine.ts";
import { consoleSuite, typeAfter } from "./console.suite.ts";
import { type Agency, agencyWithShops } from "./fleet-shops.suite.ts";

const { at, service } = consoleSuite({ SAMPLE_SHOP: "0" });
const SHOPS = 40;
/** As many as make three stages: each costs a preview and two runs. */
const WITH_FINDING = 12;
/** Dozens of pieces of work, on a machine that does other things too. */
const ROLLED_OUT_WITHIN_MS = 600_000;

let agency: Agency;
beforeAll(async () => {
  agency = await agencyWithShops(service(), SHOPS, WITH_FINDING);
});

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const signedIn = (more: object = {}) => ({ key: agency.key, ...more });
const needy = () => agency.shops[16] ?? { id: 0, name: "" };

/** Its feed's next run would leave no row, so it is held. */
async function holdRun(): Promise<void> {
  const shop = `shop_id=${needy().id}`;
  const feed = String((await agency.client.get(`/feeds?${shop}`)).list[0]?.["id"]);
  const rule = (await agency.client.post(`/feeds/${feed}/rules?${shop}`, { rule: { type: "exclude", reason: "Closed" } })).data;
  const run = String((await agency.client.post(`/feeds/${feed}/regenerate?${shop}`)).data["id"]);
  await eventually(
    () => agency.client.get(`/feeds/${feed}/runs/${run}?${shop}`),
    ({ data }) => data["publication"] === "held",
    IN_TIME.timeout,
  );
  await agency.client.delete(`/feeds/${feed}/rules/${String(rule["id"])}?${shop}`);
}

describe("an agency with forty shops", () => {
  test("finds the shop that needs it first, and settles what it needs there: two clicks", async () => {
    await holdRun();
    await at(
      "/console",
      async ({ page, clicks }) => {
        await heading(page, "Fleet").waitFor();
        const shops = page.getByRole("table", { name: "Shops" });
        await expect.poll(() => shops.getByRole("row").count(), IN_TIME).toBe(SHOPS + 1);
        await expect.poll(() => shops.getByRole("row").nth(1).innerText()).toMatch(/client-17[\s\S]*needs a look[\s\S]*is held/);
        await shops.getByRole("row").nth(1).getByRole("link").click();
        await page.getByRole("listitem").filter({ hasText: "is held" }).getByRole("button", { name: "Discard" }).click();
        await page.getByText(/is discarded/).waitFor();
        expect(await clicks()).toBe(2);
        // Another shop by its name, and back: no click.
        await page.keyboard.press("Control+k");
        await page.keyboard.type("client-29");
        await page.getByRole("menuitem", { name: "Open client-29" }).waitFor();
        await page.keyboard.press("Enter");
        await page.waitForURL(new RegExp(`/shops/${agency.shops[28]?.id}$`));
        await page.keyboard.press("Control+k");
        await page.keyboard.type("Go to the fleet");
        await page.keyboard.press("Enter");
        await heading(page, "Fleet").waitFor();
        expect(await clicks()).toBe(2);
      },
      signedIn(),
    );
  });

  test(
    "fixes the same finding in all that have it in one staged change, and undoes it: three clicks",
    { timeout: 3 * ROLLED_OUT_WITHIN_MS },
    () =>
      at(
        "/console/org/fleet",
        async ({ page, clicks, checkAccess }) => {
          const finding = page
            .getByRole("listitem")
            .filter({ hasText: "google · title" })
            .filter({ hasText: `in ${WITH_FINDING} shops` })
            .first();
          await finding.getByRole("button", { name: `Fix in ${WITH_FINDING} shops` }).click();
          await page.waitForURL(/changes\/\d+$/);
          const id = page.url().split("/").at(-1);
          await page
            .getByRole("button", { name: "Start with 1 shop" })
            .and(page.locator(":enabled"))
            .waitFor({ timeout: ROLLED_OUT_WITHIN_MS });
          await expect.poll(() => page.getByRole("table").count()).toBe(3);
          await page.getByText(/Findings in rows: [1-9]\d* cleared/).waitFor();
          await checkAccess();
          await page.getByRole("button", { name: "Start with 1 shop" }).click();
          await page.getByText("completed").first().waitFor({ timeout: ROLLED_OUT_WITHIN_MS });
          const { data } = await agency.client.get(`/org/fleet/changes/${id}`);
          expect(data).toMatchObject({ stages: [1, 5, WITH_FINDING - 6], counts: { done: WITH_FINDING } });
          const { list } = await agency.client.get("/org/fleet/findings");
          expect(list.filter(({ field }) => field === "title")).toEqual([]);
          await page.getByRole("button", { name: "Undo in all shops" }).click();
          await page.getByText("undone", { exact: true }).first().waitFor({ timeout: ROLLED_OUT_WITHIN_MS });
          await expect
            .poll(async () => (await agency.client.get(`/org/fleet/changes/${id}`)).data["counts"], {
              timeout: ROLLED_OUT_WITHIN_MS,
              interval: 1_000,
            })
            .toMatchObject({ undone: WITH_FINDING });
          expect(await clicks()).toBe(3);
        },
        signedIn(),
      ),
  );
});

test("by keys alone, shops are chosen, changed stage by stage and put back", () =>
  at(
    "/console",
    async ({ page, clicks }) => {
      await heading(page, "Fleet").waitFor();
      await typeAfter(page, "/", "client-3");
      await page.keyboard.press("Enter");
      const rows = page.getByRole("table", { name: "Shops" }).getByRole("row");
      // The header, client-3 and client-30 to client-39.
      await expect.poll(() => rows.count(), IN_TIME).toBe(12);
      for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
      await page.getByRole("toolbar", { name: "2 shops chosen" }).waitFor();
      await page.keyboard.press("Control+Enter");
      await heading(page, "Change many shops").waitFor();
      await expect.poll(() => page.getByRole("textbox", { name: "Rule" }).evaluate((box) => box === document.activeElement)).toBe(true);
      await page.keyboard.type('Set custom_label_4 to "Chosen"');
      await page.keyboard.press("Control+Enter");
      await page.waitForURL(/changes\/\d+$/);
      const start = page.getByRole("button", { name: "Start with 1 shop" });
      await expect.poll(() => start.isEnabled(), IN_TIME).toBe(true);
      await page.keyboard.press("Control+Enter");
      await page.getByText("completed", { exact: true }).first().waitFor(IN_TIME);
      await page.keyboard.press("Control+z");
      await page.getByText("undone", { exact: true }).first().waitFor(IN_TIME);
      expect(await clicks()).toBe(0);
    },
    signedIn(),
  ));

test("by keys alone, a template is written, given a shop's value, shows where the shop differs, and is previewed there", () =>
  at(
    "/console/org/templates",
    async ({ page, clicks }) => {
      await page.getByRole("button", { name: "New template" }).waitFor();
      await page.keyboard.press("n");
      await heading(page, "New template").waitFor();
      await expect.poll(() => page.getByLabel("Name").evaluate((box) => box === document.activeElement)).toBe(true);
      await page.keyboard.type("Seasons");
      await page.keyboard.press("Enter");
      await heading(page, "Seasons").waitFor();
      await page.getByRole("button", { name: /Add a shop/ }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name: "client-2", exact: true }).waitFor();
      await page.keyboard.type("client-2");
      await page.keyboard.press("Enter");
      await page.getByLabel("season of client-2").focus();
      await page.keyboard.type("Autumn");
      await page.getByRole("button", { name: "Save shops and values" }).focus();
      await page.keyboard.press("Enter");
      const drift = page.getByRole("table", { name: "Drift" });
      await drift.getByText("differs", { exact: true }).waitFor(IN_TIME);
      await drift.getByText("1 difference").focus();
      await page.keyboard.press("Enter");
      await drift.getByText(/Autumn/).waitFor();
      await page.keyboard.press("Control+Enter");
      await page.waitForURL(/changes\/\d+$/);
      await heading(page, /^Apply version 1 of template/).waitFor();
      const start = page.getByRole("button", { name: "Start with 1 shop" });
      await expect.poll(() => start.isEnabled(), IN_TIME).toBe(true);
      expect(await clicks()).toBe(0);
    },
    signedIn(),
  ));

test("the fleet's pages fit a narrow screen in dark colours", () =>
  at(
    "/console/org/fleet",
    async ({ page, checkAccess }) => {
      const { list } = await agency.client.get("/org/fleet/changes");
      const templates = "/console/org/templates";
      const changes = "/console/org/fleet/changes";
      for (const address of [
        "/console/org/fleet",
        changes,
        `${changes}/${String(list[0]?.["id"])}`,
        `${changes}/new?shops=1,2`,
        `${changes}/new`,
        templates,
        `${templates}/new`,
      ]) {
        await page.goto(address);
        await heading(page, /./).waitFor();
        await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0);
        await checkAccess();
      }
    },
    signedIn({ width: 390, height: 844, scheme: "dark" }),
  ));
