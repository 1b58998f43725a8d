import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDuckdb, testDuckdb } from "../../../test/harness/duckdb.ts";
import { A, agrees, amounts, B, C, plainTexts, ruleCells, runRules, type SourceRow, texts } from "../../../test/oracle/rules/rule-run.ts";
import {
  copyReference,
  excludeFieldReference,
  firstOfReference,
  labelTiersReference,
  mapValuesReference,
  replaceManyReference,
  setValueReference,
} from "../../../test/oracle/rules/value-rules.ts";
import { copy } from "./copy.ts";
import { excludeField } from "./exclude-field.ts";
import { firstOf } from "./first-of.ts";
import { labelTiers } from "./label-tiers.ts";
import { mapValues } from "./map-values.ts";
import { replaceMany } from "./replace-many.ts";
import { setValue } from "./set-value.ts";

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
/** A member that takes a value: a text, a number, a column in an expression. */
const value = fc.oneof(plainTexts, fc.integer({ min: -1_000, max: 1_000 }), fc.constantFrom(`=${A}`, `=${B}`, "==a", "==="));

describe("set_value", () => {
  test.each([
    ["a text", 'New & "improved"', 'New & "improved"'],
    ["a number as it is printed", 12.5, "12.5"],
    ["an expression", '=upper([D]vendor) & "!"', "ACME!"],
    ["a text that begins with =", "==sum", "=sum"],
    ["a blank", "", ""],
    ["a blank of an expression", "=[D]sku", ""],
  ])("writes %s", async (_what, given, expected) => {
    const rows = [{ present: "Old", vendor: "Acme", sku: "" }];
    expect(await ruleCells(duckdb, { type: "set_value", target: "title", value: given }, rows)).toEqual([expected]);
  });

  test("agrees with its reference", async () => {
    await expect(
      agrees(duckdb, { type: setValue, reference: setValueReference, written: fc.record({ target, value }), present, operand }),
    ).resolves.toBeUndefined();
  });
});

describe("exclude and include", () => {
  const rows: readonly SourceRow[] = [{ vendor: "Acme" }, { vendor: "Other" }, { vendor: "Acme", tags: "keep" }];
  const reasons = async (...definitions: readonly object[]): Promise<readonly (string | null)[]> =>
    (await runRules(duckdb, { definitions, rows, columns: ["title"] })).map(({ reason }) => reason);

  test("a row keeps the first reason", async () => {
    const first = { type: "exclude", reason: 'No "Acme"', condition: '[D]vendor = "acme"' };
    expect(await reasons(first, { type: "exclude" })).toEqual(['No "Acme"', "Excluded by a rule", 'No "Acme"']);
  });

  test("what is included again may be excluded again", async () => {
    const back = { type: "include", condition: '[D]tags contains "keep"' };
    expect(await reasons({ type: "exclude" }, back)).toEqual(["Excluded by a rule", "Excluded by a rule", null]);
    expect(await reasons({ type: "exclude" }, back, { type: "exclude", reason: "Again" })).toEqual([
      "Excluded by a rule",
      "Excluded by a rule",
      "Again",
    ]);
  });
});

describe("exclude_field", () => {
  test("agrees with its reference", async () => {
    await expect(
      agrees(duckdb, { type: excludeField, reference: excludeFieldReference, written: fc.record({ target }), present, operand }),
    ).resolves.toBeUndefined();
  });
});

describe("copy", () => {
  test("copies a blank too", async () => {
    const rows = [{ present: "Old", sku: "A-1" }, { present: "Old" }];
    expect(await ruleCells(duckdb, { type: "copy", target: "title", from: "[D]sku" }, rows)).toEqual(["A-1", ""]);
  });

  test("agrees with its reference", async () => {
    const from = fc.constantFrom(A, B, `=${C}`);
    await expect(
      agrees(duckdb, { type: copy, reference: copyReference, written: fc.record({ target, from }), present, operand }),
    ).resolves.toBeUndefined();
  });
});

describe("first_of", () => {
  test("takes the first that is not blank, else what is there", async () => {
    const rows = [{ present: "Old", sku: " ", vendor: "Acme" }, { present: "Old", sku: "A-1", vendor: "Acme" }, { present: "Old" }];
    expect(await ruleCells(duckdb, { type: "first_of", target: "title", from: ["[D]sku", "[D]vendor"] }, rows)).toEqual([
      "Acme",
      "A-1",
      "Old",
    ]);
  });

  test("agrees with its reference", async () => {
    const from = fc.array(fc.constantFrom(A, B, C, `=${A}`), { minLength: 1, maxLength: 20 });
    await expect(
      agrees(duckdb, { type: firstOf, reference: firstOfReference, written: fc.record({ target, from }), present, operand }),
    ).resolves.toBeUndefined();
  });
});

const pair = fc.record({ from: texts.filter((text) => text !== ""), to: texts });
/** Pairs that contradict each other are refused. */
const pairs = fc.uniqueArray(pair, { minLength: 1, maxLength: 40, selector: ({ from }) => from.normalize("NFC").toLowerCase() });
const otherwise = fc.oneof(fc.constantFrom("keep", "blank"), value);

describe("replace_many", () => {
  test.each([
    [undefined, ["Blue", "Old"]],
    ["keep", ["Blue", "Old"]],
    ["blank", ["Blue", ""]],
    ["Other", ["Blue", "Other"]],
    ["=[D]vendor", ["Blue", "Acme"]],
  ])("default %j", async (fallback, expected) => {
    const rows = ["NAVY", "Old"].map((text) => ({ present: text, vendor: "Acme" }));
    const definition = {
      type: "replace_many",
      target: "color",
      pairs: [{ from: "navy", to: "Blue" }],
      ...(fallback === undefined ? {} : { default: fallback }),
    };
    expect(await ruleCells(duckdb, definition, rows)).toEqual(expected);
  });

  const words = [
    { from: "red", to: "blue" },
    { from: "blue", to: "red" },
    { from: "red wine", to: "burgundy" },
    { from: "C++", to: "C-plus" },
  ];
  test.each([
    ["word", "Red/BLUE redder red wine c++, redc++", "blue/red redder burgundy C-plus, redc++"],
    ["text", "Red/BLUE redder red wine c++, redc++", "blue/red blueder burgundy C-plus, blueC-plus"],
    ["whole", "Red wine", "burgundy"],
    ["whole", "A red wine", "A red wine"],
    ["word", "red red-red", "blue blue-blue"],
    ["text", "red\u0001\u0002x", "blue\u0001\u0002x"],
    ["word", "tired", "tired"],
  ])("matching by %s makes %j to %j, all pairs in one go", async (match, before, after) => {
    const definition = { type: "replace_many", target: "title", pairs: words, match };
    expect(await ruleCells(duckdb, definition, [{ present: before }])).toEqual([after]);
  });

  test("matching within the value keeps to its default where no pair stands there", async () => {
    const definition = { type: "replace_many", target: "title", pairs: words, match: "word", default: "=[D]vendor" };
    const rows = ["dark red", "tired", ""].map((text) => ({ present: text, vendor: "Acme" }));
    expect(await ruleCells(duckdb, definition, rows)).toEqual(["dark blue", "Acme", "Acme"]);
  });

  test("a thousand pairs, and pairs that make a text long, are replaced within bounds", async () => {
    const thousand = Array.from({ length: 1_000 }, (_, at) => ({ from: `w${at}`, to: String(at) }));
    const definition = { type: "replace_many", target: "title", pairs: thousand, match: "word" };
    expect(await ruleCells(duckdb, definition, [{ present: "W1 w999 w1000 aw1" }])).toEqual(["1 999 w1000 aw1"]);
    const long = { ...definition, pairs: [{ from: "a", to: "xy".repeat(9_000) }], match: "text" };
    const [cell = ""] = await ruleCells(duckdb, long, [{ present: "a".repeat(20_000) }]);
    expect([cell.length, /^[xy]+$/.test(cell)]).toEqual([20_000, true]);
  });

  test("agrees with its reference", async () => {
    const match = fc.constantFrom("whole", "word", "text");
    const written = fc.record({ target, pairs, default: otherwise, match }, { requiredKeys: ["target", "pairs"] });
    const among = fc.oneof(present, fc.constantFrom("RED", "É", "CAFÉ"));
    await expect(
      agrees(duckdb, { type: replaceMany, reference: replaceManyReference, written, present: among, operand }),
    ).resolves.toBeUndefined();
  });
});

describe("map_values", () => {
  test("a thousand pairs are found by their whole value", async () => {
    const thousand = Array.from({ length: 1_000 }, (_, at) => ({ from: `Type ${at}`, to: String(at) }));
    const rows = ["type 0", "TYPE 999", "Type", "type 1000"].map((text) => ({ present: "Old", product_type: text }));
    const definition = { type: "map_values", target: "custom_label_0", from: "[D]product_type", pairs: thousand };
    expect(await ruleCells(duckdb, definition, rows)).toEqual(["0", "999", "Old", "Old"]);
  });

  test("agrees with its reference", async () => {
    const from = fc.constantFrom(A, `=${B}`);
    const written = fc.record({ target, from, pairs, default: otherwise }, { requiredKeys: ["target", "from", "pairs"] });
    await expect(agrees(duckdb, { type: mapValues, reference: mapValuesReference, written, present, operand })).resolves.toBeUndefined();
  });
});

describe("replace_many and map_values by a lookup table", () => {
  const colours = {
    name: "colours",
    columns: ["key", "plain", "german"],
    rows: [
      ["Navy ", "Blue", "Blau"],
      ["scarlet", "", "Rot"],
    ],
  };

  test.each([
    [{}, ["Blue", "scarlet", "teal", ""]],
    [{ column: "german" }, ["Blau", "Rot", "teal", ""]],
    [{ default: "blank" }, ["Blue", "", "", ""]],
    [{ default: "=upper([D]title)" }, ["Blue", "X", "X", "X"]],
  ])("%j", async (members, expected) => {
    const rows = ["NAVY", "scarlet", "teal", ""].map((text) => ({ present: text, title: "x", vendor: text }));
    const named = { target: "color", lookup: "colours", ...members };
    expect(await ruleCells(duckdb, { type: "replace_many", ...named }, rows, [colours])).toEqual(expected);
    expect(await ruleCells(duckdb, { type: "map_values", from: "[D]vendor", ...named }, rows, [colours])).toEqual(expected);
  });
});

describe("label_tiers", () => {
  const tiers = [
    { name: "vip", condition: '[D]tags contains "vip"' },
    { name: "high", from: 60 },
    { name: "middle", from: 30, to: 60 },
    { name: "low", to: 30 },
  ];

  test("takes the first tier; a range has its lower end and not its upper", async () => {
    const rows = ["60", "59.99", "30", "29.9 USD", "-5", "", "n/a"].map((text) => ({ present: "Old", compare_at_price: text }));
    const definition = { type: "label_tiers", slot: "custom_label_0", by: "[D]compare_at_price", tiers };
    expect(await ruleCells(duckdb, definition, rows)).toEqual(["high", "middle", "middle", "low", "low", "Old", "Old"]);
    expect(await ruleCells(duckdb, definition, [{ present: "Old", compare_at_price: "1", tags: "x, VIP" }])).toEqual(["vip"]);
    expect(await ruleCells(duckdb, { ...definition, default: "none" }, rows.slice(5))).toEqual(["none", "none"]);
  });

  test("agrees with its reference", async () => {
    const name = fc.constantFrom("one", "two", "three");
    const bound = fc.integer({ min: -500, max: 500 }).map((number) => number / 8);
    const ranged = fc.record({ name, from: bound, to: bound }, { requiredKeys: ["name"] }).map(({ from, to, ...tier }) => {
      if (from === undefined || to === undefined) return { ...tier, ...(from === undefined ? { to: to ?? 5 } : { from }) };
      return { ...tier, from: Math.min(from, to), to: Math.max(from, to) + 100 };
    });
    const tier = fc.oneof(
      ranged,
      fc.record({
        name,
        in: fc.array(
          texts.filter((text) => text !== ""),
          { minLength: 1, maxLength: 5 },
        ),
      }),
      fc.record({ name, condition: fc.constant(`${B} is not blank`) }),
    );
    const written = fc.record(
      {
        slot: fc.constantFrom("custom_label_0", "custom_label_4"),
        by: fc.constantFrom(A, `=${A}`),
        tiers: fc.array(tier, { minLength: 1, maxLength: 6 }),
        default: texts,
      },
      { requiredKeys: ["slot", "by", "tiers"] },
    );
    await expect(
      agrees(duckdb, { type: labelTiers, reference: labelTiersReference, written, present, operand: fc.oneof(amounts, texts) }),
    ).resolves.toBeUndefined();
  });
});
