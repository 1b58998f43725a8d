import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { overTexts, readable, testDuckdb } from "../../../test/harness/duckdb.ts";
import { literal, sql } from "../sql/fragment.ts";
import { HTML_ENTITIES } from "./html-entities.ts";
import { htmlText } from "./html-text.ts";
import { bestCpuMs, SLOW_MACHINE } from "../../../test/harness/slow-machine.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const texts = (html: readonly string[]): Promise<readonly unknown[]> => overTexts(duckdb, html, htmlText);

describe("tags go, and what they parted stays apart", () => {
  test.each([
    ["plain", "plain"],
    ["<p>one</p><p>two</p>", "one two"],
    ["<ul><li>a</li><li>b</li></ul>", "a b"],
    ["so <b>bo</b>ld", "so bold"],
    ["<STRONG CLASS='x'>a</STRONG>b", "ab"],
    ["one<br>two<br/>three<br />four", "one two three four"],
    ["<div><section><p><em><i>deep</i></em></p></section></div>", "deep"],
    ['<a href="/x?a=1&amp;b=2" title="t">link</a>!', "link!"],
    ["<img src='x.png'/>after", "after"],
    ["<!DOCTYPE html><html><body>b</body></html>", "b"],
    ["<?xml version='1.0'?>x", "x"],
    ["<my-widget data-a='1'>w</my-widget>", "w"],
    ["<p\n  class='x'\n>y</p>", "y"],
    ['<p>Soft.</p><img src="x.jpg" alt="Front > back"><p>Warm.</p>', "Soft. Warm."],
    [`<div data-config = '{"a":"b>c"}'>Text</div>`, "Text"],
    ['<span title="5 > 3">so</span>ft', "soft"],
    ['<p title="open>kept</p>', "kept"],
    ["<p class=it's>kept</p> it's <b>too</b>", "kept it's too"],
    ["", ""],
    ["<p> </p>", ""],
  ])("%j reads %j", async (html, text) => {
    expect(await texts([html])).toEqual([text]);
  });

  test.each([
    ["a<script>if (1 < 2) alert('<p>no</p>')</script>b", "a b"],
    ["a<STYLE type='text/css'>p > b { color: red }</STYLE >b", "a b"],
    ["a<template><p>no</p></template>b", "a b"],
    ["a<!-- <p>no</p> -->b", "a b"],
    ["a<!-- one --><script>x\ny</script><!--\ntwo\n-->b", "a b"],
    ["a<!---->b", "a b"],
    ["<scripted>kept</scripted>", "kept"],
  ])("script, style, template and comments go with their content: %j", async (html, text) => {
    expect(await texts([html])).toEqual([text]);
  });

  test.each([
    ["a < b", "a < b"],
    ["a <b", "a <b"],
    ["1<2 and 3>2", "1<2 and 3>2"],
    ["<3", "<3"],
    ["text <", "text <"],
    ["<p>open", "open"],
    ["open</p>", "open"],
    ["a<!-- never closed", "a<!-- never closed"],
    ["price > 5", "price > 5"],
  ])("what is no tag stays as it is written: %j", async (html, text) => {
    expect(await texts([html])).toEqual([text]);
  });
});

describe("character references", () => {
  test.each([
    ["Tom &amp; Jerry", "Tom & Jerry"],
    ["&lt;b&gt;", "<b>"],
    ["&quot;&apos;&#39;", "\"''"],
    ["&eacute;&Eacute;&szlig;", "éÉß"],
    ["&euro;5&ndash;&hellip;", "€5–…"],
    ["a&nbsp;b", "a b"],
    ["&#8217;&#x2019;&#X2019;", "’’’"],
    ["&#128512;&#x1F600;", "😀😀"],
    ["&#65;&#065;&#x041;", "AAA"],
    ["a&#10;b", "a b"],
    ["<p>a&lt;b</p>", "a<b"],
  ])("%j reads %j", async (html, text) => {
    expect(await texts([html])).toEqual([text]);
  });

  test("numbers in the range that Windows fills with characters are read as every browser reads them", async () => {
    expect(await texts(["&#128;&#146;&#x96;&#x99;&#159;"])).toEqual(["€’–™Ÿ"]);
  });

  test.each([
    ["&amp;lt;", "&lt;"],
    ["&amp;amp;", "&amp;"],
    ["&amp;#65;", "&#65;"],
    ["&#38;amp;", "&amp;"],
  ])("%j is decoded once, to %j", async (html, text) => {
    expect(await texts([html])).toEqual([text]);
  });

  test.each([
    "&unknown;",
    "&amp",
    "R&D",
    "&",
    "&;",
    "&#;",
    "&#x;",
    "&#xD800;",
    "&#57343;",
    "&#0;",
    "&#7;",
    "&#129;",
    "&#1114112;",
    "&#9999999;",
    "&#x110000;",
    "&#99999999999;",
    "& amp;",
    "a&b;c",
    "?a=1&b=2",
    "&AMP;",
  ])("%j is no reference and stays", async (html) => {
    expect(await texts([html])).toEqual([html]);
  });

  test("every named reference becomes its character", async () => {
    const decoded = await texts(HTML_ENTITIES.map(([entity]) => `x&${entity};x`));
    // White space among them collapses to a space, and the widths that say nothing vanish into one.
    const expected = HTML_ENTITIES.map(
      ([, character]) => `x${/[\s\u200B]/.test(character) && !/[\u2002-\u200A]/.test(character) ? " " : character}x`,
    );
    expect(decoded).toEqual(expected);
    expect(HTML_ENTITIES.length).toBeGreaterThan(250);
  });
});

describe("white space", () => {
  test.each([
    ["  a \n\t b  ", "a b"],
    ["a\u00A0\u00A0b", "a b"],
    ["a\u200B \uFEFFb", "a b"],
    ["a\u000B b\u000B ", "a b"],
    ["a<br>\u2028b\u2029c", "a b c"],
    ["\r\n", ""],
  ])("%j collapses to %j", async (html, text) => {
    expect(await texts([html])).toEqual([text]);
  });
});

describe("any HTML", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "B", "7", "é", "日", "😀"), minLength: 1, maxLength: 6 });
  const escaped = word.map((text) => `${text} &amp; &lt;${text}&gt; &#60;i&#62;`);
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      word,
      escaped,
      fc.constantFrom("<br>", "<hr/>", "<!-- <p>hidden</p> -->", "<script>hidden()</script>", '<img src="hidden.png">'),
      fc
        .tuple(
          fc.constantFrom("p", "div", "li", "b", "span", "h1", "td"),
          fc.constantFrom("", ' class="hidden"', " data-x='hidden'"),
          fc.array(tie("node"), { maxLength: 3 }),
        )
        .map(([tag, attributes, children]) => `<${tag}${attributes}>${children.join("")}</${tag}>`),
    ),
  }));

  test("well-formed HTML leaves no tag, no attribute and no hidden content", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(node, { minLength: 20, maxLength: 20 }), async (documents) => {
        const found = (await texts(documents)).map(String);
        // Angle brackets come from references alone: `<word>` and `<i>`.
        expect(found.filter((text) => /hidden|class=|<\/|<(?:p|div|li|b|span|h1|td|br|hr)\b/.test(text))).toEqual([]);
      }),
      { numRuns: 10 * testRuns },
    );
  });

  test("no text makes it fail, and its result is one line without space at the ends", async () => {
    const soup = fc.array(
      fc.oneof(
        fc.constantFrom("<", ">", "&", ";", "#", "x", "</p", "<!--", "-->", "<script", "</script>", '"', " ", "\n", "&#", "&amp"),
        fc.string({ unit: "binary", maxLength: 3 }),
      ),
      {
        maxLength: 20,
      },
    );
    const documents = fc.array(
      soup.map((parts) => readable(parts.join(""))),
      { minLength: 20, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(documents, async (values) => {
        const found = (await texts(values)).map(String);
        expect(found.filter((text) => /[\t-\r]|^ | $/.test(text))).toEqual([]);
      }),
      { numRuns: 10 * testRuns },
    );
  });

  test("a long description keeps all its words", async () => {
    const paragraphs = Array.from({ length: 600 }, (_, at) => `<p class="c${at}">wörd${at} &amp; more</p>`);
    const html = paragraphs.join("");
    expect(html.length).toBeGreaterThan(16 * 1024);
    expect(await texts([html])).toEqual([paragraphs.map((_, at) => `wörd${at} & more`).join(" ")]);
  });
});

/** A megabyte of the worst takes half of this; work that grew with the square of it would take minutes. */
const WORST_MEGABYTE_MS = 1_000 * SLOW_MACHINE;

test.each([
  "<",
  ">",
  "&",
  "<a ",
  "<b",
  "<p>",
  "<!--",
  "<script>",
  "<!-- -->",
  "</script>",
  "&#",
  "&amp;",
  "&a;",
  "&zz;",
  "&#9999999;",
  " ",
  "\n ",
  "<script>x</script>",
  "<style><!--",
  '"',
])("a megabyte of %j is read in a second", async (piece) => {
  const html = piece.repeat(Math.floor(2 ** 20 / piece.length));
  await duckdb.run(sql`CREATE OR REPLACE TEMP TABLE worst AS SELECT ${literal(html)} AS t`);
  const read = () => duckdb.all(sql`SELECT length(${htmlText(sql`t`)}) AS length FROM worst`);
  expect(await bestCpuMs(1, read)).toBeLessThan(WORST_MEGABYTE_MS);
});
