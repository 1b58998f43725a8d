import { expect, test } from "vitest";
import { PlainError } from "../../kernel/errors.ts";
import type { AdminClient } from "./admin-client.ts";
import { askLabels } from "./ask-labels.ts";
import type { References } from "./ask-references.ts";
import { createRepairs } from "./repairs.ts";
import { labelDocuments } from "./translations-document.ts";

const gid = (id: number, type = "Metaobject"): string => `gid://shopify/${type}/${id}`;
const wishOf = (locales: readonly string[]) => ({ query: null, labels: labelDocuments(locales), locales, leftOut: [], missingScope: null });
const LOCALES = ["de", "pt-BR"];

type Text = readonly [key: string, value: string | null];
const texts = (list: readonly Text[]) => list.map(([key, value]) => ({ key, value }));
const translations = (...told: readonly (readonly Text[])[]) => Object.fromEntries(told.map((of, at) => [`l${at + 1}`, texts(of)]));
const resource = (id: string, content: readonly Text[], ...told: readonly (readonly Text[])[]) => ({
  resourceId: id,
  translatableContent: texts(content),
  ...translations(...told),
});

/** Answers what is listed of the ids asked for. */
async function labelsOf(
  names: ReadonlyMap<string, string>,
  answer: (ids: readonly string[]) => readonly unknown[],
  locales: readonly string[] = LOCALES,
) {
  const asked: (readonly string[])[] = [];
  const client: AdminClient = {
    servedVersion: () => null,
    async ask(_document, { ids }, data) {
      const wanted = Array.isArray(ids) ? ids.map(String) : [];
      asked.push(wanted);
      const nodes = answer(wanted);
      return data.parse({ nodes, translatableResourcesByIds: { nodes } });
    },
  };
  const repairs = createRepairs();
  const references: References = new Map([
    ["metaobjects", [...names.keys(), gid(999)]],
    ["pages", [gid(998, "Page")]],
  ]);
  const labels = await askLabels(client, wishOf(locales), { references, names, repairs });
  return { asked, labels: Object.fromEntries([...labels].map(([locale, of]) => [locale, Object.fromEntries(of)])), warnings: repairs.warnings() }; // prettier-ignore
}

test("a metaobject is called by the translation of the field that it is called by", async () => {
  const nodes = [
    resource(gid(1), [["hint", "warm"], ["label", "Red"]], [["hint", "Warm"], ["label", "Rot"]], [["label", "Vermelho"]]),
    // Of two fields with the same text, the translated one.
    resource(gid(2), [["name", "Blue"], ["label", "Blue"]], [["label", "Blau"]], []),
    // None says its name, which comes of something that isn't translated.
    resource(gid(3), [["hint", "round"]], [["hint", "rund"]], []),
    resource(gid(4), [["label", "Half \ud83d"]], [["label", " "]], [["label", "Meia \u0000\ud83d"]]),
    resource(gid(5), [["label", "Nobody asked"]], [["label", "Niemand"]], []),
  ]; // prettier-ignore
  const names = new Map([[gid(1), "Red"], [gid(2), "Blue"], [gid(3), "Round"], [gid(4), "Half \ufffd"]]); // prettier-ignore
  const { asked, labels, warnings } = await labelsOf(names, () => nodes);
  expect(asked).toEqual([[...names.keys()]]);
  expect(labels).toEqual({ de: { [gid(1)]: "Rot", [gid(2)]: "Blau" }, "pt-BR": { [gid(1)]: "Vermelho", [gid(4)]: "Meia \ufffd" } });
  expect(warnings).toEqual([]);
});

test("a product, a collection, a page and an article are called by their translated title, and files are not asked for", async () => {
  const [chair, line, guide, post] = [gid(1, "Product"), gid(2, "Collection"), gid(3, "Page"), gid(4, "Article")];
  const names = new Map([[chair, "Chair"], [line, "Chairs"], [guide, "Guide"], [post, "News"], [gid(5, "MediaImage"), "https://cdn.example/a.png"], [gid(6, "TaxonomyValue"), "Striped"]]); // prettier-ignore
  const { asked, labels } = await labelsOf(names, () => [
    // Another text says the same as the title.
    resource(chair, [["handle", "Chair"], ["title", "Chair"]], [["handle", "stuhl"], ["title", "Stuhl"], ["body_html", "<p>Neu</p>"]], [["handle", "cadeira"]]),
    resource(line, [["title", "Chairs"]], [["title", " "]], [["title", "Cadeiras"]]),
    // Renamed since its name was asked for.
    resource(guide, [["title", "Size guide"]], [["title", "Gr\u00f6\u00dfen"]], []),
    resource(post, [["title", "News"]], [], []),
  ]); // prettier-ignore
  expect(asked).toEqual([[chair, line, guide, post]]);
  expect(labels).toEqual({ de: { [chair]: "Stuhl", [guide]: "Gr\u00f6\u00dfen" }, "pt-BR": { [line]: "Cadeiras" } });
});

test("a variant is called by its product's title and its values, each in the language where it is translated", async () => {
  const variant = (id: number, title: string, told: object, ...options: readonly (readonly [value: string, told: object])[]) => ({
    id: gid(id, "ProductVariant"),
    product: { title, ...told },
    selectedOptions: options.map(([value, of]) => ({ value, optionValue: of })),
  });
  const titled = translations([["title", "Stuhl"]], []);
  const nodes = [
    variant(1, "Chair", titled, ["Oak", translations([["name", "Eiche"]], [])], ["Red", translations([["name", " "]], [["name", "Vermelho"]])]),
    variant(2, "Chair", titled, ["Default Title", {}]),
    variant(3, "Table", {}, ["Oak", {}]),
    // Renamed since its name was asked for.
    variant(4, "Armchair", titled, ["Oak", {}]),
    // Gone, or something else by now.
    null,
    {},
  ]; // prettier-ignore
  const primary = ["Chair - Oak / Red", "Chair - Default Title", "Table - Oak", "Chair - Oak", "Stool - Oak", "Bench - Oak"];
  const names = new Map(primary.map((name, at) => [gid(at + 1, "ProductVariant"), name]));
  const { asked, labels, warnings } = await labelsOf(names, () => nodes);
  expect(asked).toEqual([[...names.keys()]]);
  expect(labels).toEqual({
    de: { [gid(1, "ProductVariant")]: "Stuhl - Eiche / Red", [gid(2, "ProductVariant")]: "Stuhl - Default Title" },
    "pt-BR": { [gid(1, "ProductVariant")]: "Chair - Oak / Vermelho" },
  });
  expect(warnings).toEqual([]);
});

test("what comes in many languages is asked for in fewer at a time", async () => {
  const names = new Map(Array.from({ length: 30 }, (_, at) => [gid(at, "Product"), `Name ${at}`]));
  const locales = Array.from({ length: 19 }, (_, at) => `l${at}`);
  expect((await labelsOf(names, () => [], locales)).asked.map(({ length }) => length)).toEqual([10, 10, 10]);
});

test("metaobjects are asked for fifty at a time, and where one page fails all keep their names, with a warning", async () => {
  const names = new Map(Array.from({ length: 120 }, (_, at) => [gid(at), `Name ${at}`]));
  const named = (ids: readonly string[]) =>
    ids.map((id) => ({ resourceId: id, translatableContent: texts([["label", names.get(id) ?? ""]]), l1: texts([["label", `de ${id}`]]) }));
  const whole = await labelsOf(names, named);
  expect(whole.asked.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(Object.keys(whole.labels["de"] ?? {})).toHaveLength(120);
  const broken = await labelsOf(names, (ids) => {
    if (ids.includes(gid(70))) throw new PlainError("shopify_unavailable", "down");
    return named(ids);
  });
  expect(broken.labels).toEqual({});
  expect(broken.warnings).toMatchObject([{ code: "labels_untranslated", message: expect.stringContaining("down") }]);
});
