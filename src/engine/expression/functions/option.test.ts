import { afterAll, expect, test } from "vitest";
import { ruleCells } from "../../../../test/oracle/rules/rule-run.ts";
import { testDuckdb } from "../../../../test/harness/duckdb.ts";
import { storedContext } from "../../plan/stored-context.ts";
import { readExpression } from "../read-expression.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const options = (...pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.flatMap(([name, value], at) => [
      [`option${at + 1}_name`, name],
      [`option${at + 1}_value`, value],
    ]),
  );

const colourOf = (rows: readonly Readonly<Record<string, string>>[]): Promise<readonly string[]> =>
  ruleCells(duckdb, { type: "set_value", target: "color", value: '=option("Colour", " FARBE ")' }, rows);

test("option is the value of the first option that has one of the names, whatever their case and the white space around them", async () => {
  const rows = [
    options(["Size", "M"], ["colour", "Red"]),
    options(["\u00A0Farbe ", " Blau "], ["Colour", "Red"], ["Size", "M"]),
    options(["Size", "M"], ["Fit", "Slim"], ["COLOUR", "Green"]),
    options(["Colour", ""], ["Farbe", "Blau"]),
    options(["Size", "M"], ["Colours", "Red"]),
    options(),
  ];
  expect(await colourOf(rows)).toEqual(["Red", " Blau ", "Green", "", "", ""]);
});

test("option reads as blank where the catalog has no options at all", async () => {
  expect(await colourOf([{ title: "Mug" }])).toEqual([""]);
});

test("option is printed as it was written, and refuses what is no name", () => {
  const context = { ...storedContext([]), lenient: false };
  const read = readExpression('upper(OPTION("Colour", "Farbe"))', context);
  expect(read.ok && read.text).toBe('upper(option("Colour", "Farbe"))');
  for (const wrong of ["option()", 'option(" ")', "option([D]title)"]) expect(readExpression(wrong, context).ok, wrong).toBe(false);
});
