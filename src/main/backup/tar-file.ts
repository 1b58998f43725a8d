import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { OWNER_ONLY, OWNER_ONLY_FILE, syncFolder } from "../../platform/objects/durable-folders.ts";
import { damaged } from "./manifest.ts";

/** A folder of files as one uncompressed file that any `tar` reads (POSIX ustar). */

const BLOCK_BYTES = 512;
const NAME_BYTES_MAX = 100;
/** What twelve octal digits hold; a larger file has its size in base 256, as GNU's tar writes it. */
const OCTAL_MAX = 8 ** 11 - 1;
/** Names of a backup's own files. */
const NAME = /^(?:README|objects\.index|(?:backups|objects)(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)+)$/;

/** Writes the file whole or not at all. */
export async function packFolder(folder: string, file: string): Promise<void> {
  const draft = `${file}.unfinished`;
  {
    await using handle = await open(draft, "w", OWNER_ONLY_FILE);
    for (const name of await filesOf(folder)) await appendFile(handle, { path: join(folder, name), name: name.split(sep).join("/") });
    await handle.appendFile(Buffer.alloc(2 * BLOCK_BYTES));
    await handle.sync();
  }
  await rename(draft, file);
  await syncFolder(dirname(file));
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

async function appendFile(handle: FileHandle, { path, name }: { readonly path: string; readonly name: string }): Promise<void> {
  await using source = await open(path, "r");
  const { size } = await source.stat();
  await handle.appendFile(header(name, size));
  const chunks: AsyncIterable<Buffer> = source.createReadStream({ autoClose: false });
  for await (const chunk of chunks) await handle.appendFile(chunk);
  await handle.appendFile(Buffer.alloc(padding(size)));
}

const padding = (size: number): number => (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) throw new RangeError(`the name is too long for a tar file: ${name}`);
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0);
  block.write("0000600\0", 100);
  block.write("0000000\0", 108);
  block.write("0000000\0", 116);
  if (size <= OCTAL_MAX) block.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  else {
    block.writeUInt8(0x80, 124);
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  block.write("00000000000\0", 136);
  block.write("        0", 148);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** Unpacks such a file into an empty folder. Names outside a backup are refused. */
export async function unpackFile(file: string, folder: string): Promise<void> {
  await using handle = await open(file, "r");
  for (let at = 0; ;) {
    const block = Buffer.alloc(BLOCK_BYTES);
    const { bytesRead } = await handle.read(block, 0, BLOCK_BYTES, at);
    if (bytesRead < BLOCK_BYTES) throw damaged(file, "it ends in the middle");
    if (block.every((byte) => byte === 0)) return;
    const { name, size } = readHeader(file, block);
    at += BLOCK_BYTES;
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY });
    if (size === 0) await (await open(path, "wx", OWNER_ONLY_FILE)).close();
    else
      await pipeline(
        createReadStream(file, { start: at, end: at + size - 1 }),
        createWriteStream(path, { flags: "wx", mode: OWNER_ONLY_FILE }),
      );
    at += size + padding(size);
  }
}

function readHeader(file: string, block: Buffer): { readonly name: string; readonly size: number } {
  const text = (from: number, length: number): string => block.toString("latin1", from, from + length).replace(/\0.*$/s, "");
  const name = text(0, NAME_BYTES_MAX);
  const size = block.readUInt8(124) === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8);
  const plain = Buffer.from(block);
  plain.write("        ", 148);
  const sum = plain.reduce((total, byte) => total + byte, 0);
  if (Number.parseInt(text(148, 8), 8) !== sum || !NAME.test(name) || name.includes("..") || !Number.isSafeInteger(size))
    throw damaged(file, "it isn't a tar file of a backup");
  return { name, size };
}
