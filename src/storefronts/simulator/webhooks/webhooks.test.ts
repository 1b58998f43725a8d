import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { startClient } from "../simulator-client.suite.ts";
import type { SendDelivery } from "./webhook-deliveries.ts";

const URI = "http://127.0.0.1:1/shopify/webhooks";
const CREATE = `mutation ($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) { webhookSubscription { id topic uri } userErrors { field message } }
}`;

/** A receiver that answers what it's told to, and remembers. */
function receiver(statuses: number[] = []) {
  const got: {
    readonly topic: string | undefined;
    readonly id: string | undefined;
    readonly body: string;
    readonly signature: string | undefined;
  }[] = [];
  const deliver: SendDelivery = async (_url, { headers, body }) => {
    got.push({ topic: headers["x-shopify-topic"], id: headers["x-shopify-webhook-id"], body, signature: headers["x-shopify-hmac-sha256"] });
    return statuses.shift() ?? 200;
  };
  return { got, deliver };
}

const subscribe = (client: Awaited<ReturnType<typeof startClient>>, topic: string, uri = URI) =>
  client.ask(CREATE, { topic, input: { uri, format: "JSON" } });

test("a change of a product is delivered to whoever subscribed, signed with the app's secret", async () => {
  const { got, deliver } = receiver();
  await using client = await startClient({ products: 5, deliver });
  await subscribe(client, "PRODUCTS_UPDATE");
  client.simulator.control.changeProduct(2, { price: "9.99" });
  await client.simulator.control.webhooks.deliveries.idle();
  expect(got).toHaveLength(1);
  const [first] = got;
  expect(first?.topic).toBe("products/update");
  expect(first?.signature).toBe(
    createHmac("sha256", client.simulator.clientSecret)
      .update(first?.body ?? "")
      .digest("base64"),
  );
});

test("a delivery that fails is repeated under its id, and a subscription whose deliveries fail eight times over is deleted", async () => {
  const { got, deliver } = receiver([500, 500]);
  await using client = await startClient({ products: 5, deliver, deliveryRetryMs: 1 });
  await subscribe(client, "PRODUCTS_UPDATE");
  const { control } = client.simulator;
  control.changeProduct(1, { title: "Once" });
  await control.webhooks.deliveries.idle();
  expect(got).toHaveLength(3);
  expect(new Set(got.map(({ id }) => id)).size).toBe(1);
  await using failing = await startClient({ products: 5, deliver: async () => 500, deliveryRetryMs: 0 });
  await subscribe(failing, "PRODUCTS_UPDATE");
  for (let change = 1; change <= 8; change += 1) {
    expect(failing.simulator.control.webhooks.subscriptions.list()).toHaveLength(1);
    failing.simulator.control.changeProduct(1, { title: `Change ${change}` });
    await failing.simulator.control.webhooks.deliveries.idle();
  }
  expect(failing.simulator.control.webhooks.subscriptions.list()).toEqual([]);
});

test("subscriptions to an address without encryption elsewhere, to none and to the same one twice are refused", async () => {
  await using client = await startClient({ products: 1 });
  const refused = async (uri: string) => JSON.stringify(await subscribe(client, "SHOP_UPDATE", uri));
  expect(await refused("http://shop.example/hooks")).toContain("Address protocol http:// is not supported");
  expect(await refused("")).toContain("Address can't be blank");
  expect(await refused("https://shop.example/hooks")).toContain("gid://shopify/WebhookSubscription/");
  expect(await refused("https://shop.example/hooks")).toContain("has already been taken");
});

test("the same seed makes the same random changes", async () => {
  const changes = async () => {
    await using client = await startClient({ products: 20 });
    return client.simulator.control.changeAtRandom({ seed: 5, count: 15 });
  };
  expect(await changes()).toEqual(await changes());
});

test("deliveries by hand may be forged, and those that were sent may be played back", async () => {
  const { got, deliver } = receiver();
  await using client = await startClient({ products: 1, deliver });
  await subscribe(client, "PRODUCTS_UPDATE");
  const { deliveries } = client.simulator.control.webhooks;
  expect(await deliveries.send({ topic: "shop/redact", body: { shop_domain: "a" } })).toBe(200);
  await deliveries.send({ topic: "shop/redact", body: { shop_domain: "a" }, forged: "unsigned" });
  expect(got.map(({ signature }) => signature !== undefined)).toEqual([true, false]);
  await deliveries.replay(2);
  expect(got.slice(2)).toEqual(got.slice(0, 2));
});

test("deliveries by hand and replays are retried while the app answers 503", async () => {
  const { got, deliver } = receiver([503, 200, 503]);
  await using client = await startClient({ products: 1, deliver, deliveryRetryMs: 1 });
  await subscribe(client, "PRODUCTS_UPDATE");
  const { deliveries } = client.simulator.control.webhooks;
  expect(await deliveries.send({ topic: "shop/redact", body: { shop_domain: "a" } })).toBe(200);
  expect(await deliveries.replay(1)).toEqual([200]);
  expect(got).toHaveLength(4);
  expect(new Set(got.map(({ id }) => id)).size).toBe(1);
});
