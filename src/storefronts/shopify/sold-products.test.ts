import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settings } from "../../../test/harness/default-fields.ts";
import { testDuckdb, type TestDuckdb } from "../../../test/harness/duckdb.ts";
import { takeSnapshot, type TestSnapshot } from "../../../test/harness/raw-records.ts";
import { feedDefinition, runFeed } from "../../../test/golden/feed-run.ts";
import type { RawFact, RawImage, RawProduct, RawVariant } from "../../engine/source/raw-tables.ts";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import type { ProductChange } from "../simulator/catalog/product-change.ts";
import type { ProductState } from "../simulator/control/product-state.ts";
import { DEFAULT_SCOPES } from "../simulator/shop-facts.ts";
import { type Simulator, startSimulator } from "../simulator/start-simulator.ts";
import { ORDINARY_PACE } from "./pace.ts";
import { sealedConfig } from "./shopify-config.ts";
import { shopifyStorefront } from "./shopify-storefront.ts";

/** What a merchant does in Shopify's admin, and the row that becomes of it: from the simulated shop through snapshot and plan. */

const secrets = openSecrets(Buffer.alloc(32, 7));
const egress = openEgress({ allowLoopback: false, log: silentLog });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "feedwright-sold-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await egress[Symbol.asyncDispose]();
});

/** An extract of the same name would take over what is there already. */
let extracts = 0;

async function snapshotOf(duckdb: TestDuckdb, simulator: Simulator): Promise<TestSnapshot> {
  const [products, variants, images, facts]: [RawProduct[], RawVariant[], RawImage[], RawFact[]] = [[], [], [], []];
  const pace = { ...ORDINARY_PACE, pollMs: 5, pollMaxMs: 20 };
  const storefront = shopifyStorefront({ secrets, egress, log: silentLog, pace, sample: () => Promise.reject(new Error("no sample")) });
  const config = sealedConfig(secrets, { shop: "simulator", origin: simulator.url, isLoopback: true }, simulator.token);
  const { metafieldColumns } = await storefront.extract({
    shop: { domain: "shop.example", currency: "EUR", config, metafields: null, knownMetafields: [] },
    sink: {
      product: (record) => void products.push(record),
      variant: (record) => void variants.push(record),
      image: (record) => void images.push(record),
      fact: (record) => void facts.push(record),
      beside: () => undefined,
      lines: () => undefined,
    },
    wanted: { locales: [], countries: [] },
    signal: new AbortController().signal,
    progress: () => undefined,
    file: (name) => path.join(folder, name),
    mark: { shop: "fw-test", extract: `ext_${(extracts += 1)}` },
    budget: { take: async () => 0, report: async () => undefined },
  });
  return takeSnapshot(duckdb, { products, variants, images, facts, metafieldColumns, currency: "EUR" });
}

const isPlain = (product: ProductState): boolean =>
  product.status === "active" && product.onOnlineStore && !product.giftCard && !product.sellingPlanOnly && product.combinedListing === null && product.variants.length > 1 && product.variants.every(({ published }) => published); // prettier-ignore

/** In the order of the plain products of the sample. */
const CHANGES = {
  unlisted: { status: "unlisted" },
  draft: { status: "draft" },
  archived: { status: "archived" },
  offline: { published: false },
  variantOff: { variants: [{ position: 1, published: false }] },
  giftCard: { giftCard: true },
  subscription: { sellingPlanOnly: true },
  parent: { combinedListing: "PARENT" },
  child: { combinedListing: "CHILD" },
  bundle: { bundle: true },
  plain: {},
} as const satisfies Readonly<Record<string, ProductChange>>;

describe("what can be bought is in the feed, and what cannot has a reason", () => {
  const ids = new Map<string, string>();
  let duckdb: TestDuckdb;
  let snapshot: TestSnapshot;
  beforeAll(async () => {
    duckdb = await testDuckdb();
    await using simulator = await startSimulator({ products: 40, startMs: 2 });
    const plain = [...simulator.control.state()].filter(isPlain);
    Object.entries(CHANGES).forEach(([name, change], at) => {
      const product = plain[at];
      if (product === undefined) throw new Error("the sample has too few plain products");
      ids.set(name, product.id);
      simulator.control.changeProduct(product.number, change);
    });
    snapshot = await snapshotOf(duckdb, simulator);
  });
  afterAll(() => duckdb[Symbol.asyncDispose]());

  /** Of each product what its first row says, and of `variantOff` the second one's too. */
  async function reasonsWith(values: object) {
    const { rows } = await runFeed(duckdb, { snapshot, definition: feedDefinition(settings(values)) });
    const reason = (name: string, at = 0) => rows.filter(({ fields }) => fields["item_group_id"] === ids.get(name)).at(at)?.reason;
    return { ...Object.fromEntries([...ids.keys()].map((name) => [name, reason(name)])), otherVariant: reason("variantOff", 1) };
  }

  test("by default", async () => {
    expect(await reasonsWith({})).toEqual({
      unlisted: "Unlisted in the shop",
      draft: "Draft in the shop",
      archived: "Archived in the shop",
      offline: "Not published on the online store",
      variantOff: "Variant not published on the online store",
      otherVariant: null,
      giftCard: "Gift card",
      subscription: "Sold by subscription only",
      parent: "Combined listing parent",
      child: null,
      bundle: null,
      plain: null,
    });
  });

  test("where the settings take in gift cards and what is not published", async () => {
    expect(await reasonsWith({ gift_cards: true, import_unpublish_product: true })).toEqual({
      unlisted: null,
      draft: null,
      archived: "Archived in the shop",
      offline: null,
      variantOff: null,
      otherVariant: null,
      giftCard: null,
      subscription: "Sold by subscription only",
      parent: "Combined listing parent",
      child: null,
      bundle: null,
      plain: null,
    });
  });

  test("a bundle says so where the feed has the column, and rules may ask for it", async () => {
    const definition = feedDefinition({ extraColumns: ["is_bundle"], mappings: { custom_label_0: "variant-bundle" } });
    const { rows } = await runFeed(duckdb, { snapshot, definition });
    const bundles = rows.filter(({ fields }) => fields["is_bundle"] !== "" || fields["custom_label_0"] !== "");
    expect(new Set(bundles.map(({ fields }) => fields["item_group_id"]))).toEqual(new Set([ids.get("bundle")]));
    expect(new Set(bundles.map(({ fields }) => `${fields["is_bundle"]} ${fields["custom_label_0"]}`))).toEqual(new Set(["yes true"]));
  });
});

describe("category metafields", () => {
  const definition = feedDefinition({ extraColumns: ["pattern"] });
  const attributesOf = async (simulator: Simulator, id: string) => {
    await using duckdb = await testDuckdb();
    const { rows } = await runFeed(duckdb, { snapshot: await snapshotOf(duckdb, simulator), definition });
    const { color, size, material, gender, age_group: ageGroup, pattern } = rows.find(({ fields }) => fields["item_group_id"] === id)?.fields ?? {}; // prettier-ignore
    return { color, size, material, gender, ageGroup, pattern };
  };

  test("are the row's attributes where no option is, and are gone without the scope", async () => {
    await using simulator = await startSimulator({ products: 40, startMs: 2 });
    const { control } = simulator;
    const product = [...control.state()].find(({ variants: [variant, other], metafields }) => other === undefined && variant?.options["Title"] === "Default Title" && metafields["shopify.color-pattern"] === undefined); // prettier-ignore
    const called = ["Red", "Blue", "Linen", "Damen", "Erwachsene", "Striped"];
    const values = control.metaobjects().slice(0, called.length).map(({ id }, at) => control.renameMetaobject(id, called[at] ?? "")); // prettier-ignore
    const pointing = (...places: readonly number[]) => ({
      type: "list.metaobject_reference",
      value: JSON.stringify(places.map((at) => `gid://shopify/Metaobject/${values[at]?.id}`)),
    });
    if (product === undefined) throw new Error("the sample has no plain product");
    const metafields = {
      ...Object.fromEntries(Object.keys(product.metafields).map((name) => [name, null])),
      "shopify.color-pattern": pointing(0, 1),
      "shopify.size": pointing(1),
      "shopify.fabric": pointing(2),
      "shopify.target-gender": pointing(3),
      "shopify.age-group": pointing(4),
      "custom.pattern": pointing(5),
    };
    control.changeProduct(product.number, { metafields });
    expect(await attributesOf(simulator, product.id)).toEqual({
      color: "Red/Blue",
      size: "Blue",
      material: "Linen",
      gender: "female",
      ageGroup: "adult",
      pattern: "Striped",
    });
    // The entry of a colour may name the pattern; what a metafield says of it comes first.
    const harbour = control.metaobjects().find(({ pattern }) => pattern !== undefined);
    const entry = { type: "list.metaobject_reference", value: JSON.stringify([`gid://shopify/Metaobject/${harbour?.id}`]) };
    control.changeProduct(product.number, { metafields: { "shopify.color-pattern": entry, "custom.pattern": null } });
    expect(await attributesOf(simulator, product.id)).toMatchObject({ color: harbour?.title, pattern: "Striped" });
    await using closed = await startSimulator({
      products: 40,
      startMs: 2,
      scopes: DEFAULT_SCOPES.filter((scope) => scope !== "read_metaobjects"),
    });
    closed.control.changeProduct(product.number, { metafields });
    expect(Object.values(await attributesOf(closed, product.id)).filter((value) => value !== "")).toEqual([]);
  });
});
