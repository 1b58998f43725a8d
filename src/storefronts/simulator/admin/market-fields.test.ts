import { expect, test } from "vitest";
import { MARKETS } from "../market-facts.ts";
import { PLENTY, type SimulatorClient, startClient } from "../simulator-client.suite.ts";

const productGid = (number: number): string => `gid://shopify/Product/${8_100_000_000_000 + number}`;

async function shown(client: SimulatorClient, number: number, country: string, publicationId = 0) {
  const data = await client.ask(
    `query ($id: ID!, $publication: ID!) { product(id: $id) { sold: publishedInContext(context: { country: ${country} })
      variants(first: 1) { nodes { published: publishedOnPublication(publicationId: $publication)
        contextualPricing(context: { country: ${country} }) { price { amount currencyCode } compareAtPrice { amount } } } } } }`,
    { id: productGid(number), publication: `gid://shopify/Publication/${publicationId}` },
  );
  return data["product"];
}

const priced = (amount: string, currencyCode: string) => ({
  variants: { nodes: [{ contextualPricing: { price: { amount, currencyCode } } }] },
});

test("a market's fixed price comes before the converted one, which has its list's percentage and its currency's decimals", async () => {
  await using client = await startClient({ products: 4, bucket: PLENTY });
  client.simulator.control.changeProduct(1, { price: "200.00", compareAtPrice: null, markets: { "united-kingdom": { price: "77.50" } } });
  expect(await shown(client, 1, "GB")).toMatchObject(priced("77.5", "GBP"));
  expect(await shown(client, 1, "JP")).toMatchObject(priced("37375.0", "JPY"));
  expect(await shown(client, 1, "IE")).toMatchObject(priced("200.0", "EUR"));
  client.simulator.control.changeProduct(1, { markets: { "united-kingdom": { price: null } } });
  expect(await shown(client, 1, "GB")).toMatchObject(priced("172.0", "GBP"));
});

test("a market without currency settings charges in the shop's currency, and one with local currencies in the country's", async () => {
  await using client = await startClient({ products: 2, bucket: PLENTY });
  client.simulator.control.changeProduct(0, { price: "10.00", markets: { switzerland: { price: null } } });
  expect(await shown(client, 0, "US")).toMatchObject(priced("11.0", "EUR"));
  expect(await shown(client, 0, "LI")).toMatchObject(priced("9.6", "CHF"));
});

test("the control API takes a product or a variant out of a market, and no other", async () => {
  await using client = await startClient({ products: 3, bucket: PLENTY });
  const japan = MARKETS.find(({ handle }) => handle === "japan")?.publicationId ?? 0;
  client.simulator.control.changeProduct(2, { published: true, markets: { japan: { published: true } } });
  client.simulator.control.changeProduct(2, { variants: [{ position: 1, markets: { japan: { published: false } } }] });
  expect(await shown(client, 2, "JP", japan)).toMatchObject({ sold: true, variants: { nodes: [{ published: false }] } });
  client.simulator.control.changeProduct(2, { markets: { japan: { published: false }, international: { published: true } } });
  expect(await shown(client, 2, "JP", japan)).toMatchObject({ sold: false });
  expect(await shown(client, 2, "AU")).toMatchObject({ sold: true });
  expect(client.simulator.control.product(2)?.variants[0]?.countries).toMatchObject({ JP: { sold: false }, AU: { sold: true } });
});

test("nobody is sold anything in the country of a draft market, and its price is the shop's", async () => {
  await using client = await startClient({ products: 1, bucket: PLENTY });
  client.simulator.control.changeProduct(0, { price: "10.00", published: true });
  expect(await shown(client, 0, "BR")).toMatchObject({ sold: false, ...priced("10.0", "EUR") });
});
