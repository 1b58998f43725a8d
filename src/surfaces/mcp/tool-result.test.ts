import { describe, expect, test } from "vitest";
import { members } from "../../kernel/unsafe.ts";
import { toolError, toolResult, type ToolResult } from "./tool-result.ts";

const RESULT_BYTES_MAX = 60_000;
const LONG = "<b>\u202Eשלום</b>\u0007 ".repeat(200);

function expectBounded(result: ToolResult): Readonly<Record<string, unknown>> {
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(RESULT_BYTES_MAX);
  expect(result.content[0]?.text.length).toBeLessThanOrEqual(2_000);
  return result.structuredContent;
}

const row = (n: number, columns: number, text = LONG) => ({
  row_id: String(n),
  fields: Object.fromEntries(Array.from({ length: columns }, (_, at) => [`column_${at}`, text])),
});
const page = (items: readonly object[], perPage: number, at = 1) => ({
  data: items,
  meta: { page: at, per_page: perPage, total: 1_000, total_pages: 1_000 / perPage, has_more: true },
});

describe("an answer", () => {
  test("that fits is whole, with the number of its next page", () => {
    const answer = page([row(1, 3, "short")], 10, 2);
    expect(toolResult(answer).structuredContent).toEqual({ ...answer, meta: { ...answer.meta, next_page: 3 } });
  });

  test("with long texts keeps every item and counts the texts it cut", () => {
    const { data, left_out: left } = expectBounded(
      toolResult(
        page(
          [1, 2, 3].map((n) => row(n, 4)),
          10,
        ),
      ),
    );
    expect(data).toHaveLength(3);
    expect(left).toMatchObject({ texts: 12, items: 0, how: expect.stringMatching(/Ask for/) });
  });

  test("of a page that is too long becomes a smaller page, and the next one begins where it ends", () => {
    const rows = Array.from({ length: 100 }, (_, at) => row(at, 40));
    const { data, meta, left_out: left } = expectBounded(toolResult(page(rows, 100, 3)));
    const { page: at, per_page: perPage, next_page: next, total_pages: pages } = members(meta);
    const count = Array.isArray(data) ? data.length : 0;
    expect([count, 100 % count, Number(at), Number(next)]).toEqual([perPage, 0, 200 / count + 1, 200 / count + 2]);
    expect(pages).toBe(1_000 / count);
    expect(left).toMatchObject({ items: 100 - count, how: expect.stringContaining(`per_page: ${count}`) });
  });

  test("of one item that is too long is shortened until it fits", () => {
    const { data } = expectBounded(toolResult(page([row(1, 3_000)], 1)));
    expect(data).toHaveLength(1);
  });

  test("of five wide rows keeps the five, and counts columns that are left out", () => {
    const rows = [1, 2, 3, 4, 5].map((n) => ({ ...row(n, 400), stages: Array.from({ length: 500 }, () => ({ changes: [LONG] })) }));
    const { data, left_out: left } = expectBounded(toolResult({ data: { rows } }));
    expect(members(data)["rows"]).toHaveLength(5);
    expect(Number(members(left)["columns"])).toBeGreaterThan(500);
    expect(Number(members(left)["items"])).toBeGreaterThan(1_000);
  });

  test("that shows a preview has its token in the text, however long the changes are", () => {
    const result = toolResult({ preview: { summary: "Two rows change.", changes: row(1, 500), counts: {} }, preview_token: "prv_1" });
    expectBounded(result);
    expect(result.content[0]?.text).toContain('"preview_token":"prv_1"');
  });

  test("is never cut between the halves of a character", () => {
    const { data } = expectBounded(toolResult({ data: { text: "😀".repeat(40_000) } }));
    expect(String(members(data)["text"]).isWellFormed()).toBe(true);
  });
});

test("an error names every fault in its text and keeps the REST error", () => {
  const details = Array.from({ length: 400 }, (_, at) => ({
    param: `/rule/${at}`,
    code: "invalid_param",
    message: `Fault ${at}: ${LONG}`,
  }));
  const result = toolError({ error: { code: "rule_invalid", message: "Two faults.", details } });
  expect(result.isError).toBe(true);
  expect(members(expectBounded(result)["error"])).toMatchObject({ code: "rule_invalid" });
  expect(result.content[0]?.text).toMatch(/^rule_invalid: Two faults\.\nFault 0/);
});
