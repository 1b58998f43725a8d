import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDuckdb, testDuckdb } from "../../../test/harness/duckdb.ts";
import { A, agrees, B, C, plainTexts, ruleCells, separators, texts } from "../../../test/oracle/rules/rule-run.ts";
import {
  appendReference,
  combineReference,
  prependReference,
  replaceReference,
  splitReference,
  templateReference,
} from "../../../test/oracle/rules/text-rules.ts";
import { extractReference } from "../../../test/oracle/rules/value-rules.ts";
import { append } from "./append.ts";
import { combine } from "./combine.ts";
import { extract } from "./extract.ts";
import { prepend } from "./prepend.ts";
import { replace } from "./replace.ts";
import { split } from "./split.ts";
import { template } from "./template.ts";

let duckdb: TestDuckdb;
beforeAll(async () => {
  duckdb = await testDuckdb();
});
afterAll(async () => {
  await duckdb[Symbol.asyncDispose]();
});

const present = texts;
const operand = texts;
const target = fc.constant("title");
const value = fc.oneof(plainTexts, fc.constantFrom(`=${A}`, `=${B}`, "==a"));

/** What a rule makes of one title. */
async function titleAfter(definition: object, before: string, columns: Readonly<Record<string, string>> = {}): Promise<string | undefined> {
  return (await ruleCells(duckdb, { target: "title", ...definition }, [{ present: before, ...columns }]))[0];
}

describe("replace", () => {
  test.each([
    ["text, ignoring case", { find: "tee" }, "Tee and TEEN", "X and XN"],
    ["text, minding case", { find: "tee", case_sensitive: true }, "Tee tee", "Tee X"],
    ["words", { find: "tee", match: "word" }, "Tee, teen tee", "X, teen X"],
    ["the whole value", { find: "tee", match: "whole" }, "TEE", "X"],
    ["what is more than the value", { find: "tee", match: "whole" }, "tee shirt", "tee shirt"],
    [
      "a pattern",
      { find: "([0-9]+) ?cm", match: "regex", replace_with: "\\1 centimetres" },
      "40CM x 60 cm",
      "40 centimetres x 60 centimetres",
    ],
    ["a pattern, minding case", { find: "[a-z]+", match: "regex", case_sensitive: true }, "Abc", "AX"],
    ["a pattern's whole match", { find: "t.", match: "regex", replace_with: "<\\0>" }, "to", "<to>"],
  ])("%s", async (_what, members, before, after) => {
    expect(await titleAfter({ type: "replace", replace_with: "X", ...members }, before)).toBe(after);
  });

  test("a pattern sees the first 2,000 characters, and what lies beyond stays", async () => {
    const before = `${"é".repeat(1_999)}aba`;
    expect(await titleAfter({ type: "replace", find: "a", replace_with: "x", match: "regex" }, before)).toBe(`${"é".repeat(1_999)}xba`);
  });

  test("a pattern whose replacement would be far too long changes nothing", async () => {
    const definition = { type: "replace", find: "a", replace_with: "long ".repeat(150), match: "regex" };
    expect(await titleAfter(definition, "a".repeat(1_500))).toBe("a".repeat(1_500));
  });

  test("a backslash is a backslash where there is no pattern", async () => {
    expect(await titleAfter({ type: "replace", find: "\\", replace_with: "\\\\1\\" }, "a\\b")).toBe("a\\\\1\\b");
  });

  test("agrees with its reference", async () => {
    const find = plainTexts.filter((text) => text !== "" && /^[\p{L}\p{N}_]|[\p{L}\p{N}_]$/u.test(text.normalize("NFC")));
    const match = fc.constantFrom("text", "word", "whole");
    const literal = fc.record(
      { target, find, replace_with: texts, match, case_sensitive: fc.boolean() },
      { requiredKeys: ["target", "find"] },
    );
    const pattern = fc.record({
      target,
      find: fc.constantFrom("[aé]+", "(a)|(b)", "^.", " +$", "[^ ]+", "\\+", "(?:red|café)", "([0-9]+)([.])"),
      replace_with: fc.constantFrom("", "x", "<\\0>", "\\\\"),
      match: fc.constant("regex"),
      case_sensitive: fc.constant(true),
    });
    await expect(
      agrees(duckdb, { type: replace, reference: replaceReference, written: fc.oneof(literal, pattern), present, operand }),
    ).resolves.toBeUndefined();
  });
});

describe("prepend and append", () => {
  test.each([
    ["append", {}, "Shirt", "Shirt - L"],
    ["prepend", {}, "Shirt", "L - Shirt"],
    ["append", {}, " ", "L"],
    ["append", { unless_present: true }, "Shirt, l", "Shirt, l"],
    ["append", { unless_present: true }, "", "L"],
    ["prepend", { value: "=[D]sku" }, "Shirt", "Shirt"],
    ["append", { value: 5 }, "Shirt", "Shirt - 5"],
  ])("%s %j to %j", async (type, members, before, after) => {
    expect(await titleAfter({ type, value: "L", separator: " - ", ...members }, before, { sku: " " })).toBe(after);
  });

  test("a list has an item or has it not", async () => {
    const definition = { type: "append", target: "additional_image_link", value: "https://a/1", separator: ",", unless_present: true };
    const rows = ["https://a/11", "https://a/1, https://a/2"].map((text) => ({ present: text }));
    expect(await ruleCells(duckdb, definition, rows)).toEqual(["https://a/11,https://a/1", "https://a/1, https://a/2"]);
  });

  test.each([
    [append, appendReference],
    [prepend, prependReference],
  ])("agree with their references: $type", async (type, reference) => {
    const written = fc.record(
      { target, value, separator: separators, unless_present: fc.boolean() },
      { requiredKeys: ["target", "value"] },
    );
    await expect(agrees(duckdb, { type, reference, written, present, operand })).resolves.toBeUndefined();
  });

  test("what grows beyond a text's length is cut", async () => {
    const long = "ab".repeat(9_999);
    expect(await titleAfter({ type: "append", value: "=[D]title", separator: "-" }, long, { title: long })).toBe(
      `${long}-${long}`.slice(0, 20_000),
    );
  });
});

describe("combine", () => {
  test("parts are columns, expressions and texts", async () => {
    const parts = ["[D]vendor", "=upper([D]title)", "==", "and", "[D]sku"];
    expect(await titleAfter({ type: "combine", parts, separator: " | " }, "Old", { vendor: "Acme", title: "shirt" })).toBe(
      "Acme | SHIRT | = | and",
    );
    expect(await titleAfter({ type: "combine", parts, separator: "-", skip_blank: false }, "Old", { title: "x" })).toBe("-X-=-and-");
  });

  test("agrees with its reference", async () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(A, B, C, `=${A}`, "==x"),
        plainTexts.filter((text) => text !== ""),
      ),
      { minLength: 1, maxLength: 12 },
    );
    const written = fc.record({ target, parts, separator: separators, skip_blank: fc.boolean() }, { requiredKeys: ["target", "parts"] });
    await expect(agrees(duckdb, { type: combine, reference: combineReference, written, present, operand })).resolves.toBeUndefined();
  });

  test("takes fifty parts", async () => {
    const parts = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? "[D]vendor" : `-${at}-`));
    const expected = parts.map((part) => (part === "[D]vendor" ? "é" : part)).join("");
    expect(await titleAfter({ type: "combine", parts, separator: "", skip_blank: false }, "Old", { vendor: "é" })).toBe(expected);
  });
});

describe("template", () => {
  test.each([
    ["{{[D]vendor}} – {{upper([D]title)}}", "Acme – SHIRT"],
    ['{{ "}}" & [D]vendor }}', "}}Acme"],
    ["{{ '{{' }} { }}", "{{ { }}"],
    ["{{5 * 2}}{{[D]sku}}!", "10!"],
    ["no braces", "no braces"],
  ])("%s", async (written, expected) => {
    expect(await titleAfter({ type: "template", template: written }, "Old", { vendor: "Acme", title: "shirt" })).toBe(expected);
  });

  test("a blank placeholder spares the column, if asked to", async () => {
    const definition = { type: "template", template: "{{[D]vendor}} {{[D]sku}}", skip_if_blank: true };
    expect(await titleAfter(definition, "Old", { vendor: "Acme", sku: " " })).toBe("Old");
    expect(await titleAfter(definition, "Old", { vendor: "Acme", sku: "1" })).toBe("Acme 1");
  });

  test("agrees with its reference", async () => {
    const between = plainTexts.map((text) => text.replaceAll("{", "("));
    const placeholder = fc.constantFrom("metafield-a", "metafield-b", "metafield-c").map((name) => `{{[D]${name}}}`);
    const written = fc.record(
      {
        target,
        template: fc
          .array(fc.oneof(between, placeholder), { minLength: 1, maxLength: 8 })
          .map((pieces) => pieces.join(""))
          .filter((text) => text !== ""),
        skip_if_blank: fc.boolean(),
      },
      { requiredKeys: ["target", "template"] },
    );
    await expect(agrees(duckdb, { type: template, reference: templateReference, written, present, operand })).resolves.toBeUndefined();
  });
});

describe("extract", () => {
  test.each([
    [{ pattern: "[0-9]+ ?ml" }, "Soap 250 ml", "250 ml"],
    [{ pattern: "([0-9]+) ?(ml|l)" }, "Soap 250 ml", "250"],
    [{ pattern: "([0-9]+) ?(ml|l)", group: 2 }, "Soap 250 ml", "ml"],
    [{ pattern: "([0-9]+) ?(ml|l)", group: 0 }, "Soap 250 ml", "250 ml"],
    [{ pattern: "[0-9]+" }, "Soap", "Old"],
    [{ pattern: "[0-9]+", default: "none" }, "Soap", "none"],
    [{ pattern: "[0-9]+", default: "" }, "Soap", ""],
    [{ words: ["Navy Blue", "Blue"] }, "A NAVY BLUE and blue dress", "Navy Blue"],
    [{ words: [" Red "], default: "=[D]sku" }, "Bored", "S-1"],
    [{ words: ["red"] }, "Bored", "Old"],
  ])("%j in %j", async (members, title, expected) => {
    expect(await titleAfter({ type: "extract", from: "[D]title", ...members }, "Old", { title, sku: "S-1" })).toBe(expected);
  });

  test("agrees with its reference", async () => {
    const from = fc.constantFrom(A, `=${B}`);
    const word = plainTexts
      .filter((text) => /[^\s\u00A0]/.test(text) && !/^\s|\s$/.test(text))
      .map((text) => [...text].slice(0, 50).join(""));
    const words = fc.record(
      { target, from, words: fc.array(word, { minLength: 1, maxLength: 20 }), default: value },
      { requiredKeys: ["target", "from", "words"] },
    );
    const pattern = fc.constantFrom("[0-9]+", "(a)|(b)", "^[^ ]+", "([a-z]+)\\+([a-z]+)", "caf.", "a*");
    const patterns = fc.record({ target, from, pattern, default: value }, { requiredKeys: ["target", "from", "pattern"] });
    await expect(
      agrees(duckdb, { type: extract, reference: extractReference, written: fc.oneof(words, patterns), present, operand }),
    ).resolves.toBeUndefined();
  });

  test("five hundred words are looked for", async () => {
    const words = Array.from({ length: 500 }, (_, at) => `word${at}`);
    expect(await titleAfter({ type: "extract", from: "[D]title", words }, "Old", { title: "Has WORD499, too" })).toBe("word499");
  });
});

describe("split", () => {
  test.each([
    [1, "Red"],
    [-1, "Cotton"],
    [2, "L"],
    [3, "Cotton"],
    [4, "Old"],
    [-4, "Old"],
  ])("part %i", async (index, expected) => {
    expect(await titleAfter({ type: "split", from: "[D]title", separator: "/", index }, "Old", { title: "Red / L / Cotton" })).toBe(
      expected,
    );
  });

  test("agrees with its reference", async () => {
    const separator = fc.constantFrom("/", " ", "a", "é", "::", "|", "\\", ".");
    const index = fc.integer({ min: -6, max: 6 }).filter((number) => number !== 0);
    const written = fc.record({ target, from: fc.constantFrom(A, `=${B}`), separator, index });
    await expect(agrees(duckdb, { type: split, reference: splitReference, written, present, operand })).resolves.toBeUndefined();
  });
});

describe("change_case, clean and truncate", () => {
  test.each([
    [{ type: "change_case", to: "upper" }, "straße café", "STRAẞE CAFÉ"],
    [{ type: "change_case", to: "lower" }, "CAFÉ", "café"],
    [{ type: "change_case", to: "title" }, "blue cotton shirt", "Blue Cotton Shirt"],
    [{ type: "change_case", to: "sentence" }, "BLUE SHIRT", "Blue shirt"],
    [
      { type: "change_case", to: "title", except: ["iPhone", "USB-C", "AT&T"] },
      "NEW IPHONE'S USB-C CABLE, usb-cable iphones at&t",
      "New iPhone's USB-C Cable, Usb-Cable Iphones AT&T",
    ],
    [{ type: "change_case", to: "sentence", except: ["iPhone"] }, "A NEW IPHONE CASE", "A new iPhone case"],
    [{ type: "change_case", to: "upper", except: ["by"] }, "blue by night", "BLUE by NIGHT"],
    [{ type: "set_value", value: '=title_case([G]title, "iPhone", "of")' }, "CASE OF IPHONE", "Case of iPhone"],
    [{ type: "clean", strip_html: true, decode_entities: true }, "&lt;b&gt;Soft&lt;/b&gt; &amp; <i>warm</i>", "Soft & warm"],
    [{ type: "clean", strip_emoji: true }, "Sun 🌞 dress", "Sun dress"],
    [{ type: "clean", strip_punctuation: true, collapse_spaces: true }, " a,  b! ", "a b"],
    [{ type: "clean", strip_control: true }, "a\u0007b", "ab"],
    [{ type: "truncate", length: 9 }, "Soft cotton", "Soft"],
    [{ type: "truncate", length: 9, at: "character", suffix: "…" }, "Soft cotton", "Soft cot…"],
    [{ type: "truncate", length: 9, suffix: "…" }, "Soft", "Soft"],
    [{ type: "truncate", length: 20_000, at: "character" }, "", ""],
  ])("%j of %j", async (definition, before, after) => {
    expect(await titleAfter(definition, before)).toBe(after);
  });
});
