import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { progressLine } from "./progress-line.ts";

const WAITING = "Shopify isn't answering.";

function shown(isTTY: boolean): string {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const line = progressLine(stream);
  line.show("Extracting", 0);
  line.show("Extracting", 0, WAITING);
  line.show("Extracting", 0, WAITING);
  line.show("Extracting", 50);
  line.done();
  return String(stream.read());
}

test("what work waits for gets a line of its own, once", () => {
  expect(shown(false)).toBe(`Extracting 0 %\n${WAITING}\nExtracting 50 %\n`);
});

test("on a terminal the bar goes on below it", () => {
  const bar = (filled: number, percent: number) => `\r\x1b[2KExtracting ${"█".repeat(filled)}${"░".repeat(24 - filled)} ${percent} %`;
  expect(shown(true)).toBe(`${bar(0, 0)}\r\x1b[2K${WAITING}\n${bar(0, 0)}${bar(12, 50)}\n`);
});
