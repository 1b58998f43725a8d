import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GoogleFake, startGoogleFake } from "../platforms/google/google-fake.ts";
import { startTiktokFake, type TiktokFake } from "../platforms/tiktok/tiktok-fake.ts";
import { consoleSuite } from "./console.suite.ts";

const WITHIN = { timeout: 60_000 };
const SHOP = "/console/shops/1";
const FEED = `${SHOP}/feeds/1`;
const FINDINGS = `${FEED}/channels/google/findings`;

let fake: GoogleFake;
let tiktok: TiktokFake;
const settings: Record<string, string> = {};
beforeAll(async () => {
  fake = await startGoogleFake({ seed: 3, homepage: "https://harbour-and-hazel.example" });
  tiktok = await startTiktokFake({ seed: 3, catalogs: 1, polls: 1 });
  Object.assign(settings, {
    CHANNEL_ENDPOINTS: JSON.stringify({ google: fake.settings.endpoints, tiktok: tiktok.endpoints }),
    GOOGLE_CLIENT_ID: fake.settings.clientId ?? "",
    GOOGLE_CLIENT_SECRET: fake.settings.clientSecret ?? "",
  });
});
// After the fakes, and before them at the end: the service disconnects from them.
const { at, client, service } = consoleSuite(settings);
afterAll(async () => {
  await fake[Symbol.asyncDispose]();
  await tiktok[Symbol.asyncDispose]();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const feeds = (page: Page) => page.getByRole("main").getByRole("list", { name: "Feeds" });
const rules = async () => (await client().call("rules.list", { path: { feed_id: "feed_1" } })).data;
const assigned = async (feed: string) =>
  (await client().call("feed_channels.list", { path: { feed_id: feed } })).data.map(({ slug }) => slug);
const google = async () => (await client().call("channels.get", { path: { slug: "google" } })).data;

describe("findings", () => {
  test("one is fixed from the overview in three clicks, with findings and rows before and after", () =>
    at(SHOP, async ({ page, clicks }) => {
      await page
        .getByRole("listitem")
        .filter({ hasText: "for Google Merchant Center" })
        .getByRole("link", { name: "See the findings" })
        .click();
      await heading(page, "Findings of Google Merchant Center").waitFor();
      const errors = page.getByRole("list", { name: "Errors" });
      const finding = errors.getByRole("listitem").filter({ hasText: "missing_description" });
      await finding.getByRole("button", { name: "Preview fix" }).click();
      const panel = page.getByRole("region", { name: "Preview of the fix" });
      await panel.getByText("2 > 0 rows with this finding").waitFor();
      await panel.getByRole("list", { name: "Findings that change" }).getByText("2 cleared").first().waitFor();
      await expect.poll(() => panel.getByRole("list", { name: "Rows before and after" }).getByRole("listitem").count()).toBe(2);
      await panel.getByRole("button", { name: "Add rule and run" }).click();
      expect(await clicks()).toBe(3);
      await panel.getByText(/^Rule \d+ is added, and the feed is running\.$/).waitFor();
      await finding.waitFor({ state: "detached" });
      expect((await rules()).map(({ rule_type: type }) => type)).toEqual(["first_of"]);
      await panel.getByRole("button", { name: "Undo" }).click();
      await finding.waitFor();
      expect(await rules()).toEqual([]);
    }));

  test("one is fixed by keys alone, and another is muted, shown and unmuted", () =>
    at(SHOP, async ({ page, clicks }) => {
      const link = page
        .getByRole("listitem")
        .filter({ hasText: "for Google Merchant Center" })
        .getByRole("link", { name: "See the findings" });
      await link.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: "Errors" }).getByRole("listitem").first().waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      await page.waitForURL(/code=price_zero_or_negative/);
      await page.keyboard.press("p");
      await page.getByText("17 > 0 rows with this finding").waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByText(/^Rule \d+ is added/).waitFor();
      await page.getByRole("list", { name: "Errors" }).getByText("The price is zero or less.").waitFor({ state: "detached" });
      expect((await rules()).map(({ rule_type: type }) => type)).toEqual(["exclude"]);
      await page.keyboard.press("Escape");

      await page.keyboard.press("j");
      await page.keyboard.press("m");
      await page.getByRole("textbox", { name: "Why, for colleagues" }).waitFor();
      await page.keyboard.type("Local pictures of the sample");
      await page.keyboard.press("Control+Enter");
      const errors = page.getByRole("list", { name: "Errors" });
      await errors.getByText("image_link isn't a complete web address").waitFor({ state: "detached" });
      await page.getByRole("checkbox", { name: "Show muted" }).focus();
      await page.keyboard.press("Space");
      await page.getByText("invalid_url · image_link · every row · Local pictures of the sample").waitFor();
      await errors.getByRole("button", { name: "Unmute" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /^Mutes/ }).waitFor({ state: "detached" });
      expect(await clicks()).toBe(0);
      for (const { id } of await rules()) await client().call("rules.delete", { path: { feed_id: "feed_1", id } });
    }));

  test("a note that's typed for a mute isn't lost unasked: by a key, by what is opened in its place, or by a reload", () =>
    at("/console/shops/1/feeds/1/channels/google/findings", async ({ page }) => {
      const errors = page.getByRole("list", { name: "Errors" });
      await errors.getByRole("button", { name: "Mute", exact: true }).first().click();
      const note = page.getByRole("textbox", { name: "Why, for colleagues" });
      await note.waitFor();
      await page.keyboard.press("Escape");
      await note.waitFor({ state: "detached" });

      await errors.getByRole("button", { name: "Mute", exact: true }).first().click();
      await note.fill("Agreed with the shop");
      const question = page.getByRole("alertdialog", { name: "Close the form without sending it?" });
      const goOn = async () => {
        await question.getByRole("button", { name: "Cancel" }).click();
        await question.waitFor({ state: "detached" });
        expect(await note.inputValue()).toBe("Agreed with the shop");
      };
      await note.press("Escape");
      await goOn();
      await errors.getByRole("button", { name: "Show rows" }).last().click();
      await goOn();
      const asked = page.waitForEvent("dialog");
      const reloaded = page.reload({ timeout: 5_000 }).catch(() => undefined);
      const dialog = await asked;
      expect(dialog.type()).toBe("beforeunload");
      await dialog.dismiss();
      await reloaded;
      expect(await note.inputValue()).toBe("Agreed with the shop");
      await note.press("Escape");
      await question.getByRole("button", { name: "Discard what I wrote" }).click();
      await note.waitFor({ state: "detached" });
    }));

  test("a finding's rows are paged, lead to their products and are muted one by one; all of it is a file", () =>
    at(`${FINDINGS}?code=missing_gtin&field=gtin&show=rows`, async ({ page }) => {
      const panel = page.getByRole("region", { name: /rows with this finding$/ });
      await panel.getByText(/^1–25 of \d+$/).waitFor();
      await panel.getByRole("button", { name: "Next page" }).click();
      await panel.getByText(/^26–50 of/).waitFor();
      // Until then the rows are those of the first page.
      await panel.locator('[data-stale="true"]').waitFor({ state: "detached" });
      await panel
        .getByRole("button", { name: /^Mute this row/ })
        .first()
        .click();
      await panel.getByRole("cell", { name: "muted", exact: true }).waitFor();
      const { data } = await client().call("finding_mutes.list", { path: { feed_id: "feed_1", slug: "google" } });
      expect(data).toMatchObject([{ code: "missing_gtin", field: "gtin", row_id: expect.any(String) }]);
      for (const { id } of data)
        await client().call("finding_mutes.delete", { path: { feed_id: "feed_1", slug: "google", id: String(id) } });
      const file = page.waitForEvent("download");
      await page.getByRole("link", { name: "Export CSV" }).click();
      expect((await file).suggestedFilename()).toBe("findings-google.csv");
      await panel.getByRole("link").first().click();
      await page.getByRole("list", { name: "Feeds" }).getByRole("link", { name: "Trace" }).first().waitFor();
      expect(new URL(page.url()).pathname).toMatch(/\/products\/prod_\d+$/);
    }));
});

describe("a channel", () => {
  test("is connected by signing in, given an account and assigned to a feed: six clicks", () =>
    at(SHOP, async ({ page, clicks }) => {
      await page.getByRole("link", { name: "Channels" }).click();
      await page.getByRole("link", { name: "Google Merchant Center" }).click();
      await page.getByRole("button", { name: "Connect Google Merchant Center", exact: true }).click();
      await page.getByText("Signed in. Choose the account that feeds go to.").waitFor();
      const before = await clicks();
      await page.getByRole("list", { name: "Choose the account that feeds go to" }).getByText("1002").waitFor();
      await page.getByRole("button", { name: "Use Linen and Oak" }).click();
      await page.getByText(/^Feeds go to Linen and Oak \(1001\), connected/).waitFor();
      await feeds(page).getByText("Deutsch").click();
      await page.getByRole("button", { name: "Assign 1 feed" }).click();
      await page.getByText("Deutsch is assigned").waitFor();
      // The sign-in's own pages count anew.
      expect(3 + (await clicks()) - before).toBe(6);
      expect(await google()).toMatchObject({ status: "connected", account: { id: "1001" } });
      expect(await assigned("feed_2")).toContain("google");
    }));

  test("has its file registered, fetched, changed and read about, and syncs", () =>
    at(`${FEED}/channels/google`, async ({ page }) => {
      await page.getByRole("button", { name: "Register the file" }).click();
      const sheet = page.getByRole("dialog");
      await sheet.getByLabel("Time zone").fill("Mars/Olympus");
      await sheet.getByRole("button", { name: "Register the file" }).click();
      await sheet
        .getByText(/IANA time zone/)
        .last()
        .waitFor();
      await sheet.getByLabel("Time zone").fill("Europe/Dublin");
      await sheet.getByRole("button", { name: "Register the file" }).click();
      const registrations = page.getByRole("list", { name: "Registrations" });
      await registrations.getByText("04:00 Europe/Dublin").waitFor();
      await expect.poll(() => fake.registrations().length, WITHIN).toBe(1);
      await registrations.getByText("not registered yet").waitFor({ state: "detached" });
      await registrations.getByRole("button", { name: /^Fetch now/ }).click();
      await registrations.getByText("The platform is asked to fetch the file now.").waitFor();
      await expect.poll(() => fake.registrations()[0]?.fetches, WITHIN).toBeGreaterThan(0);
      await registrations.getByRole("button", { name: /^Status/ }).click();
      await page
        .getByRole("dialog")
        .getByText(/items? accepted$/)
        .waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Read again" }).click();
      await page.getByText(/\d+ approved/).waitFor();
      await page.getByRole("button", { name: "Sync now" }).click();
      await page.getByRole("table", { name: "Syncs" }).getByRole("row").nth(1).waitFor();
    }));

  test("says what disconnecting removes, and does it", () =>
    at(`${SHOP}/channels/google`, async ({ page }) => {
      await page.getByRole("button", { name: "Disconnect Google Merchant Center" }).click();
      const dialog = page.getByRole("alertdialog");
      await dialog.getByText(/access to Linen and Oak at Google Merchant Center and deletes 1 registered feed there/).waitFor();
      await dialog.getByRole("button", { name: "Disconnect Google Merchant Center" }).click();
      await page.getByRole("button", { name: "Connect Google Merchant Center", exact: true }).waitFor();
      await expect.poll(async () => (await google()).status, WITHIN).toBe("not_connected");
      await expect.poll(() => fake.registrations(), WITHIN).toEqual([]);
      // A new connection waits until the platform has taken back the old one's access.
      const removing = service().database.db.selectFrom("channel_connections").select("status").where("status", "=", "removing");
      await expect.poll(() => removing.execute(), WITHIN).toEqual([]);
    }));

  test("is connected by keys alone, and a sign-in that was declined says so", () =>
    at(`${SHOP}/channels/google?status=failed&message=Access+was+%3Cb%3Edeclined`, async ({ page, clicks }) => {
      await page.getByRole("alert").getByText("Access was <b>declined").waitFor();
      await page.getByRole("button", { name: "Connect Google Merchant Center", exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Use Linen and Oak" }).waitFor();
      await page.getByRole("button", { name: "Use Linen and Oak" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText(/^Feeds go to Linen and Oak/).waitFor();
      await page.getByRole("checkbox", { name: "United Kingdom" }).focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("Control+Enter");
      await page.getByText("United Kingdom is assigned").waitFor();
      expect(await clicks()).toBe(0);
      expect(await assigned("feed_3")).toContain("google");
    }));

  test("has its file registered, the registration edited and deleted, by keys alone", () =>
    at(`${SHOP}/feeds/3/channels/google`, async ({ page, clicks }) => {
      const press = async (name: string | RegExp) => {
        await page.getByRole("button", { name }).focus();
        await page.keyboard.press("Enter");
      };
      const writeZone = async (zone: string) => {
        await page.getByRole("dialog").getByLabel("Time zone").focus();
        await page.keyboard.press("Control+a");
        await page.keyboard.type(zone);
        await page.keyboard.press("Enter");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      };
      await press("Register the file");
      await writeZone("Europe/Dublin");
      const registrations = page.getByRole("list", { name: "Registrations" });
      await registrations.getByText("04:00 Europe/Dublin").waitFor();
      await registrations.getByText("not registered yet").waitFor({ state: "detached" });
      await press(/^Edit/);
      await writeZone("Europe/London");
      await registrations.getByText("04:00 Europe/London").waitFor();
      await press(/^Delete/);
      await page.getByRole("alertdialog").waitFor();
      // Cancel comes first.
      for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
      await page.getByRole("alertdialog").waitFor({ state: "detached" });
      await registrations.waitFor({ state: "detached" });
      await expect.poll(() => fake.registrations(), WITHIN).toEqual([]);
      expect(await clicks()).toBe(0);
    }));

  test("is assigned by hand in four clicks, and its file is there with the steps to register it", () =>
    at(SHOP, async ({ page, clicks }) => {
      await page.getByRole("link", { name: "Channels" }).click();
      await page.getByRole("link", { name: "Snapchat" }).click();
      // The feeds stand below it, and move once it's there.
      await page.getByText("Snapchat isn't connected").waitFor();
      await feeds(page).getByText("Primary feed").click();
      await page.getByRole("button", { name: "Assign 1 feed" }).click();
      await page.getByRole("link", { name: "Open Primary feed's file and settings" }).waitFor();
      expect(await clicks()).toBe(4);
      await page.getByRole("link", { name: "Open Primary feed's file and settings" }).click();
      await page.getByText(/gmcfeed\.snapchat\.csv$/).waitFor();
      await page.getByText("Register it at Snapchat by hand").click();
      await page.getByRole("button", { name: "Remove Snapchat from this feed" }).click();
      await page
        .getByRole("alertdialog")
        .getByText(/Snapchat loses its [\d,]+ rows/)
        .waitFor();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove Snapchat from this feed" }).click();
      await page.getByRole("button", { name: "Assign to Primary feed" }).waitFor();
      expect(await assigned("feed_1")).not.toContain("snapchat");
    }));

  test("takes credentials where the platform has them, and settings whose faults stand at their fields", () =>
    at(`${SHOP}/channels/tiktok`, async ({ page }) => {
      await page.getByLabel("Access token").fill(tiktok.token());
      await page.getByRole("button", { name: "Connect with these credentials" }).click();
      await page.getByText(/^Feeds go to Catalog 0/).waitFor();
      await page.goto(`${FEED}/channels/google`);
      await page.getByLabel("Target country").fill("Ireland");
      await page.getByRole("button", { name: "Save settings" }).click();
      await page.locator("[slot=errorMessage]").first().waitFor();
      await page.getByRole("link", { name: "Overview" }).click();
      const question = page.getByRole("alertdialog", { name: "Leave the channel's settings without saving them?" });
      await question.getByRole("button", { name: "Cancel" }).click();
      await page.getByLabel("Target country").fill("IE");
      await page.getByRole("button", { name: "Save settings" }).click();
      await expect
        .poll(async () => {
          const path = { feed_id: "feed_1", slug: "google" };
          return (await client().call("feed_channels.get", { path })).data.settings["target_country"];
        }, WITHIN)
        .toBe("IE");
    }));
});

test("the pages fit a narrow screen in dark colours", () =>
  at(
    FEED,
    async ({ page, checkAccess }) => {
      const pages = [
        `${SHOP}/channels`,
        `${SHOP}/channels/google`,
        `${FEED}/channels`,
        `${FEED}/channels/google`,
        `${FEED}/channels/amazon`,
      ];
      const findings = ["", "?code=title_too_long&field=title&show=fix", "?code=missing_gtin&field=gtin&show=rows&muted=true"];
      for (const address of [...pages, ...findings.map((query) => `${FINDINGS}${query}`)]) {
        await page.goto(address);
        await heading(page, /./).waitFor();
        await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0);
        await checkAccess();
      }
    },
    { width: 390, height: 844, scheme: "dark" },
  ));
