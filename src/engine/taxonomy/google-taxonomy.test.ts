import { describe, expect, test } from "vitest";
import { shippedTaxonomies, smallTaxonomy } from "../../../test/harness/taxonomies.ts";
import { printGoogleTaxonomy, readGoogleTaxonomy } from "./google-taxonomy.ts";

describe("the shipped edition", () => {
  test("is Google's of 2021-09-21, whole and in UTF-8, and says where it is from", async () => {
    const { google, index } = await shippedTaxonomies();
    expect([google.edition, google.categories.length]).toEqual(["2021-09-21", 5595]);
    expect(google.notes).toMatchObject({
      Source: expect.stringContaining("google.com"),
      Licence: expect.any(String),
      Date: expect.any(String),
    });
    expect(index.categoryOf("6100")?.path).toBe("Arts & Entertainment > Party & Celebration > Gift Giving > Corsage & Boutonnière Pins");
    expect(google.categories.filter(({ path }) => /[^\p{Script=Latin}\p{P}\p{S}\p{N} ]/u.test(path))).toEqual([]);
  });

  test("gives each category its depth and the ids from the root to its parent", async () => {
    const { index } = await shippedTaxonomies();
    const [root, shirts] = [index.categoryOf("166"), index.categoryOf(" apparel & accessories>Clothing  > shirts & tops ")];
    expect(root).toEqual({ id: "166", path: "Apparel & Accessories", depth: 1, ancestors: [] });
    expect(shirts).toEqual({ id: "212", path: "Apparel & Accessories > Clothing > Shirts & Tops", depth: 3, ancestors: ["166", "1604"] });
  });

  test("is found by a whole path or an id alone", async () => {
    const { index } = await shippedTaxonomies();
    expect(["Clothing", "Shirts & Tops", "", "0", "166 - Apparel & Accessories", "999999999"].map((of) => index.categoryOf(of))).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
  });
});

describe("an edition", () => {
  test("reads as it is printed, with its notes", async () => {
    const { google } = await shippedTaxonomies();
    expect(readGoogleTaxonomy(printGoogleTaxonomy(google), "x")).toEqual(google);
  });

  test("may have Windows' line ends, a byte order mark and its parents behind their children", () => {
    const text = `\uFEFF${smallTaxonomy("2030-01-02", ["7 - A > B", "8 - A"]).replaceAll("\n", "\r\n")}`;
    const { edition, categories } = readGoogleTaxonomy(text, "x");
    expect([edition, categories.length, categories[0]]).toEqual([
      "2030-01-02",
      303,
      { id: "7", path: "A > B", depth: 2, ancestors: ["8"] },
    ]);
  });

  test("is named by its file where it doesn't name itself", () => {
    const text = smallTaxonomy("x").replace(/^#.*\n/u, "");
    expect(readGoogleTaxonomy(text, "taxonomy.2019-07-10.txt").edition).toBe("2019-07-10");
    expect(() => readGoogleTaxonomy(text, "taxonomy.txt")).toThrow(/names its edition/u);
  });

  test.each([
    ["an id twice", ["900000 - Other"], /line 3 repeats the id 900000/u],
    ["a path twice, in another case", ["5 - things"], /repeats the path Things/u],
    ["a category without its parent", ["5 - Gone > Shoes"], /it has Gone > Shoes but not Gone/u],
    ["a line of something else", ["<html>"], /line 2 isn't/u],
    ["a path of no names", ["5 - Things >  > Shoes"], /line 2 isn't a list of names separated/u],
    ["a tab in a path", ["5 - Things > A\tB"], /control character/u],
    ["a path that no channel takes", [`5 - ${"x".repeat(751)}`], /longer than 750/u],
  ])("with %s is refused, and the sentence says where", (_what, rows, fault) => {
    expect(() => readGoogleTaxonomy(smallTaxonomy("2030-01-01", rows), "new.txt")).toThrow(fault);
    expect(() => readGoogleTaxonomy(smallTaxonomy("2030-01-01", rows), "new.txt")).toThrow(
      /^new\.txt can't be used.*The current edition stays in use\.$/u,
    );
  });

  test.each(["2026-13-01", "2026-02-45", "2026-00-10"])("whose date, %s, doesn't exist is refused", (edition) => {
    expect(() => readGoogleTaxonomy(smallTaxonomy(edition), "new.txt")).toThrow(/names its edition/u);
  });

  test("of a few rows is the beginning of one, and refused", () => {
    const lines = smallTaxonomy("2030-01-01").split("\n");
    expect(() => readGoogleTaxonomy(`${lines.slice(0, 300).join("\n")}\n`, "x")).toThrow(/has 299 categories.*at least 300/u);
  });

  test("that was cut off within a line is refused, however many rows it has", async () => {
    const { google } = await shippedTaxonomies();
    const text = printGoogleTaxonomy(google);
    const cut = text.slice(0, text.indexOf(" > ", 100_000) + " > Xx".length);
    const line = cut.split("\n").length;
    expect(() => readGoogleTaxonomy(cut, "x")).toThrow(
      `x can't be used: it seems to be cut off in line ${line}, which has no line break. The current edition stays in use.`,
    );
  });

  test.each([
    ["an id", "9"],
    ["the separator", "900302 -"],
    ["a path that then repeats another", "900302 - Things"],
    ["a path behind its separator", "900302 - Things > "],
    ["a parent's name", "900302 - Thin > "],
    ["a note", "# Sour"],
  ])("that was cut off within %s is reported as cut off, with the line", (_what, end) => {
    const lines = smallTaxonomy("2030-01-01");
    expect(() => readGoogleTaxonomy(`${lines}${end}`, "x")).toThrow(/: it seems to be cut off in line 303, which has no line break\./u);
  });

  test("that was cut off early or in its first line is reported as cut off, but a file of something else isn't", () => {
    const text = smallTaxonomy("2030-01-01");
    expect(() => readGoogleTaxonomy(text.slice(0, 100), "x")).toThrow(/seems to be cut off in line 4/u);
    expect(() => readGoogleTaxonomy(text.slice(0, 20), "x")).toThrow(/seems to be cut off in line 1/u);
    expect(() => readGoogleTaxonomy("Not found", "x")).toThrow(/names its edition/u);
    expect(() => readGoogleTaxonomy("Not found", "x-2030-01-01")).toThrow(/line 1 isn't/u);
    expect(() => readGoogleTaxonomy("<html>\n</html>", "x-2030-01-01")).toThrow(/line 1 isn't/u);
  });
});
