import type { Readable } from "node:stream";
import { PlainError } from "../../kernel/errors.ts";

/**
 * Immutable objects under keys such as `shops/3/runs/12/1/gmcfeed.txt`. A key is written once and never again (it carries
 * run and attempt), so a reader sees a whole object or none. Keys are segments of `[A-Za-z0-9._-]` joined by `/`, ≤ 512 bytes.
 *
 * A put keeps the SHA-256 of the bytes. Whatever reads an object compares them first, once in a process and again when the file
 * looks different, and rejects with `ObjectDamaged` where they aren't the bytes that were put.
 */
export interface ObjectStore extends AsyncDisposable {
  /**
   * Moves a finished local file in; durable when it resolves. The file is gone afterwards. A key that is taken is refused. Whoever knows
   * the SHA-256 of what was meant to be written hands it in: the file isn't read again, and one that was damaged on its way is found later.
   */
  put(key: string, file: string, known?: KnownOfFile): Promise<ObjectInfo>;
  /** Bytes `start` to `end`, both included, or all of it. Rejects with `ObjectMissing`. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** The bytes of several ranges, in their order: small ones, for they are held in memory. Rejects with `ObjectMissing`. */
  parts(key: string, ranges: readonly ByteRange[]): Promise<readonly Buffer[]>;
  /** What's known without reading the object. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Resolves when a read would give the bytes that were put; rejects with `ObjectDamaged` or `ObjectMissing`. */
  check(key: string, options?: Checking): Promise<void>;
  /** Keys below a prefix that ends in `/`, in order of the bytes of the key. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Removes everything below a prefix that ends in `/`. What is missing is no error. */
  remove(prefix: string): Promise<void>;
  /** A local file with the object's bytes, to be read by DuckDB while the lease is held. Rejects with `ObjectMissing`. */
  local(key: string, options?: Checking): Promise<LocalObject>;
  /** An empty folder for files on their way in, on the same file system; removed when disposed, or at the next start after a crash. */
  scratch(): Promise<Scratch>;
  /** Resolves when the store can be written; rejects with a plain sentence when not. */
  ready(): Promise<void>;
  /** Compares the next objects with their checksums, about so many bytes of them, round and round. What is damaged is logged, counted and refused from then on. */
  scrub(options: { readonly bytesMax: number; readonly signal: AbortSignal }): Promise<ScrubTurn>;
  /** Of the file system the objects lie on; for objects that lie elsewhere, of their local copies'. */
  space(): Promise<StorageSpace>;
  /**
   * A link by which a client gets the object from the store itself within a minute. Absent where clients don't; undefined where this client
   * can't, because the store has the object as gzip.
   */
  downloadUrl?(key: string, as: DownloadAs): Promise<string | undefined>;
}

/** What whoever made a file knows of it. */
export interface KnownOfFile {
  readonly sha256?: string | undefined;
  /** Another file with the same content as gzip. A store that objects travel to may send this one: a feed's text is twenty times as long. It stays. */
  readonly gzipFile?: string | undefined;
}

/** Headers of the answer to a link. */
export interface DownloadAs {
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly acceptsGzip: boolean;
}

export interface StorageSpace {
  /** What this account may still write. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export interface ObjectInfo {
  readonly key: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

export interface Checking {
  /** Compares the bytes now, whatever an earlier reading found. */
  readonly recheck?: boolean;
}

export interface ScrubTurn {
  readonly objects: number;
  readonly bytes: number;
  readonly damaged: number;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface LocalObject extends AsyncDisposable {
  readonly path: string;
}

export interface Scratch extends AsyncDisposable {
  readonly path: string;
  /** The path of a file in the folder; `name` is one of ours, never a user's. */
  file(name: string): string;
}

export class ObjectMissing extends Error {
  override readonly name = "ObjectMissing";
  readonly key: string;

  constructor(key: string) {
    super(`no object ${key}`);
    this.key = key;
  }
}

/** The object's bytes are not those that were put. Reading again gives the same. */
export class ObjectDamaged extends PlainError {
  readonly key: string;

  constructor(key: string) {
    super(
      "object_damaged",
      `The stored file ${key} is damaged: its bytes differ from the stored ones. Restore it from a backup, or create it again.`,
    );
    this.key = key;
  }
}
