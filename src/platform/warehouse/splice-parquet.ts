import { type FileHandle, open } from "node:fs/promises";
import type { FileToSplice } from "./warehouse-port.ts";
import { readThrift, type ThriftField, type ThriftStruct, TYPE, writeThrift } from "./thrift-compact.ts";

const MAGIC = Buffer.from("PAR1");
/** The footer's length and the mark. */
const TAIL_BYTES = 8;
const FOOTER_BYTES_MAX = 256 * 1024 * 1024;
const COPY_BYTES = 1024 * 1024;

/** Ids of fields in `parquet.thrift`. */
const FILE = { schema: 2, rows: 3, groups: 4 } as const;
const GROUP = { columns: 1, rows: 3, offset: 5, ordinal: 7 } as const;
const CHUNK = { offset: 2, meta: 3, pageIndexes: [4, 5, 6, 7] } as const;
const META = { compressedBytes: 7, dataOffset: 9, indexOffset: 10, dictionaryOffset: 11, bloomOffset: 14, bloomBytes: 15 } as const;

interface Source {
  readonly file: FileHandle;
  readonly footer: ThriftStruct;
  readonly groups: readonly ThriftStruct[];
}

/**
 * Replaces some row groups of a Parquet file and copies the bytes of the others; DuckDB would read and write every value. The bytes of a row group are
 * contiguous, and the footer at the end of the file has their offsets, which are updated. Bloom filters lie outside the row groups and are copied after
 * them. Page indexes are dropped.
 */
export async function spliceParquet({ base: basePath, groups, file }: FileToSplice): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const source = async (path: string): Promise<Source> => readSource(opened.use(await open(path, "r")));
  const base = await source(basePath);
  const patches = new Map<number, Source>();
  for (const { nth, file: path } of groups) patches.set(nth, fitting(base, nth, await source(path)));
  const target = opened.use(await open(file, "wx"));
  const output = outputTo(target);
  await output.write(MAGIC);
  const placed: { readonly from: Source; readonly group: ThriftStruct }[] = [];
  for (const [nth, own] of base.groups.entries()) {
    const from = patches.get(nth) ?? base;
    const group = from === base ? own : structOf(from.groups[0]);
    await copyGroup(output, from.file, group);
    if (group.has(GROUP.ordinal)) group.set(GROUP.ordinal, { type: TYPE.i16, value: nth });
    placed.push({ from, group });
  }
  for (const { from, group } of placed) await copyBloomFilters(output, from.file, group);
  base.footer.set(FILE.groups, {
    type: TYPE.list,
    of: TYPE.struct,
    value: placed.map(({ group }) => ({ type: TYPE.struct, value: group })),
  });
  const footer = writeThrift(base.footer);
  const length = Buffer.alloc(TAIL_BYTES - MAGIC.length);
  length.writeUInt32LE(footer.length);
  await output.write(Buffer.concat([footer, length, MAGIC]));
}

interface Output {
  /** Where the next byte goes. */
  readonly at: () => number;
  readonly write: (bytes: Buffer) => Promise<void>;
  readonly copy: (from: FileHandle, start: number, end: number) => Promise<void>;
}

function outputTo(file: FileHandle): Output {
  let written = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    await file.writeFile(bytes);
    written += bytes.length;
  };
  return {
    at: () => written,
    write,
    async copy(from, start, end) {
      for (let at = start; at < end; at += COPY_BYTES) await write(await readAt(from, at, Math.min(COPY_BYTES, end - at)));
    },
  };
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead !== length) throw new Error("a Parquet file ends too early");
  return buffer;
}

async function readSource(file: FileHandle): Promise<Source> {
  const { size } = await file.stat();
  const tail = await readAt(file, size - TAIL_BYTES, TAIL_BYTES);
  const length = tail.readUInt32LE();
  if (!tail.subarray(TAIL_BYTES - MAGIC.length).equals(MAGIC) || length > Math.min(size, FOOTER_BYTES_MAX))
    throw new Error("this isn't a Parquet file");
  const footer = readThrift(await readAt(file, size - TAIL_BYTES - length, length));
  return { file, footer, groups: listOf(footer.get(FILE.groups)).map(structOf) };
}

/** The patch, if it has the row group's rows and columns. */
function fitting(base: Source, nth: number, patch: Source): Source {
  const [group, ...others] = patch.groups;
  const rows = base.groups[nth]?.get(GROUP.rows);
  const columns = ({ footer }: Source): Buffer => writeThrift(new Map([[FILE.schema, footer.get(FILE.schema) ?? { type: TYPE.false }]]));
  if (group === undefined || others.length > 0 || rows === undefined || numberOf(group.get(GROUP.rows)) !== numberOf(rows))
    throw new Error("a row group is to be replaced by one of another size");
  if (!columns(base).equals(columns(patch))) throw new Error("a row group is to be replaced by one with other columns");
  return patch;
}

/** Copies the bytes of a row group and updates its offsets. */
async function copyGroup(output: Output, from: FileHandle, group: ThriftStruct): Promise<void> {
  const metas = metasOf(group);
  const starts = metas.map((meta) =>
    Math.min(numberOf(meta.get(META.dataOffset)), numberOf(meta.get(META.dictionaryOffset), 0) || Infinity),
  );
  const ends = metas.map((meta, at) => (starts[at] ?? 0) + numberOf(meta.get(META.compressedBytes)));
  const [start, end] = [Math.min(...starts), Math.max(...ends)];
  const moved = output.at() - start;
  await output.copy(from, start, end);
  for (const meta of metas) for (const id of [META.dataOffset, META.indexOffset, META.dictionaryOffset]) move(meta, id, moved);
  move(group, GROUP.offset, moved);
  for (const chunk of listOf(group.get(GROUP.columns)).map(structOf)) {
    move(chunk, CHUNK.offset, moved);
    for (const id of CHUNK.pageIndexes) chunk.delete(id);
  }
}

/** A Bloom filter without a length can't be copied, so the column loses it. */
async function copyBloomFilters(output: Output, from: FileHandle, group: ThriftStruct): Promise<void> {
  for (const meta of metasOf(group)) {
    const [start, length] = [numberOf(meta.get(META.bloomOffset), -1), numberOf(meta.get(META.bloomBytes), -1)];
    if (start === -1 || length === -1) {
      meta.delete(META.bloomOffset);
      meta.delete(META.bloomBytes);
      continue;
    }
    meta.set(META.bloomOffset, { type: TYPE.i64, value: output.at() });
    await output.copy(from, start, start + length);
  }
}

function metasOf(group: ThriftStruct): readonly ThriftStruct[] {
  return listOf(group.get(GROUP.columns)).map((chunk) => structOf(structOf(chunk).get(CHUNK.meta)));
}

/** An offset of 0 means that there is none. */
function move(fields: ThriftStruct, id: number, by: number): void {
  const offset = numberOf(fields.get(id), 0);
  if (offset !== 0) fields.set(id, { type: TYPE.i64, value: offset + by });
}

function listOf(field: ThriftField | undefined): readonly ThriftField[] {
  if (field?.type !== TYPE.list) throw new Error("a Parquet footer has no list where one belongs");
  return field.value;
}

function structOf(field: ThriftField | ThriftStruct | undefined): ThriftStruct {
  if (field instanceof Map) return field;
  if (field?.type !== TYPE.struct) throw new Error("a Parquet footer has no group of fields where one belongs");
  return field.value;
}

function numberOf(field: ThriftField | undefined, otherwise?: number): number {
  if (field?.type === TYPE.i64 || field?.type === TYPE.i32 || field?.type === TYPE.i16) return field.value;
  if (otherwise === undefined) throw new Error("a Parquet footer has no number where one belongs");
  return otherwise;
}
