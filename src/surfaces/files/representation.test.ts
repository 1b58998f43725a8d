import { describe, expect, test } from "vitest";
import { acceptsGzip, isUnchanged, rangeOf, type Representation } from "./representation.ts";

const file: Representation = { key: "a", bytes: 100, etag: '"abc"', encoding: null };
/** Half a second more than a date of HTTP can say. */
const modifiedAt = new Date("2026-01-02T03:04:05.500Z");
const DATE = "Fri, 02 Jan 2026 03:04:05 GMT";
const LATER = "Fri, 02 Jan 2026 03:04:06 GMT";
const EARLIER = "Fri, 02 Jan 2026 03:04:04 GMT";

describe("gzip", () => {
  test.each(["gzip", "GZIP", "deflate, gzip;q=0.5", "x-gzip", "*", "br, *;q=0.1", "gzip ; q=1.0", "gzip;q=0.001"])(
    "is accepted by %j",
    (header) => {
      expect(acceptsGzip(header)).toBe(true);
    },
  );

  test.each([undefined, "", "identity", "br, deflate", "gzip;q=0", "gzip; q=0.000", "gzip;q=0, *", "*;q=0", "gzipped", "not-gzip"])(
    "is not accepted by %j",
    (header) => {
      expect(acceptsGzip(header)).toBe(false);
    },
  );
});

describe("a client's copy", () => {
  test.each([
    [{ "if-none-match": '"abc"' }],
    [{ "if-none-match": 'W/"abc"' }],
    [{ "if-none-match": '"x", "abc"' }],
    [{ "if-none-match": "*" }],
    [{ "if-modified-since": DATE }],
    [{ "if-modified-since": LATER }],
    [{ "if-none-match": '"abc"', "if-modified-since": EARLIER }],
  ])("is current by %j", (headers) => {
    expect(isUnchanged(headers, file, modifiedAt)).toBe(true);
  });

  test.each([
    [{}],
    [{ "if-none-match": '"abcd"' }],
    [{ "if-none-match": "abc" }],
    [{ "if-none-match": "" }],
    [{ "if-modified-since": EARLIER }],
    [{ "if-modified-since": "yesterday" }],
    [{ "if-modified-since": "99999" }],
    // The tag decides where there is one.
    [{ "if-none-match": '"old"', "if-modified-since": LATER }],
  ])("is not current by %j", (headers) => {
    expect(isUnchanged(headers, file, modifiedAt)).toBe(false);
  });
});

describe("a range of 100 bytes", () => {
  test.each([
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=10-19", { start: 10, end: 19 }],
    ["bytes=90-", { start: 90, end: 99 }],
    ["bytes=90-1000", { start: 90, end: 99 }],
    ["bytes=-10", { start: 90, end: 99 }],
    ["bytes=-1000", { start: 0, end: 99 }],
    [`bytes=-${"9".repeat(400)}`, { start: 0, end: 99 }],
    ["BYTES = 1 - 2", { start: 1, end: 2 }],
  ])("is cut by %s", (range, cut) => {
    expect(rangeOf({ range }, file, modifiedAt)).toEqual(cut);
  });

  test.each(["bytes=100-", "bytes=100-200", "bytes=-0", `bytes=${"9".repeat(400)}-`])("cannot be cut by %s", (range) => {
    expect(rangeOf({ range }, file, modifiedAt)).toBe("unsatisfiable");
  });

  test.each([undefined, "", "bytes=-", "bytes=20-10", "bytes=0-1,5-6", "lines=0-1", "bytes=a-b", "bytes 0-1", "bytes=0-1 ;"])(
    "is sent whole for %j",
    (range) => {
      expect(rangeOf(range === undefined ? {} : { range }, file, modifiedAt)).toBe("whole");
    },
  );

  test.each(['"abc"', DATE])("is cut while the client's copy is the same by If-Range %s", (condition) => {
    expect(rangeOf({ range: "bytes=0-1", "if-range": condition }, file, modifiedAt)).toEqual({ start: 0, end: 1 });
  });

  test.each(['"old"', 'W/"abc"', EARLIER, LATER, "yesterday", ""])(
    "is sent whole when the client's copy is another by If-Range %j",
    (condition) => {
      expect(rangeOf({ range: "bytes=0-1", "if-range": condition }, file, modifiedAt)).toBe("whole");
    },
  );

  test("of nothing cannot be cut", () => {
    const empty = { ...file, bytes: 0 };
    expect(["bytes=0-", "bytes=0-0", "bytes=-1"].map((range) => rangeOf({ range }, empty, modifiedAt))).toEqual([
      "unsatisfiable",
      "unsatisfiable",
      "unsatisfiable",
    ]);
  });
});
