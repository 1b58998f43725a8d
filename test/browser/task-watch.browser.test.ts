import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type TaskWatch, watchTasks } from "./task-watch.ts";

const ALLOWED_MS = 100;
const LONG = "a task took";
const ORIGIN = "http://watched.example";

let browser: Browser & AsyncDisposable;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser[Symbol.asyncDispose]());

/** Opens a page that has no scripts, styles or images. */
async function watched(act: (page: Page, tasks: TaskWatch) => Promise<void>): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route("**", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Watched</title>" }));
  const tasks = await watchTasks(page);
  await page.goto(ORIGIN);
  await act(page, tasks);
  const found = await tasks.longTasks(ALLOWED_MS);
  await context.close();
  return found.join("\n");
}

/** One task that takes more than that of any processor. */
const work = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let state = 1;
    for (let round = 0; round < 300_000_000; round += 1) state = (Math.imul(state, 1_664_525) + round) | 0;
    document.title = String(state);
  });

test("a task that takes long is found, in a document that was left too", async () => {
  expect(await watched(work)).toContain(LONG);
  const left = await watched(async (page) => {
    await work(page);
    await page.goto(`${ORIGIN}/next`);
  });
  expect(left).toContain(LONG);
});

test("a page that does little, waits or is checked has no task that takes long", async () => {
  const quick = await watched(async (page, tasks) => {
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), 2 * ALLOWED_MS);
    await tasks.apart(() => work(page));
  });
  expect(quick).toBe("");
});
