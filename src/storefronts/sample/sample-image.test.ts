import { crc32, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sampleImage } from "./sample-image.ts";
import { sampleProducts } from "./sample-products.ts";
import { SAMPLE_SHOP } from "./sample-shop.ts";

const { seed, products: count } = SAMPLE_SHOP;
const imageBase = "https://shop.example/images";
const images = [...sampleProducts({ seed, products: count, imageBase })].flatMap((product) => product.images);

/** Painting all of them takes seconds: the first of each item and colour, and the last position of all. */
function telling(): readonly (typeof images)[number][] {
  const firstOf = (part: 0 | 1) => [...Map.groupBy(images, ({ name }) => name.split("-")[part]).values()].flatMap(([first]) => first ?? []);
  const last = images.reduce((furthest, image) => (image.position > furthest.position ? image : furthest));
  return [...firstOf(0), ...firstOf(1), last];
}
const some = telling();

/** The chunks of a PNG; a wrong checksum throws. */
function chunksOf(png: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    if (crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw new Error(`wrong checksum at byte ${at}`);
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}

describe("images", () => {
  test("every URL of the catalog is the base, a name we paint, and `.png`", () => {
    expect(images.length).toBeGreaterThan(800);
    for (const { name, url } of images) {
      expect(name).toMatch(/^[a-z0-9-]{1,200}$/);
      expect(url).toBe(`${imageBase}/${name}.png`);
    }
    for (const { name } of some) expect(sampleImage(name)).toBeDefined();
  });

  test("an image is a whole PNG of 600 × 600 with something on it, in at most 20 KB", () => {
    for (const { name } of some) {
      const png = sampleImage(name) ?? Buffer.alloc(0);
      const chunks = chunksOf(png);
      expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
      expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
      expect([chunks.get("IHDR")?.readUInt32BE(0), chunks.get("IHDR")?.readUInt32BE(4)]).toEqual([600, 600]);
      expect(inflateSync(chunks.get("IDAT") ?? "")).toHaveLength(601 * 600);
      expect(png.length).toBeGreaterThan(500);
      expect(png.length).toBeLessThanOrEqual(20 * 1024);
    }
  });

  test("the same name is the same bytes, another position another picture", () => {
    expect(sampleImage("mug-sky-6-1")).toEqual(sampleImage("mug-sky-6-1"));
    expect(sampleImage("mug-sky-6-1")).not.toEqual(sampleImage("mug-sky-6-2"));
  });

  test.each(["mug", "mug-sky-6", "mug-sky-0-1", "mug-sky-6-0", "mug-sky-6-99", "mug-pink-6-1", "jug-sky-6-1", "mug-sky-6-1-1", "", "constructor-sky-1-1"])(
    "no product has a picture called %j",
    (name) => {
      expect(sampleImage(name)).toBeUndefined();
    },
  ); // prettier-ignore
});
