import { afterAll, describe, expect, test } from "vitest";
import { testDuckdb } from "../../test/harness/duckdb.ts";
import { findingsQuery } from "../engine/channels/findings-query.ts";
import { list, name as named, sql } from "../engine/sql/fragment.ts";
import { openRows } from "./channel-under-test.suite.ts";
import { CHANNEL_PACKS } from "./packs.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

/** Written by their own cells: as a quantity, and as a constant. */
const OWN = ["fulfillment_availability", "is_eligible_checkout", "listing_has_variations"];

const otherwiseJoined = (value: string): string => value.replaceAll(/[ _]/g, (mark) => (mark === " " ? "_" : " "));

describe.each(CHANNEL_PACKS)("$displayName", (pack) => {
  const listed = pack.attributes.flatMap(({ name, allowedValues }) =>
    allowedValues === null || OWN.includes(name) ? [] : [{ name, allowedValues }],
  );

  test.each([
    ["their case", (value: string) => value.toUpperCase()],
    ["whether words have spaces or underscores between them", otherwiseJoined],
  ])("has listed values in its own spelling whatever %s", async (_how, written) => {
    const longest = Math.max(...listed.map(({ allowedValues }) => allowedValues.length));
    const nth = (at: number) =>
      Object.fromEntries(listed.map(({ name, allowedValues }) => [name, allowedValues[at % allowedValues.length] ?? ""]));
    const writings = Array.from({ length: longest }, (_, at) =>
      Object.fromEntries(Object.entries(nth(at)).map(([name, value]) => [name, written(value)])),
    );
    const { input, rows } = await openRows(
      duckdb,
      pack,
      writings.map((values) => ({ values })),
    );
    const cells = pack.cells(input).filter(({ attribute: { name } }) => listed.some((one) => one.name === name));
    const found = await duckdb.all(
      sql`SELECT ${list(cells.map(({ value }, at) => sql`${value} AS ${named(`c${at}`)}`))} FROM (${rows}) ORDER BY ord`,
    );
    const wrong = found.flatMap((row, at) =>
      cells.flatMap(({ attribute: { name } }, column) => {
        const [text, wanted] = [String(row[`c${column}`]), nth(at)[name] ?? ""];
        return text.includes(wanted) ? [] : [{ name, text, wanted }];
      }),
    );
    expect(cells).toHaveLength(listed.length);
    expect(wrong).toEqual([]);
    const checks = pack.checks(input).filter(({ code, field }) => code.endsWith("_invalid") && listed.some(({ name }) => name === field));
    expect(checks.length).toBeGreaterThan(0);
    expect(await duckdb.all(findingsQuery(checks, rows, named("ord")))).toEqual([]);
  });

  test("lists what it spells otherwise", () => {
    const unlisted = pack.attributes.flatMap(({ name, allowedValues, spellings }) =>
      Object.values(spellings).flatMap((word) => (allowedValues?.includes(word) === true ? [] : [`${name} ${word}`])),
    );
    expect(unlisted).toEqual([]);
  });
});
