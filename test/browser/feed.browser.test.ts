import type { Locator, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { consoleSuite, pressSequence } from "./console.suite.ts";

const { at, client } = consoleSuite();
const FEED = "/console/shops/1/feeds/1";
const WITHIN = { timeout: 60_000 };

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const rules = async () => (await client().call("rules.list", { path: { feed_id: "feed_1" } })).data;
/** Waits until the cursor is in the editor, which is inside a shadow root. */
async function holdsCursor(text: Locator): Promise<void> {
  await expect.poll(() => text.evaluate((node) => node.matches(":focus"))).toBe(true);
}

afterAll(async () => {
  for (const { id } of await rules()) await client().call("rules.delete", { path: { feed_id: "feed_1", id } });
});

describe("a feed", () => {
  test("says how its rows add up, and each reason leads to its rows", () =>
    at(FEED, async ({ page }) => {
      await page.getByText("1,487 extracted = 1,152 in the file + 335 left out").waitFor();
      const reasons = page.getByRole("list", { name: "Reasons" }).getByRole("listitem");
      const countIn = (text: string): number => Number(/(\d[\d,]*)\s/.exec(text.split("\n").slice(1).join("\n"))?.[1]);
      const total = async () => (await reasons.allInnerTexts()).reduce((sum, text) => sum + countIn(text), 0);
      await expect.poll(total).toBe(335);
      await page.getByRole("table", { name: "Files" }).getByText("canonical").waitFor();
      await reasons.getByRole("link", { name: "Archived in the shop" }).click();
      await page.getByText("94 of 1,487 rows").waitFor();
    }));

  test("says that a row is out for its price or market, not for a cell that nobody has edited", () =>
    at("/console/shops/1/feeds/3", async ({ page }) => {
      const reason = page
        .getByRole("list", { name: "Reasons" })
        .getByRole("listitem")
        .filter({ hasText: /^Not sold in GB/ });
      await reason.getByRole("link", { name: "its price or market" }).click();
      await heading(page, "Source data").waitFor();
      expect(new URL(page.url()).search).toBe("");
    }));

  test("has its address as a code to scan, its state in the tab, and tables that a spreadsheet takes", () =>
    at(FEED, async ({ page }) => {
      await expect.poll(() => page.title()).toMatch(/^● (?:\d+ )?· Primary feed$/);
      await page.getByRole("button", { name: "Show QR code" }).focus();
      await page.keyboard.press("Enter");
      const code = page.getByRole("img", { name: "QR code of the feed URL" });
      await code.waitFor();
      // Its three corners at least.
      expect((await code.locator("path").getAttribute("d"))?.match(/M/g)?.length).toBeGreaterThan(300);
      const files = page.getByRole("table", { name: "Files" });
      await files.getByText("canonical").waitFor();
      await files.getByRole("button").first().focus();
      await page.keyboard.press("Control+c");
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      const [header = "", first = ""] = copied.split("\n");
      expect(header.split("\t").slice(0, 3)).toEqual(["File", "Address", "Rows"]);
      expect(first).toMatch(/^canonical, \S+\thttp\S+\/gmcfeed\.txt\t1,152\t/);
      expect(first).toMatch(/\t\d{4}-\d\d-\d\dT/);
    }));

  test("has a chart whose points are walked by keys and read as a table", () =>
    at(FEED, async ({ page }) => {
      const chart = page.getByRole("figure", { name: "Rows in the file" });
      await chart.getByRole("group").focus();
      await page.keyboard.press("ArrowLeft");
      await chart.getByText(/: 1,152$/).waitFor();
      await chart.getByRole("button", { name: "Show as a table" }).click();
      await expect.poll(() => chart.getByRole("table").getByText("1,152").count()).toBeGreaterThan(0);
    }));
});

describe("rules", () => {
  test("one is written with live counts: three clicks, or none", () =>
    at(FEED, async ({ page, clicks }) => {
      await page.getByRole("link", { name: "Rules", exact: true }).click();
      await page.getByRole("button", { name: "New rule" }).click();
      const text = page.getByRole("textbox", { name: "Rule text" });
      await holdsCursor(text);
      await page.keyboard.press("Control+a");
      await page.keyboard.type('Exclude because "Cheap" when [D]price < 20');
      await page.keyboard.press("Escape");
      await page.getByRole("region", { name: "Preview" }).getByRole("button", { name: "74 leave" }).waitFor();
      await page.getByRole("button", { name: "Save rule" }).click();
      await page.waitForURL(/rules\/\d+$/);
      expect(await clicks()).toBe(3);
      await page.getByRole("grid", { name: "Rules" }).getByText("1,152 > 1,078").waitFor();

      await pressSequence(page, "g", "r");
      await page.waitForURL(/\/rules$/);
      await page.getByRole("button", { name: "New rule" }).waitFor();
      await page.keyboard.press("n");
      // Until then the first rule's text is still there, and would take the keys.
      await page.getByRole("heading", { name: "New rule" }).waitFor();
      await holdsCursor(text);
      await page.keyboard.press("Control+a");
      await page.keyboard.type('Set custom_label_0 to "new"');
      await page.keyboard.press("Control+Enter");
      await page.waitForURL(/rules\/\d+$/);
      expect(await clicks()).toBe(3);
      await expect.poll(async () => (await rules()).map(({ rule_type: type }) => type)).toEqual(["exclude", "set_value"]);
    }));

  test("one is made once, however often its key is pressed", async () => {
    const released = Promise.withResolvers<void>();
    await at(`${FEED}/rules/new`, async ({ page }) => {
      await page.route(/\/rules\?/, async (route) => {
        if (route.request().method() === "POST") await released.promise;
        await route.continue();
      });
      const text = page.getByRole("textbox", { name: "Rule text" });
      await holdsCursor(text);
      await page.keyboard.press("Control+a");
      await page.keyboard.type('Set custom_label_4 to "once"');
      const sent = page.waitForRequest((request) => request.method() === "POST" && /\/rules\?/.test(request.url()));
      await page.keyboard.press("Control+Enter");
      await sent;
      await page.keyboard.press("Control+Enter");
      released.resolve();
      await page.waitForURL(/rules\/\d+$/);
    });
    const made = (await rules()).filter(({ text }) => text.includes("once"));
    for (const { id } of made) await client().call("rules.delete", { path: { feed_id: "feed_1", id } });
    expect(made).toHaveLength(1);
  });

  test("the rows that a condition holds for are counted before what the rule would do to them", async () => {
    const filter = "[D]price < 30";
    const { meta } = await client().call("source.rows", { path: { id: "feed_1" }, query: { filter, per_page: 1 } });
    const released = Promise.withResolvers<void>();
    await at(`${FEED}/rules/new`, async ({ page }) => {
      await page.route("**/rules/preview*", async (route) => {
        await released.promise;
        // The page no longer waits for what it asked before the last letter.
        await route.continue().catch(() => undefined);
      });
      await page.getByRole("textbox", { name: "Rule text" }).focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(`Exclude because "Cheap" when ${filter}`);
      await page.keyboard.press("Escape");
      const preview = page.getByRole("region", { name: "Preview" });
      await preview.getByText(`${meta.total} rows of the catalog match`).waitFor();
      released.resolve();
      await preview.getByRole("button", { name: /^[1-9]\d* leave$/ }).waitFor();
      await expect.poll(() => preview.getByText("of the catalog match").count()).toBe(0);
    });
  });

  test("a fault stands at its place, columns are completed, and text and form are one rule", () =>
    at(`${FEED}/rules/new`, async ({ page }) => {
      const text = page.getByRole("textbox", { name: "Rule text" });
      await text.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.type('Exclude because "Cheap" when [D]prise < 20');
      await page.getByRole("list", { name: "Faults" }).getByText("Line 1, column 30: There is no source column prise").waitFor();
      await page.keyboard.press("Control+a");
      await page.keyboard.type('Exclude because "Cheap" when [D]pri');
      await page.getByRole("option", { name: "price", exact: true }).waitFor();
      // A list that has just appeared takes no key: it might be meant for the text.
      await page.waitForTimeout(150);
      await page.keyboard.press("Enter");
      await page.keyboard.type(" < 30");
      await page.getByRole("button", { name: "Show the form" }).click();
      await expect.poll(() => page.getByLabel("Condition").inputValue()).toBe("[D]price < 30");
      await page.getByLabel("Condition").fill("[D]price < 40");
      await page.getByRole("button", { name: "Show the text" }).click();
      await text.getByText("[D]price").waitFor();
      await expect.poll(() => text.innerText()).toBe('Exclude because "Cheap" when [D]price < 40');
      await page.getByRole("grid", { name: "Rules" }).getByRole("row").first().getByText("Cheap").click();
      const asked = page.getByRole("alertdialog", { name: "Leave the rule without saving it?" });
      await asked.getByRole("button", { name: "Cancel" }).click();
      await asked.waitFor({ state: "detached" });
      expect(await text.innerText()).toBe('Exclude because "Cheap" when [D]price < 40');
      await page.getByRole("button", { name: "Close" }).click();
      await asked.getByRole("button", { name: "Discard what I wrote" }).click();
      await page.waitForURL(/\/rules$/);
    }));

  test("one that's deleted elsewhere while it's written keeps its text, and can be saved as a new one", async () => {
    const made = await client().call("rules.create", {
      path: { feed_id: "feed_1" },
      body: { rule: { text: 'Set custom_label_1 to "old"' } },
    });
    const path = { feed_id: "feed_1", id: made.data.id };
    await at(
      `${FEED}/rules/${made.data.id.replace("rule_", "")}`,
      async ({ page }) => {
        const text = page.getByRole("textbox", { name: "Rule text" });
        await text.click();
        await page.keyboard.press("Control+a");
        await page.keyboard.type('Set custom_label_1 to "mine"');
        await client().call("rules.delete", { path });
        await page.getByText("This rule has been deleted.", { exact: false }).waitFor();
        expect(await text.innerText()).toBe('Set custom_label_1 to "mine"');
        await page.getByRole("button", { name: "Save rule" }).click();
        await page.getByText("This rule has been deleted.", { exact: false }).waitFor({ state: "detached" });
        const saved = (await rules()).find(({ text: written }) => written.includes("mine"));
        await client().call("rules.delete", { path: { feed_id: "feed_1", id: saved?.id ?? "" } });
        await page.getByRole("button", { name: "Close" }).click();
      },
      { refused: [404] },
    );
  });

  test("they're moved by keys and by pointer, and a new order is shown before it's kept", () =>
    at(`${FEED}/rules`, async ({ page }) => {
      const list = page.getByRole("grid", { name: "Rules" });
      const focused = (nth: number) => list.getByRole("row").nth(nth).and(page.locator(":focus"));
      await list.getByRole("row").nth(1).focus();
      for (const [key, nth] of [
        ["ArrowUp", 0],
        ["ArrowDown", 1],
        ["ArrowUp", 0],
      ] as const) {
        await page.keyboard.press(`Alt+${key}`);
        await focused(nth).waitFor();
      }
      await page.getByText(/^The new order changes/).waitFor();
      await page.getByRole("button", { name: "Keep this order" }).click();
      await expect.poll(async () => (await rules()).map(({ rule_type: type }) => type)).toEqual(["set_value", "exclude"]);
      await page.getByText(/^The new order changes/).waitFor({ state: "detached" });
      const handle = await list.getByRole("row").nth(1).getByRole("button").first().boundingBox();
      const target = await list.getByRole("row").nth(0).boundingBox();
      if (handle === null || target === null) throw new Error("the rules aren't there");
      await page.mouse.move(handle.x + 5, handle.y + 5);
      await page.mouse.down();
      await page.mouse.move(target.x + 40, target.y + 12, { steps: 5 });
      await page.mouse.move(target.x + 40, target.y + 2, { steps: 5 });
      await page.mouse.up();
      await page.getByText(/^The new order changes/).waitFor();
      await page.getByRole("button", { name: "Put it back" }).click();
      await list.getByRole("row").first().focus();
      await page.keyboard.press("x");
      await list.getByText("off").waitFor();
      await expect.poll(async () => (await rules()).map(({ active }) => active)).toEqual([false, true]);
    }));
});

test("a rule that matches nothing is turned off from its warning", async () => {
  const rule = { text: 'Exclude because "Never" when [D]price < -1' };
  const { data } = await client().call("rules.create", { path: { feed_id: "feed_1" }, body: { rule } });
  await at(`${FEED}/rules`, async ({ page }) => {
    const name = `Turn off rule ${data.id.replace("rule_", "")}`;
    const advice = page.getByRole("button", { name, exact: true });
    await advice.waitFor();
    await page.getByRole("grid", { name: "Rules" }).getByRole("row").filter({ has: advice }).focus();
    // To the handle, then to the warning's button.
    for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await expect.poll(() => advice.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await rules()).find(({ id }) => id === data.id)?.active).toBe(false);
  });
  await client().call("rules.delete", { path: { feed_id: "feed_1", id: data.id } });
});

describe("a feed's other pages", () => {
  test("settings are previewed before they're saved", () =>
    at(`${FEED}/settings`, async ({ page }) => {
      await page.getByText("Take in unpublished, draft and unlisted products").click();
      // The API refuses to rename a primary feed.
      expect(await page.getByRole("button", { name: "Rename" }).count()).toBe(0);
      await page.getByRole("button", { name: "Preview the change" }).click();
      await page.getByText(/would leave and 1\d\d would come back|would leave and 2\d\d would come back/).waitFor();
      await page.getByRole("button", { name: "Take it back" }).click();
      await page.getByLabel("Rows lost, in percent").fill("101");
      await page.getByRole("button", { name: "Preview the change" }).click();
      await page.getByRole("alert").or(page.locator("[slot=errorMessage]")).first().waitFor();
      expect((await client().call("settings.get", { path: { feed_id: "feed_1" } })).data.publish_guard.max_drop_percent).toBe(30);
      await page.getByRole("link", { name: "Selection" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Discard the changes" }).click();
      await heading(page, "Selection").waitFor();
    }));

  test("settings, mappings and the selection follow changes that are made elsewhere, and what's typed stays", async () => {
    const path = { feed_id: "feed_1" };
    await at(`${FEED}/settings`, async ({ page }) => {
      const checkbox = page.getByRole("checkbox", { name: "Take in gift cards" });
      await expect.poll(() => checkbox.isChecked()).toBe(false);
      await client().call("settings.change", { path, body: { gift_cards: true } });
      await expect.poll(() => checkbox.isChecked(), WITHIN).toBe(true);
    });
    await client().call("settings.change", { path, body: { gift_cards: false } });
    await at(`${FEED}/mappings?find=mpn`, async ({ page }) => {
      const row = page.getByRole("table", { name: "Mappings" }).getByRole("row").filter({ hasText: "mpn" });
      await row.getByRole("button", { name: "Edit mpn" }).waitFor();
      await client().call("columns.change_mappings", { path, body: { mappings: { mpn: "barcode" } } });
      await row.getByText("[D]barcode", { exact: true }).waitFor();
    });
    await client().call("columns.change_mappings", { path, body: { reset: true } });
    const { data: some } = await client().call("products.list", { query: { feed_id: "feed_1", per_page: 20 } });
    const chosen = [...new Set(some.map(({ shopify_product_id: id }) => id ?? ""))].slice(0, 2);
    const body = { feed_type: "market", target_market: "CA", display_name: "Picks", product_selection_mode: "manual" } as const;
    const { data: manual } = await client().call("feeds.create", { body });
    const select = (ids: readonly string[]) =>
      client().call("feeds.set_selection", { path: { id: manual.id }, body: { product_ids: [...ids] } });
    await select(chosen.slice(0, 1));
    await at(`/console/shops/1/feeds/${manual.id.replace("feed_", "")}/selection`, async ({ page }) => {
      const list = page.getByRole("textbox", { name: "Product ids" });
      await expect.poll(() => list.inputValue()).toBe(chosen[0]);
      await select(chosen);
      await expect.poll(() => list.inputValue(), WITHIN).toBe(chosen.join("\n"));
      await list.fill("prod_1");
      await select(chosen.slice(1));
      await page.getByText("This feed has a list of 1 product.").waitFor();
      expect(await list.inputValue()).toBe("prod_1");
    });
    await client().call("feeds.deactivate", { path: { id: manual.id } });
  });

  test("versions say who changed what, and one is restored after a look at what that does", () =>
    at(`${FEED}/versions`, async ({ page }) => {
      const versions = page.getByRole("table", { name: "Versions" });
      await versions.getByRole("link", { name: "Version 2", exact: true }).click();
      await page.getByRole("heading", { name: "From version 1 to version 2" }).waitFor();
      await page.getByText("rules · added").waitFor();
      await page.getByRole("button", { name: "Restore version 2" }).click();
      await page
        .getByRole("alertdialog")
        .getByText(/rows? would change/)
        .waitFor();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: /^Make \d+ changes?$/ })
        .click();
      await page.getByRole("alertdialog").waitFor({ state: "detached" });
      await expect.poll(async () => (await rules()).map(({ rule_type: type }) => type)).toEqual(["exclude"]);
    }));

  test("words of a list stay whole beside a long text", async () => {
    const text = `Set custom_label_3 to "x" when [D]title contains "${"y".repeat(200)}"`;
    const { data: made } = await client().call("rules.create", { path: { feed_id: "feed_1" }, body: { rule: { text } } });
    await at(`${FEED}/versions`, async ({ page }) => {
      const state = page.getByRole("table", { name: "Versions" }).getByRole("cell", { name: "current", exact: true });
      const lines = await state.evaluate((cell) => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        return words.getClientRects().length;
      });
      expect(lines).toBe(1);
    });
    await client().call("rules.delete", { path: { feed_id: "feed_1", id: made.id } });
  });

  test("all fit a narrow screen in dark colours", () =>
    at(
      FEED,
      async ({ page, checkAccess }) => {
        const pages = ["", "/source", "/products", "/rules", "/rules/new", "/runs", "/selection", "/settings", "/versions"];
        const others = ["/console/shops/1", "/console/shops/1/extracts", "/console/shops/1/products/prod_41200000000769?feed=1"];
        for (const address of [...pages.map((name) => `${FEED}${name}`), ...others]) {
          await page.goto(address);
          await heading(page, /./).waitFor();
          await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0);
          const content = page.locator("#content");
          expect(await content.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), address).toBeLessThanOrEqual(0);
          await checkAccess();
        }
      },
      { width: 390, height: 844, scheme: "dark" },
    ));
});

test("a change that the page made itself doesn't conflict with its next save", async () => {
  const create = async (text: string) =>
    (await client().call("rules.create", { path: { feed_id: "feed_1" }, body: { rule: { text } } })).data.id;
  const [first, id] = [await create('Set [G]custom_label_1 to "one"'), await create('Set [G]custom_label_2 to "one"')];
  const textOf = async () => (await rules()).find((rule) => rule.id === id)?.text;
  await at(`${FEED}/rules/${id.replace("rule_", "")}`, async ({ page }) => {
    const save = async (text: string) => {
      await page.getByRole("textbox", { name: "Rule text" }).focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(text);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+Enter");
      await expect.poll(textOf).toBe(text);
    };
    const row = page.getByRole("grid", { name: "Rules" }).getByRole("row").filter({ hasText: "custom_label_2" });
    await row.getByText("1,487 changed").waitFor();
    await page.getByRole("textbox", { name: "Rule text" }).waitFor();
    await page.keyboard.press("x");
    await row.getByText("not counted, because runs skip this rule").waitFor();
    await save('Set [G]custom_label_2 to "two"');

    await row.focus();
    await page.keyboard.press("Alt+ArrowUp");
    await page.getByRole("button", { name: "Keep this order" }).click();
    await page.getByRole("button", { name: "Keep this order" }).waitFor({ state: "detached" });
    await save('Set [G]custom_label_2 to "three"');
  });
  for (const rule of [first, id]) await client().call("rules.delete", { path: { feed_id: "feed_1", id: rule } });
});
