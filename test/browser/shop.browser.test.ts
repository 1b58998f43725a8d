import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../../src/features/keys/index.ts";
import { insertOrganization } from "../../src/features/organizations/index.ts";
import { storedId } from "../../src/kernel/ids.ts";
import { typedClient } from "../contract/client/typed-client.ts";
import { type AnsweringServer, answeringServer } from "../harness/answering-server.ts";
import { regenerated } from "../harness/sample-shop.ts";
import { consoleSuite, pressSequence } from "./console.suite.ts";
import type { Visit } from "./console-visit.ts";

const SHOP = "/console/shops/1";
/** A key has 120 requests a minute. */
const POLL_MS = 500;
const { at, client, keys, service } = consoleSuite({ ALLOW_PRIVATE_WEBHOOKS: "1" });

let endpoint: AnsweringServer;
beforeAll(async () => {
  endpoint = await answeringServer();
});
afterAll(() => endpoint[Symbol.asyncDispose]());

/** A webhook that was disabled by failures, and the number of its first delivery. */
async function disabledWebhook(): Promise<{ readonly id: string; readonly delivery: string }> {
  endpoint.answer((response) => response.writeHead(500).end("not today"));
  const { data: webhook } = await client().call("webhooks.create", {
    body: { endpoint_url: `${endpoint.url}/orders`, events: ["rules.changed"] },
  });
  for (let made = 0; made < 5; made += 1)
    await client().call("rules.create", {
      path: { feed_id: "feed_3" },
      body: { rule: { type: "set_value", target: "brand", value: `${made}` } },
    });
  const status = async () => (await client().call("webhooks.get", { path: { id: webhook.id } })).data.status;
  await expect.poll(status, { timeout: 60_000, interval: POLL_MS }).toBe("disabled");
  const { data } = await client().call("webhooks.list_deliveries", { path: { id: webhook.id }, query: { status: "failed" } });
  return { id: webhook.id, delivery: data[0]?.id ?? "" };
}

const delivered = async (id: string) =>
  (await client().call("webhooks.list_deliveries", { path: { id }, query: { status: "delivered" } })).meta.total;

test.each([
  ["webhooks/999", "Webhooks"],
  ["lookups/none", "Lookup tables"],
])("the page of something that isn't there has a heading: %s", (address, title) =>
  at(
    `${SHOP}/${address}`,
    async ({ page }) => {
      await page.getByText("This couldn't be loaded").waitFor();
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      expect(await page.title()).toContain(title);
    },
    { refused: [404] },
  ),
);

describe("a webhook whose endpoint failed", () => {
  test("is reached from the overview, and its failed delivery is sent again, in three clicks", async () => {
    const { id } = await disabledWebhook();
    await at(SHOP, async ({ page, clicks }) => {
      await page
        .getByRole("listitem")
        .filter({ hasText: `Webhook ${id} is disabled` })
        .getByRole("link", { name: "See why" })
        .click();
      const deliveries = page.getByRole("table", { name: "Deliveries" });
      await deliveries.getByRole("link", { name: "rules.changed" }).first().click();
      const drawer = page.getByRole("dialog");
      await drawer.getByText("x-svc-signature: sha256=", { exact: false }).waitFor();
      await drawer.getByText("not today").waitFor();
      await drawer.getByText('"event": "rules.changed"', { exact: false }).waitFor();
      endpoint.answer((response) => response.writeHead(200).end("thank you"));
      await drawer.getByRole("button", { name: "Activate and deliver again" }).click();
      await drawer.getByText("It's delivered again.").waitFor();
      expect(await clicks()).toBe(3);
      await expect.poll(() => delivered(id), { timeout: 30_000, interval: POLL_MS }).toBe(1);
    });
    await client().call("webhooks.delete", { path: { id } });
  });

  test("is dealt with by keys alone", async () => {
    const { id, delivery } = await disabledWebhook();
    await at(`${SHOP}/webhooks/${id.replace("wh_", "")}?delivery=${delivery}`, async ({ page, clicks }) => {
      const drawer = page.getByRole("dialog");
      await drawer.getByRole("button", { name: "Activate and deliver again" }).waitFor();
      endpoint.answer((response) => response.writeHead(200).end());
      await page.keyboard.press("r");
      await drawer.getByText("It's delivered again.").waitFor();
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "detached" });
      await pressSequence(page, "g", "w");
      await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
      await page.keyboard.press("n");
      await page.getByLabel("Endpoint").waitFor();
      await page.keyboard.type(`${endpoint.url}/by-keys`);
      await page.keyboard.press("Enter");
      await page.getByText("Copy the secret now").waitFor();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole("button", { name: "I have copied it" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: /by-keys$/ }).waitFor();
      expect(await clicks()).toBe(0);
      await expect.poll(() => delivered(id), { timeout: 30_000, interval: POLL_MS }).toBe(1);
    });
  });
});

test("a drawer sends its form by a key, asks before what's typed in it is lost, and opens without an earlier fault", () =>
  at(`${SHOP}/lookups`, async ({ page }) => {
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("button", { name: "New webhook" }).first().click();
    const field = page.getByRole("textbox", { name: "Endpoint" });
    await field.fill("ftp://orders.example");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    const question = page.getByRole("alertdialog", { name: "Close the form without sending it?" });
    const leave = [() => page.keyboard.press("Escape"), () => page.getByRole("button", { name: "Close" }).click(), () => page.goBack()];
    for (const way of leave) {
      await way();
      await question.getByRole("button", { name: "Cancel" }).click();
      await question.waitFor({ state: "hidden" });
      expect(await field.inputValue()).toBe("ftp://orders.example");
    }
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard what I wrote" }).click();
    await field.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "New webhook" }).first().click();
    expect([await field.inputValue(), await field.getAttribute("aria-invalid")]).toEqual(["", null]);
    // Nothing is typed, so nothing is asked.
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Lookup tables" }).waitFor();
  }));

describe("lookup tables", () => {
  test("are imported with a look at the first rows, and what's wrong is said by line", () =>
    at(`${SHOP}/lookups`, async ({ page }) => {
      await page.getByRole("button", { name: "Import a table" }).waitFor();
      await page.keyboard.press("n");
      await page.getByLabel("Name of the table").fill("finishes");
      const file = page.locator("input[type=file]");
      const csv = (text: string) => ({ name: "finishes.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
      await file.setInputFiles(csv("finish,group\nMatt,dull\nGloss,shiny,extra\n"));
      await page.getByText("The first 2 rows").waitFor();
      await page.getByRole("button", { name: "Import and replace all rows" }).click();
      await page.getByText("Line 3: the row has 3 values, but the header has 2 columns.").waitFor();
      await file.setInputFiles(csv("finish,group\nMatt,dull\nGloss,shiny\n"));
      await page.getByRole("button", { name: "Import and replace all rows" }).click();
      await page.getByRole("heading", { level: 1, name: "finishes" }).waitFor();
      await page.getByRole("table", { name: "Rows" }).getByText("shiny").waitFor();
      expect((await client().call("lookups.get", { path: { name: "finishes" } })).data.row_count).toBe(2);
    }));

  test("have rows that are pasted, edited, searched and taken back", async () => {
    await client().call("lookups.put", { path: { name: "pasted" }, body: { columns: ["colour", "group"], rows: [["Aqua", "Blue"]] } });
    await at(`${SHOP}/lookups/pasted`, async ({ page }) => {
      await page.getByRole("button", { name: "Paste rows" }).click();
      await page.getByRole("textbox", { name: "Rows", exact: true }).fill("AQUA\tCyan\nRose\tRed");
      await page.getByRole("button", { name: "Look at the rows" }).click();
      await page.getByText("1 new, 1 changed, 0 deleted").waitFor();
      await page.getByRole("button", { name: "Set 2 rows" }).click();
      const rows = page.getByRole("table", { name: "Rows" });
      await rows.getByText("Red").waitFor();
      await rows.getByRole("button", { name: "Edit Rose" }).click();
      await page.getByLabel("group", { exact: true }).fill("Pink");
      const path = { name: "pasted" };
      await client().call("lookups.set_rows", { path, body: { rows: [["Rose", "Theirs"]] } });
      await page.getByRole("button", { name: "Save row" }).click();
      const band = page.getByRole("alert").filter({ hasText: /^Someone else has changed this row meanwhile: .*Rose · Theirs/ });
      await band.getByRole("button", { name: "Put mine on top" }).click();
      await rows.getByText("Pink").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await rows.getByText("Theirs").waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("no such thing");
      await page.keyboard.press("Enter");
      await page.getByText("Nothing matches “no such thing”").waitFor();
      await page.getByRole("button", { name: "Clear the filter" }).click();
      await rows.getByText("Theirs").waitFor();
    });
    const { data } = await client().call("lookups.rows", { path: { name: "pasted" } });
    expect(data.map(({ values }) => Object.values(values))).toEqual([
      ["AQUA", "Cyan"],
      ["Rose", "Theirs"],
    ]);
  });

  test("get the keys that the last run missed, and aren't deleted while something reads them", async () => {
    await client().call("lookups.put", {
      path: { name: "vendors" },
      body: { columns: ["vendor", "short"], rows: [["Maison Brimousse", "MB"]] },
    });
    await client().call("rules.create", {
      path: { feed_id: "feed_2" },
      body: { rule: { text: 'Set custom_label_4 to lookup("vendors", [D]vendor)' } },
    });
    await regenerated(client(), "feed_2");
    await at(`${SHOP}/lookups/vendors`, async ({ page }) => {
      const value = page.getByRole("textbox", { name: /^short for / }).first();
      await value.fill("Added");
      await page.getByRole("button", { name: "Add 1 row" }).click();
      await page.getByText("Saved: 1 new, 0 changed, 0 deleted.").waitFor();
      await page.getByRole("table", { name: "Rows" }).getByText("Added").waitFor();
      await page.getByRole("button", { name: "Delete table" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete table" }).click();
      await page
        .getByRole("alertdialog")
        .getByText(/Rule rule_\d+ of feed_2 uses the table/)
        .waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
    });
    const { data } = await client().call("lookups.rows", { path: { name: "vendors" } });
    expect(data.map(({ values }) => values["short"])).toContain("Added");
  });
});

describe("tests of a feed", () => {
  test("are written for a product that's picked, run now, and show what came instead", () =>
    at(`${SHOP}/feeds/3/tests`, async ({ page }) => {
      await page.getByText("This feed promises nothing yet.").waitFor();
      await page.keyboard.press("n");
      await page.getByLabel("Product").fill("Alder Bowl");
      await page.getByRole("list", { name: "Find rows" }).getByRole("button").first().click();
      const value = page.getByLabel("Value", { exact: true });
      await expect.poll(() => value.inputValue()).toContain("Alder Bowl");
      await value.fill("Another bowl");
      // A click beside the form keeps what's typed in it.
      await page.mouse.click(300, 600);
      expect(await value.inputValue()).toBe("Another bowl");
      await page.getByRole("button", { name: "Save test" }).click();
      const tests = page.getByRole("table", { name: "Tests" });
      await tests.getByRole("row").nth(1).waitFor();
      await page.getByRole("button", { name: "Run tests now" }).click();
      await page.getByText("On the feed as it's defined now: 0 passed, 1 failed.").waitFor();
      await tests.getByText(/title: expected “Another bowl”, got “Alder Bowl/).waitFor();
      await page.getByText("A failed test holds every run.", { exact: false }).waitFor();
      await tests.getByRole("button", { name: /^Edit / }).click();
      await page.getByRole("button", { name: "Delete test" }).click();
      await page.getByText("This feed promises nothing yet.").waitFor();
    }));
});

describe("keys, the log, the plan and settings", () => {
  test("a key is made, copied once, and revoked by its name", () =>
    at(`${SHOP}/keys`, async ({ page }) => {
      await page.getByRole("table", { name: "Console sessions" }).getByText("this browser").waitFor();
      await page.keyboard.press("n");
      await page.getByLabel("Name").fill("Warehouse");
      await page.getByRole("button", { name: "Make key" }).click();
      await page.getByText(/^svc_live_sk_[0-9a-f]{40}$/).waitFor();
      await page.getByRole("button", { name: "I have copied it" }).click();
      await page.getByRole("button", { name: "Revoke Warehouse" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke Warehouse" }).click();
      await page.getByRole("alertdialog").waitFor({ state: "detached" });
      await page.getByRole("row", { name: /Warehouse.*revoked/ }).waitFor();
      const { data } = await client().call("keys.list", {});
      expect(data.find(({ name }) => name === "Warehouse")?.status).toBe("revoked");
    }));

  test("the keys of a page rest while a dialog is open above it", () =>
    at(`${SHOP}/keys`, async ({ page }) => {
      await page.getByRole("button", { name: "Revoke First key" }).click();
      const asked = page.getByRole("alertdialog", { name: /^Revoke/ });
      await asked.waitFor();
      await page.keyboard.press("n");
      await page.keyboard.press("Control+k");
      await pressSequence(page, "g", "o");
      await asked.getByRole("button", { name: "Cancel" }).click();
      await asked.waitFor({ state: "detached" });
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe(`${SHOP}/keys`);
    }));

  test("a key that only reads says so, and an address of another shop leads back to the key's own", async () => {
    const { data: made } = await client().call("keys.create", { body: { name: "Reader", scopes: ["read_feeds", "read_exports"] } });
    const options = { key: made.raw_key ?? "", refused: [403] };
    await at(
      `${SHOP}/feeds/1/rules/new`,
      async ({ page }) => {
        await page.getByText(/^The key Reader may only read\./).waitFor();
        await page.getByRole("region", { name: "Preview" }).getByText("The key lacks the scope read_rules.").waitFor();
        expect(await page.getByText("counted once it's complete").count()).toBe(0);
        await page.goto("/console/shops/2/channels");
        await page.getByRole("heading", { name: /^This session is for/ }).waitFor();
        await page.getByRole("link", { name: /^Open / }).click();
        await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
        expect(new URL(page.url()).pathname).toBe(SHOP);
      },
      options,
    );
  });

  test("a change is found by what it did, read with what was there before, and undone", async () => {
    await client().call("feeds.update", { path: { id: "feed_3" }, body: { display_name: "Renamed" } });
    await at(`${SHOP}/audit?action=feed&feed=3`, async ({ page }) => {
      await page.getByRole("table", { name: "Audit log" }).getByRole("link", { name: "feed updated" }).first().click();
      const drawer = page.getByRole("dialog");
      await drawer.getByText("Renamed").first().waitFor();
      await drawer.getByRole("button", { name: "Undo this change" }).click();
      await drawer.getByRole("button", { name: "Undo it" }).click();
      await drawer.getByText("The change is undone.", { exact: false }).waitFor();
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "detached" });
      await page.goto(`${SHOP}/audit?action=webhook&actor=nobody`);
      await page.getByText("Nothing matches webhook, nobody").waitFor();
    });
    expect((await client().call("feeds.get", { path: { id: "feed_3" } })).data.display_name).not.toBe("Renamed");
  });

  test("an organization's request to act for the shop is approved and ended by keys alone", async () => {
    const { db } = service().database;
    const organizationId = storedId("org", await insertOrganization(db, "North Agency"));
    const { rawKey } = await createKey(db, { kind: "organization", organizationId, name: "Agency", grants: ["write_org"] });
    const { domain } = (await client().call("shop.get", {})).data;
    await typedClient(service().url, rawKey).call("org.invite_shop", { body: { shop_domain: domain } });
    await at(`${SHOP}/settings`, async ({ page, clicks }) => {
      const request = page.getByRole("row").filter({ hasText: "North Agency" });
      await request.getByRole("button", { name: "Approve North Agency" }).focus();
      await page.keyboard.press("Enter");
      const end = request.getByRole("button", { name: /^End/ });
      await end.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("alertdialog").waitFor();
      // Cancel comes first.
      for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
      await page.getByRole("alertdialog").waitFor({ state: "detached" });
      await end.waitFor({ state: "detached" });
      expect(await clicks()).toBe(0);
    });
  });

  test.each([
    ["plan", "Plan", "All plans"],
    ["settings", "Settings", "Feed addresses"],
    ["keys", "Keys", "Console sessions of this key"],
    ["webhooks", "Webhooks", "All webhooks"],
    ["lookups", "Lookup tables", "All tables"],
    ["audit", "Audit log", "Changes"],
    ["feeds/1/tests", "Tests", "Tests of this feed"],
  ])("the page %s is readable on a narrow screen in dark colours", (path, title, section) =>
    at(
      `${SHOP}/${path}`,
      async ({ page }) => {
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        await page.getByRole("heading", { level: 2, name: section }).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
        const content = page.locator("#content");
        expect(await content.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
      },
      { width: 390, height: 844, scheme: "dark" },
    ),
  );

  test("a template keeps values that aren't saved while its document is, and asks before they or it are lost", async () => {
    const organization = typedClient(service().url, keys().organization);
    const placeholders = [{ name: "season" }];
    const { data: made } = await organization.call("templates.create", { body: { name: "Seasons", document: {}, placeholders } });
    const path = { template_id: String(made.id) };
    await organization.call("templates.set_shops", { path, body: { shops: [{ shop_id: 1 }] } });
    await at(
      `/console/org/templates/${made.id}`,
      async ({ page }) => {
        const value = page.getByLabel(/^season of /);
        await value.fill("Autumn");
        await page.getByLabel("Name").fill("All seasons");
        await page.getByRole("button", { name: "Save as a new version" }).click();
        await page.getByRole("heading", { name: "Document, version 2" }).waitFor();
        expect(await value.inputValue()).toBe("Autumn");
        await page.getByRole("link", { name: "Members" }).click();
        await page
          .getByRole("alertdialog", { name: /^Leave without saving/ })
          .getByRole("button", { name: "Cancel" })
          .click();
        await page.getByRole("button", { name: "Save shops and values" }).click();
        await expect
          .poll(async () => (await organization.call("templates.get", { path })).data.shops[0]?.values)
          .toEqual({ season: "Autumn" });
        await page.getByRole("button", { name: "Remove template" }).click();
        const asked = page.getByRole("alertdialog", { name: /^Remove .+All seasons/ });
        await asked.getByText("the values of 1 feed").waitFor();
        expect((await organization.call("templates.list", {})).data).toHaveLength(1);
        await asked.getByRole("button", { name: "Remove template" }).click();
        await page.getByRole("heading", { level: 1, name: "Templates" }).waitFor();
        await expect.poll(async () => (await organization.call("templates.list", {})).data).toEqual([]);
      },
      { key: keys().organization },
    );
  });

  test("a template that somebody else saves meanwhile says who did, keeps what's written and is put on top", async () => {
    const organization = typedClient(service().url, keys().organization);
    const { data: made } = await organization.call("templates.create", { body: { name: "Shared", document: {}, placeholders: [] } });
    const path = { template_id: String(made.id) };
    const options = { key: keys().organization };
    const act = async ({ page }: Visit) => {
      await page.getByLabel("Name").fill("Mine");
      await organization.call("templates.replace", { path, body: { name: "Theirs", document: {}, placeholders: [] } });
      await page.getByRole("button", { name: "Save as a new version" }).click();
      const band = page.getByRole("alert").filter({ hasText: "changed this template (version 1 → 2)." });
      await band.waitFor();
      expect(await page.getByLabel("Name").inputValue()).toBe("Mine");
      expect((await organization.call("templates.get", { path })).data.name).toBe("Theirs");
      await band.getByRole("button", { name: "Put mine on top" }).click();
      await page.getByRole("heading", { name: "Document, version 3" }).waitFor();
      // The page's own save isn't a conflict.
      await page.getByLabel("Name").fill("Mine again");
      await page.getByRole("button", { name: "Save as a new version" }).click();
      await page.getByRole("heading", { name: "Document, version 4" }).waitFor();
      expect((await organization.call("templates.get", { path })).data.name).toBe("Mine again");
    };
    await at(`/console/org/templates/${made.id}`, act, options);
  });

  test("a change of many shops that isn't previewed yet is kept until it's discarded", () =>
    at(
      "/console/org/fleet/changes/new?shops=1",
      async ({ page }) => {
        const rule = page.getByRole("textbox", { name: "Rule" });
        await rule.fill('Set custom_label_4 to "Kept"');
        const asked = page.getByRole("alertdialog", { name: "Leave without previewing the change?" });
        await page.getByRole("link", { name: "Members" }).click();
        await asked.getByRole("button", { name: "Cancel" }).click();
        await asked.waitFor({ state: "detached" });
        expect(await rule.inputValue()).toBe('Set custom_label_4 to "Kept"');
        await page.getByRole("link", { name: "Members" }).click();
        await asked.getByRole("button", { name: "Discard what I wrote" }).click();
        await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();
      },
      { key: keys().organization },
    ));

  test("an organization's pages list its shops, people and keys, and the session's own is marked", () =>
    at(
      "/console/org/shops",
      async ({ page }) => {
        await page.getByRole("table", { name: "Shops" }).getByRole("link").first().waitFor();
        await page.getByRole("link", { name: "Members" }).click();
        await page.getByRole("heading", { level: 1, name: "Members" }).waitFor();
        await page.getByRole("link", { name: "Keys" }).click();
        const own = page.getByRole("table", { name: "Keys" }).getByRole("row").filter({ hasText: "this session's" });
        await own.waitFor();
        await expect.poll(() => own.count()).toBe(1);
      },
      { key: keys().organization },
    ));
});
