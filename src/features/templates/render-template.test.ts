import { describe, expect, test } from "vitest";
import { missingValues, renderTemplate, unknownValues } from "./render-template.ts";

const PLACEHOLDERS = [{ name: "brand" }, { name: "limit", default: 10 }, { name: "constructor" }];

describe("a template", () => {
  test("takes a shop's values: as they are where the placeholder is all, as text within a text", () => {
    const document = { settings: { cap: "{{limit}}", on: "{{ brand }}" }, rules: [{ text: 'Set title to "{{brand}} ({{limit}})"' }] };
    expect(renderTemplate(document, PLACEHOLDERS, { brand: "Acme", limit: 3 })).toEqual({
      settings: { cap: 3, on: "Acme" },
      rules: [{ text: 'Set title to "Acme (3)"' }],
    });
  });

  test("keeps what isn't declared, which may be an expression of a rule", () => {
    const rule = { type: "template", template: "{{[D]title}} – {{upper([G]brand)}} {{vendor}}" };
    expect(renderTemplate(rule, PLACEHOLDERS, { brand: "Acme" })).toEqual(rule);
  });

  test("puts a value in once, whatever it says itself", () => {
    expect(renderTemplate("{{brand}}!", PLACEHOLDERS, { brand: "{{limit}} $& $1" })).toBe("{{limit}} $& $1!");
  });

  test("says which values a shop lacks and which it has for nothing, whatever they're called", () => {
    expect(missingValues(PLACEHOLDERS, {})).toEqual(["brand", "constructor"]);
    expect(unknownValues(PLACEHOLDERS, { brand: "A", brnad: "B" })).toEqual(["brnad"]);
  });
});
