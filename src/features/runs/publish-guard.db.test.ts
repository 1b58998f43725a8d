import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { type ListedCatalog, type ListedStorefront, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { claimExtract, createExtract, workExtract } from "../extracts/index.ts";
import { createRule } from "../rules/index.ts";
import { changeSettings } from "../settings/index.ts";
import { claimRun } from "./run-claims.ts";
import { latestRun } from "./latest-run.ts";
import { publishRun } from "./publish-run.ts";
import { regenerateFeed } from "./regenerate-feed.ts";
import type { FeedRunShape } from "./run-shapes.ts";
import { workRun } from "./work-run.ts";

/** Products of two variants, as an export has them: without ids, so that every id is derived from what the export spells. */
function exported(handle: string, products: number, { sizes = ["S", "M"], price = 20 } = {}): ListedCatalog {
  const keys = Array.from({ length: products }, (_, at) => `${handle}-${at + 1}`);
  return {
    products: keys.map((key, at) => rawProduct(at + 1, { key, title: key, option1_name: "Size" })),
    variants: keys.flatMap((key, at) =>
      sizes.map((size, place) =>
        rawVariant(at * sizes.length + place + 1, {
          product_key: key,
          option1_value: size,
          price: `${price + at}.00`,
          inventory_quantity: "5",
        }),
      ),
    ),
  };
}

const OURS = exported("ours", 11);
const storefront: ListedStorefront = listedStorefront(OURS);
let listed: ListedShop;
let first: FeedRunShape;
let warnings: { readonly facts: Readonly<Record<string, unknown>>; readonly message: string }[] = [];
const log: Logger = {
  debug() {},
  info() {},
  error() {},
  warn: (facts, message) => void warnings.push({ facts, message }),
  child: () => log,
};

const path = () => ({ id: String(listed.primaryId) });
const ask = <Answer>(operation: Parameters<typeof perform>[2], input: object = {}) =>
  perform<Answer>(listed.real.services, listed.shop, operation, { path: path(), ...input });
const end = async (): Promise<void> => undefined;
const signal = new AbortController().signal;

async function workNextRun(): Promise<FeedRunShape> {
  const claim = await claimRun(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  await workRun({ ...listed.real.services, log }, listed.shop, claim, { signal, end });
  return ask<FeedRunShape>(latestRun);
}

/** What the primary feed's run makes of the catalog as it is now. */
async function extractAndRun(catalog: ListedCatalog): Promise<FeedRunShape> {
  storefront.catalog = catalog;
  await ask(createExtract, { path: {}, body: { type: "full" } });
  const claim = await claimExtract(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no extract waits");
  await workExtract(listed.real.services, listed.shop, claim, { signal, progress: () => undefined });
  return workNextRun();
}

const codes = ({ held_reasons: reasons }: FeedRunShape) => reasons.map(({ code }) => code);

beforeAll(async () => {
  listed = await listedShop("guarded.example", storefront);
  first = await workNextRun();
});
afterAll(() => listed[Symbol.asyncDispose]());
beforeEach(() => {
  warnings = [];
});

test("rows that the merchant's own rule leaves out and lets in again are no new products", async () => {
  expect(first).toMatchObject({ publication: "live", included_count: 22 });
  const rule = { type: "exclude", reason: "Small", condition: '[D]title IN ("ours-1", "ours-2", "ours-3")' };
  const created = await ask<{ readonly id: string }>(createRule, { path: { feed_id: path().id }, body: { rule } });
  await ask(regenerateFeed);
  expect(await workNextRun()).toMatchObject({ publication: "live", included_count: 16 });
  await listed.database.db
    .deleteFrom("rules")
    .where("id", "=", Number(created.id.replace("rule_", "")))
    .execute();
  await ask(regenerateFeed);
  expect(await workNextRun()).toMatchObject({ publication: "live", included_count: 22, held_reasons: [] });
});

test("an export whose option values are spelled otherwise is held, although no product came or went", async () => {
  const run = await extractAndRun(exported("ours", 11, { sizes: ["S", "Medium"] }));
  expect(run.held_reasons).toMatchObject([{ code: "id_change", details: { new: 11, gone: 11, before: 22, after: 22 } }]);
});

test("the export of another shop is held, although it has more products; the log says why", async () => {
  const run = await extractAndRun(exported("theirs", 13));
  expect(run).toMatchObject({ publication: "held", included_count: 26, added_count: 26, removed_count: 22 });
  const message = "26 of 26 ids (100.0 %) would be new and 22 of the 22 ids served now (100.0 %) would disappear. At most 20 % is allowed.";
  expect(run.held_reasons).toMatchObject([{ code: "id_change", message, details: { new: 26, gone: 22, max_id_change_percent: 20 } }]);
  expect(warnings).toEqual([
    {
      facts: { feed_id: listed.primaryId, reasons: [{ code: "id_change", message }] },
      message: "run is held; the last published file is still served",
    },
  ]);
});

test("prices that are a hundred times as high are held, unless the feed's own factor allows them", async () => {
  const inCents = exported("ours", 11, { price: 2_000 });
  expect((await extractAndRun(inCents)).held_reasons).toMatchObject([
    { code: "price_change", details: { before: 25, after: 2_005, factor: 80.2, max_price_factor: 5 } },
  ]);
  await ask(changeSettings, { path: { feed_id: path().id }, body: { publish_guard: { max_price_factor: 100 } } });
  expect(await workNextRun()).toMatchObject({ publication: "live", held_reasons: [] });
});

test("rows that share an id are held once; when a person has published them, the next run is not held again", async () => {
  const rule = { type: "set_value", target: "id", value: "one", condition: '[D]option1_value = "M" AND [D]title IN ("ours-1", "ours-2")' };
  await ask(createRule, { path: { feed_id: path().id }, body: { rule } });
  await ask(regenerateFeed);
  const held = await workNextRun();
  expect(codes(held)).toEqual(["duplicate_ids"]);
  await ask(publishRun, { path: { ...path(), run_id: held.id } });
  await ask(regenerateFeed);
  expect(await workNextRun()).toMatchObject({ publication: "live", held_reasons: [] });
});

test("going back to an older run is told with how its file differs from the one served until then", async () => {
  await listen(listed.shop);
  await ask(publishRun, { path: { ...path(), run_id: first.id } });
  const [event] = await toldEvents(listed.shop, "feed.updated");
  // The row left out for its repeated id is back; the others have their former prices.
  expect(event?.data).toMatchObject({ run_id: first.id, changed: true, added_count: 1, removed_count: 0, changed_count: 21 });
});
