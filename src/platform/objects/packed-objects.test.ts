import { createHash } from "node:crypto";
import { mkdtempDisposable, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { unpackFile } from "./packed-objects.ts";

const CONTENT = Buffer.from("id\ttitle\tprice\n".repeat(200_000));

async function unpacked(packed: Buffer, bytes: number) {
  await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-packed-"));
  const [from, to] = [join(folder.path, "packed"), join(folder.path, "file")];
  await writeFile(from, packed);
  const sha256 = await unpackFile(from, to, bytes);
  return { sha256, written: (await stat(to)).size, isSame: (await readFile(to)).equals(CONTENT) };
}

test("a file is unpacked, and its checksum is that of its content", async () => {
  const sha256 = createHash("sha256").update(CONTENT).digest("hex");
  expect(await unpacked(gzipSync(CONTENT), CONTENT.length)).toEqual({ sha256, written: CONTENT.length, isSame: true });
});

test("what isn't gzip, breaks off or has a changed byte has no checksum", async () => {
  const whole = gzipSync(CONTENT);
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
  for (const packed of [CONTENT, whole.subarray(0, whole.length - 20), changed, Buffer.alloc(0)])
    expect((await unpacked(packed, CONTENT.length)).sha256).toBeUndefined();
});

test("no more is written than was announced", async () => {
  const { sha256, written } = await unpacked(gzipSync(CONTENT), 1_000_000);
  expect(sha256).toBeUndefined();
  expect(written).toBeLessThanOrEqual(1_000_000);
});
