import type { Locator, Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { consoleSuite, pressSequence, typeAfter } from "./console.suite.ts";

const { at, client } = consoleSuite({}, "published");
const SOURCE = "/console/shops/1/feeds/1/source";

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

async function restoreTitles(): Promise<void> {
  const { data } = await client().call("source.rows", { path: { id: "feed_1" }, query: { edited: true } });
  const rows = data.map(({ row_id: id }) => ({ row_id: id, cells: { title: null } }));
  await client().call("cells.set_many", { path: { id: "feed_1" }, body: { rows } });
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
      const hasFocus = () => grid.evaluate((element) => element === document.activeElement);
      await expect.poll(hasFocus).toBe(true);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("1 edit applied").waitFor({ state: "detached" });
      await expect.poll(hasFocus).toBe(true);
    }));

  test("applied edits can be taken back until something else is done: another edit, other rows, or a change by someone else", () =>
    at(SOURCE, async ({ page }) => {
      const grid = await sourceGrid(page);
      const applied = page.getByText("1 edit applied");
      const write = async (title: string) => {
        await cell(grid, 0, 0).click();
        await page.keyboard.type(title);
        await page.keyboard.press("Enter");
        await page.getByText("1 edit in 1 row").waitFor();
      };
      const apply = async (title: string) => {
        await write(title);
        await page.getByRole("button", { name: "Apply and run" }).click();
        await applied.waitFor();
        await says(cell(grid, 0, 0), title);
      };
      await apply("Bowl, first");
      await write("Bowl, second");
      await page.keyboard.press("Control+z");
      await page.getByText("1 edit in 1 row").waitFor({ state: "detached" });
      expect(await applied.count()).toBe(0);

      await apply("Bowl, third");
      await page.getByRole("columnheader", { name: "price", exact: true }).click();
      await applied.waitFor({ state: "detached" });
      await page.goBack();
      await says(cell(grid, 0, 0), "Bowl, third");
      expect(await applied.count()).toBe(0);

      await apply("Bowl, fourth");
      const { data } = await client().call("source.rows", { path: { id: "feed_1" }, query: { edited: true } });
      const rows = data.map(({ row_id }) => ({ row_id, cells: { title: null } }));
      await client().call("cells.set_many", { path: { id: "feed_1" }, body: { rows } });
      await applied.waitFor({ state: "detached" });
    }));

  test("what is applied while an undo still loads can be taken back too", () =>
    at(SOURCE, async ({ page }) => {
      const grid = await sourceGrid(page);
      const apply = async (title: string) => {
        await cell(grid, 0, 0).click();
        await page.keyboard.type(title);
        await page.keyboard.press("Enter");
        await page.getByText("1 edit in 1 row").waitFor();
        await page.keyboard.press("Control+Enter");
        await page.getByText("1 row of the file would change").waitFor();
        await page.keyboard.press("Control+Enter");
        await page.getByText("1 edit applied").waitFor();
      };
      await apply("Bowl, first");
      // The console doesn't ask for a run while another one is under way.
      const latest = () => client().call("runs.latest", { path: { id: "feed_1" } });
      await expect.poll(async () => (await latest()).data.status).toBe("completed");
      const held = Promise.withResolvers<Route>();
      await page.route("**/regenerate?*", (route) => held.resolve(route), { times: 1 });
      await page.keyboard.press("Control+z");
      const regenerate = await held.promise;
      await says(cell(grid, 0, 0), "Alder Bowl in glass");
      await apply("Bowl, second");
      const upToDate = page.waitForResponse((response) => response.url().includes("/v1/shop?"));
      await regenerate.continue();
      await upToDate;
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => cell(grid, 0, 0).innerText()).toBe("Alder Bowl in glass");
    }));

  test("sorting starts at the top, and the column says its order", () =>
    at(SOURCE, async ({ page }) => {
      const grid = await sourceGrid(page);
      const top = () => grid.evaluate(({ scrollTop }) => scrollTop);
      for (const order of ["ascending", "descending"]) {
        await grid.focus();
        await page.keyboard.press("Control+ArrowDown");
        await expect.poll(top).toBeGreaterThan(0);
        const header = page.getByRole("columnheader", { name: "price", exact: true });
        await header.click();
        await expect.poll(top).toBe(0);
        await expect.poll(() => header.getAttribute("aria-sort")).toBe(order);
        await expect.poll(() => grid.getAttribute("aria-activedescendant")).toMatch(/-0-3$/);
      }
      await page.keyboard.press("Control+ArrowDown");
      await expect.poll(top).toBeGreaterThan(0);
      await page.getByLabel("Filter").fill("[D]price > 0");
      await page.keyboard.press("Enter");
      await page.waitForURL(/filter=/);
      await expect.poll(top).toBe(0);
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
      const filter = page.getByLabel("Filter");
      await filter.click();
      await page.keyboard.type("x");
      await page.keyboard.press("Control+z");
      expect(await filter.inputValue()).toBe("");
      await page.getByText("6 edits in 4 rows").waitFor();
      await grid.focus();
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

      // Rows that were never on the screen.
      await page.evaluate(() => navigator.clipboard.writeText(Array.from({ length: 1_488 }, (_, row) => `Title ${row}`).join("\n")));
      await cell(grid, 0, 0).click();
      await page.keyboard.press("Control+v");
      await page.getByText("1,487 edits in 1,487 rows").waitFor();
      await page.getByText("1 pasted cell left out").waitFor();
      await page.keyboard.press("Control+Shift+ArrowDown");
      await page.keyboard.press("Control+c");
      const lines = async () => (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
      await expect.poll(async () => (await lines()).at(-1)).toBe("Title 1486");
      await page.getByRole("button", { name: "Discard" }).click();
    }));

  test("an edit that's refused says why and waits, while the others are applied", () =>
    at(SOURCE, async ({ page }) => {
      const grid = await sourceGrid(page);
      await page.evaluate(() => navigator.clipboard.writeText("Kept\tÅngelund Väv\tBowls\tabc"));
      await cell(grid, 0, 0).click();
      await page.keyboard.press("Control+v");
      await page.getByText("3 edits in 1 row").waitFor();
      await page.getByRole("button", { name: "Apply and run" }).click();
      await page.getByText(/1 edit refused. price of \d+: abc isn't an amount/).waitFor();
      await page.getByText("1 edit in 1 row").waitFor();
      await says(cell(grid, 0, 0), "Kept");
      await page.keyboard.press("Control+z");
      await cell(grid, 0, 3).click();
      await page.keyboard.type("12");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Apply and run" }).click();
      await page.getByText("1 edit applied").waitFor();
      const { data } = await client().call("source.rows", { path: { id: "feed_1" }, query: { edited: true, columns: "title,price" } });
      expect(data).toMatchObject([{ row_id: expect.any(String), edited: { title: "Kept", price: "12" } }]);
      const cleared = { title: null, product_type: null, price: null };
      await client().call("cells.set_many", {
        path: { id: "feed_1" },
        body: { rows: [{ row_id: data[0]?.row_id ?? "", cells: cleared }] },
      });
    }));

  test("what is typed while the rows are read again after an apply waits like any other edit", () =>
    at(SOURCE, async ({ page }) => {
      const grid = await sourceGrid(page);
      await cell(grid, 0, 0).click();
      await page.keyboard.type("Bowl, edited");
      await page.keyboard.press("Enter");
      await page.getByText("1 edit in 1 row").waitFor();
      const held: Route[] = [];
      await page.route(/source_rows\?.*per_page=100/, (route) => void held.push(route));
      await page.getByRole("button", { name: "Apply and run" }).click();
      // Rows are read several times on the way. What is asked for once the edit is applied isn't answered.
      const isApplied = async () => {
        const asked = [...held];
        if (await page.getByText("1 edit applied").isVisible()) return true;
        held.splice(0, asked.length);
        await Promise.all(asked.map((route) => route.continue().catch(() => undefined)));
        return false;
      };
      await expect.poll(isApplied, { timeout: 60_000 }).toBe(true);
      await expect.poll(() => held.length).toBeGreaterThan(0);
      await says(cell(grid, 0, 0), "Bowl, edited");
      await cell(grid, 1, 0).click();
      await page.keyboard.type("Typed meanwhile");
      await page.keyboard.press("Enter");
      await page.getByText("1 edit in 1 row").waitFor();
      await page.unrouteAll();
      await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
      await says(cell(grid, 1, 0), "Typed meanwhile");
      await page.getByRole("button", { name: "Discard" }).click();
      await restoreTitles();
    }));

  test("edits whose answer was lost are applied once when they're applied again", () =>
    at(SOURCE, async ({ page }) => {
      const grid = await sourceGrid(page);
      await cell(grid, 0, 0).click();
      await page.keyboard.type("Bowl, applied once");
      await page.keyboard.press("Enter");
      const sent: (string | undefined)[] = [];
      page.on("request", (request) => {
        if (request.method() === "PATCH") sent.push(request.headers()["idempotency-key"]);
      });
      // The first answer gets lost once the change is made.
      await page.evaluate(() => {
        const present = window.fetch.bind(window);
        window.fetch = async (url, init) => {
          const answer = await present(url, init);
          if (init?.method !== "PATCH") return answer;
          window.fetch = present;
          throw new TypeError("network error");
        };
      });
      await page.getByRole("button", { name: "Apply and run" }).click();
      await page.getByText("Feedwright can't be reached.").waitFor();
      await page.getByRole("button", { name: "Apply and run" }).click();
      await page.getByText("1 edit applied").waitFor();
      expect(sent).toEqual([expect.any(String), sent[0]]);
      await restoreTitles();
    }));

  test("an edit goes to the row that it was begun in, also if another one comes to its place meanwhile", () =>
    at(`${SOURCE}?sort=title`, async ({ page }) => {
      const grid = page.getByRole("grid", { name: "Source data" });
      const sorted = { path: { id: "feed_1" }, query: { sort: "title", columns: "title", per_page: 2 } } as const;
      const [first, second] = (await client().call("source.rows", sorted)).data;
      const id = first?.row_id ?? "";
      await says(cell(grid, 0, 0), first?.values["title"] ?? "");
      await cell(grid, 0, 0).click();
      await page.keyboard.type("Typed meanwhile");
      const rows = [{ row_id: id, cells: { title: "zz, the last one" } }];
      await client().call("cells.set_many", { path: { id: "feed_1" }, body: { rows } });
      await says(cell(grid, 0, 0), second?.values["title"] ?? "");
      await page.keyboard.press("Enter");
      await page.getByText("1 edit in 1 row").waitFor();
      await page.getByRole("button", { name: "Apply and run" }).click();
      await page.getByText("1 edit applied").waitFor();
      const { data } = await client().call("source.rows", { path: { id: "feed_1" }, query: { edited: true, columns: "title" } });
      expect(data).toMatchObject([{ row_id: id, edited: { title: "Typed meanwhile" } }]);
      await restoreTitles();
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
      // Enter that ends a word of an input method doesn't end the edit.
      const composed = { key: "Enter", isComposing: true, bubbles: true, cancelable: true };
      await page.getByRole("textbox", { name: "title" }).dispatchEvent("keydown", composed);
      expect(await page.getByRole("textbox", { name: "title" }).inputValue()).toBe("Alder Bowl in glass, kept");
      await page.keyboard.press("Enter");
      await page.getByText("1 edit in 1 row").waitFor();
      await says(cell(grid, 0, 0), "Alder Bowl in glass, kept");
      await page.keyboard.press("Control+z");
      await page.getByText("1 edit in 1 row").waitFor({ state: "detached" });
      await says(cell(grid, 0, 0), "Alder Bowl in glass");
    }));

  test("an order by a column that the shop no longer has is left out", () =>
    at(`${SOURCE}?sort=gone&order=desc`, async ({ page }) => {
      const grid = await sourceGrid(page);
      await page.getByText("1,487 rows").waitFor();
      expect(await grid.locator("[aria-sort]").count()).toBe(0);
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

  test("rows are filtered, sorted and found while edits wait, and a wrong condition says where", () =>
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
      await cell(grid, 0, 0).click();
      await page.keyboard.type("Title, waiting");
      await page.keyboard.press("Enter");
      await page.getByRole("columnheader", { name: "title" }).click();
      await page.waitForURL(/sort=title/);
      await expect.poll(async () => Number(await page.getByRole("grid").getAttribute("aria-rowcount"))).toBe(meta.total + 1);
      await page.getByLabel("Filter").fill("[D]vendr = 1");
      await page.keyboard.press("Enter");
      await page.getByText(/vendr/).last().waitFor();
      await page.getByText("The rows are shown once the filter is right.").waitFor();
      await page.getByText("1 edit in 1 row").waitFor();
      await page.goBack();
      await page.goBack();
      await says(cell(grid, 0, 0), "Title, waiting");
      await page.getByRole("button", { name: "Discard" }).click();
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
