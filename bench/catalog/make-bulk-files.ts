import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { BULK_DOCUMENTS } from "../../src/storefronts/shopify/bulk-documents.ts";
import { marketPricesDocument } from "../../src/storefronts/shopify/market-documents.ts";
import { translationsDocument } from "../../src/storefronts/shopify/translations-document.ts";
import { members } from "../../src/kernel/unsafe.ts";
import { BENCH_COUNTRIES, BENCH_LOCALES } from "./bench-places.ts";
import { startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";

/**
 * Writes what Shopify's bulk operations would answer for a catalog: one JSONL file a part, children shuffled.
 * `node bench/catalog/make-bulk-files.ts --products 100000 --out FOLDER`
 */
const UNHURRIED = 1_000_000_000;
const POLL_MS = 100;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { products: { type: "string", default: "100000" }, out: { type: "string", default: "." } } });
  await mkdir(values.out, { recursive: true });
  await using simulator = await startSimulator({ products: Number(values.products), pace: UNHURRIED, imageBase: "https://cdn.example" });
  const ask = async (query: string, variables: object): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await fetch(`${simulator.url}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": simulator.token },
      body: JSON.stringify({ query, variables }),
    });
    return members(members(await answer.json())["data"]);
  };
  const facts: Record<string, unknown> = {};
  const documents = {
    ...BULK_DOCUMENTS,
    translations: translationsDocument(BENCH_LOCALES, { ofVariants: true }),
    prices: marketPricesDocument(BENCH_COUNTRIES, true),
  };
  for (const [part, document] of Object.entries(documents)) {
    await ask("mutation ($q: String!) { bulkOperationRunQuery(query: $q) { bulkOperation { id } } }", { q: document });
    let operation = simulator.control.operations().at(-1);
    while (operation !== undefined && (operation.status === "CREATED" || operation.status === "RUNNING")) {
      await sleep(POLL_MS);
      operation = simulator.control.operations().at(-1);
    }
    const file = await fetch(operation?.url ?? "");
    if (file.body === null) throw new Error(`${part}: no file`);
    await pipeline(Readable.fromWeb(file.body), createWriteStream(path.join(values.out, `${part}.jsonl`)));
    facts[part] = { objects: operation?.objectCount, bytes: operation?.fileSize };
  }
  const publications = members((await ask("{ publications(first: 10) { nodes { id } } }", {}))["publications"]);
  const locations = members((await ask("{ locations(first: 10) { nodes { id name } } }", {}))["locations"]);
  await writeFile(
    path.join(values.out, "places.json"),
    JSON.stringify({ publications: publications["nodes"], locations: locations["nodes"] }),
  );
  process.stdout.write(`${JSON.stringify(facts)}\n`);
}

await main();
