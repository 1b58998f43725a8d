import { describe, expect, test } from "vitest";
import { ruleReference } from "./rule-reference.ts";
import { RuleNamesShape, ruleTopic, ruleTopics } from "./rule-topics.ts";

describe("a topic of the rule language", () => {
  test("called names has every name with one line, in a fifth of the whole", () => {
    const names = RuleNamesShape.parse(ruleTopic("names"));
    const { rule_types: types, operators, functions } = ruleReference();
    expect([names.rule_types.length, names.operators.length, names.functions.length]).toEqual([
      types.length,
      operators.length,
      functions.length,
    ]);
    expect(JSON.stringify(names).length).toBeLessThan(25_000);
  });

  test("is a rule type, a function, a family or a section, in any case", () => {
    expect(ruleTopic("Set_Value")).toMatchObject({ rule_types: [{ type: "set_value", example: {} }], operators: [], functions: [] });
    expect(ruleTopic("replace")).toMatchObject({
      rule_types: [{ type: "replace" }],
      functions: [{ name: "replace", family: expect.stringMatching(/\S/) }],
    });
    expect(ruleTopic("operators")).toMatchObject({ operators: ruleReference().operators, functions: [] });
  });

  test("is answered for every name there is, each in full within what a tool answers", () => {
    const sizes = ruleTopics().map((topic) => JSON.stringify(ruleTopic(topic)).length);
    expect(sizes.length).toBeGreaterThan(100);
    expect(Math.max(...sizes)).toBeLessThan(50_000);
  });

  test("that there isn't is undefined", () => {
    expect(ruleTopic("nonsense")).toBeUndefined();
  });
});
