import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { rawTranslation } from "../../../test/harness/raw-records.ts";
import { PlainError } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { getFeed } from "../feeds/index.ts";
import { publishRun } from "../runs/index.ts";
import { debugRows } from "../transforms/index.ts";
import { perform } from "../../../test/harness/perform.ts";
import { type FeedAnswer, type FurnishedShop, furnishedShop, refusal } from "./additional-feeds.suite.ts";
import { activateFeed, deactivateFeed } from "./index.ts";

/** Feeds in a language or for a country that the snapshot lacks: what they extract, what they leave out, what they say. */
let furnished: FurnishedShop;
let shops = 0;
const opened: FurnishedShop[] = [];
afterAll(() => Promise.all(opened.map((one) => one[Symbol.asyncDispose]())));
beforeEach(async () => {
  shops += 1;
  furnished = await furnishedShop(`language-${shops}.example`, { claims: { translations: [] } });
  opened.push(furnished);
});

const store = (locale: string) => ({ locale, rootUrl: `https://shop.example/${locale}` });
const GERMAN = {
  claims: { translations: [store("de")] },
  translations: [
    rawTranslation("product-1", "de", { title: "Hemd", body_html: "<p>Weich &amp; warm</p>", handle: "hemd" }),
    rawTranslation("product-2", "de", { title: "Tasse" }),
  ],
};
const language = (locale: string) => furnished.create({ feed_type: "language", display_name: `In ${locale}`, locale });
const shown = (id: string) => furnished.ask<FeedAnswer>(getFeed, id);
const inProgress = async () => {
  const { db } = furnished.database;
  const rows = await db
    .selectFrom("extracts")
    .select(["status", "type"])
    .where("shop_id", "=", furnished.shop.shopId)
    .orderBy("id")
    .execute();
  return rows.filter(({ status }) => status === "pending" || status === "running");
};

describe("a language that the snapshot lacks", () => {
  test("is extracted at once, and until it is there the feed publishes nothing and says why", async () => {
    const { id, not_extracted, status } = await language("de");
    expect([not_extracted, status]).toEqual(["Not extracted yet for de. An extract is in progress.", "generating"]);
    expect(await inProgress()).toEqual([{ status: "pending", type: "full" }]);
    await language("fr");
    expect(await inProgress()).toHaveLength(1);
    await furnished.run(id);
    expect(new Set(Object.values(await furnished.rows(id)))).toEqual(new Set(["Not extracted yet for de"]));
    expect(await furnished.reasons(id)).toEqual({ "Not extracted yet for de": 5 });
    const run = await furnished.latestRun(id);
    expect(run).toMatchObject({
      publication: "held",
      included_count: 0,
      held_reasons: [{ code: "not_extracted", details: { locale: "de" } }],
    });
    expect(await shown(id)).toMatchObject({ feed_url: null, translation: null });
  });

  test("brings its texts with the extract, row by row, and the feed counts them", async () => {
    const { id } = await language("de");
    await furnished.run(id);
    await furnished.extract(GERMAN);
    expect(await inProgress()).toEqual([]);
    await furnished.run(id);
    expect(await furnished.rows(id)).toEqual({ "1001": null, "1002": null, "1003": null, "1004": null, "1005": null });
    expect(await furnished.fields(id, "title")).toMatchObject({ "1001": "Hemd", "1002": "Tasse", "1003": "Product 3", "1005": "Tasse" });
    expect(await furnished.fields(id, "description")).toMatchObject({ "1001": "Weich & warm" });
    expect((await furnished.fields(id, "link"))["1001"]).toContain("https://shop.example/de/products/hemd");
    expect((await furnished.fields(id, "link"))["1003"]).toContain("https://shop.example/de/products/product-3");
    expect(await shown(id)).toMatchObject({
      content_language: "de",
      not_extracted: null,
      translation: { translated: 1, partly: 2, untranslated: 2 },
      product_count: 5,
    });
    expect(await shown(String(furnished.primaryId))).toMatchObject({ content_language: "en", translation: null, not_extracted: null });
  });

  test("is extracted by another extract where one was under way already", async () => {
    await furnished.extract({
      claims: { translations: [] },
      during: async () => {
        await language("de");
        expect(await inProgress()).toMatchObject([{ status: "running" }]);
      },
    });
    expect(await inProgress()).toEqual([{ status: "pending", type: "full" }]);
    await furnished.extract(GERMAN);
    expect(await inProgress()).toEqual([]);
  });

  test("is extracted by another extract where the one under way failed without having asked for it", async () => {
    const failing = async () => {
      throw new PlainError("shopify_unavailable", "Shopify did not answer.");
    };
    await furnished.extract({ during: () => language("de").then(failing) });
    expect(await inProgress()).toEqual([{ status: "pending", type: "full" }]);
    await furnished.extract({ during: failing });
    expect(await inProgress()).toEqual([]);
  });

  test("is no longer read once its last feed is out of service, and again when that comes back", async () => {
    const { id } = await language("de");
    await furnished.extract(GERMAN);
    await furnished.ask(deactivateFeed, id);
    await furnished.extract({ claims: { translations: [] } });
    expect(await inProgress()).toEqual([]);
    expect(await furnished.ask<FeedAnswer>(activateFeed, id)).toMatchObject({
      not_extracted: "Not extracted yet for de. An extract is in progress.",
    });
    expect(await inProgress()).toHaveLength(1);
  });
});

test("a traced row names the texts of its language before anything else, and where they come from", async () => {
  const { id } = await language("de");
  await furnished.extract(GERMAN);
  const { rows } = await furnished.ask<TracedAnswer>(debugRows, id, { body: { row_ids: ["1005"] } });
  const [first] = rows[0]?.stages ?? [];
  expect(first).toMatchObject({ stage: "localise", rule_id: null, source: "translations de" });
  expect(first?.changes).toContainEqual({ field: "title", before: "Product 2", after: "Tasse" });
  const link = { before: "https://shop.example/products/product-2", after: "https://shop.example/de/products/product-2" };
  expect(first?.changes).toContainEqual({ field: "link", ...link });
});

interface TracedAnswer {
  readonly rows: readonly {
    readonly stages: readonly {
      readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[];
    }[];
  }[];
}

describe("a language that could not be had", () => {
  const reason = "Shopify did not finish its export of the translations.";
  const lost = { claims: { translations: [], leftOut: [{ kind: "locale" as const, code: "de", reason }] } };

  test("leaves the last good file in place, and the run and the feed say why", async () => {
    const { id } = await language("de");
    await furnished.run(id);
    await furnished.extract(GERMAN);
    await furnished.run(id);
    const { feed_url: url } = await shown(id);
    await furnished.extract(lost);
    expect(await inProgress()).toEqual([]);
    await furnished.database.db
      .updateTable("feeds")
      .set({ settings: JSON.stringify({ publish_guard: { enabled: false } }) })
      .where("shop_id", "=", furnished.shop.shopId)
      .execute();
    await furnished.run(id);
    const run = await furnished.latestRun(id);
    expect(run).toMatchObject({ publication: "held", held_reasons: [{ code: "not_extracted", message: expect.stringContaining(reason) }] });
    expect(await shown(id)).toMatchObject({ feed_url: url, product_count: 5, not_extracted: `Not extracted yet for de. ${reason}` });
    const publishing = perform(furnished.real.services, furnished.shop, publishRun, {
      path: { id, run_id: formatId("run", storedId("run", run?.id ?? 0)) },
    });
    expect((await refusal(publishing)).code).toBe("invalid_param");
  });

  test("is asked for again with the next feed or extract, not at once", async () => {
    const { id } = await language("de");
    await furnished.extract(lost);
    expect(await inProgress()).toEqual([]);
    await furnished.ask(deactivateFeed, id);
    await furnished.ask(activateFeed, id);
    expect(await inProgress()).toHaveLength(1);
  });

  test("does not make a platform that says nothing of it be asked without end", async () => {
    const { id } = await language("de");
    await furnished.extract({ claims: { translations: [] } });
    expect(await inProgress()).toEqual([]);
    expect((await shown(id)).not_extracted).toContain("The platform has not said anything of it.");
  });
});

test("a country is extracted in the same way, where the platform has prices by country", async () => {
  const market = () => furnished.create({ feed_type: "market", display_name: "Britain", target_market: "GB" });
  const before = await market();
  expect([before.not_extracted, await inProgress()]).toEqual([null, []]);
  await furnished.run(before.id);
  await furnished.extract({ claims: { countries: [] } });
  expect(await inProgress()).toEqual([]);
  await furnished.ask(deactivateFeed, before.id);
  expect((await furnished.ask<FeedAnswer>(activateFeed, before.id)).not_extracted).toContain("Not extracted yet for GB");
  expect(await inProgress()).toHaveLength(1);
  await furnished.run(before.id);
  expect(new Set(Object.values(await furnished.rows(before.id)))).toEqual(new Set(["Not extracted yet for GB"]));
  await furnished.extract({
    claims: { countries: [{ country: "GB", currency: "GBP", sold: true, rootUrl: "https://shop.example", named: false }] },
  });
  expect(await shown(before.id)).toMatchObject({ not_extracted: null });
});
