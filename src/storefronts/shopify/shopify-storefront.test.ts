import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RawFact } from "../../engine/source/raw-tables.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { FailureKind } from "../simulator/control/failure-kinds.ts";
import type { SimulatorOptions } from "../simulator/simulator-options.ts";
import { type Simulator, startSimulator } from "../simulator/start-simulator.ts";
import type { Extraction } from "../storefront-port.ts";
import { type Brought, type Call, extractFrom } from "./shopify-storefront.suite.ts";

/** The storefront against a shop whose true state is known, while this and that goes wrong. */

/** Tests of failures need few products; tests of what an extraction brings need some of every kind. */
const [PRODUCTS, PRODUCTS_OF_ALL_KINDS] = [8, 48];
let folder: string;
let simulator: Simulator;
const start = async (options: SimulatorOptions = {}) => {
  simulator = await startSimulator({ products: PRODUCTS, cancelMs: 20, startMs: 2, ...options });
};
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "feedwright-shopify-"));
  await start();
});
afterEach(async () => {
  await simulator.close();
  await rm(folder, { recursive: true, force: true });
});

const extract = (call: Call = {}) => extractFrom(simulator, folder, call);

const state = () => [...simulator.control.state()];
const ids = (records: readonly { readonly id: string | null }[]) => records.map(({ id }) => id ?? "").toSorted();

/** Everything that exists, and nothing else. */
function expectWhole({ extraction, products, variants }: Brought, states = state()): void {
  expect(ids(products)).toEqual(ids(states));
  expect(ids(variants)).toEqual(ids(states.flatMap((product) => product.variants)));
  expect([extraction.products, extraction.variants]).toEqual([products.length, variants.length]);
}

describe("an extraction of everything", () => {
  let sample: Simulator;
  let brought: Brought;
  beforeAll(async () => {
    const place = await mkdtemp(path.join(tmpdir(), "feedwright-shopify-"));
    sample = await startSimulator({ products: PRODUCTS_OF_ALL_KINDS, startMs: 2 });
    brought = await extractFrom(sample, place);
    return async () => {
      await sample.close();
      await rm(place, { recursive: true, force: true });
    };
  });
  const all = () => [...sample.control.state()];

  test("brings the shop as it is", () => {
    expectWhole(brought, all());
    expect(brought.extraction.warnings).toEqual([]);
    const byId = new Map(brought.products.map((product) => [product.id, product]));
    for (const product of all()) {
      expect(byId.get(product.id)).toMatchObject({
        title: product.title === "" ? null : product.title,
        handle: product.handle,
        body_html: product.descriptionHtml === "" ? null : product.descriptionHtml,
        tags: product.tags,
        status: product.status,
        published: String(product.onOnlineStore),
      });
    }
  });

  test("brings pictures, collections, metafields, stock by location and what is off the online store", () => {
    const { extraction, images, facts } = brought;
    const factsOf = (column: string) => facts.filter((fact) => fact.column === column).map(({ owner_id: id, value }) => `${id} ${value}`);
    const states = all();
    expect(new Set(images.map(({ url }) => url))).toEqual(new Set(states.flatMap((product) => product.images.map(({ url }) => url))));
    expect(factsOf("collection").toSorted()).toEqual(
      states.flatMap(({ id, collections }) => collections.map((title) => `${id} ${title}`)).toSorted(),
    );
    const variants = states.flatMap((product) => product.variants);
    expect(factsOf("inventory-dublin").toSorted()).toEqual(variants.map(({ id, stock }) => `${id} ${stock["Dublin"]}`).toSorted());
    expect(factsOf("published").toSorted()).toEqual(
      states.flatMap((product) => product.variants.filter(({ published }) => !published).map(({ id }) => `${id} false`)).toSorted(), // prettier-ignore
    );
    expect(extraction.metafieldColumns).toEqual(expect.arrayContaining(["metafield-material", "inventory-dublin", "inventory-galway"]));
    const named = new Set([...extraction.metafieldColumns, "collection", "collection_id", "image", "published"]);
    expect(facts.filter(({ column }) => !named.has(column))).toEqual([]);
  });

  test("lists every collection with its id, and products name theirs by its number", () => {
    const { extraction, facts } = brought;
    const titles = new Map(extraction.collections?.map(({ id, title }) => [id, title]));
    expect([...titles.values()]).toContain("Coming soon");
    const named = facts.filter(({ column }) => column === "collection_id");
    expect(named.map(({ owner_id: id, value }) => `${id} ${titles.get(`gid://shopify/Collection/${value}`)}`).toSorted()).toEqual(
      all().flatMap(({ id, collections }) => collections.map((title) => `${id} ${title}`)).toSorted(), // prettier-ignore
    );
  });

  test("reports the shop and our access as the platform has them", () => {
    const pays = (currency: string, ...codes: readonly string[]) => codes.map((code) => ({ code, currency }));
    expect(brought.extraction.shop).toEqual({
      timeZone: "Europe/Dublin",
      languages: { primary: "en", published: ["en", "de", "fr"] },
      scopes: [
        ...["read_inventory", "read_locales", "read_locations", "read_markets", "read_metaobjects", "read_products"],
        ...["read_publications", "read_translations"],
      ],
      markets: [
        { handle: "ireland", country: "IE", countries: pays("EUR", "IE") },
        { handle: "international", country: null, countries: pays("EUR", "US", "CA", "AU") },
        { handle: "united-kingdom", country: "GB", countries: pays("GBP", "GB") },
        { handle: "switzerland", country: null, countries: pays("CHF", "CH", "LI") },
        { handle: "japan", country: "JP", countries: pays("JPY", "JP") },
      ],
    });
  });

  test("takes exactly the metafields that are listed, and tells which others there are", async () => {
    const material = { level: "product", namespace: "custom", key: "material" } as const;
    const { extraction: whole, facts: allFacts } = brought;
    const { extraction, facts } = await extractFrom(sample, folder, { extract: "ext_2", metafields: [material] });
    const texts = (of: readonly RawFact[]) => of.map(({ owner_id: id, value }) => `${id} ${value}`).toSorted();
    const isMetafield = (column: string): boolean => /^(variant-)?metafield-/u.test(column);
    expect(extraction.metafieldColumns.filter(isMetafield)).toEqual(["metafield-material"]);
    expect(texts(facts.filter(({ column }) => isMetafield(column)))).toEqual(
      texts(allFacts.filter(({ column }) => column === "metafield-material")),
    );
    expect(whole.metafields.length).toBeGreaterThan(1);
    const identities = (of: Extraction) => of.metafields.map(({ level, namespace, key, owners }) => ({ level, namespace, key, owners }));
    expect(identities(extraction)).toEqual(identities(whole));
    expect(extraction.metafields.filter(({ column }) => column !== null)).toMatchObject([{ ...material, column: "metafield-material" }]);
  });

  test("names a variant's references as well as a product's by a few requests, however many there are", () => {
    const asked = brought.facts.filter(({ column }) => column === "metafield-color-pattern");
    const states = all().filter(({ metafields }) => metafields["shopify.color-pattern"] !== undefined);
    expect(asked.length).toBe(states.length);
    expect(asked.map(({ owner_id: id, value }) => `${id} ${value}`).toSorted()).toEqual(
      states.map(({ id, metafields }) => `${id} ${[metafields["shopify.color-pattern"]].flat().map(String).join(", ")}`).toSorted(),
    );
  });

  test("tells how far it is, never back, up to the end", () => {
    const { shares } = brought;
    expect(shares.length).toBeGreaterThan(4);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });

  test("gives two metafields of one key in different namespaces a column each", () => {
    const { extraction } = brought;
    expect(new Set(extraction.metafieldColumns.map((column) => column.toLowerCase())).size).toBe(extraction.metafieldColumns.length);
  });
});

describe("an extraction", () => {
  test("follows what comes into a collection and leaves it, what it is called, and that it is gone", async () => {
    await simulator.close();
    await start({ products: PRODUCTS_OF_ALL_KINDS });
    const { control } = simulator;
    const [kept, lost] = control.collections();
    const product = [...control.state()].find(({ collections }) => collections.includes(kept?.title ?? ""));
    if (kept === undefined || lost === undefined || product === undefined) throw new Error("the sample has no collections");
    control.renameCollection(kept.id, "Renamed");
    control.deleteCollection(lost.id);
    control.changeProduct(product.number, { collections: [290_400_000_104] });
    const other = [...control.state()].find(({ number }) => number !== product.number);
    control.changeProduct(other?.number ?? -1, { collections: [kept.id, lost.id] });
    const { extraction, facts } = await extract();
    const of = (id: string | undefined) => facts.filter(({ owner_id: owner, column }) => owner === id && column.startsWith("collection")).map(({ value }) => value); // prettier-ignore
    expect(of(product.id)).toEqual(["Coming soon", "290400000104"]);
    expect(of(other?.id)).toEqual(["Renamed", String(kept.id)]);
    const listed = extraction.collections ?? [];
    expect(listed.find(({ id }) => id === `gid://shopify/Collection/${kept.id}`)?.title).toBe("Renamed");
    expect(listed.map(({ title }) => title)).not.toContain(lost.title);
  });

  test("names what metafields point at, and of what is gone says nothing", async () => {
    const gid = (type: string, id: number | string): string => `gid://shopify/${type}/${id}`;
    const { control } = simulator;
    const [black, white, navy, sage] = control.metaobjects();
    const [other] = [...control.state()].slice(5);
    if (black === undefined || white === undefined || navy === undefined || sage === undefined || other === undefined) throw new Error("no sample"); // prettier-ignore
    control.renameMetaobject(white.id, "Snow, white");
    control.deleteMetaobject(navy.id);
    const [variant] = other.variants;
    const reference = (type: string, ...to: readonly string[]) => ({ type, value: type.startsWith("list.") ? JSON.stringify(to) : (to[0] ?? "") }); // prettier-ignore
    control.changeProduct(0, {
      metafields: {
        "shopify.color-pattern": ["black", "white", "navy"],
        "shopify.fabric": reference("metaobject_reference", gid("Metaobject", navy.id)),
        "custom.next": reference("product_reference", gid("Product", other.id)),
        "custom.variant": reference("variant_reference", gid("ProductVariant", variant?.id ?? "")),
        "custom.line": reference("list.collection_reference", gid("Collection", 290_400_000_101), gid("Collection", 290_400_000_102)),
        "custom.page": reference("page_reference", gid("Page", 105_200_000_001)),
        "custom.files": reference("list.file_reference", gid("GenericFile", 39_100_000_000_001), gid("GenericFile", 1)),
        "custom.pattern": reference("list.product_taxonomy_value_reference", gid("TaxonomyValue", 2874)),
        "custom.buyer": reference("customer_reference", gid("Customer", 1)),
      },
    });
    const { extraction, facts, products } = await extract();
    const ours = facts.filter((fact) => fact.owner_id === products.find(({ id }) => id === control.product(0)?.id)?.id);
    const pointed = ["color-pattern", "fabric", "next", "variant", "line", "page", "files", "pattern", "buyer"];
    expect(pointed.map((key) => ours.find(({ column }) => column === `metafield-${key}`)?.value)).toEqual([
      "black, Snow\u201A white",
      undefined,
      other.title,
      `${other.title} - ${Object.values(variant?.options ?? {}).join(" / ")}`,
      "New this season, Gifts\u201A small & large",
      // The access token may not read pages.
      undefined,
      "https://cdn.shopify.com/s/files/1/0001/care%2C washing.pdf",
      "Striped",
      undefined,
    ]);
    expect(extraction.metafieldColumns).toEqual(expect.arrayContaining(["metafield-color-pattern", "metafield-fabric", "metafield-next"]));
    expect(extraction.metafieldColumns).not.toContain("metafield-page");
    expect(extraction.metafieldColumns).not.toContain("metafield-buyer");
    expect(extraction.warnings).toMatchObject([
      { code: "references_unreadable", message: expect.stringContaining("Missing: read_content (custom.page).") },
    ]);
  });

  test("keeps the columns that metafields had", async () => {
    const known = [{ level: "product", namespace: "app", key: "material", column: "metafield-material", owners: 9 } as const];
    const { extraction } = await extract({ known });
    expect(extraction.metafieldColumns).toContain("metafield-custom-material");
    expect(extraction.metafieldColumns).not.toContain("metafield-material");
  });

  test("of an empty shop is empty", async () => {
    await simulator.close();
    await start({ products: 0 });
    expect((await extract()).extraction).toMatchObject({ products: 0, variants: 0 });
  });
});

describe("what goes wrong at Shopify and passes costs nothing but time", () => {
  /** Each of them so often, in one extraction of four operations: together less than what one of these is given up after. */
  const kinds: readonly (readonly [string, Partial<Record<FailureKind, number>>])[] = [
    ["requests that aren't answered as they should be", { throttled: 5, http_429: 1, http_500: 2, http_502: 1 }],
    ["requests that get no answer", { http_503: 2, connection_reset: 3 }],
    ["operations that fail", { failed_internal_error: 2, failed_timeout: 1, failed_without_code: 1 }],
    ["operations that end early", { failed_with_partial_data: 2, canceled_by_somebody: 2 }],
    ["an operation that never ends", { stuck_running: 1 }],
    ["an operation that is canceled slowly", { canceling_slowly: 1 }],
    ["operations without a file", { expired_at_once: 1, completed_without_url: 2 }],
    ["an operation that counts wrong", { wrong_counts: 1 }],
    ["files that are others than they should be", { truncated_download: 1, corrupted_download: 1, broken_line: 1 }],
    ["files that aren't there", { download_503: 2, link_expired: 1 }],
  ];
  test.each(kinds)("%s: %j", async (_, planned) => {
    for (const [kind, times] of Object.entries(planned))
      simulator.control.fail({ kind: branded<FailureKind>(kind), times, ...(kind === "canceling_slowly" ? { forMs: 300 } : {}) });
    expectWhole(await extract("stuck_running" in planned ? { stuckAfterMs: 400 } : {}));
    expect(simulator.control.failures()).toEqual([]);
  });

  test.each(["lone_surrogate", "byte_order_mark"] as const)("%s is repaired and counted", async (kind) => {
    for (let part = 0; part < 4; part += 1) simulator.control.fail({ kind, times: 1 });
    const brought = await extract();
    expectWhole(brought);
    expect(brought.extraction.warnings).toMatchObject([{ code: kind }]);
    for (const { title } of brought.products) expect(title?.isWellFormed() ?? true).toBe(true);
  });

  test.each(["duplicate_key", "empty_line", "huge_description"] as const)("%s is taken as it is meant", async (kind) => {
    const parts = kind === "huge_description" ? ["descriptionHtml"] : ["", "", "", ""];
    for (const matching of parts) simulator.control.fail({ kind, times: 1, matching });
    const brought = await extract();
    expectWhole(brought);
    expect(simulator.control.failures()).toEqual([]);
    expect(brought.extraction.warnings).toEqual([]);
  });
});

describe("what does not pass ends the extraction with a reason that is true", () => {
  test.each([
    ["failed_access_denied", 1, "shopify_access_denied"],
    ["failed_internal_error", 200, "shopify_export_failed"],
    ["completed_without_url", 200, "shopify_export_failed"],
    ["truncated_download", 200, "shopify_file_incomplete"],
    ["wrong_counts", 200, "shopify_file_incomplete"],
    ["http_503", 200, "shopify_unavailable"],
  ] as const)("%s, %i times: %s", async (kind, times, code) => {
    simulator.control.fail({ kind, times });
    await expect(extract()).rejects.toMatchObject({ name: "PlainError", code });
  });

  test("a token that is not the shop's", async () => {
    await expect(extract({ token: "shpat_other" })).rejects.toMatchObject({ code: "shopify_token_refused" });
  });

  test("another currency than the shop was installed with", async () => {
    await expect(extract({ currency: "USD" })).rejects.toMatchObject({ code: "shopify_currency_changed" });
  });
});

describe("scopes that were not granted", () => {
  test("leave out their part and are named", async () => {
    await simulator.close();
    await start({ scopes: ["read_products"] });
    const brought = await extract();
    expectWhole(brought);
    expect(brought.extraction.warnings).toMatchObject([
      { code: "scope_missing", message: expect.stringContaining("read_inventory, read_locations, read_publications") },
      { code: "references_unreadable", message: expect.stringContaining("Missing: read_metaobjects (shopify.color-pattern).") },
    ]);
    expect(brought.extraction.metafieldColumns.filter((column) => column.startsWith("inventory-"))).toEqual([]);
    expect(brought.extraction.shop).toMatchObject({ scopes: ["read_products"], languages: null, markets: null });
  });

  test("to write are granted to read", async () => {
    await simulator.close();
    await start({ scopes: ["read_products", "write_translations"] });
    const { scopes } = (await extract()).extraction.shop ?? {};
    expect(scopes).toEqual(["read_products", "read_translations", "write_translations"]);
  });

  test("for the products themselves fail it", async () => {
    await simulator.close();
    await start({ scopes: ["read_inventory"] });
    await expect(extract()).rejects.toMatchObject({ code: "shopify_access_denied" });
  });
});

describe("operations outlive the process that started them", () => {
  const waiting = () => simulator.control.operations().filter(({ status }) => status === "RUNNING" || status === "CREATED");
  const stopped = async (id: string, when: () => boolean): Promise<void> => {
    const stop = new AbortController();
    const extraction = extract({ extract: id, signal: stop.signal });
    const timer = setInterval(() => when() && stop.abort(new Error("stopped")), 2);
    // A timer that is stopped says so itself, with the reason as its cause.
    await expect(extraction).rejects.toThrow(/stopped|aborted/);
    clearInterval(timer);
  };

  test("the next attempt of the extract takes them over", async () => {
    simulator.control.fail({ kind: "stuck_running", times: 4, forMs: 250 });
    await stopped("ext_1", () => waiting().length === 4);
    expectWhole(await extract({ extract: "ext_1" }));
    expect(simulator.control.operations()).toHaveLength(4);
  });

  test("the next extract cancels them, because five slots are all there are", async () => {
    simulator.control.fail({ kind: "stuck_running", times: 4 });
    await stopped("ext_1", () => waiting().length === 4);
    expectWhole(await extract({ extract: "ext_2" }));
    const statuses = simulator.control.operations().map(({ status }) => status);
    expect(statuses.filter((status) => status === "CANCELED")).toHaveLength(4);
    expect(statuses.filter((status) => status === "COMPLETED")).toHaveLength(4);
  });

  test("those of other programs are left alone, and waited for", async () => {
    simulator.control.fail({ kind: "stuck_running", times: 5, forMs: 600 });
    for (let other = 0; other < 5; other += 1) await runByHand("{ products { edges { node { id } } } }");
    expectWhole(await extract());
    const statuses = simulator.control.operations().map(({ status }) => status);
    // A place is enough: the other programs' may still run.
    expect(new Set(["COMPLETED", "RUNNING", ...statuses.slice(0, 5)]).size).toBe(2);
    expect(statuses.slice(5)).toEqual(Array(4).fill("COMPLETED"));
  });

  async function runByHand(query: string): Promise<void> {
    const document =
      "mutation Run($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id } userErrors { message } } }";
    const answer = await fetch(`${simulator.url}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": simulator.token },
      body: JSON.stringify({ query: document, variables: { query } }),
    });
    expect(await answer.json()).toMatchObject({ data: { bulkOperationRunQuery: { userErrors: [] } } });
  }
});
