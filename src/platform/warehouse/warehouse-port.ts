import type { Exhausted, SaysExhausted } from "../../kernel/exhausted.ts";
import type { ShopId } from "../../kernel/ids.ts";
import type { Sql, WarehouseRow } from "../../kernel/sql.ts";

/**
 * DuckDB, in child processes of ours: a crash, a runaway plan or a long query there harms nobody else, and SIGKILL always
 * ends it. All shops share these processes, so whoever asks says for which shop.
 */
export interface Warehouse extends AsyncDisposable {
  /** Null: the installation itself, as when it checks that DuckDB works. */
  of(shop: ShopId | null): ShopWarehouse;
  /** For whoever watches the service. */
  load(): Readonly<Record<WarehousePool, PoolLoad>>;
}

/**
 * What works for one shop. While other shops wait, it has one place in each pool, and never all of them. Where too many wait, of the shop or of
 * all, the next is refused with an error that a client can be answered.
 */
export interface ShopWarehouse {
  /** Rows of one SELECT, within 10 s, from a pool of long-lived children. Resident tables are made in the child that answers before the statement runs. */
  query(statement: Sql, options?: QueryOptions): Promise<readonly WarehouseRow[]>;
  /** Whether DuckDB can make a plan of a statement, in a child that serves nothing else: within a second, or the child is killed (`deadline`). */
  judge(statement: Sql): Promise<void>;
  /** A child to oneself, and in it a DuckDB of one's own; waits while the pool is full. The signal ends it with SIGKILL. */
  session(options: SessionOptions): Promise<WarehouseSession>;
}

/** Of API reads, of jobs, of what somebody waits for, and of regular expressions. */
export type WarehousePool = "query" | "job" | "preview" | "pattern";

export interface PoolLoad {
  /** Alive. */
  readonly children: number;
  /** Questions or sessions that wait for a child. */
  readonly waiting: number;
  /** Children that have gone without being told to by those whose work they did, since the start. */
  readonly lost: Readonly<Record<"crashed" | "deadline", number>>;
}

export interface QueryOptions {
  readonly signal?: AbortSignal;
  /** Tables the statement reads by name: kept in the child's memory between queries, dropped when others need the room. */
  readonly resident?: readonly ResidentTable[];
}

/** `name` is the identity of immutable data (run and attempt), so that two loads of one name are the same rows. */
export interface ResidentTable {
  readonly name: string;
  readonly load: Sql;
  /** Column that tells rows apart: those with `key IN (…)` are found without a look at the others. */
  readonly key?: string;
}

export interface SessionOptions {
  readonly signal?: AbortSignal;
  /** The job's scratch folder: DuckDB may write here and nowhere else. The shop's objects may be read. */
  readonly folder: string;
  /** Wall-clock bound of the whole session, in ms; past it the child is killed. */
  readonly deadlineMs: number;
  /** Where all columns of a catalog pass through one statement: each takes memory in each thread, so a wide one gets fewer threads. */
  readonly columns?: number;
  /** Number of rows the session works on, if known. A session of few rows gets one thread. */
  readonly rows?: number;
  /** Somebody waits for the answer: a place of its own, which no run takes. */
  readonly interactive?: true;
}

export interface WarehouseSession extends AsyncDisposable {
  /** Runs statements one after another, as one unit; answers nothing. */
  run(...statements: readonly Sql[]): Promise<void>;
  /** Runs statements that need nothing of each other, and that one thread each can do, at the same time; they don't see the session's tables. */
  sideBySide(...statements: readonly Sql[]): Promise<void>;
  /** Rows of one SELECT; for small answers (≤ 10,000 rows). */
  all(statement: Sql): Promise<readonly WarehouseRow[]>;
  /**
   * Reads a finished file once: its size and SHA-256, and a gzip beside it. The same bytes in give the same bytes out. `rest`: files of what belongs behind
   * it, which become a part of it.
   */
  pack(file: string, gzipFile: string, rest?: readonly string[]): Promise<PackedFile>;
  /** Writes a Parquet file that is another one with some of its row groups replaced. The other groups are copied, which takes a fraction of reading them. */
  splice(spliced: FileToSplice): Promise<void>;
}

export interface FileToSplice {
  readonly base: string;
  /** By the place of a group: a file of one row group that takes its place. It has the same columns, and as many rows. */
  readonly groups: readonly { readonly nth: number; readonly file: string }[];
  /** The new file, which isn't there yet. */
  readonly file: string;
}

export interface PackedFile {
  readonly bytes: number;
  readonly sha256: string;
  readonly gzipBytes: number;
  readonly gzipSha256: string;
}

/** The child is gone: killed, crashed, past its deadline, or the signal fired. `reason` tells which; `crashed` may be tried again. */
export class WarehouseLost extends Error implements SaysExhausted {
  override readonly name = "WarehouseLost";
  readonly reason: "crashed" | "deadline" | "aborted";
  /** Set where the child ended itself because it had grown too large. */
  readonly exhausted: Exhausted | null;

  constructor(reason: WarehouseLost["reason"], detail: string, exhausted: Exhausted | null = null) {
    super(`warehouse child ${reason}: ${detail}`);
    this.reason = reason;
    this.exhausted = exhausted;
  }
}

/** DuckDB refused a statement. The message is for the log: it may hold SQL. */
export class WarehouseRefused extends Error implements SaysExhausted {
  override readonly name = "WarehouseRefused";
  /** Set where the statement needed more memory or disk than there is. */
  readonly exhausted: Exhausted | null;

  constructor(message: string, exhausted: Exhausted | null = null) {
    super(message);
    this.exhausted = exhausted;
  }
}

const FILE_GONE = /^IO Error: (?:No files found that match|Cannot open file .*No such file)/s;

/** Whether a statement was refused because a file it reads is not there, as when it was removed after its path was asked for. */
export function isFileGone(thrown: unknown): boolean {
  return thrown instanceof WarehouseRefused && FILE_GONE.test(thrown.message);
}
