import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type CsvShop, csvShop } from "../harness/csv-shop.ts";
import { consoleSuite, pressSequence } from "./console.suite.ts";

const { at, client, keys, service } = consoleSuite();
const FEED = "/console/shops/1/feeds/1";

test("a new link signs in where an old one was refused", () =>
  at(
    "/console/sign-in#code=fwc_used",
    async ({ page }) => {
      await page.getByText("isn't a valid sign-in code.", { exact: false }).waitFor();
      const link = await service().command("console").output;
      await page.goto(link.trim().split("\n").at(0) ?? "");
      await page.getByRole("table", { name: "Feeds" }).waitFor();
      expect(page.url()).not.toContain("code=");
    },
    { refused: [401] },
  ));

test("a key that is typed into the form signs in, and one that isn't a key says so in its place", () =>
  at(
    "/console/sign-in",
    async ({ page }) => {
      await page.context().clearCookies();
      await page.goto("/console/sign-in");
      await page.getByLabel("API key").fill("svc_live_sk_0");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.locator("[slot=errorMessage]").waitFor();
      await page.getByLabel("API key").fill(keys().merchant);
      await page.keyboard.press("Enter");
      await page.getByRole("table", { name: "Feeds" }).waitFor();
      // What scripts of the page see: nothing of the cookie, and no key.
      expect(await page.evaluate(() => [document.cookie, JSON.stringify(Object.entries(localStorage))].join())).not.toMatch(/fw=|svc_/);
    },
    { refused: [401] },
  ));

describe.each([1_440, 390])("a long name of a feed, %d pixels wide,", (width) => {
  test("leaves everything else on the screen", async () => {
    const name = `${width} ${"F".repeat(80)}`;
    const body = { feed_type: "market", target_market: "CA", display_name: name } as const;
    const { data: feed } = await client().call("feeds.create", { body });
    const isWithin = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    for (const address of [`/console/shops/1/feeds/${feed.id.replace("feed_", "")}`, "/console/shops/1"])
      await at(
        address,
        async ({ page }) => {
          await page.getByRole("heading", { level: 1 }).waitFor();
          await page.getByText(name).first().waitFor({ state: "attached" });
          expect(await isWithin(page)).toBe(true);
          const content = page.locator("#content");
          expect(await content.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
          const rail = page.locator("#rail");
          expect(await rail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
        },
        { width, height: 900 },
      );
    await client().call("feeds.deactivate", { path: { id: feed.id } });
  });
});

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

  test("has keys to the pages of the primary feed, which the sheet of keys lists", () =>
    at("/console/shops/1", async ({ page }) => {
      const sheet = page.getByRole("dialog", { name: "Keys of this page" });
      // Until the feeds are known, there's none to lead to.
      await page.getByRole("table", { name: "Feeds" }).getByRole("link", { name: "Primary feed" }).waitFor();
      await page.keyboard.press("?");
      const listed = sheet.getByRole("region", { name: "Pages of Primary feed" });
      await listed.getByText("Go to Source data").waitFor();
      expect(await listed.getByText("Go to Channels").count()).toBe(0);
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
      await pressSequence(page, "g", "s");
      await page.waitForURL(`**${FEED}/source`);
      await page.getByRole("heading", { level: 1, name: "Source data" }).waitFor();
      await page.goBack();
      await page.getByRole("table", { name: "Feeds" }).waitFor();
      await pressSequence(page, "g", "r");
      await page.waitForURL(`**${FEED}/rules`);
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

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const REQUEST_ID = "req_0123456789abcdef0123456789abcdef";

/** Answers an operation's requests with an error until told to let them through: a page may ask more than once, because the shop is at work. */
async function refuse(page: Page, path: string, { status, code, message, headers = {} }: Refusal): Promise<() => Promise<void>> {
  const body = JSON.stringify({ error: { code, message, param: null, details: [], request_id: REQUEST_ID } });
  const requests = `**/v1/${path}*`;
  await page.route(requests, (route) => route.fulfill({ status, headers, contentType: "application/json", body }));
  return () => page.unroute(requests);
}

describe("a page says what's wrong and goes on", () => {
  const limited = { status: 429, code: "rate_limited", message: "Too many requests.", headers: { "retry-after": "2" } };
  const broken = { status: 500, code: "internal_error", message: "Something failed here." };
  const forbidden = { status: 403, code: "insufficient_scope", message: "The key lacks the scope read_exports. Use a key that has it." };

  const home = () => `/console/shops/${quiet.id.replace("shop_", "")}`;
  let quiet: CsvShop;
  // Nothing happens in it: a page asks again for what has happened.
  beforeAll(async () => {
    quiet = await csvShop(service(), "quiet.example", "Handle,Title,Variant SKU,Variant Price\nlamp,Lamp,L-1,12.90\n");
  });

  test("after too many requests it counts down and continues by itself", () =>
    at(
      home(),
      async ({ page }) => {
        await page.getByRole("table", { name: "Feeds" }).waitFor();
        const letThrough = await refuse(page, "extracts?", limited);
        await page.getByRole("link", { name: "Extracts" }).click();
        await page.getByText(/^Continues in [12] s\.$/).waitFor();
        await letThrough();
        await page.getByRole("table", { name: "Extracts" }).waitFor();
        expect(await page.getByText(/^Continues in/).count()).toBe(0);
      },
      { key: quiet.key, refused: [429] },
    ));

  test("after an error it shows the code and the request, and tries again when asked", () =>
    at(
      home(),
      async ({ page, checkAccess }) => {
        await page.getByRole("table", { name: "Feeds" }).waitFor();
        const letThrough = await refuse(page, "extracts?", broken);
        await page.getByRole("link", { name: "Extracts" }).click();
        const alert = page.getByRole("alert");
        await alert.getByText("Something failed here.").waitFor();
        await alert.getByText("internal_error").waitFor();
        await alert.getByRole("button", { name: "copy the request id" }).click();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(REQUEST_ID);
        await checkAccess();
        await letThrough();
        await alert.getByRole("button", { name: "Try again" }).click();
        await page.getByRole("table", { name: "Extracts" }).waitFor();
      },
      { key: quiet.key, refused: [500] },
    ));

  test("a key without the scope is told which one", () =>
    at(
      home(),
      async ({ page }) => {
        await page.getByRole("table", { name: "Feeds" }).waitFor();
        await refuse(page, "extracts?", forbidden);
        await page.getByRole("link", { name: "Extracts" }).click();
        await page.getByRole("alert").getByText("This key may not see this").waitFor();
        await page.getByText("read_exports").waitFor();
        expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
      },
      { key: quiet.key, refused: [403] },
    ));

  test("a page that a key may not see stops asking every two seconds", () =>
    at(
      home(),
      async ({ page }) => {
        await page.getByRole("table", { name: "Feeds" }).waitFor();
        let asked = 0;
        page.on("request", (request) => (asked += Number(request.url().includes("/overview?"))));
        await refuse(page, "overview?", forbidden);
        await page.goto(`${home()}/start`);
        await page.getByRole("alert").getByText("This key may not see this").waitFor();
        const before = asked;
        await page.waitForTimeout(2_500);
        expect(asked).toBe(before);
      },
      { key: quiet.key, refused: [403] },
    ));

  test("offline and signed out, what was typed stays", () =>
    at(
      "/console/shops/1/feeds/3/settings",
      async ({ page }) => {
        const name = page.getByLabel("Name of the feed");
        await name.fill("A name that stays");
        await page.context().setOffline(true);
        await page.getByText("You're offline.", { exact: false }).waitFor();
        await page.context().setOffline(false);
        await page.getByText("You're offline.", { exact: false }).waitFor({ state: "detached" });
        // The page hears that it's online a moment before requests get through.
        const signOut = () =>
          fetch("/session", { method: "DELETE" }).then(
            ({ ok }) => ok,
            () => false,
          );
        await expect.poll(() => page.evaluate(signOut)).toBe(true);
        await page.getByRole("button", { name: "Rename the feed" }).click();
        await page.getByRole("dialog").getByText("The session has ended.", { exact: false }).waitFor();
        await page.getByLabel("API key").fill(keys().merchant);
        // What happens in the shop is heard again too.
        const stream = page.waitForRequest(/\/events\/stream/);
        await page.keyboard.press("Enter");
        await stream;
        await page.getByRole("dialog").waitFor({ state: "detached" });
        expect(await name.inputValue()).toBe("A name that stays");
        // What was refused meanwhile is said to a person, not to a program.
        await page.getByText("The session had ended. Sign in, then try again.").first().waitFor();
      },
      { refused: [401], cutOff: true },
    ));

  test("a change that somebody else overtook names them, and is put on top", () =>
    at(`${FEED}/settings`, async ({ page }) => {
      await page.getByText("Take in gift cards").click();
      await client().call("rules.create", { path: { feed_id: "feed_1" }, body: { rule: { text: 'Set custom_label_0 to "x"' } } });
      await page.getByRole("button", { name: "Save settings" }).click();
      await page.getByText(/ changed this feed \(v\d+ → v\d+\)\.$/).waitFor();
      await page.getByRole("link", { name: "See the change" }).waitFor();
      await page.getByRole("button", { name: "Put mine on top" }).click();
      await expect.poll(async () => (await client().call("settings.get", { path: { feed_id: "feed_1" } })).data.gift_cards).toBe(true);
    }));
});

describe("keys", () => {
  test("are listed for the page, and those of a single letter can be switched off", () =>
    at("/console/shops/1", async ({ page }) => {
      await page.getByRole("table", { name: "Feeds" }).waitFor();
      await page.keyboard.press("?");
      const sheet = page.getByRole("dialog", { name: "Keys of this page" });
      await sheet.getByText("Ctrl Enter").waitFor();
      await page.keyboard.press("Escape");
      await pressSequence(page, "g", "e");
      await page.getByRole("heading", { level: 1, name: "Extracts" }).waitFor();
      await page.keyboard.press("/");
      await page.getByRole("dialog", { name: "Find" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Look and session" }).click();
      await page.getByRole("menuitem", { name: "Single-letter keys: on" }).click();
      await page.keyboard.press("Escape");
      await pressSequence(page, "g", "o");
      await page.keyboard.press("?");
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Extracts");
      expect(await sheet.count()).toBe(0);
    }));

  test("are scrolled by keys where the window is shorter than their sheet", () =>
    at(
      "/console/shops/1",
      async ({ page, checkAccess }) => {
        await page.getByRole("table", { name: "Feeds" }).waitFor();
        await page.keyboard.press("?");
        const list = page.getByRole("dialog", { name: "Keys of this page" }).getByRole("region", { name: "Keys of this page" });
        await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true);
        await checkAccess();
        await page.keyboard.press("End");
        await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
      },
      { height: 400 },
    ));

  test("walk through the rows of a list and open one", () =>
    at(`${FEED}/runs`, async ({ page }) => {
      const rows = page.getByRole("table", { name: "Runs" }).getByRole("link");
      const first = await rows.first().innerText();
      await page.keyboard.press("j");
      await page.keyboard.press("e");
      await page.getByRole("heading", { level: 1, name: first }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/\/runs\/\d+$/);
    }));
});
