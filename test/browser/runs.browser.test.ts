import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { eventually } from "../harness/api-client.ts";
import { csvShop } from "../harness/csv-shop.ts";
import { published, regenerated } from "../harness/sample-shop.ts";
import { consoleSuite, pressSequence, typeAfter } from "./console.suite.ts";

const { at, client, service } = consoleSuite();

const FAILED_WITHIN_MS = 300_000;

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** A feed that was published, with a run that would leave no row in it. */
async function heldFeed(name: string): Promise<{ readonly feed: string; readonly run: string }> {
  const made = await client().call("feeds.create", { body: { feed_type: "market", target_market: "CA", display_name: name } });
  const { id } = made.data;
  await published(client(), id);
  await client().call("rules.create", { path: { feed_id: id }, body: { rule: { type: "exclude", reason: "Closed" } } });
  const run = await regenerated(client(), id);
  expect(run.publication).toBe("held");
  return { feed: id, run: run.id };
}

test("the first link leads to the feed's address in one click", () =>
  at("/console/shops/1", async ({ page, clicks }) => {
    const link = await service().command("console").output;
    await page.goto(link.trim().split("\n").at(0) ?? "");
    await page.getByText("1,487").or(page.getByText("variants, extracted")).first().waitFor();
    await page.getByRole("table", { name: "Feeds" }).getByRole("link", { name: "Primary feed" }).click();
    await page
      .getByText(/^http.*\/feeds\/[0-9a-f]{40}\/gmcfeed\.txt$/)
      .first()
      .waitFor();
    expect(await clicks()).toBe(1);
  }));

test("a held run is reviewed and published in three clicks, each saying how many rows", async () => {
  const { feed, run } = await heldFeed("Held and published");
  const number = run.replace("run_", "");
  await at("/console/shops/1", async ({ page, clicks }) => {
    const item = page.getByRole("listitem").filter({ hasText: "Held and published" });
    await item.getByRole("link", { name: "Review" }).click();
    await heading(page, `Run ${number}`).waitFor();
    await page.getByText("This run is held. The file of the live run is still being served.").waitFor();
    await page.getByRole("list", { name: "Steps" }).getByText("In the file").waitFor();
    await page.getByRole("button", { name: "Publish anyway" }).click();
    await page.getByRole("alertdialog").getByText("The feed's file will have 0 rows").waitFor();
    await page.getByRole("button", { name: "Publish 0 rows" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await clicks()).toBe(3);
    await page.getByText("live", { exact: true }).first().waitFor();
  });
  await expect.poll(async () => (await client().call("runs.get", { path: { id: feed, run_id: run } })).data.publication).toBe("live");
});

test("a held run is discarded in one click, and that is taken back in another", async () => {
  const { feed, run } = await heldFeed("Held and discarded");
  const publication = async () => (await client().call("runs.get", { path: { id: feed, run_id: run } })).data.publication;
  await at("/console/shops/1", async ({ page, clicks }) => {
    const item = page.getByRole("listitem").filter({ hasText: "Held and discarded" });
    await item.getByRole("button", { name: "Discard" }).click();
    const said = page.getByText(`Run ${run.replace("run_", "")} is discarded.`);
    await said.waitFor();
    await expect.poll(publication).toBe("discarded");
    expect(await clicks()).toBe(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await said.waitFor({ state: "detached" });
    await expect.poll(publication).toBe("held");
    expect(await clicks()).toBe(2);
  });
});

test("a first run that's held says that the feed has no file yet, and what its first one would have", async () => {
  const target = { feed_type: "market", target_market: "CA", display_name: "Held and new" } as const;
  const { data: feed } = await client().call("feeds.create", { body: { ...target, product_selection_mode: "manual" } });
  const run = await regenerated(client(), feed.id);
  const [feedNumber, runNumber] = [feed.id, run.id].map((id) => id.replace(/^.*_/, ""));
  await at(`/console/shops/1/feeds/${feedNumber}/runs/${runNumber}`, async ({ page }) => {
    await page.getByText("The feed has no file until a run is published.").waitFor();
    await page.keyboard.press("p");
    await expect.poll(() => page.getByRole("alertdialog").innerText()).toContain("The feed's first file will have 0 rows.");
  });
});

test("two runs are compared: counts that add up, by column and cause, and the rows behind them", async () => {
  await client().call("rules.create", { path: { feed_id: "feed_2" }, body: { rule: { text: 'Set title to [G]title & " (new)"' } } });
  await client().call("rules.create", {
    path: { feed_id: "feed_2" },
    body: { rule: { text: 'Exclude because "Cheap" when [D]price < 20' } },
  });
  const run = await regenerated(client(), "feed_2");
  const { data: summary } = await client().call("runs.diff_summary", { path: { id: "feed_2", run_id: run.id }, query: {} });
  const { removed_count: removed, changed_count: changed, added_count: added } = summary;
  await at("/console/shops/1/feeds/2", async ({ page, clicks }) => {
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.getByRole("table", { name: "Runs" }).getByRole("link").first().click();
    expect(await clicks()).toBe(2);
    const format = (count: number): string => count.toLocaleString("en");
    await page.getByText(`${format(removed + changed + added)} rows =`).waitFor();
    const rows = page.getByRole("table", { name: "Rows that differ" });
    await page.getByRole("link", { name: `removed ${format(removed)}` }).click();
    await expect.poll(async () => (await rows.getByText("removed", { exact: true }).count()) > 0).toBe(true);
    await rows
      .getByRole("link", { name: /^rule \d+$/ })
      .first()
      .waitFor();
    await page.getByRole("link", { name: `removed ${format(removed)}` }).click();
    await page.getByRole("link", { name: `title ${format(changed)}` }).click();
    await rows
      .getByText(/\(new\)$/)
      .first()
      .waitFor();
    const steps = page.getByRole("list", { name: "Steps" });
    await steps.getByText("Set title", { exact: false }).waitFor();
    await expect.poll(() => steps.getByRole("listitem").last().innerText()).toContain(format(run.included_count ?? -1));
  });
});

test("by keys alone, the first link leads to the feed's address, and a held run is reviewed, published and compared", async () => {
  const { feed, run } = await heldFeed("Held for keys");
  const number = run.replace("run_", "");
  const link = await service().command("console").output;
  await at("/console/shops/1", async ({ page, clicks }) => {
    await page.goto(link.trim().split("\n").at(0) ?? "");
    await page.getByRole("table", { name: "Feeds" }).waitFor();
    await typeAfter(page, "Control+k", "Held for keys");
    await page.keyboard.press("Enter");
    await heading(page, "Held for keys").waitFor();
    await page
      .getByText(/\/feeds\/[0-9a-f]{40}\/.*\.txt$/)
      .first()
      .waitFor();
    await pressSequence(page, "g", "o");
    const review = page.getByRole("listitem").filter({ hasText: "Held for keys" }).getByRole("link", { name: "Review" });
    await review.focus();
    await page.keyboard.press("Enter");
    await heading(page, `Run ${number}`).waitFor();
    await page.getByRole("button", { name: "Publish anyway" }).waitFor();
    await page.keyboard.press("p");
    await page.getByRole("alertdialog").getByText("The feed's file will have 0 rows").waitFor();
    await page.getByRole("button", { name: "Publish 0 rows" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.getByText("live", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Compare with" }).waitFor();
    await page.keyboard.press("d");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("table", { name: "Rows that differ" }).waitFor();
    expect(await clicks()).toBe(0);
  });
  expect((await client().call("runs.get", { path: { id: feed, run_id: run } })).data.publication).toBe("live");
});

test("the catalog's extracts are listed, and another one is followed to its end", () =>
  at("/console/shops/1/extracts", async ({ page }) => {
    const rows = page.getByRole("table", { name: "Extracts" }).getByRole("row");
    await rows.nth(1).waitFor();
    const before = await rows.count();
    await page.getByRole("button", { name: "Extract now" }).click();
    await rows.nth(before).waitFor();
    await expect.poll(() => rows.nth(1).innerText()).toMatch(/^Extract \d+, full/);
    await rows.nth(1).getByText("completed").waitFor();
  }));

test("a shop that Shopify keeps has no export to upload", () =>
  at("/console/shops/1/extracts", async ({ page }) => {
    await page.getByRole("table", { name: "Extracts" }).waitFor();
    await heading(page, "Extracts").waitFor();
    expect(await page.getByRole("region", { name: "Upload an export" }).count()).toBe(0);
  }));

test("an extract that failed for good says what feeds are made from now, on its page, the overview and the feed's page", async () => {
  const shop = await csvShop(service(), "failed.example", "Handle,Title,Variant SKU,Variant Price\nlamp,Lamp,L-1,12.90\n");
  const { db } = service().database;
  const shopId = shop.id.replace("shop_", "");
  const feedId = String((await shop.client.get("/feeds")).list[0]?.["id"]).replace("feed_", "");
  const { data: made } = await shop.client.post("/extracts", { type: "full" });
  await eventually(
    () => shop.client.get("/extracts/latest"),
    ({ data }) => data["status"] === "completed",
    FAILED_WITHIN_MS,
  );
  const why = "The shop didn't answer after 10 attempts.";
  const failed = {
    status: "failed",
    completed_at: null,
    failed_at: new Date(),
    error_code: "shopify_unavailable",
    error_details: why,
  } as const;
  const number = Number(String(made["id"]).replace("ext_", ""));
  // Otherwise its run would bring a file while the pages are looked at.
  await expect
    .poll(() => db.selectFrom("runs").select("status").where("extract_id", "=", number).execute(), { timeout: FAILED_WITHIN_MS })
    .toContainEqual({ status: "completed" });
  const first = db.selectFrom("extracts").select("id").where("shop_id", "=", Number(shopId)).orderBy("id").limit(1);
  await db.updateTable("shops").set({ live_extract_id: first }).where("id", "=", Number(shopId)).execute();
  await db.updateTable("extracts").set(failed).where("id", "=", number).execute();
  await at(
    `/console/shops/${shopId}/extracts`,
    async ({ page }) => {
      await page.getByRole("alert").getByText("The last good catalog is still used.", { exact: false }).waitFor();
      const row = page.getByRole("row").filter({ hasText: `Extract ${number},` });
      await row.getByText(why).waitFor();
      await page.goto(`/console/shops/${shopId}`);
      await page.getByText(/The latest extract failed. Feeds are made from the catalog that was extracted/).waitFor();
    },
    { key: shop.key },
  );
  await db.updateTable("feeds").set({ live_run_id: null }).where("shop_id", "=", Number(shopId)).execute();
  await db.updateTable("shops").set({ live_extract_id: null }).where("id", "=", Number(shopId)).execute();
  await at(
    `/console/shops/${shopId}/extracts`,
    async ({ page, checkAccess }) => {
      const none = "There's no catalog yet, so feeds have no rows.";
      await page.getByRole("alert").getByText(none, { exact: false }).waitFor();
      await checkAccess();
      await page.goto(`/console/shops/${shopId}`);
      await page.getByText(none, { exact: false }).waitFor();
      await page.goto(`/console/shops/${shopId}/feeds/${feedId}`);
      await page.getByText("The catalog hasn't been extracted yet.").waitFor();
      expect(await page.getByRole("button", { name: "Run now" }).isDisabled()).toBe(true);
      await checkAccess();
      await page.goto(`/console/shops/${shopId}/feeds/${feedId}/products`);
      await page.getByRole("heading", { name: "No data yet" }).waitFor();
      await checkAccess();
      await page.goBack();
      await page.getByRole("link", { name: "See the extracts" }).click();
      await heading(page, "Extracts").waitFor();
    },
    { key: shop.key },
  );
});

test("an upload that's refused names the file, and one that's cut off, or of a file that has changed since, says so and can be tried again", async () => {
  const shop = await csvShop(service(), "upload.example", "Handle,Title,Variant SKU,Variant Price\nlamp,Lamp,L-1,12.90\n");
  const folder = await mkdtemp(path.join(tmpdir(), "feedwright-export-"));
  const file = path.join(folder, "my products.csv");
  await writeFile(file, "Handle,Title\nbowl,Bowl\n");
  await at(
    `/console/shops/${shop.id.replace("shop_", "")}/extracts`,
    async ({ page }) => {
      await page.locator("input[type=file]").setInputFiles(file);
      await page.getByRole("button", { name: "Upload and extract" }).click();
      await page.getByText(/^my products\.csv has no price column/).waitFor();
      await page.route("**/v1/extracts/upload?**", (route) => route.abort("internetdisconnected"));
      const upload = page.getByRole("button", { name: "Upload and extract" });
      await page.locator("input[type=file]").setInputFiles(file);
      await upload.click();
      await page.getByText("Feedwright can't be reached.", { exact: false }).waitFor();
      await writeFile(file, "Handle,Title\nbowl,Bowl\ncup,Cup\n");
      await utimes(file, 1, 1);
      await upload.click();
      await page.getByText("The file has changed since it was chosen.", { exact: false }).waitFor();
      expect(await upload.isEnabled()).toBe(true);
    },
    { cutOff: true, key: shop.key },
  );
  await rm(folder, { recursive: true });
});
