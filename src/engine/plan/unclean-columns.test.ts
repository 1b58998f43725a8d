import { describe, expect, test } from "vitest";
import { call, compare, type Expression, number, output, source, text, when } from "../expression/expression.ts";
import type { FeedPlan, Step } from "./feed-plan.ts";
import { uncleanColumns } from "./unclean-columns.ts";

/** What a plan of some steps may leave unclean; of the source, `title` and the list of further images are clean and `sku` is not. */
function uncleanAfter(...steps: readonly Step[]): readonly string[] {
  const plan: FeedPlan = {
    source: ["title", "sku", "additional_images"],
    cleanSource: ["title", "additional_images"],
    output: ["id", "title", "brand"],
    attributes: [],
    attached: [],
    stages: [{ name: "rules", steps }],
  };
  return [...uncleanColumns(plan)];
}

const write = (name: string, value: Expression, more: object = {}): Step => ({
  op: "assign",
  target: { side: "G", name },
  value,
  ...more,
});

describe("a column stays clean that takes", () => {
  test.each<[string, Expression]>([
    ["nothing", { kind: "blank-value" }],
    ["a clean column", source("title")],
    ["another output column that is", output("brand")],
    ["a text of one clean line", text("Summer sale – 50 %")],
    ["a number, whatever it is read from", call("number", source("sku"))],
    ["an amount of money, whatever it is made of", call("money", source("sku"), source("sku"))],
    ["whether something holds", compare(source("sku"), "=", text("\t"))],
    ["clean texts one after another", call("concat", text("shopify_US_"), source("title"))],
    ["the first of some clean ones", call("coalesce", source("title"), text("none"))],
    ["one of some clean ones", when(compare(source("sku"), "=", text("\t")), source("title"), text("x"))],
    ["clean texts by a table", { kind: "map", value: source("sku"), pairs: [{ from: "\t", to: "x" }], otherwise: source("title") }],
    ["a category of Google's", { kind: "category", fn: "category_path", args: [source("sku")] }],
    ["some items of a clean list", call("list_slice", source("additional_images"), number(1), number(11))],
  ])("%s", (_, value) => {
    expect(uncleanAfter(write("title", value))).toEqual([]);
  });
});

describe("a column may be unclean that takes", () => {
  test.each<[string, Expression]>([
    ["a column of which nothing is known", source("sku")],
    ["one that the snapshot does not have", source("vendor")],
    ["what the language, the market, a cell or an override says", { kind: "column", side: "C", name: "title" }],
    ["a text with a control character", text("a\tb")],
    ["a text that begins with a space", text(" a")],
    ["a text that ends with one", text("a\u00A0")],
    ["texts of which one is a space alone", call("concat", source("title"), text(" "), source("title"))],
    ["one of some, not all of them clean", when(compare(source("title"), "=", text("x")), source("title"), source("sku"))],
    ["an unclean text by a table", { kind: "map", value: source("title"), pairs: [{ from: "x", to: "\n" }], otherwise: text("") }],
    ["what a table leaves", { kind: "map", value: source("title"), pairs: [], otherwise: source("sku") }],
    ["what a function makes of a clean text", call("html_decode", source("title"))],
    ["items of a text that is no list", call("list_slice", source("title"), number(1), number(2))],
    ["items of a list that is not clean", call("list_slice", source("tags"), number(1), number(2))],
    ["what a lookup table says", { kind: "lookup", table: "colours", key: source("title") }],
    ["a value of many rows", { kind: "feedwide", fn: "_first_in_group", args: [source("title")] }],
  ])("%s", (_, value) => {
    expect(uncleanAfter(write("title", value))).toEqual(["title"]);
  });

  test("it under a condition", () => {
    expect(uncleanAfter(write("title", text("\t"), { condition: compare(source("title"), "=", text("x")) }))).toEqual(["title"]);
  });

  test("it before it takes something clean, because other questions ask part of the steps", () => {
    expect(uncleanAfter(write("title", source("sku")), write("title", text("x")))).toEqual(["title"]);
  });

  test("it from a column that a later step writes something unclean into", () => {
    expect(uncleanAfter(write("title", output("brand")), write("brand", source("sku")))).toEqual(["title", "brand"]);
  });

  test("it from a source column that the feed has another value for", () => {
    const localised: Step = { op: "assign", target: { side: "D", name: "title" }, value: { kind: "column", side: "L", name: "title" } };
    expect(uncleanAfter(localised, write("title", source("title")))).toEqual(["title"]);
  });

  test("items of a split list; the ids of the rows may be, too", () => {
    expect(uncleanAfter({ op: "split", target: { side: "G", name: "brand" }, items: source("additional_images") })).toEqual([
      "id",
      "brand",
    ]);
  });
});
