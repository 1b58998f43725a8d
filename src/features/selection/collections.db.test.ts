import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RawFact } from "../../engine/source/raw-tables.ts";
import type { ShopCollection } from "../../storefronts/storefront-port.ts";
import { type FurnishedShop, furnishedShop, refusal } from "../additional-feeds/additional-feeds.suite.ts";
import { getSelection } from "./index.ts";

/** Products 1 to 4, rows 1001 to 1005; 1005 is of product 2. Two collections are called Summer, and Coming soon has nothing in it. */
const gid = (number: number) => `gid://shopify/Collection/${number}`;
const LISTED: readonly ShopCollection[] = [
  { id: gid(11), title: "Summer" },
  { id: gid(22), title: "Summer" },
  { id: gid(33), title: 'Ge\u0301nial, « "new" »' },
  { id: gid(44), title: "Coming soon" },
  { id: gid(330), title: "All" },
];
const memberOf = (product: number, { id, title }: ShopCollection): readonly RawFact[] => {
  const of = { owner: "product", owner_id: `product-${product}` } as const;
  return [
    { ...of, column: "collection", value: title },
    { ...of, column: "collection_id", value: id.split("/").at(-1) ?? "" },
  ];
};
/** The products' collections as they are called in the list. */
const factsOf = (listed: readonly ShopCollection[]): readonly RawFact[] =>
  Object.entries({ 1: [gid(11), gid(330)], 2: [gid(22)], 3: [gid(33)] }).flatMap(([product, ids]) =>
    listed.filter(({ id }) => ids.includes(id)).flatMap((collection) => memberOf(Number(product), collection)),
  );
const told = (listed: readonly ShopCollection[]) => ({ facts: factsOf(listed), claims: { collections: listed } });

let furnished: FurnishedShop;
beforeAll(async () => {
  furnished = await furnishedShop("collections.example", told(LISTED));
});
afterAll(() => furnished[Symbol.asyncDispose]());

let feeds = 0;

interface Choice {
  readonly title?: unknown;
  readonly id?: unknown;
}
const create = ({ title, id }: Choice) => {
  feeds += 1;
  return furnished.create({
    ...{ feed_type: "market", display_name: `Feed ${feeds}`, product_selection_mode: "collection" },
    selected_collection_title: title,
    ...(id === undefined ? {} : { selected_collection_id: id }),
  });
};
interface Selected {
  readonly collection_id: string | null;
  readonly collection_title: string | null;
}
const selectionOf = async (feed: string) => {
  const { collection_id: id, collection_title: title } = await furnished.ask<Selected>(getSelection, feed);
  return { id, title };
};
/** Rows in the file that is live. */
async function takenBy(feed: string): Promise<readonly string[]> {
  const rows = await furnished.rows(feed);
  return Object.keys(rows).filter((row) => rows[row] === null);
}
const SPECIAL = 'Génial, « "new" »';

describe("a feed of a collection", () => {
  test.each([SPECIAL, SPECIAL.toUpperCase(), ` ${SPECIAL.normalize("NFD")} `])("that is named %j keeps its id", async (title) => {
    const { id } = await create({ title });
    expect(await selectionOf(id)).toEqual({ id: gid(33), title: SPECIAL });
    await furnished.run(id);
    expect(await takenBy(id)).toEqual(["1003"]);
  });

  test("is told apart from its namesake by the id; by title alone it is both", async () => {
    const first = await create({ title: "Summer", id: gid(11) });
    const second = await create({ title: "Summer", id: ` ${gid(22)} ` });
    const both = await create({ title: "summer" });
    expect(await Promise.all([first, second, both].map(({ id }) => selectionOf(id)))).toEqual([
      { id: gid(11), title: "Summer" },
      { id: gid(22), title: "Summer" },
      { id: null, title: "Summer" },
    ]);
    await furnished.run(first.id, second.id, both.id);
    expect(await takenBy(first.id)).toEqual(["1001"]);
    expect(await takenBy(second.id)).toEqual(["1002", "1005"]);
    expect(await takenBy(both.id)).toEqual(["1001", "1002", "1005"]);
  });

  test("is what its id says, whatever the title", async () => {
    const { id } = await create({ title: "Summer", id: gid(33) });
    expect(await selectionOf(id)).toEqual({ id: gid(33), title: SPECIAL });
  });

  test("may be of one that has no products yet", async () => {
    const { id } = await create({ title: "coming soon" });
    expect(await selectionOf(id)).toEqual({ id: gid(44), title: "Coming soon" });
    await furnished.run(id);
    expect(await furnished.reasons(id)).toEqual({ "Not in the collection Coming soon": 5 });
  });

  test("is followed when it is renamed, gets what comes into it and loses what leaves it", async () => {
    const { id } = await create({ title: "Coming soon" });
    await furnished.run(id);
    const renamed = LISTED.map((one) => (one.id === gid(44) ? { ...one, title: "Here now" } : one));
    const arrived = memberOf(3, { id: gid(44), title: "Here now" });
    await furnished.extract({ facts: [...factsOf(renamed), ...arrived], claims: { collections: renamed } });
    expect(await selectionOf(id)).toEqual({ id: gid(44), title: "Here now" });
    await furnished.run(id);
    expect(await takenBy(id)).toEqual(["1003"]);
    expect((await furnished.rows(id))["1001"]).toBe("Not in the collection Here now");
    // One more comes, one leaves.
    const moved = [1, 2].flatMap((product) => memberOf(product, { id: gid(44), title: "Here now" }));
    await furnished.extract({ facts: [...factsOf(renamed), ...moved], claims: { collections: renamed } });
    await furnished.run(id);
    expect(await furnished.latestRun(id)).toMatchObject({ included_count: 3 });
    expect(await furnished.reasons(id)).toEqual({ "Not in the collection Here now": 2 });
    await furnished.extract(told(LISTED));
  });

  test("that the shop has deleted takes nothing, keeps its last title, and its run is held", async () => {
    const { id } = await create({ title: SPECIAL });
    await furnished.run(id);
    expect(await takenBy(id)).toEqual(["1003"]);
    await furnished.extract(told(LISTED.filter((one) => one.id !== gid(33))));
    expect(await selectionOf(id)).toEqual({ id: gid(33), title: SPECIAL });
    await furnished.run(id);
    const reason = {
      code: "empty",
      message: expect.stringContaining(`the shop no longer has the collection ${SPECIAL}`),
      details: { before: 1, after: 0, collection_id: gid(33), collection_title: SPECIAL },
    };
    expect(await furnished.latestRun(id)).toMatchObject({ publication: "held", included_count: 0, held_reasons: [reason] });
    // What is served stays.
    expect(await takenBy(id)).toEqual(["1003"]);
    await furnished.extract(told(LISTED));
  });

  test("that is there and has lost its products is held too, and nobody says that it is gone", async () => {
    const { id } = await create({ title: SPECIAL });
    await furnished.run(id);
    await furnished.extract({ facts: [], claims: { collections: LISTED } });
    await furnished.run(id);
    const held = [{ code: "empty", message: "The file would have no products." }];
    expect(await furnished.latestRun(id)).toMatchObject({ publication: "held", held_reasons: held });
    await furnished.extract(told(LISTED));
  });
});

describe("a collection is not found", () => {
  test.each([
    { title: "Winter" },
    { title: "Winter", id: gid(99) },
    { title: "Summer", id: gid(99) },
    { title: "Summer", id: "33" },
    { title: "Summer", id: "" },
    { title: "Summer", id: 33 },
    { title: "Summer", id: "gid://shopify/Product/33" },
    { title: "Summer", id: `${gid(33)}' OR true --` },
    { id: gid(33) },
    { title: "", id: gid(33) },
  ])("for %j", async (choice) => {
    expect(await refusal(create(choice))).toMatchObject({ code: "collection_not_found" });
  });

  test("without telling which there are, while there are some", async () => {
    expect((await refusal(create({ title: "Winter" }))).message).toMatch(/It has All, Coming soon, /);
  });

  test("and of many some are named, and how many more there are", async () => {
    const many = Array.from({ length: 40 }, (_, at) => ({ id: gid(1_000 + at), title: `Collection ${at + 10}` }));
    await furnished.extract({ claims: { collections: many } });
    expect((await refusal(create({ title: "Winter" }))).message).toMatch(
      /It has Collection 10, (Collection 1[1-4], ?){3}Collection 14 and 35 more\.$/,
    );
    await furnished.extract(told(LISTED));
  });

  test("in a shop that has none", async () => {
    await furnished.extract({ claims: { collections: [] } });
    expect((await refusal(create({ title: "Summer" }))).message).toContain("It has no collections.");
    expect(await refusal(create({ title: "Summer", id: gid(11) }))).toMatchObject({ code: "collection_not_found" });
    await furnished.extract(told(LISTED));
  });
});
