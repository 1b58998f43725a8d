import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { type ApiClient } from "../harness/api-client.ts";
import { csvShop } from "../harness/csv-shop.ts";
import { clonedService, type ClonedService } from "../harness/service-on-clone.ts";

/** `feedwright webhook listen`: what a developer sees of webhooks on their own machine. */

const EXPORT = [
  "Handle,Title,Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Status",
  "blue-shoe,Blue shoe,acme,TRUE,Title,Default Title,S-1,5,deny,10,active",
  "",
].join("\n");
const HEARD_WITHIN_MS = 300_000;

let home: ClonedService;
let client: ApiClient;

beforeAll(async () => {
  home = await clonedService({ ALLOW_PRIVATE_WEBHOOKS: "1" });
  await home.start();
  ({ client } = await csvShop(home, "shoes.example", EXPORT));
});
afterAll(() => home[Symbol.asyncDispose]());

const heard = (said: string): readonly Readonly<Record<string, unknown>>[] =>
  said
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => members(parseJson(line)));

test("it makes a webhook, prints and verifies what comes, and removes it at the end", async () => {
  const listening = home.command("webhook", "listen", "--events", "rules.changed,run.held", "--json");
  await vi.waitFor(() => expect(heard(listening.said())).toHaveLength(1), HEARD_WITHIN_MS);
  expect(heard(listening.said())[0]).toMatchObject({ event: "test.ping", fault: null });
  expect((await client.get("/webhooks")).list).toMatchObject([{ events: ["rules.changed", "run.held"], status: "active" }]);

  const rule = await client.post("/feeds/feed_1/rules", { rule: { type: "set_value", target: "brand", value: "Acme" } });
  expect(rule.status).toBe(201);
  await vi.waitFor(() => expect(heard(listening.said())).toHaveLength(2), HEARD_WITHIN_MS);
  const [, told] = heard(listening.said());
  expect(told).toMatchObject({ event: "rules.changed", fault: null, delivery: expect.stringMatching(/^whd_\d+$/) });
  const event = members(parseJson(String(told?.["body"])));
  expect(event).toMatchObject({ event: "rules.changed", shop_id: "shop_1", data: { action: "created", rule: rule.data } });

  listening.interrupt();
  await listening.output;
  expect((await client.get("/webhooks")).list).toEqual([]);
});

test("with a secret it verifies what is sent to it, and says what is wrong", async () => {
  const port = 20_000 + Math.floor(Math.random() * 2_000);
  const listening = home.command("webhook", "listen", "--secret", "whsec_given", "--port", String(port), "--json");
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" }), HEARD_WITHIN_MS);
  const made = await client.post("/webhooks", { endpoint_url: `http://127.0.0.1:${port}/`, events: ["*"] });
  expect(heard(listening.said())).toMatchObject([{ event: "", body: "{}", fault: "has no X-Svc-Timestamp" }]);
  await client.post(`/webhooks/${String(made.data["id"])}/test`);
  await vi.waitFor(() => expect(heard(listening.said())).toHaveLength(2), HEARD_WITHIN_MS);
  expect(heard(listening.said())[1]).toMatchObject({
    event: "test.ping",
    fault: "is signed with a different secret, or was changed in transit",
  });
  listening.interrupt();
  await listening.output;
});

test("what is missing is said", async () => {
  await expect(home.command("webhook", "listen", "--port", "no").output).rejects.toThrow(
    "--port must be a number from 0 to 65535, not no.",
  );
  await expect(home.command("webhook", "listen", "--shop", "nobody.example").output).rejects.toThrow("There is no shop nobody.example.");
  await expect(home.command("webhook", "listen", "--events", "feed.exploded").output).rejects.toThrow("/events");
});
