import { describe, expect, test } from "vitest";
import { storedContext } from "../plan/stored-context.ts";
import { printRule } from "./print-rule.ts";
import { type RuleFault, RuleInvalid } from "./rule-fault.ts";
import { readRule } from "./rule-reader.ts";

const context = { ...storedContext(["note"], ["metafield-fit"]), lenient: false };
const read = (written: object) => readRule(1, written, context);

function faultsOf(written: object): readonly RuleFault[] {
  try {
    read(written);
    return [];
  } catch (error) {
    if (error instanceof RuleInvalid) return error.faults;
    throw error;
  }
}

describe("a column in a rule that is one line of text", () => {
  test.each([
    ["prepend(target: title, value: [D]vendor)", { value: "=[D]vendor" }],
    ['append(target: title, value: [G]size, separator: " ")', { value: "=[G]size" }],
    ['append(target: title, value: [D]"Metafield-Fit" & "!")', { value: '=[D]metafield-fit & "!"' }],
    ["set_value(target: note, value: [d]title)", { value: "=[D]title" }],
    ['add_query(parameters: {utm_term: [D]sku, utm_source: "google"})', { parameters: { utm_term: "=[D]sku", utm_source: "google" } }],
    [
      'map_values(target: color, from: [D]option1_value, pairs: [{from: "navy", to: "[D]vendor"}], default: [D]title)',
      { from: "[D]option1_value", default: "=[D]title" },
    ],
    ["copy(target: mpn, from: [D]sku)", { from: "[D]sku" }],
    ['combine(target: title, parts: [[D]vendor, "[D]title"])', { parts: ["[D]vendor", "[D]title"] }],
  ])("%s means the column", (text, members) => {
    expect(read({ text }).definition).toMatchObject(members);
  });

  test.each([
    ['append(target: title, value: "[D]vendor")', { value: "[D]vendor" }],
    ['label_tiers(slot: custom_label_0, tiers: [{name: "a", condition: "[D]price > 1"}], default: "[D]vendor")', { default: "[D]vendor" }],
  ])("in quotes is a text, as in %s", (text, members) => {
    expect(read({ text }).definition).toMatchObject(members);
  });

  test.each([
    { type: "append", target: "title", value: "[D]vendor" },
    { type: "append", target: "title", value: "=[D]vendor" },
    { type: "add_query", parameters: { a: "[D]sku", b: "=[D]sku" } },
    { type: "copy", target: "mpn", from: "[D]sku" },
    {
      type: "set_value",
      target: "title",
      value: "[D]vendor",
      condition: { all: [{ side: "D", column: "title", operator: "=", value: "[D]sku" }] },
    },
  ])("and the text of %j reads as the same rule", (definition) => {
    const first = read(definition).definition;
    expect(read({ text: printRule(first) }).definition).toEqual(first);
  });

  test("that does not exist is named where it stands", () => {
    expect(faultsOf({ text: "append(target: title, value: [D]vendro)" })).toEqual([
      expect.objectContaining({ at: "/text", line: 1, column: 30, message: expect.stringContaining("vendor") }),
    ]);
  });
});

describe("a condition that begins with another word than when", () => {
  test.each([
    ['Set title to "x" if [D]vendor = "Acme"', "`when`"],
    ["Exclude where [D]price = 0", "`when`"],
    ['Replace "a" with "b" in title unless [D]vendor = "Acme"', "`when not (…)`"],
    ['append(target: title, value: "x") IF [D]price > 1', "`when`"],
    ["If [D]price > 10 then Exclude", "`when`"],
    ['append(target: title, value: "x", if: [D]price > 1)', "`when`"],
    ['append(target: title, value: "x", when: [D]price > 1)', "`when`"],
    ['append(target: title, value: "x", unless [D]price > 1)', "`when not (…)`"],
    ['add_query(target: link, where: "[D]price > 1", parameters: {if: "x"})', "`when`"],
  ])("%s is told how a condition begins", (text, begins) => {
    expect(faultsOf({ text }).map(({ message }) => message)).toEqual([
      expect.stringContaining(`Put the condition at the end of the rule and start it with ${begins}.`),
    ]);
  });

  test("a parameter or pair may be called like one of these words", () => {
    expect(read({ text: 'add_query(target: "link", parameters: {if: "x", when: "y"})' }).definition).toMatchObject({
      parameters: { if: "x", when: "y" },
    });
  });

  test.each(["if", "where", "unless", "when"])("the member %s is told of the member condition", (name) => {
    const faults = faultsOf({ type: "exclude", [name]: "[D]price = 0" });
    expect(faults).toEqual([expect.objectContaining({ at: `/${name}`, message: expect.stringContaining("`condition`") })]);
  });
});
