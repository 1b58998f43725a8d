import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { branded, parseJson } from "../../kernel/unsafe.ts";
import type { RawKind, RawSink } from "../storefront-port.ts";
import { stretchesOf } from "./file-stretches.ts";
import { handParts } from "./hand-parts.ts";
import { catalogQuery } from "./part-query.ts";
import { readTask } from "./reading-task.ts";
import { createRepairs } from "./repairs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "feedwright-hand-"));
  return () => rm(folder, { recursive: true, force: true });
});

const PRODUCTS = 1_000;
const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

/** Each product with two variants and a picture: some 9 MiB, which is large. */
const LINES: readonly string[] = Array.from({ length: PRODUCTS }, (_, at) => {
  const product = gid("Product", at + 1);
  return [
    { id: product, handle: `p-${at}`, title: `Täsche ${at} 👜`, descriptionHtml: "<p>long</p>".repeat(800), tags: [], options: [] },
    { id: gid("MediaImage", at + 1), image: { url: `https://cdn.example/${at}.jpg` }, __parentId: product },
    { id: gid("ProductVariant", 2 * at + 1), position: 1, price: "1.00", __parentId: product },
    { id: gid("ProductVariant", 2 * at + 2), position: 2, price: "2.00", __parentId: product },
  ].map((line) => JSON.stringify(line));
}).flat();

type Records = Record<RawKind, object[]>;

function recording(): { readonly records: Records; readonly sink: RawSink } {
  const records: Records = { product: [], variant: [], image: [], fact: [], translation: [], translated_fact: [], country_price: [] };
  const sink: RawSink = {
    product: (record) => void records.product.push(record),
    variant: (record) => void records.variant.push(record),
    image: (record) => void records.image.push(record),
    fact: (record) => void records.fact.push(record),
    beside: (kind, record) => void records[kind].push(record),
    lines(kind, { bytes, records: count, longestBytes }) {
      const lines = Buffer.from(bytes).toString("utf8").split("\n").slice(0, -1);
      expect([lines.length, Math.max(...lines.map((line) => Buffer.byteLength(line) + 1))]).toEqual([count, longestBytes]);
      for (const line of lines) records[kind].push(branded<object>(parseJson(line)));
    },
  };
  return { records, sink };
}

async function handedOver(lines: readonly string[], { signal = new AbortController().signal } = {}) {
  const file = path.join(folder, "core.jsonl");
  await writeFile(file, `${lines.join("\n")}\n`);
  const { records, sink } = recording();
  const repairs = createRepairs();
  const parts = { files: new Map([[catalogQuery("core"), file]]), locales: [], countries: new Map(), shop: { storeUrl: "https://shop.example", currency: "EUR" }, places: { onlineStore: null, locations: new Map() }, metafields: { wanted: null, known: [], hidden: [] } }; // prettier-ignore
  const handed = await handParts(parts, {
    sink,
    signal,
    repairs,
    progress: { read: () => {} },
    namesOf: async () => ({ names: new Map(), labels: new Map() }),
  });
  return { file, handed, records, warnings: repairs.warnings() };
}

/** Numbers tell records apart and order them; two readers give others than one. */
const withoutSeq = (records: readonly object[]) => records.map((record) => JSON.stringify({ ...record, seq: 0 })).toSorted((one, other) => (one < other ? -1 : 1)); // prettier-ignore

describe("a large file, read by threads", () => {
  test("gives the records that one reader gives, numbered apart", async () => {
    const { handed, records, file, warnings } = await handedOver(LINES);
    expect(handed).toEqual({ products: PRODUCTS, variants: 2 * PRODUCTS, metafieldColumns: [], metafields: [], failed: new Map(), hidden: new Map() }); // prettier-ignore
    expect(warnings).toEqual([]);
    expect(existsSync(file)).toBe(false);
    await writeFile(file, `${LINES.join("\n")}\n`);
    const alone = recording();
    const stretch = { from: 0, to: Number.MAX_SAFE_INTEGER };
    const work = { sink: alone.sink, signal: new AbortController().signal, repairs: createRepairs() };
    await readTask({ part: "core", path: file, stretch, shop: { storeUrl: "https://shop.example", currency: "EUR" } }, work);
    for (const kind of ["product", "variant", "image", "fact"] as const)
      expect(withoutSeq(records[kind])).toEqual(withoutSeq(alone.records[kind]));
    for (const kind of ["product", "variant"] as const)
      expect(new Set(records[kind].map((record) => branded<{ seq: number }>(record).seq)).size).toBe(records[kind].length);
  });

  test("names a broken line by its number in the whole file", async () => {
    const at = LINES.length - 10;
    await expect(handedOver(LINES.with(at, '{"cut off'))).rejects.toMatchObject({
      name: "PlainError",
      code: "shopify_line_invalid",
      message: expect.stringContaining(`Line ${at + 1} of Shopify's export of the products isn't valid JSON`),
    });
  });

  test("counts what was repaired, whichever thread did it", async () => {
    const half = (at: number): string => (LINES[at] ?? "").replace("Täsche", String.raw`\ud83d`);
    const { warnings } = await handedOver(LINES.with(0, half(0)).with(LINES.length - 4, half(LINES.length - 4)));
    expect(warnings).toMatchObject([{ code: "lone_surrogate", count: 2 }]);
  });

  test("is given up when the work is stopped", async () => {
    const stop = new AbortController();
    const handing = handedOver(LINES, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("stopped")), 30);
    await expect(handing).rejects.toThrow("stopped");
  });
});

describe("stretches of a file", () => {
  test("are of whole lines, leave nothing out and overlap nowhere, however long the lines", async () => {
    const file = path.join(folder, "lines");
    for (const lines of [["a", "b", "c"], ["x".repeat(200_000), "y"], ["y", "x".repeat(200_000)], ["", "", ""], ["one line"]]) {
      const text = `${lines.join("\n")}\n`;
      await writeFile(file, text);
      const { bytes, stretches } = await stretchesOf(file, 3, 0);
      expect(bytes).toBe(text.length);
      const pieces = stretches.map(({ from, to }) => text.slice(from, to));
      expect(pieces.join("")).toBe(text);
      for (const piece of pieces) expect(piece.endsWith("\n")).toBe(true);
    }
  });
});
