import { afterAll, expect, test } from "vitest";
import { putLookupTable } from "../../features/lookups/index.ts";
import { putConfig } from "../../features/config/index.ts";
import { setOverridesBatch } from "../../features/products/index.ts";
import type { AnyOperation } from "../../features/operation.ts";
import { RequestError } from "../../kernel/errors.ts";
import { openSideThread } from "../../platform/threads/open-side-thread.ts";
import { prepareOperation } from "./perform-operation.ts";
import { readAhead } from "./read-ahead.ts";
import { READING_THREAD } from "./reading-thread.ts";
import { readInput } from "./read-input.ts";
import { FAULTS_MAX, LARGE_BODY_BYTES } from "./server-limits.ts";

const thread = openSideThread(READING_THREAD);
afterAll(() => thread[Symbol.asyncDispose]());

const ahead = (operation: AnyOperation, body: Buffer, mediaType = "application/json") =>
  readAhead(thread, prepareOperation(operation), { body, mediaType });

function inPlace(operation: AnyOperation, body: Buffer): unknown {
  try {
    return readInput(prepareOperation(operation), { body, mediaType: "application/json" });
  } catch (error) {
    return error;
  }
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const filler = "x".repeat(LARGE_BODY_BYTES);

test("a small body is left to where it is used", async () => {
  expect(await ahead(putConfig, json({ rules: [] }))).toBeUndefined();
});

test.each([
  ["more rows than a table may have", putLookupTable, json({ rows: Array.from({ length: 100_001 }, () => ["a", "b"]) })],
  ["a member that does not exist, among its own", putLookupTable, json({ rows: [["a"]], colums: filler, columns: 1 })],
  ["hundreds of unknown members", putLookupTable, json(Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`member_${at}`, at])))],
  ["text that nobody can store", putConfig, json({ rules: [{ text: `a\0${filler}` }] })],
  ["no JSON", putConfig, Buffer.from(`{"rules":"${filler}`)],
  ["text that is no UTF-8", putConfig, Buffer.concat([Buffer.from(`"${filler}`), Buffer.from([0xff, 0x22])])],
  ["too many products", setOverridesBatch, json({ products: Array.from({ length: 20_000 }, () => ({ id: "prod_1" })) })],
])("a large body is refused with the same faults in the same order as a small one: %s", async (_, operation, body) => {
  const expected = inPlace(operation, body);
  const refused = await ahead(operation, body);
  if (!(expected instanceof RequestError) || !(refused instanceof RequestError)) throw new Error("it was not refused");
  expect(refused).toMatchObject({ code: expected.code, message: expected.message, param: expected.param });
  expect(refused.details).toEqual(expected.details);
  expect(refused.details.length).toBeLessThanOrEqual(FAULTS_MAX);
});

test("a large table comes back as few values: what the log keeps, and its rows as bytes", async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => [`key ${at}`, "é"]);
  const read = await ahead(putLookupTable, json({ columns: ["a", "b"], rows }));
  expect(read).toMatchObject({ body: {}, digest: { ok: true, table: { columns: ["a", "b"], rowCount: 20_000 } } });
  expect(read).toHaveProperty("digest.table.lines", expect.any(Uint8Array));
  expect(read).toHaveProperty("json.rows.length", 51);
});

test("a body that takes longer or more memory than it may is refused for its size, and the next one is read", async () => {
  const body = json({ rows: Array.from({ length: 50_000 }, (_, at) => [`key ${at}`, "b"]) });
  for (const bound of [{ deadlineMs: 1, startMs: 0 }, { heapMiB: 8 }]) {
    await using hasty = openSideThread({ ...READING_THREAD, ...bound });
    const refused = await readAhead(hasty, prepareOperation(putLookupTable), { body });
    expect(refused).toMatchObject({ code: "payload_too_large" });
  }
  expect(await ahead(putLookupTable, body)).toHaveProperty("digest.ok", true);
});
