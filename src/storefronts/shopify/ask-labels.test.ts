import { expect, test } from "vitest";
import { PlainError } from "../../kernel/errors.ts";
import type { AdminClient } from "./admin-client.ts";
import { askLabels } from "./ask-labels.ts";
import { createRepairs } from "./repairs.ts";
import { labelsDocument } from "./translations-document.ts";

const gid = (id: number): string => `gid://shopify/Metaobject/${id}`;
const LOCALES = ["de", "pt-BR"];
const WISH = { query: null, labels: labelsDocument(LOCALES), locales: LOCALES, leftOut: [], missingScope: null };

type Text = readonly [key: string, value: string | null];
const texts = (list: readonly Text[]) => list.map(([key, value]) => ({ key, value }));
const resource = (id: number, content: readonly Text[], ...told: readonly (readonly Text[])[]) => ({
  resourceId: gid(id),
  translatableContent: texts(content),
  ...Object.fromEntries(told.map((of, at) => [`l${at + 1}`, texts(of)])),
});

/** Answers what is listed of the ids asked for. */
async function labelsOf(names: ReadonlyMap<string, string>, answer: (ids: readonly string[]) => readonly object[]) {
  const asked: (readonly string[])[] = [];
  const client: AdminClient = {
    servedVersion: () => null,
    async ask(_document, { ids }, data) {
      const wanted = Array.isArray(ids) ? ids.map(String) : [];
      asked.push(wanted);
      return data.parse({ translatableResourcesByIds: { nodes: answer(wanted) } });
    },
  };
  const repairs = createRepairs();
  const references = new Map([["metaobjects", [...names.keys(), gid(999)]] as const]);
  const labels = await askLabels(client, WISH, { references, names, repairs });
  return { asked, labels: Object.fromEntries([...labels].map(([locale, of]) => [locale, Object.fromEntries(of)])), warnings: repairs.warnings() }; // prettier-ignore
}

test("a metaobject is called by the translation of the field that it is called by", async () => {
  const nodes = [
    resource(1, [["hint", "warm"], ["label", "Red"]], [["hint", "Warm"], ["label", "Rot"]], [["label", "Vermelho"]]),
    // Of two fields with the same text, the translated one.
    resource(2, [["name", "Blue"], ["label", "Blue"]], [["label", "Blau"]], []),
    // None says its name, which comes of something that isn't translated.
    resource(3, [["hint", "round"]], [["hint", "rund"]], []),
    resource(4, [["label", "Half \ud83d"]], [["label", " "]], [["label", "Meia \u0000\ud83d"]]),
    resource(5, [["label", "Nobody asked"]], [["label", "Niemand"]], []),
  ]; // prettier-ignore
  const names = new Map([[gid(1), "Red"], [gid(2), "Blue"], [gid(3), "Round"], [gid(4), "Half \ufffd"]]); // prettier-ignore
  const { asked, labels, warnings } = await labelsOf(names, () => nodes);
  expect(asked).toEqual([[...names.keys()]]);
  expect(labels).toEqual({ de: { [gid(1)]: "Rot", [gid(2)]: "Blau" }, "pt-BR": { [gid(1)]: "Vermelho", [gid(4)]: "Meia \ufffd" } });
  expect(warnings).toEqual([]);
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
