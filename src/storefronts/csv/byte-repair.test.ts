import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createByteRepair } from "./byte-repair.ts";

function repair(bytes: Uint8Array, pieces: readonly number[]) {
  const repairing = createByteRepair();
  const parts: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = pieces[turn % pieces.length] ?? 1;
    parts.push(Buffer.from(repairing.push(Buffer.from(bytes.subarray(at, at + size)))));
    at += size;
  }
  parts.push(repairing.end());
  return { parts, ...repairing.repaired };
}

const Pieces = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });

describe("bytes of an export", () => {
  test("valid text passes unchanged, U+FFFD of its own too, and no part ends inside a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\uFFFD", "\n") }), Pieces, (text, pieces) => {
        const { parts } = repair(Buffer.from(text), pieces);
        expect(parts.map((part) => part.toString("utf8")).join("")).toBe(text);
      }),
    );
  });

  test("any bytes are read the same however they are cut", () => {
    const Bytes = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(
        fc.oneof(
          Bytes,
          fc.array(fc.constantFrom(0, 65, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0xff)).map((list) => Uint8Array.from(list)),
        ),
        Pieces,
        (bytes, pieces) => {
          const cut = repair(bytes, pieces);
          const whole = repair(bytes, [1_000]);
          expect(Buffer.concat(cut.parts).toString("utf8")).toBe(Buffer.concat(whole.parts).toString("utf8"));
          expect(cut.nulBytes).toBe(whole.nulBytes);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["Latin-1", Buffer.from("Gr\u00F6\u00DFe caf\u00E9", "latin1"), "Gr\uFFFD\uFFFDe caf\uFFFD"],
    ["a sequence cut off at the end of the file", Buffer.from([0x61, 0xe2, 0x82]), "a\uFFFD"],
    ["a lone surrogate", Buffer.from([0xed, 0xa0, 0x80]), "\uFFFD\uFFFD\uFFFD"],
  ])("%s is passed on, to be read as U+FFFD", (_, bytes, text) => {
    expect(Buffer.concat(repair(bytes, [1]).parts).toString("utf8")).toBe(text);
  });

  test("NUL bytes are removed and counted before anything else is read", () => {
    const { parts, nulBytes } = repair(Buffer.from([0x61, 0, 0xc3, 0, 0xa9, 0]), [3]);
    expect(Buffer.concat(parts).toString("utf8")).toBe("a\u00E9");
    expect(nulBytes).toBe(3);
  });
});
