/**
 * Thrift's compact protocol, as far as footers of Parquet files use it: read into values and written again. What is read and written unchanged gives the same
 * bytes. Source: thrift's `doc/specs/thrift-compact-protocol.md`.
 */

/** Fields by their ids, in the order of the file. */
export type ThriftStruct = Map<number, ThriftField>;

export type ThriftField =
  | { readonly type: typeof TYPE.true | typeof TYPE.false }
  | { readonly type: typeof TYPE.i16 | typeof TYPE.i32 | typeof TYPE.i64; readonly value: number }
  | { readonly type: typeof TYPE.byte | typeof TYPE.double | typeof TYPE.binary; readonly value: Buffer }
  | { readonly type: typeof TYPE.list; readonly of: number; readonly value: readonly ThriftField[] }
  | { readonly type: typeof TYPE.struct; readonly value: ThriftStruct };

export const TYPE = { true: 1, false: 2, byte: 3, i16: 4, i32: 5, i64: 6, double: 7, binary: 8, list: 9, struct: 12 } as const;

const DOUBLE_BYTES = 8;
/** Half a byte tells the size of short lists and how far the next id is. */
const NIBBLE = 15;
const NIBBLE_BITS = 4;
const FIRST_BYTES = 64 * 1024;

/** Throws on whatever Parquet's footers don't have: maps, sets, and numbers that JavaScript can't hold. */
export function readThrift(bytes: Buffer): ThriftStruct {
  let at = 0;
  const next = (): number => bytes.readUInt8(at++);
  const unsigned = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = next();
      value += (byte & 127) * factor;
      if (!Number.isSafeInteger(value)) throw new Error("a number in a Parquet footer is too large");
      if (byte < 128) return value;
    }
  };
  const signed = (): number => {
    const value = unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error("a Parquet footer ends too early");
    return bytes.subarray(at, (at += length));
  };
  const valueOf = (type: number): ThriftField => {
    if (type === TYPE.i16 || type === TYPE.i32 || type === TYPE.i64) return { type, value: signed() };
    if (type === TYPE.binary) return { type, value: take(unsigned()) };
    if (type === TYPE.struct) return { type, value: struct() };
    if (type === TYPE.list) return list();
    if (type === TYPE.double) return { type, value: take(DOUBLE_BYTES) };
    if (type === TYPE.byte) return { type, value: take(1) };
    throw new Error(`a Parquet footer has a value of Thrift's type ${type}`);
  };
  const list = (): ThriftField => {
    const head = next();
    const size = head >> NIBBLE_BITS === NIBBLE ? unsigned() : head >> NIBBLE_BITS;
    const of = head & NIBBLE;
    // Elements that are true or false are a byte each.
    const element = of === TYPE.true || of === TYPE.false ? TYPE.byte : of;
    return { type: TYPE.list, of, value: Array.from({ length: size }, () => valueOf(element)) };
  };
  const struct = (): ThriftStruct => {
    const fields: ThriftStruct = new Map();
    for (let id = 0, head = next(); head !== 0; head = next()) {
      id = head >> NIBBLE_BITS === 0 ? signed() : id + (head >> NIBBLE_BITS);
      const type = head & NIBBLE;
      fields.set(id, type === TYPE.true || type === TYPE.false ? { type } : valueOf(type));
    }
    return fields;
  };
  return struct();
}

export function writeThrift(root: ThriftStruct): Buffer {
  let written = Buffer.alloc(FIRST_BYTES);
  let length = 0;
  const room = (bytes: number): void => {
    if (length + bytes > written.length) written = Buffer.concat([written], Math.max(written.length * 2, length + bytes));
  };
  const byte = (value: number): void => {
    room(1);
    length = written.writeUInt8(value, length);
  };
  const bytes = (part: Buffer): void => {
    room(part.length);
    length += part.copy(written, length);
  };
  const unsigned = (value: number): void => {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) byte((left % 128) + 128);
    byte(left);
  };
  const signed = (value: number): void => unsigned(value < 0 ? -value * 2 - 1 : value * 2);
  const write = (field: ThriftField): void => {
    switch (field.type) {
      case TYPE.true:
      case TYPE.false:
        return;
      case TYPE.i16:
      case TYPE.i32:
      case TYPE.i64:
        return signed(field.value);
      case TYPE.binary:
        unsigned(field.value.length);
        return bytes(field.value);
      case TYPE.byte:
      case TYPE.double:
        return bytes(field.value);
      case TYPE.struct:
        return struct(field.value);
      case TYPE.list: {
        const size = field.value.length;
        byte((Math.min(size, NIBBLE) << NIBBLE_BITS) + field.of);
        if (size >= NIBBLE) unsigned(size);
        return field.value.forEach(write);
      }
    }
  };
  const struct = (fields: ThriftStruct): void => {
    let before = 0;
    for (const [id, field] of fields) {
      const isNear = id > before && id - before <= NIBBLE;
      byte((isNear ? (id - before) << NIBBLE_BITS : 0) + field.type);
      if (!isNear) signed(id);
      before = id;
      write(field);
    }
    byte(0);
  };
  struct(root);
  return written.subarray(0, length);
}
