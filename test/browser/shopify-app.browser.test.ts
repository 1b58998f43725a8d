import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { members } from "../../src/kernel/unsafe.ts";
import { type Simulator, startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";
import { type ClonedService, clonedService } from "../harness/service-on-clone.ts";
import { launchChromium } from "./chromium.ts";

/** A newcomer follows `docs/guide/shopify-app.md`: from nothing to an app that is installed, opened inside the Shopify admin, and paid for. */

const SHOP = "simulated-shop.myshopify.com";
/** An extract, a run and a first load of the console, on a machine that does other things too. */
const PATIENCE_MS = 90_000;

let stack: AsyncDisposableStack;
let simulator: Simulator;
let service: ClonedService;
let browser: Browser;
beforeAll(async () => {
  await using opening = new AsyncDisposableStack();
  simulator = opening.use(await startSimulator({ products: 12, shopDomain: SHOP }));
  service = opening.use(
    await clonedService({
      SHOPIFY_CLIENT_ID: simulator.clientId,
      SHOPIFY_CLIENT_SECRET: simulator.clientSecret,
      SHOPIFY_SIMULATOR_URL: simulator.url,
    }),
  );
  const started = service.start();
  browser = opening.use(await launchChromium());
  await started;
  simulator.control.app.setAppUrl(`${service.url}/console`);
  await vi.waitFor(async () => expect((await fetch(`${service.url}/console`)).status).toBe(200), { timeout: 120_000, interval: 300 });
  stack = opening.move();
});
afterAll(() => stack.disposeAsync());

/** A browser without any cookie, and what went wrong in it. */
async function opened(act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  await act(page);
  expect(faults).toEqual([]);
  await context.close();
}

async function asked(method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${simulator.control.app.sessionToken()}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return members(members(await response.json())["data"]);
}

test("the merchant installs the app, opens it inside the admin and pays for a plan", async () => {
  await opened(async (page) => {
    await page.goto(`${service.url}/shopify/install?shop=${SHOP}`);
    await page.getByRole("button", { name: "Install" }).click();
    await page.waitForURL(/\/console\/shops\/\d+$/);
    await page.getByRole("link", { name: "Primary feed" }).first().waitFor();
  });
  await vi.waitFor(async () => expect(await asked("GET", "/shop")).toMatchObject({ product_count: 25 }), {
    timeout: PATIENCE_MS,
    interval: 500,
  });

  await opened(async (page) => {
    await page.goto(`${simulator.url}/admin/app`);
    const frame = page.frameLocator("iframe[title=App]");
    await frame.getByRole("link", { name: "Primary feed" }).first().click();
    await frame.getByRole("heading", { level: 1, name: "Primary feed" }).waitFor();
    const inner = page.frame({ name: "app-iframe" });
    expect(inner?.url()).toMatch(/\/console\/shops\/\d+\/feeds\/\d+\?.*shop=simulated-shop\.myshopify\.com/);
    expect(inner?.url()).not.toContain("id_token");
    // Loaded again inside the frame, the page is still allowed there.
    await inner?.evaluate(() => location.reload());
    await frame.getByRole("heading", { level: 1, name: "Primary feed" }).waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  const { confirmation_url: url } = await asked("POST", "/subscription", { plan: "growth" });
  expect(await asked("GET", "/subscription")).toMatchObject({ plan: "free", status: "none" });
  await opened(async (page) => {
    await page.goto(String(url));
    await page.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(`${simulator.url}/admin/app`);
    await page.frameLocator("iframe[title=App]").getByRole("link", { name: "Primary feed" }).first().waitFor();
  });
  expect(await asked("GET", "/subscription")).toMatchObject({ plan: "growth", status: "active" });
});

test("no other page can put the console into a frame", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const refused = page.waitForEvent("console", {
    predicate: (message) => message.text().includes("frame-ancestors"),
    timeout: PATIENCE_MS,
  });
  await page.setContent(`<iframe src="${service.url}/console"></iframe>`);
  expect((await refused).text()).toContain("frame-ancestors 'none'");
  await context.close();
});
