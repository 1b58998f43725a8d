import { describe, expect, test } from "vitest";
import { z } from "zod";
import { members } from "../../kernel/unsafe.ts";
import { storedContext } from "../plan/stored-context.ts";
import { type RuleFault, RuleInvalid } from "./rule-fault.ts";
import { type RuleDefinition, readRule } from "./rule-reader.ts";
import { RULE_TYPES } from "./rule-types.ts";

/** What the rule types say of definitions: sentences of those that are right, faults of those that are not. */

const context = { ...storedContext([]), lenient: false, tables: new Map([["colours", ["value"]]]) };

const read = (definition: object): RuleDefinition => readRule(1, definition, context);

function faultsOf(definition: object): readonly RuleFault[] {
  try {
    read(definition);
    return [];
  } catch (error) {
    if (error instanceof RuleInvalid) return error.faults;
    throw error;
  }
}

describe("every rule type", () => {
  test.each(RULE_TYPES.map((ruleType) => [ruleType.type, ruleType] as const))(
    "%s has an example that is read, and reads again as it is stored",
    (_type, ruleType) => {
      const rule = read(ruleType.example);
      expect(rule.type).toBe(ruleType.type);
      expect(rule.steps.length).toBeGreaterThan(0);
      const again = read(rule.definition);
      expect(again.definition).toEqual(rule.definition);
      expect(again.steps).toEqual(rule.steps);
      expect(again.description).toBe(rule.description);
    },
  );

  test.each(RULE_TYPES.map((ruleType) => [ruleType.type, ruleType] as const))(
    "%s describes its members and what it is for",
    (_type, ruleType) => {
      expect(ruleType.summary).toMatch(/^[A-Z].*\.$/);
      const undescribed = Object.entries(
        members(members(z.toJSONSchema(ruleType.members, { io: "input", unrepresentable: "any" }))["properties"]),
      ).filter(([, member]) => typeof members(member)["description"] !== "string");
      expect(undescribed.map(([name]) => name)).toEqual([]);
    },
  );

  test.each(RULE_TYPES.map((ruleType) => [ruleType.type, ruleType] as const))(
    "%s takes null for a member that may be left out, as if it were; for one that may not it does not",
    (_type, { members: schema, example }) => {
      const nulls = Object.fromEntries(
        ["condition", "active", "note", "stop", "text", ...Object.keys(schema.shape)].map((name) => [name, null]),
      );
      expect(read({ ...nulls, ...example }).definition).toEqual(read(example).definition);
      const { required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
      for (const name of required) expect(faultsOf({ ...example, [name]: null })).toMatchObject([{ at: `/${name}` }]);
      expect(faultsOf({ ...example, colour: null })).toMatchObject([{ at: "/colour", code: "unknown_param" }]);
    },
  );

  test.each([
    [{ type: "truncate", target: "title", lenght: 10 }, ["The field length is required.", "Unknown field lenght. Did you mean length?"]],
    [{ type: "set_value", target: "title", value: "x", conditon: "" }, ["Unknown field conditon. Did you mean condition?"]],
    [{ type: "label_tiers", slot: "custom_label_0", by: "[D]price", tiers: [{ name: "a", form: 1 }] }, ["Unknown field form. Did you mean from?"]],
    [{ type: "replace_many", target: "title", pairs: [{ from: "a", too: "b" }] }, ["The field to is required.", "Unknown field too. Did you mean to?"]],
    [{ type: "exclude", condition: { al: [] } }, ["The field all is required.", "Unknown field al. Did you mean all?"]],
    [{ type: "set_value", target: "title", value: "x", colour: 1 }, ["Unknown field colour. Remove it or check its spelling."]],
  ])("%j names the fields that are wrong, and what they may be meant for", (rule, messages) => {
    expect(faultsOf(rule).map(({ message }) => message)).toEqual(messages);
  }); // prettier-ignore

  test.each(RULE_TYPES.filter(({ example }) => "target" in example).map((ruleType) => [ruleType.type, ruleType] as const))(
    "%s refuses a target that the feed does not have",
    (_type, ruleType) => {
      expect(faultsOf({ ...ruleType.example, target: "titel" })).toMatchObject([{ at: "/target", code: "unknown_column" }]);
    },
  );
});

test("null for what may be left out deeper in a definition, or beside a rule's text, is as good as nothing", () => {
  const tiers = { type: "label_tiers", slot: "custom_label_0", by: "[D]cost", tiers: [{ name: "a", from: 1 }] };
  const nulls = { condition: null, in: null, to: null };
  expect(read({ ...tiers, tiers: [{ name: "a", from: 1, ...nulls }] }).definition).toEqual(tiers);
  const blank = { side: "D", column: "sku", operator: "is blank" };
  const tree = (tested: object) => ({ type: "include", condition: { any: [{ none: [tested] }] } });
  expect(read(tree({ ...blank, value: null, case_sensitive: null })).definition).toEqual(tree(blank));
  const text = "Exclude when [D]sku is blank";
  expect(read({ text, type: null, condition: null, active: null, note: null, stop: null }).definition).toEqual(read({ text }).definition);
});

describe("the sentence of a rule", () => {
  test.each([
    [{ type: "set_value", target: "title", value: "New" }, 'Set title to "New"'],
    [{ type: "set_value", target: "title", value: "=[D]vendor & [D]title" }, "Set title to [D]vendor & [D]title"],
    [{ type: "set_value", target: "title", value: "==" }, 'Set title to "="'],
    [{ type: "set_value", target: "title", value: "é".repeat(100) }, `Set title to "${"é".repeat(80)}…"`],
    [{ type: "exclude" }, 'Exclude because "Excluded by a rule"'],
    [{ type: "include" }, "Include again what an earlier rule excluded"],
    [{ type: "exclude_field", target: "sale_price" }, "Leave sale_price blank"],
    [{ type: "replace", target: "title", find: "a", replace_with: "b" }, 'Replace "a" with "b" in title'],
    [{ type: "replace", target: "title", find: "a", match: "word" }, 'Replace the word "a" with "" in title'],
    [{ type: "replace_many", target: "color", lookup: "colours" }, "Replace values of color using the table colours"],
    [
      { type: "map_values", target: "color", from: "[D]title", pairs: [{ from: "a", to: "b" }], default: "blank" },
      "Set color from [D]title using 1 pair, else blank",
    ],
    [{ type: "prepend", target: "title", value: "=[D]vendor" }, "Prepend [D]vendor to title"],
    [{ type: "append", target: "title", value: 5 }, "Append 5 to title"],
    [{ type: "copy", target: "mpn", from: "[D]sku" }, "Copy [D]sku to mpn"],
    [{ type: "first_of", target: "brand", from: ["[D]vendor", '="x"'] }, 'Set brand to the first of [D]vendor, "x" that is not blank'],
    [{ type: "combine", target: "title", parts: ["[D]vendor", "x"] }, 'Set title to [D]vendor, "x", joined with " "'],
    [{ type: "template", target: "title", template: "{{[D]title}}!" }, 'Set title to the template "{{[D]title}}!"'],
    [{ type: "extract", target: "color", from: "[D]title", words: ["Red"] }, "Set color to the first of 1 word in [D]title"],
    [
      { type: "extract", target: "color", from: "[D]title", lookup: "colours" },
      "Set color to the value for the longest key of the table colours in [D]title",
    ],
    [
      { type: "extract", target: "color", from: "[D]title", pattern: "a+", default: "x" },
      'Set color to the match of "a+" in [D]title, else to "x"',
    ],
    [{ type: "split", target: "size", from: "[D]title", separator: "/", index: -1 }, 'Set size to part -1 of [D]title, split at "/"'],
    [{ type: "change_case", target: "title", to: "title" }, "Write title in Title Case"],
    [{ type: "clean", target: "title", collapse_spaces: true, strip_html: true }, "Clean title: HTML removed, white space collapsed"],
    [{ type: "truncate", target: "title", length: 150 }, "Shorten title to 150 characters at a word"],
    [
      { type: "calculate", target: "price", value: "=[D]price * 2", ending: ".99" },
      "Set price to [D]price * 2, rounded to its currency's decimals and ending in .99",
    ],
    [{ type: "price_adjust", percent: -5, minimum: 1 }, "Lower price by 5 %, at least 1"],
    [{ type: "price_adjust", target: "sale_price", amount: 2.5, ending: "0.99" }, "Raise sale_price by 2.5, ending in 0.99"],
    [{ type: "convert_currency", to: "EUR", rate: 0.92 }, "Convert price to EUR at 0.92"],
    [{ type: "convert_currency", to: "EUR", lookup: "colours" }, "Convert price to EUR using the table colours"],
    [
      { type: "label_tiers", slot: "custom_label_0", by: "[D]cost", tiers: [{ name: "low", to: 5 }] },
      "Label custom_label_0 by [D]cost: low",
    ],
    [{ type: "add_query", parameters: { utm_source: "google", utm_medium: "cpc" } }, "Add utm_source, utm_medium to link"],
  ])("%j", (definition, sentence) => {
    expect(read(definition).description).toBe(sentence);
  });
});

describe("a definition is refused, with the place and the reason", () => {
  const tier = { name: "a", from: 1 };
  test.each<[object, string, RegExp]>([
    [{ type: "set_value", target: "title" }, "/value", /required/i],
    [{ type: "set_value", target: "title", value: "x".repeat(20_001) }, "/value", /20000/i],
    [{ type: "set_value", target: "title", value: 1e-10 }, "/value", /digits/i],
    [{ type: "set_value", target: "title", value: "=upper(" }, "/value", /./i],
    [{ type: "exclude", reason: " " }, "/reason", /blank/i],
    [{ type: "exclude", reason: "x".repeat(501) }, "/reason", /500/i],
    [{ type: "include", target: "title" }, "/target", /unknown field/i],
    [{ type: "replace", target: "title", find: "" }, "/find", /./i],
    [{ type: "replace", target: "title", find: "(?=a)", match: "regex" }, "/find", /./i],
    [
      { type: "replace", target: "title", find: "a", replace_with: "\\1", match: "regex" },
      "/replace_with",
      /refers to group 1, but the pattern has 0/i,
    ],
    [{ type: "replace", target: "title", find: "a", replace_with: "\\x", match: "regex" }, "/replace_with", /backslash/i],
    [{ type: "replace_many", target: "color" }, "", /pairs or a lookup/i],
    [{ type: "replace_many", target: "color", pairs: [{ from: "a", to: "b" }], lookup: "colours" }, "/lookup", /pairs or a lookup/i],
    [
      { type: "replace_many", target: "color", pairs: [{ from: "a", to: "b" }], column: "value" },
      "/column",
      /can only be used with a lookup/i,
    ],
    [{ type: "replace_many", target: "color", lookup: "rates" }, "/lookup", /rates/i],
    [{ type: "replace_many", target: "color", pairs: [{ from: "", to: "b" }] }, "/pairs/0/from", /./i],
    [
      {
        type: "map_values",
        target: "color",
        from: "[D]title",
        pairs: [
          { from: "É", to: "b" },
          { from: "é", to: "c" },
        ],
      },
      "/pairs/1/from",
      /pair 1/,
    ],
    [{ type: "map_values", target: "color", from: "[D]titel", lookup: "colours" }, "/from", /./i],
    [{ type: "append", target: "title", value: "x", separator: "x".repeat(101) }, "/separator", /100/i],
    [{ type: "first_of", target: "title", from: [] }, "/from", /./i],
    [{ type: "first_of", target: "title", from: "" }, "/from", /^must be a list$/],
    [{ type: "first_of", target: "title", from: ["[D]title", "titel"] }, "/from/1", /titel/i],
    [{ type: "combine", target: "title", parts: ["[D]titel"] }, "/parts/0", /titel/i],
    [{ type: "combine", target: "title", parts: Array.from({ length: 51 }, () => "x") }, "/parts", /50/i],
    [{ type: "template", target: "title", template: "a {{[D]title" }, "/template", /character 3 without/i],
    [{ type: "template", target: "title", template: "{{ }}" }, "/template", /empty placeholder/i],
    [{ type: "template", target: "title", template: '{{"}}' }, "/template", /without/i],
    [{ type: "template", target: "title", template: "{{1}}".repeat(51) }, "/template", /50 placeholders/i],
    [{ type: "extract", target: "color", from: "[D]title" }, "", /a pattern, words or a lookup/i],
    [{ type: "extract", target: "color", from: "[D]title", lookup: "rates" }, "/lookup", /rates/i],
    [{ type: "extract", target: "color", from: "[D]title", words: ["a"], column: "value" }, "/column", /can only be used with a lookup/i],
    [{ type: "extract", target: "color", from: "[D]title", lookup: "colours", words: ["a"] }, "/lookup", /a pattern, words or a lookup/i],
    [{ type: "extract", target: "color", from: "[D]title", words: ["a"], pattern: "a" }, "/words", /a pattern, words or a lookup/i],
    [{ type: "extract", target: "color", from: "[D]title", words: ["a"], group: 1 }, "/group", /can only be used with a pattern/i],
    [{ type: "extract", target: "color", from: "[D]title", pattern: "(a)", group: 2 }, "/group", /it has 1/i],
    [{ type: "extract", target: "color", from: "[D]title", words: [" "] }, "/words/0", /blank/i],
    [{ type: "split", target: "size", from: "[D]title", separator: "/", index: 0 }, "/index", /can't be 0/i],
    [{ type: "split", target: "size", from: "[D]title", separator: "", index: 1 }, "/separator", /./i],
    [{ type: "clean", target: "title" }, "", /enables no cleaning/i],
    [{ type: "truncate", target: "title", length: 3, suffix: "..." }, "/suffix", /shorter/i],
    [{ type: "calculate", target: "price", value: "free" }, "/value", /number/i],
    [{ type: "calculate", target: "price", value: 1, ending: "05" }, "/ending", /0\.99/i],
    [{ type: "calculate", target: "price", value: 1, decimals: 10 }, "/decimals", /./i],
    [{ type: "price_adjust" }, "", /percent or amount/i],
    [{ type: "price_adjust", percent: 5, amount: 5 }, "/amount", /percent or amount/i],
    [{ type: "price_adjust", percent: 1.23456 }, "/percent", /4 decimals/i],
    [{ type: "price_adjust", percent: -101 }, "/percent", /./i],
    [{ type: "convert_currency", to: "eur", rate: 1 }, "/to", /ISO 4217/i],
    [{ type: "convert_currency", to: "EUR" }, "", /rate or a lookup/i],
    [{ type: "convert_currency", to: "EUR", rate: 0 }, "/rate", /greater than zero/i],
    [{ type: "label_tiers", slot: "custom_label_5", tiers: [tier] }, "/slot", /./i],
    [{ type: "label_tiers", slot: "custom_label_0", tiers: [tier] }, "/by", /is required/i],
    [{ type: "label_tiers", slot: "custom_label_0", by: "[D]cost", tiers: [{ name: "a" }] }, "/tiers/0", /needs a condition, a list/i],
    [
      { type: "label_tiers", slot: "custom_label_0", by: "[D]cost", tiers: [tier, { ...tier, in: ["x"] }] },
      "/tiers/1",
      /needs a condition, a list/i,
    ],
    [{ type: "label_tiers", slot: "custom_label_0", by: "[D]cost", tiers: [{ ...tier, to: 1 }] }, "/tiers/0/to", /greater than from/i],
    [
      { type: "label_tiers", slot: "custom_label_0", tiers: [{ name: "a", condition: "[D]titel is blank" }] },
      "/tiers/0/condition",
      /titel/,
    ],
    [{ type: "add_query", parameters: {} }, "/parameters", /at least one/i],
    [{ type: "add_query", parameters: { "a/b": "=[D]titel" } }, "/parameters/a~1b", /titel/i],
  ])("%j", (definition, at, message) => {
    const faults = faultsOf(definition);
    expect(faults.map((fault) => fault.at)).toEqual([at]);
    expect(faults[0]?.message).toMatch(message);
  });

  test.each<[object, string]>([
    [{ type: null, target: "title", value: "x" }, "/type"],
    [{ type: "set_value", target: "title", value: null }, "/value"],
    [{ type: "first_of", target: "title", from: [null] }, "/from/0"],
    [{ type: "add_query", parameters: { utm_source: null } }, "/parameters/utm_source"],
    [{ type: "label_tiers", slot: "custom_label_0", by: "[D]cost", tiers: [{ name: null, from: 1 }] }, "/tiers/0/name"],
    [{ text: "Include", target: null }, "/target"],
  ])("also null where something has to be: %j", (definition, at) => {
    expect(faultsOf(definition).map((fault) => fault.at)).toEqual([at]);
  });

  test("all at once", () => {
    const definition = { type: "first_of", target: "titel", from: ["[D]vendr", "=upper(", "[D]title"] };
    expect(faultsOf(definition).map(({ at }) => at)).toEqual(["/target", "/from/0", "/from/1"]);
  });
});
