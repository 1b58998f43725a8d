import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { divided, floored, sizeOf } from "../../../test/oracle/given.ts";
import { inBounds, plainNumber, SCALE, UNITS_MAX } from "../../../test/oracle/values.ts";
import type { Sql } from "../../kernel/sql.ts";
import { decimal, integer, join, name, sql } from "../sql/fragment.ts";
import { difference, fixedText, product, quotient, remainder, rounded, roundedTo, sum } from "./arithmetic.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

type Pair = readonly [a: bigint | null, b: bigint | null];

const BY_HAND: Readonly<Record<string, (a: bigint, b: bigint) => bigint | null>> = {
  sum: (a, b) => inBounds(a + b),
  difference: (a, b) => inBounds(a - b),
  product: (a, b) => inBounds(divided(a * b, SCALE)),
  quotient: (a, b) => (b === 0n ? null : inBounds(divided(a * SCALE, b))),
  remainder: (a, b) => (b === 0n ? null : a % b),
};

const BY_SQL: Readonly<Record<string, (a: Sql, b: Sql) => Sql>> = { sum, difference, product, quotient, remainder };

const cell = (units: bigint | null): Sql => (units === null ? sql`CAST(NULL AS DECIMAL(28,9))` : decimal(plainNumber(units)));

async function answers(pairs: readonly Pair[], of: (a: Sql, b: Sql) => Sql): Promise<readonly unknown[]> {
  const rows = join(
    pairs.map(([a, b], at) => sql`(${integer(at)}, ${cell(a)}, ${cell(b)})`),
    sql`, `,
  );
  const found = await duckdb.all(sql`SELECT ${of(name("a"), name("b"))} AS value FROM (VALUES ${rows}) v(n, a, b) ORDER BY n`);
  return found.map((row) => row["value"]);
}

const printed = (units: bigint | null): string | null => {
  if (units === null) return null;
  const digits = String(sizeOf(units)).padStart(10, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`;
};

/** Numbers of every size and of few decimals, and those at the edges of the ways that differ. */
const units = fc.oneof(
  fc.bigInt({ min: -UNITS_MAX, max: UNITS_MAX }),
  fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }),
  fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }).map((hundredths) => hundredths * 10n ** 7n),
  fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n }).map((hundredths) => hundredths * 10n ** 7n),
  fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }).map((last) => last * 10n ** 5n),
  fc.bigInt({ min: -20n, max: 20n }),
  fc.constantFrom(0n, 1n, -1n, SCALE, -SCALE, 3n * SCALE, 10n ** 18n, 10n ** 18n - 1n, UNITS_MAX, -UNITS_MAX, 10n ** 27n - 1n),
);
const pairs = fc.array(fc.tuple(fc.option(units, { freq: 20 }), fc.option(units, { freq: 20 })), { minLength: 200, maxLength: 200 });

describe("arithmetic is exact, and blank where it has no answer", () => {
  test.each(Object.keys(BY_HAND))("%s", async (operation) => {
    const [byHand, bySql] = [BY_HAND[operation], BY_SQL[operation]];
    if (byHand === undefined || bySql === undefined) throw new Error(operation);
    await fc.assert(
      fc.asyncProperty(pairs, async (rows) => {
        const expected = rows.map(([a, b]) => (a === null || b === null ? null : printed(byHand(a, b))));
        expect(await answers(rows, bySql)).toEqual(expected);
      }),
      { numRuns: 6 * testRuns },
    );
  });

  test.each([0, 1, 2, 5, 9])("rounding to %d decimals: half away from zero, up, down", async (decimals) => {
    const step = 10n ** BigInt(9 - decimals);
    await fc.assert(
      fc.asyncProperty(pairs, async (rows) => {
        const by = (of: (a: bigint) => bigint): readonly (string | null)[] =>
          rows.map(([a]) => (a === null ? null : printed(inBounds(of(a)))));
        expect(await answers(rows, (a) => rounded(a, decimals))).toEqual(by((a) => divided(a, step) * step));
        expect(await answers(rows, (a) => roundedTo("up", a, decimals))).toEqual(by((a) => -floored(-a, step) * step));
        expect(await answers(rows, (a) => roundedTo("down", a, decimals))).toEqual(by((a) => floored(a, step) * step));
      }),
      { numRuns: 2 * testRuns },
    );
  });

  test.each([0, 2, 3, 4])("a number printed with %d decimals has as many, and is blank past 18 digits", async (decimals) => {
    const step = 10n ** BigInt(9 - decimals);
    await fc.assert(
      fc.asyncProperty(pairs, async (rows) => {
        const expected = rows.map(([a]) => {
          const kept = a === null ? null : divided(a, step) * step;
          if (kept === null || sizeOf(kept) >= 10n ** 27n) return null;
          const text = printed(kept) ?? "";
          return decimals === 0 ? text.slice(0, -10) : text.slice(0, decimals - 9);
        });
        expect(await answers(rows, (a) => fixedText(a, decimals))).toEqual(expected);
      }),
      { numRuns: 3 * testRuns },
    );
  });

  test("every result is a DECIMAL(28,9)", async () => {
    const results = [...Object.values(BY_SQL), (a: Sql) => rounded(a, 2), (a: Sql) => roundedTo("up", a, 2)];
    for (const of of results) {
      const rows: readonly Pair[] = [[SCALE, SCALE]];
      expect(await answers(rows, (a, b) => sql`typeof(${of(a, b)})`)).toEqual(["DECIMAL(28,9)"]);
    }
  });

  test("a quotient a half away from the next unit is rounded away from zero, however large its terms", async () => {
    // 1 / 2 units of 10⁻⁹, and the same with both terms a thousand million times larger.
    const rows: readonly Pair[] = [
      [1n, 2n * SCALE],
      [-1n, 2n * SCALE],
      [10n ** 18n, 2n * 10n ** 27n],
      [10n ** 18n - 1n, 2n * 10n ** 27n],
    ];
    expect(await answers(rows, quotient)).toEqual(["0.000000001", "-0.000000001", "0.000000001", "0.000000000"]);
  });
});
