import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError, httpFront, type HttpFront, json } from "../../surfaces/http/http-front.suite.ts";
import { members } from "../../kernel/unsafe.ts";
import { putLookupTable } from "./put-lookup-table.ts";

let front: HttpFront;
beforeAll(async () => {
  front = await httpFront({ operations: [putLookupTable] });
});
afterAll(() => front[Symbol.asyncDispose]());

const MIB = 1024 * 1024;
const csv = (payload: string | Buffer, type = "text/csv") => ({ payload, headers: { "content-type": type } });
const put = (body: ReturnType<typeof csv>, name = "t") => front.send({ method: "PUT", url: `/v1/lookup_tables/${name}`, ...body });
const tableOf = (answer: Awaited<ReturnType<typeof put>>) => members(members(answer.json<unknown>())["data"]);

describe("a table as CSV", () => {
  test.each([
    ["a header and rows", "key,value\na,1\nb,2\n", 2],
    ["what a spreadsheet saves", "\uFEFFkey;value\r\na;1\r\n;\r\n\r\n", 1],
    ["tabs, quotes and line breaks", 'key\tvalue\n"a ""b""\tc"\t"two\nlines"', 1],
    ["rows with fewer values, and blank ones beyond the header", "key,value\na\nb,2,,\n", 2],
    ["a header alone", "key,value\n", 0],
  ])("may be %s", async (_, text, rows) => {
    const answer = await put(csv(text));
    expect([answer.statusCode, tableOf(answer)]).toEqual([200, expect.objectContaining({ columns: ["key", "value"], row_count: rows })]);
  });

  test.each(["text/csv; charset=utf-8; header=present", "Text/CSV", 'text/csv;charset="UTF-8"'])(
    "is known by its media type: %s",
    async (type) => {
      expect((await put(csv("k,v\na,1\n", type))).statusCode).toBe(200);
    },
  );

  test.each([
    ["k,v\na,1\nb,2,3\n", 3, /3 values, but the header has 2 columns/],
    ['k,v\na,"1\nb,2\n', 2, /quote that opens in v is never closed/],
    ["k,v\na,1\n\0b,2\n", 3, /U\+0000/],
    ["\n\n", 1, /must name the columns/],
    [Buffer.from([0x6b, 0x0a, 0xff]), 1, /isn't encoded in UTF-8/],
    [`k,v\na,${"x".repeat(80_001)}\n`, 2, /v has more than 20000/],
  ])("that is none is refused with its line: %#", async (text, line, message) => {
    const { details, message: said } = expectError(await put(csv(text)), "validation_failed");
    expect(details).toEqual([{ param: "", code: "invalid_param", message: said, line }]);
    expect(said).toMatch(message);
  });

  test("with a key twice is refused with both rows", async () => {
    const said = expectError(await put(csv("k,v\na,1\nA,2\n")), "validation_failed");
    expect(said).toMatchObject({ param: "/rows/1", message: expect.stringContaining('the key "A" is already used in row 1') });
  });
});

describe("the body of a table", () => {
  test("may be ten times as large as others, in both forms, and no larger", async () => {
    const line = `${"x".repeat(1_000)}\n`;
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `k${at},${line}`).join("");
    expect(tableOf(await put(csv(`k,v\n${rows(9_000)}`)))).toMatchObject({ row_count: 9_000 });
    expect(
      tableOf(await put(json({ rows: [["k", "x".repeat(20_000)], ...Array.from({ length: 1_000 }, (_, at) => [`${at}`, line])] }))),
    ).toMatchObject({ row_count: 1_001 });
    const large = expectError(await put(csv(`k,v\n${rows(10_500)}`)), "payload_too_large");
    expect(large["message"]).toContain(String(10 * MIB));
    const { payload, headers } = json({ name: "x".repeat(MIB) });
    const url = `/v1/feeds/${front.home.feedId}/notes`;
    expectError(await front.send({ method: "PATCH", url, payload, headers }), "payload_too_large");
  });

  test.each(["text/plain", "text/csv; charset=latin1", "application/json; charset=latin1", "text/tab-separated-values"])(
    "of another media type is refused, and the answer names those there are: %s",
    async (type) => {
      const { message } = expectError(await put(csv("k,v\na,1\n", type)), "unsupported_media_type");
      expect(message).toMatch(/application\/json.*text\/csv/);
    },
  );

  test("is CSV on this route alone", async () => {
    const url = `/v1/feeds/${front.home.feedId}/notes`;
    const { message } = expectError(await front.send({ method: "PATCH", url, ...csv("k,v\n") }), "unsupported_media_type");
    expect(message).not.toContain("csv");
  });

  test("is kept in the audit log by its beginning", async () => {
    const rows = Array.from({ length: 200 }, (_, at) => [`k${at}`, "v"]);
    const answer = await put(json({ rows }), "audited");
    const [entry] = await front.db
      .selectFrom("audit_log")
      .select(["action", "facts"])
      .where("request_id", "=", String(answer.headers["x-request-id"]))
      .execute();
    expect(entry).toMatchObject({
      action: "lookup_table.written",
      facts: { path: { name: "audited" }, answer: { data: { row_count: 200 } } },
    });
    expect(JSON.stringify(entry).length).toBeLessThan(5_000);
  });
});
