import { expect, test } from "vitest";
import { members } from "../../../kernel/unsafe.ts";
import { PLENTY, type SimulatorClient, startClient } from "../simulator-client.suite.ts";

async function translated(client: SimulatorClient, number: number, locale: string) {
  const query = `query ($id: ID!, $locale: String!) { product(id: $id) {
    translations(locale: $locale) { key locale value outdated market { id } }
    options { translations(locale: $locale) { key } optionValues { name translations(locale: $locale) { key value } } }
    media(first: 1) { nodes { ... on MediaImage { translations(locale: $locale) { key } } } } } }`;
  const id = `gid://shopify/Product/${client.simulator.control.product(number)?.id ?? ""}`;
  return members((await client.ask(query, { id, locale }))["product"]);
}

test("a product answers the keys that are translated, and none in a language that it isn't translated into", async () => {
  await using client = await startClient({ products: 12, bucket: PLENTY });
  const change = { title: "Neu", bodyHtml: null, handle: "neu", productType: null, seoTitle: null, seoDescription: null };
  client.simulator.control.changeProduct(3, { translations: { de: change } });
  const told = { locale: "de", outdated: false, market: null };
  expect((await translated(client, 3, "de"))["translations"]).toEqual([
    { ...told, key: "title", value: "Neu" },
    { ...told, key: "handle", value: "neu" },
  ]);
  expect((await translated(client, 3, "es"))["translations"]).toEqual([]);
  client.simulator.control.changeProduct(3, { translations: { de: null } });
  expect((await translated(client, 3, "de"))["translations"]).toEqual([]);
});
