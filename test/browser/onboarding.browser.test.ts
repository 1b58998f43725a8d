import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";
import { launchChromium } from "./chromium.ts";
import { visit } from "./console-visit.ts";
import { consoleBuilt } from "./console.suite.ts";

/** From an empty installation to a checked feed, in a browser alone. */

const EXPORT = [
  "Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Status",
  "wool-scarf,Wool scarf with long fringes,<p>Warm and soft scarf of merino wool.</p>,Harbour,Scarves,TRUE,Title,Default Title,WS-1,shopify,4,39.00,4006381333931,https://example.com/scarf.jpg,active",
  "linen-apron,Linen apron with two pockets,<p>Strong linen apron for every kitchen.</p>,Harbour,Aprons,TRUE,Title,Default Title,LA-1,shopify,0,29.00,,https://example.com/apron.jpg,active",
  "draft-bowl,Bowl,<p>Not for sale yet.</p>,Harbour,Bowls,TRUE,Title,Default Title,BO-1,shopify,1,19.00,,https://example.com/bowl.jpg,draft",
].join("\n");

let stack: AsyncDisposableStack;
let service: ClonedService;
let browser: Browser;
let link: string;

beforeAll(async () => {
  await using opening = new AsyncDisposableStack();
  service = opening.use(await clonedService({ SAMPLE_SHOP: "0" }));
  const started = service.start();
  // Awaited below, unless the browser fails first and ends the service.
  started.catch(() => undefined);
  browser = opening.use(await launchChromium());
  await started;
  link = await service.command("console", "--admin").output;
  await consoleBuilt(service.url);
  stack = opening.move();
});
afterAll(() => stack.disposeAsync());

const exportFile = { name: "products_export.csv", mimeType: "text/csv", buffer: Buffer.from(EXPORT) };

test("an operator with nothing but the link adds a shop from an export, chooses a channel and reads the address of a checked file", async () => {
  await using opened = await visit(browser, service.url);
  const { page } = opened;
  await page.goto(link.trim());
  await page.getByRole("heading", { level: 1, name: "Add a shop" }).waitFor();

  // An export that the API wouldn't take is named before it's sent, and nothing that's written is lost unasked.
  const files = page.getByLabel("Product export", { exact: true });
  await files.setInputFiles({ ...exportFile, name: "blank.csv", buffer: Buffer.alloc(0) });
  await page.getByText(/blank\.csv.* is empty\. Export the products again\./).waitFor();
  await files.setInputFiles({ ...exportFile, name: "products.xlsx", buffer: Buffer.from("PK\x03\x04 xl/workbook.xml") });
  await page.getByText(/products\.xlsx.* seems to be a workbook, such as Excel's, so it can't be read as CSV\. Save it as/).waitFor();
  // By its path: a buffer would be decoded in the page.
  const folder = await mkdtemp(path.join(tmpdir(), "feedwright-export-"));
  await writeFile(path.join(folder, "large.csv"), Buffer.alloc(10 * 1024 * 1024 + 1, "a"));
  await files.setInputFiles(path.join(folder, "large.csv"));
  await page.getByText(/large\.csv.* is larger than 10/).waitFor();
  expect(await page.getByRole("button", { name: "Add the shop" }).isDisabled()).toBe(true);
  await rm(folder, { recursive: true });
  await page.getByRole("link", { name: "Shops" }).click();
  await page.getByRole("alertdialog", { name: "Leave without adding the shop?" }).getByRole("button", { name: "Cancel" }).click();

  // A domain that is none is said at its field, and nothing is installed.
  await page.getByLabel("Product export", { exact: true }).setInputFiles(exportFile);
  // A text that's dropped there is no file, and the file that was chosen stays.
  const text = await page.evaluateHandle(() => {
    const dragged = new DataTransfer();
    dragged.setData("text/plain", "products");
    return dragged;
  });
  await page.getByText(/products_export\.csv/).dispatchEvent("drop", { dataTransfer: text });
  await page.getByText(/products_export\.csv/).waitFor();
  await page.getByLabel("Domain").fill("not a domain");
  await page.getByRole("button", { name: "Add the shop" }).click();
  await page.getByLabel("Domain").and(page.locator("[aria-invalid=true]")).waitFor();
  await opened.checkAccess();

  await page.getByLabel("Domain").fill("harbour.example");
  await page.getByLabel("Currency").fill("EUR");
  await page.getByLabel("Country").fill("DE");
  await page.getByRole("button", { name: "Add the shop" }).click();
  await page.getByRole("heading", { level: 1, name: "Set up" }).waitFor();
  await page.getByText("3 variants extracted", { exact: false }).waitFor();

  await page.getByRole("checkbox", { name: "Google" }).click({ force: true });
  const address = page.getByText(/\/feeds\/[^/]+\/gmcfeed\.google\.txt$/);
  await address.waitFor();
  await page.getByRole("region", { name: "What they would refuse" }).getByText("Google").first().waitFor();
  const file = await fetch(await address.innerText());
  expect(file.status).toBe(200);
  expect(await file.text()).toContain("Wool scarf with long fringes");
  await opened.checkAccess();
  expect((await opened.faults()).join("\n")).toBe("");
});

test("an operator sees shops, organizations, keys, the audit log and the state of the installation, and opens a shop", async () => {
  await using opened = await visit(browser, service.url);
  const { page } = opened;
  await page.goto((await service.command("console", "--admin").output).trim());
  await page.getByRole("heading", { level: 1, name: "Shops" }).waitFor();
  await page.getByRole("cell", { name: "harbour.example" }).first().waitFor();

  await page.getByRole("link", { name: "Organizations" }).click();
  await page.getByLabel("Name of a new organization").fill("Agency Ltd");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("button", { name: "Manage Agency Ltd" }).click();
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByText(/^svc_org_sk_[0-9a-f]{40}$/).waitFor();
  await page.keyboard.press("Escape");

  for (const [name, heading] of [
    ["Keys", "Keys"],
    ["Audit log", "Audit log"],
    ["Health", "Health"],
  ] as const) {
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.getByRole("table").first().waitFor();
    await opened.checkAccess();
  }
  await page.getByRole("cell", { name: "Google's product taxonomy" }).waitFor();

  await page.getByRole("link", { name: "Shops", exact: true }).click();
  await page.getByRole("button", { name: /^Open / }).click();
  await page.getByRole("region", { name: "Feeds" }).getByRole("link", { name: "Primary feed" }).waitFor();
  expect((await opened.faults()).join("\n")).toBe("");
});
