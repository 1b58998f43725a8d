import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import type { RawFact, RawTranslatedFact } from "../../engine/source/raw-tables.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { RawSink } from "../storefront-port.ts";
import type { LineSource } from "./bulk-lines.ts";
import type { Labels } from "./ask-labels.ts";
import { handInventory } from "./inventory-part.ts";
import { handMetafields } from "./metafield-part.ts";
import { surveyMetafields, type SurveyTerms } from "./metafield-survey.ts";
import { handPublications } from "./publication-part.ts";
import { createRepairs } from "./repairs.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "feedwright-parts-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

async function handed<T>(lines: readonly object[], hand: (source: LineSource, sink: RawSink) => Promise<T>) {
  const file = path.join(folder, "part.jsonl");
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const repairs = createRepairs();
  const facts: RawFact[] = [];
  const beside: RawTranslatedFact[] = [];
  const sink: RawSink = {
    product: () => {},
    variant: () => {},
    image: () => {},
    fact: (fact) => void facts.push(fact),
    beside: (_kind, record) => void beside.push(branded<RawTranslatedFact>(record)),
    lines: () => {},
  };
  const answer = await hand({ path: file, what: "a part", signal: new AbortController().signal, repairs }, sink);
  const warnings = Object.fromEntries(repairs.warnings().map(({ code, count }) => [code, count]));
  return { answer, facts, beside, warnings };
}

const metafield = (owner: string, name: string, value = "x", type = "single_line_text_field") => {
  const [namespace, key] = name.split(".");
  return { id: gid("Metafield", 1), namespace, key, type, value, __parentId: owner };
};

/** As an extraction does it: looked at first, then handed over with what the objects are called. */
const taking =
  (
    wanted: readonly MetafieldIdentity[] | null,
    { known = [], hidden = [], labels = new Map() }: Partial<SurveyTerms> & { readonly labels?: Labels } = {},
  ) =>
  async (source: LineSource, sink: RawSink) => {
    const { columns, metafields, references, hidden: unread } = await surveyMetafields(source, { wanted, known, hidden });
    const names = new Map([...references.values()].flat().map((id) => [id, `called ${id.split("/").at(-1)}`]));
    await handMetafields(source, { metafields, names, labels }, sink);
    return { columns, metafields, unread };
  };
const all = taking(null);
const listed = (level: MetafieldIdentity["level"], name: string): MetafieldIdentity => {
  const [namespace = "", key = ""] = name.split(".");
  return { level, namespace, key };
};

describe("metafields", () => {
  test("become columns by their key; a merchant's own come first, and a second one of a name carries its namespace", async () => {
    const lines = [
      metafield(gid("Product", 1), "reviews.Material"),
      metafield(gid("Product", 1), "custom.material"),
      metafield(gid("ProductVariant", 2), "custom.material"),
      metafield(gid("Product", 1), "app.material"),
    ];
    const { answer, facts } = await handed(lines, all);
    expect(answer.columns).toEqual([
      "metafield-material",
      "metafield-app-material",
      "metafield-reviews-Material",
      "variant-metafield-material",
    ]);
    expect(facts.map(({ owner, owner_id: id, column }) => [owner, id, column])).toEqual([
      ["product", "1", "metafield-reviews-Material"],
      ["product", "1", "metafield-material"],
      ["variant", "2", "variant-metafield-material"],
      ["product", "1", "metafield-app-material"],
    ]);
  });

  test("have the same columns in whatever order the lines come", async () => {
    const lines = ["custom.b", "app.a", "custom.a", "app.b", "zoo.a"].map((name) => metafield(gid("Product", 1), name));
    const forwards = await handed(lines, all);
    const backwards = await handed(lines.toReversed(), all);
    expect(backwards.answer).toEqual(forwards.answer);
  });

  test("in which nothing can be seen are left out", async () => {
    const { facts } = await handed([metafield(gid("ProductVariant", 2), "mm-google-shopping.mpn", "\u200B")], all);
    expect(facts).toEqual([]);
  });

  const pointing = (owner: string, name: string, kind: string, type = "metaobject_reference") =>
    metafield(owner, name, type.startsWith("list.") ? JSON.stringify([kind]) : kind, type);

  test("that point at other objects are what these are called, of products and of variants", async () => {
    const red = gid("Metaobject", 7);
    const lines = [
      metafield(gid("Product", 1), "custom.size", "Large"),
      pointing(gid("Product", 2), "custom.size", red),
      pointing(gid("Product", 2), "shopify.color-pattern", red, "list.metaobject_reference"),
      pointing(gid("ProductVariant", 3), "custom.file", gid("MediaImage", 8), "file_reference"),
      pointing(gid("ProductVariant", 3), "custom.buyers", gid("Customer", 9), "list.customer_reference"),
    ];
    const { answer, facts, warnings } = await handed(lines, all);
    // An extraction leaves the patterns out again where no entry names one.
    const colours = ["metafield-color-pattern", "metafield-color-pattern.pattern"];
    expect(answer.columns).toEqual(["metafield-size", ...colours, "variant-metafield-file"]);
    expect(facts.map(({ owner_id: id, column, value }) => [id, column, value])).toEqual([
      ["1", "metafield-size", "Large"],
      ["2", "metafield-size", "called 7"],
      ["2", "metafield-color-pattern", "called 7"],
      ["3", "variant-metafield-file", "called 8"],
    ]);
    expect(answer.metafields[0]).toEqual({ level: "product", namespace: "custom", key: "size", column: "metafield-size", owners: 2 });
    expect(warnings).toEqual({});
  });

  test("that point at objects with a name in another language have that, item by item, and no other is translated", async () => {
    const [red, blue, chair] = [gid("Metaobject", 7), gid("Metaobject", 8), gid("Product", 9)];
    const lines = [
      pointing(gid("Product", 1), "custom.colour", red),
      metafield(gid("Product", 2), "custom.colours", JSON.stringify([red, blue, gid("Metaobject", 6)]), "list.metaobject_reference"),
      pointing(gid("ProductVariant", 3), "custom.colour", blue),
      pointing(gid("Product", 4), "custom.next", chair, "product_reference"),
      metafield(gid("Product", 4), "custom.text", red),
      pointing(gid("Product", 5), "custom.unwanted", red),
    ];
    const labels = new Map([
      ["de", new Map([[red, "Rot"], [blue, "Blau, tief"]])],
      ["fr", new Map([[blue, "Bleu"]])],
      ["pt-BR", new Map()],
    ]); // prettier-ignore
    const wanted = ["colour", "colours", "next", "text"].map((key) => listed("product", `custom.${key}`));
    const { beside, facts } = await handed(lines, taking([...wanted, listed("variant", "custom.colour")], { labels }));
    expect(facts).toHaveLength(5);
    expect(beside.map(({ owner, owner_id: id, column, locale, value }) => [owner, id, column, locale, value])).toEqual([
      ["product", "1", "metafield-colour", "de", "Rot"],
      ["product", "2", "metafield-colours", "de", "Rot, Blau\u201A tief, called 6"],
      ["product", "2", "metafield-colours", "fr", "called 7, Bleu, called 6"],
      ["variant", "3", "variant-metafield-colour", "de", "Blau, tief"],
      ["variant", "3", "variant-metafield-colour", "fr", "Bleu"],
    ]);
  });

  test("that point at what the token may not read are left out and named, and leave the others alone", async () => {
    const lines = [
      pointing(gid("Product", 1), "shopify.size", gid("Metaobject", 1), "list.metaobject_reference"),
      pointing(gid("Product", 1), "shopify.fabric", gid("Metaobject", 2)),
      pointing(gid("Product", 1), "custom.next", gid("Product", 2), "product_reference"),
    ];
    const { answer } = await handed(lines, taking(null, { hidden: ["metaobjects"] }));
    expect(answer.columns).toEqual(["metafield-next"]);
    expect(answer.unread).toEqual(new Map([["metaobjects", ["shopify.fabric", "shopify.size"]]]));
    // Of metafields that nobody wants nobody misses one.
    const chosen = await handed(lines, taking([listed("product", "custom.next")], { hidden: ["metaobjects"] }));
    expect(chosen.answer.unread).toEqual(new Map());
  });

  test("are asked for once each, and only what is taken is", async () => {
    const red = gid("Metaobject", 7);
    const lines = [1, 2, 3].flatMap((id) => [
      pointing(gid("Product", id), "shopify.color", red),
      pointing(gid("Product", id), "custom.other", gid("Metaobject", id)),
    ]);
    const survey = (wanted: readonly MetafieldIdentity[] | null) => (source: LineSource) => surveyMetafields(source, { wanted, known: [], hidden: [] }); // prettier-ignore
    const chosen = await handed(lines, survey([listed("product", "shopify.color")]));
    expect(chosen.answer.references).toEqual(new Map([["metaobjects", [red]]]));
    const whole = await handed(lines, survey(null));
    expect(whole.answer.references.get("metaobjects")).toHaveLength(4);
  });

  test("keep the columns they had, whichever come to be beside them", async () => {
    const known = [
      { ...listed("product", "app.size"), column: "metafield-size", owners: 1 },
      { ...listed("product", "app.gone"), column: "metafield-color", owners: 1 },
      { ...listed("product", "app.never"), column: null, owners: 1 },
    ];
    const lines = [
      metafield(gid("Product", 1), "app.size", "XL"),
      pointing(gid("Product", 1), "custom.size", gid("Metaobject", 1)),
      pointing(gid("Product", 1), "custom.color", gid("Metaobject", 2)),
    ];
    const { facts } = await handed(lines, taking(null, { known }));
    expect(facts.map(({ column, value }) => [column, value])).toEqual([
      ["metafield-size", "XL"],
      ["metafield-custom-size", "called 1"],
      ["metafield-custom-color", "called 2"],
    ]);
  });

  test("that had a column stay where there are too many, however few products have them", async () => {
    const common = Array.from({ length: 200 }, (_, at) => [1, 2].map((id) => metafield(gid("Product", id), `custom.k${at}`))).flat();
    const known = [{ ...listed("product", "custom.rare"), column: "metafield-rare", owners: 1 }];
    const { answer } = await handed([metafield(gid("Product", 1), "custom.rare"), ...common], taking(null, { known }));
    expect(answer.columns).toContain("metafield-rare");
    expect(answer.columns).toHaveLength(200);
  });

  test("past two hundred names leave out the ones used least", async () => {
    const common = Array.from({ length: 200 }, (_, at) => [1, 2].map((id) => metafield(gid("Product", id), `custom.k${at}`))).flat();
    const rare = [metafield(gid("Product", 1), "custom.aaa"), metafield(gid("Product", 1), "custom.zzz")];
    const { answer, warnings } = await handed([...rare, ...common], all);
    expect(answer.columns).toHaveLength(200);
    expect(answer.columns).not.toContain("metafield-aaa");
    expect(answer.metafields).toHaveLength(202);
    expect(answer.metafields.at(-1)).toMatchObject({ key: "zzz", column: null, owners: 1 });
    expect(warnings).toEqual({ metafields_left_out: 2 });
  });

  test("of owners that are no products, and lines that are no metafields, are nothing", async () => {
    const { answer, facts } = await handed([{ id: gid("Product", 1) }, metafield(gid("Collection", 1), "custom.a")], all);
    expect([answer, facts]).toEqual([{ columns: [], metafields: [], unread: new Map() }, []]);
  });

  test("that a merchant listed are the only ones taken, named in the order of the list, also where no product has one", async () => {
    const lines = [
      metafield(gid("Product", 1), "custom.material", "linen"),
      metafield(gid("Product", 1), "app.material", "flax"),
      metafield(gid("Product", 2), "custom.other"),
      metafield(gid("ProductVariant", 3), "custom.size", "XL"),
    ];
    const wanted = [listed("variant", "custom.size"), listed("product", "custom.none"), listed("product", "app.material")];
    const { answer, facts, warnings } = await handed(lines, taking(wanted));
    expect(answer.columns).toEqual(["variant-metafield-size", "metafield-none", "metafield-material"]);
    expect(facts.map(({ owner_id: id, column, value }) => [id, column, value])).toEqual([
      ["1", "metafield-material", "flax"],
      ["3", "variant-metafield-size", "XL"],
    ]);
    expect(answer.metafields.map(({ namespace, key, column, owners }) => [`${namespace}.${key}`, column, owners])).toEqual([
      ["app.material", "metafield-material", 1],
      ["custom.material", null, 1],
      ["custom.other", null, 1],
      ["custom.size", "variant-metafield-size", 1],
      ["custom.none", "metafield-none", 0],
    ]);
    expect(warnings).toEqual({});
  });

  test("are remembered up to five hundred, those taken before those used more", async () => {
    const many = Array.from({ length: 600 }, (_, at) => [1, 2].map((id) => metafield(gid("Product", id), `app.k${at}`))).flat();
    const { answer } = await handed([metafield(gid("Product", 1), "custom.rare"), ...many], taking([listed("product", "custom.rare")]));
    expect(answer.metafields).toHaveLength(500);
    expect(answer.metafields.at(-1)).toMatchObject({ key: "rare", column: "metafield-rare", owners: 1 });
  });
});

describe("stock by location", () => {
  const level = (variant: number, location: number, quantity: number, more: object = {}) => ({
    id: `${gid("InventoryLevel", location)}?inventory_item_id=${variant}`,
    isActive: true,
    location: { id: gid("Location", location) },
    quantities: [{ name: "available", quantity }],
    __parentId: gid("ProductVariant", variant),
    ...more,
  });
  const hand = (names: readonly (readonly [number, string])[]) => (source: LineSource, sink: RawSink) =>
    handInventory(source, new Map(names.map(([id, name]) => [gid("Location", id), name])), sink);

  test("is a column for each location that has some; two of one name are told apart by the later one's id", async () => {
    const names = [[9, "Store"], [3, "Store"], [5, "Köln – Süd"], [6, "Empty"], [7, "!!"]] as const; // prettier-ignore
    const lines = [level(1, 9, 4), level(1, 3, -2), level(2, 5, 0), level(2, 7, 1)];
    const { answer, facts } = await handed(lines, hand(names));
    expect(answer).toEqual(["inventory-store", "inventory-köln-süd", "inventory-7", "inventory-store-9"]);
    expect(facts.map(({ owner_id: id, column, value }) => [id, column, value])).toEqual([
      ["1", "inventory-store-9", "4"],
      ["1", "inventory-store", "-2"],
      ["2", "inventory-köln-süd", "0"],
      ["2", "inventory-7", "1"],
    ]);
  });

  test("is none where the location has switched the variant off, or is not known", async () => {
    const lines = [level(1, 3, 4, { isActive: false }), level(1, 8, 4)];
    expect((await handed(lines, hand([[3, "Store"]]))).facts).toEqual([]);
  });
});

test("only variants that are off the online store are worth a fact", async () => {
  const line = (variant: number, publication: number, isPublished: boolean) => ({
    isPublished,
    publication: { id: gid("Publication", publication) },
    __parentId: gid("ProductVariant", variant),
  });
  const { facts } = await handed([line(1, 1, true), line(2, 1, false), line(3, 2, false)], (source, sink) =>
    handPublications(source, gid("Publication", 1), sink),
  );
  expect(facts).toEqual([{ owner: "variant", owner_id: "2", column: "published", value: "false" }]);
});
